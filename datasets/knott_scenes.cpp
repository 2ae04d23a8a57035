// Knott 2003, Figs. 4.13 and 4.14: highly non-convex bodies that are entangled, and hundreds of boxes.
#include <algorithm>
#include <cmath>
#include <string>

#include "datasets/seed_scenes.h"
#include "datasets/seeded_random.h"
#include "datasets/tessellate.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

std::string body_file(std::size_t place, std::size_t count) {
  const std::string number = std::to_string(place + 1);
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());
  std::string file = "body-";
  file.append(digits - number.size(), '0');
  return file + number + ".ply";
}

//! How deep two boxes overlap, along the axis in which that is least; negative if they are apart.
double depth_of(const Bounds& a, const Bounds& b) {
  return (a.max.cwiseMin(b.max) - a.min.cwiseMax(b.min)).minCoeff();
}

Bounds random_box(SeededRandom& random, double side_mm) {
  const auto between = [&](double from, double to) {
    const double x = random.uniform(from, to);
    const double y = random.uniform(from, to);
    return Eigen::Vector3d(x, y, random.uniform(from, to));
  };
  const Eigen::Vector3d min = between(0, side_mm);
  return {min, min + between(2, 7)};
}

}  // namespace

Scene entangled_scene(const SceneOptions& options) {
  // A chain: rings of radius R with a tube of radius r, in turn level and upright, each through the next. Two
  // circles in perpendicular planes with centres d apart are nearest on the line between the centres, 2R − d
  // apart as long as that is less than R; so the rings interfere if 2R − d < 2r.
  constexpr std::size_t rings = 8;
  constexpr double ring_mm = 10;
  constexpr double tube_mm = 1.5;
  constexpr double free_step_mm = 15;       // 5 mm apart: 2 mm of room
  constexpr double meeting_step_mm = 17.5;  // 2.5 mm apart: 0.5 mm deep
  const std::size_t each = options.triangles.value_or(24000) / rings;
  const int around_tube = std::max(8, static_cast<int>(std::sqrt(static_cast<double>(each) / 6)));
  const int around_ring = std::max(16, static_cast<int>(each) / (2 * around_tube));
  Scene scene{.name = "knott-entangled",
              .what = "a chain of linked rings; every second pair of neighbours interferes"};
  scene.interfering.emplace();
  double x = 0;
  for (std::size_t i = 0; i < rings; ++i) {
    const Eigen::Vector3d axis = i % 2 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
    TriangleMesh ring = shapes::torus({x, 0, 0}, axis, ring_mm, tube_mm, around_ring, around_tube);
    scene.bodies.push_back({body_file(i, rings), {with_triangles(std::move(ring), each), {}}});
    const bool meets_next = i % 2 == 0;
    if (meets_next && i + 1 < rings) scene.interfering->push_back({i, i + 1});
    x += meets_next ? meeting_step_mm : free_step_mm;
  }
  return scene;
}

Scene boxes_scene(const SceneOptions& options) {
  constexpr std::size_t triangles_per_box = 12;
  const std::size_t count = options.triangles.value_or(200 * triangles_per_box) / triangles_per_box;
  // About one box in every 400 mm³, so that many are alone and many are not.
  const double side_mm = std::cbrt(400.0 * static_cast<double>(count));
  constexpr double least_depth_mm = 0.01;  // or as far apart: clear of any tolerance
  SeededRandom random(options.seed);
  Scene scene{.name = "knott-boxes",
              .what = "a field of boxes; which of them interfere follows from their walls"};
  std::vector<Bounds> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto is_doubtful = [&](const Bounds& box) {
      return std::any_of(boxes.begin(), boxes.end(), [&](const Bounds& other) {
        return std::abs(depth_of(box, other)) < least_depth_mm;
      });
    };
    Bounds box = random_box(random, side_mm);
    while (is_doubtful(box)) box = random_box(random, side_mm);
    boxes.push_back(box);
    scene.bodies.push_back({body_file(i, count), {shapes::box(box.min, box.max), {}}});
  }
  scene.interfering.emplace();
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      if (depth_of(boxes[a], boxes[b]) > 0) scene.interfering->push_back({a, b});
    }
  }
  return scene;
}

}  // namespace intercusp
