#include "occlusion/teeth/crowns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace intercusp {
namespace {

constexpr double buccal_mm = 2.6, lingual_mm = -2.6;  // of the cusps, across the arch
constexpr double gum_mm = -6;

double square(double x) { return x * x; }

//! A second molar on flat gum: a ridge of buccal cusps, a lower one of lingual cusps behind a deep groove, and a high mesial
//! marginal ridge, which hides from a cross-section how far the crown tilts.
double height_mm(double along, double across) {
  const double buccal = -0.35 * square(across - buccal_mm),
               lingual = -2.7 - 0.35 * square(across - lingual_mm);
  const double mesial = -0.5 * square(along - 4) - 2 * square(std::min(0.0, across + 1));
  const double around = std::pow(std::pow(along / 5, 6) + std::pow(across / 5, 6), 1.0 / 6);
  const double steep = across > 0 ? 30 : 6;
  return std::max(gum_mm, std::max({buccal, lingual, mesial}) - steep * std::max(0.0, around - 0.92));
}

TriangleMesh molar_on_gum() {
  constexpr int side = 60;
  constexpr double step_mm = 0.4;
  TriangleMesh mesh;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const double along = (column - side / 2) * step_mm, across = (row - side / 2) * step_mm;
      mesh.vertices.emplace_back(along, across, height_mm(along, across));
    }
  }
  for (std::uint32_t row = 0; row + 1 < side; ++row) {
    for (std::uint32_t column = 0; column + 1 < side; ++column) {
      const std::uint32_t a = row * side + column, b = a + 1, c = a + side, d = c + 1;
      mesh.faces.push_back({a, b, d});
      mesh.faces.push_back({a, d, c});
    }
  }
  return mesh;
}

TEST(CrownBorders, keep_a_cusp_behind_a_deep_fossa) {
  const TriangleMesh mesh = molar_on_gum();
  std::vector<ArchPoint> places;
  for (const Eigen::Vector3d& v : mesh.vertices) places.push_back({v.x(), v.y(), v.z()});
  const ArchReading reading{.jaw = Jaw::lower, .teeth = {{.place = 1, .first_mm = -5.25, .last_mm = 5.25}}};
  const std::vector<int> tooth =
      crown_of_each_vertex(mesh, surface_shape(mesh, 0.6), places, reading, Eigen::Vector3d::UnitZ());
  for (std::size_t v = 0; v < tooth.size(); ++v) {
    const ArchPoint& p = places[v];
    if (std::abs(p.across_mm - lingual_mm) < 1.5 && std::abs(p.along_mm) < 3) {
      EXPECT_EQ(tooth[v], 0) << p.along_mm << " " << p.across_mm;
    }
    if (std::abs(p.along_mm) > 7.5 || std::abs(p.across_mm) > 7.5) {
      EXPECT_EQ(tooth[v], -1) << p.along_mm << " " << p.across_mm;
    }
  }
}

}  // namespace
}  // namespace intercusp
