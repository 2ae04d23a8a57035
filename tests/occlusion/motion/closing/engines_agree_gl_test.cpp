// Three engines without any notion of angles give the same map of a turn.

#include <gtest/gtest.h>

#include "occlusion/motion/closing/closing.h"
#include "tests/occlusion/motion/closing/scenes.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::random_hinge_scene;

struct Disagreement {
  std::size_t compared = 0, state = 0, angle = 0;
};

//! Pixels with a like neighbourhood in the reference lie away from silhouettes; there the engines agree
//! within 0.001 mm and what half a snapped step costs on the map's slope (the design note, "what a map is").
Disagreement compare(const ClosingMap& reference, const ClosingMap& other) {
  Disagreement result;
  const PixelGrid& grid = reference.view.grid;
  for (int row = 1; row + 1 < grid.height; ++row) {
    const double radius = grid.centre(0, row).y();
    for (int column = 1; column + 1 < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      bool alike = true;
      double steepest_mm = 0;
      for (const auto& [du, dv] :
           {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}) {
        const std::size_t beside = grid.index(column + du, row + dv);
        alike = alike && reference.state[beside] == reference.state[i] &&
                std::isfinite(reference.remaining[beside]) == std::isfinite(reference.remaining[i]);
        if (std::isfinite(reference.remaining[i]) && alike)
          steepest_mm =
              std::max(steepest_mm, radius * std::abs(reference.remaining[beside] - reference.remaining[i]));
      }
      if (!alike || steepest_mm > 4 * grid.pixel_mm) continue;  // a fold hides there
      ++result.compared;
      result.state += reference.state[i] != other.state[i] ? 1 : 0;
      if (!std::isfinite(reference.remaining[i])) continue;
      const double off_mm = radius * std::abs(reference.remaining[i] - other.remaining[i]);
      result.angle += off_mm <= 0.001 + steepest_mm / 256 ? 0 : 1;
    }
  }
  return result;
}

TEST(ClosingMapEngines, agree_on_turns) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    std::mt19937 random(seed);
    const auto scene = random_hinge_scene(random, 6);
    const auto map_by = [&](EngineKind engine) {
      return *closing_map(scene.bite, scene.motion, {.engine = engine, .pixel_mm = 0.1}).map;
    };
    const ClosingMap rays = map_by(EngineKind::ray);
    for (const EngineKind engine : {EngineKind::zlist, EngineKind::stencil}) {
      const ClosingMap other = map_by(engine);
      EXPECT_EQ(other.engine, engine);
      const Disagreement off = compare(rays, other);
      EXPECT_GT(off.compared, 1000U) << "seed " << seed;
      EXPECT_EQ(off.state, 0U) << name_of(engine) << " seed " << seed;
      EXPECT_LE(off.angle, off.compared / 1000) << name_of(engine) << " seed " << seed;
    }
  }
}

}  // namespace
}  // namespace intercusp
