#include "io/mesh/repair/steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace intercusp::repair {
namespace {

double area_of(const std::vector<Eigen::Vector2d>& p, const std::array<std::size_t, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  return 0.5 *
         ((p[b].x() - p[a].x()) * (p[c].y() - p[a].y()) - (p[b].y() - p[a].y()) * (p[c].x() - p[a].x()));
}

struct Areas {
  double with_sign = 0, without_sign = 0;
};
Areas areas_of(const std::vector<Eigen::Vector2d>& corners) {
  Areas areas;
  for (const auto& triangle : triangulate_polygon(corners)) {
    areas.with_sign += area_of(corners, triangle);
    areas.without_sign += std::abs(area_of(corners, triangle));
  }
  return areas;
}

double shoelace(const std::vector<Eigen::Vector2d>& p) {
  double twice = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Eigen::Vector2d& next = p[(i + 1) % p.size()];
    twice += p[i].x() * next.y() - p[i].y() * next.x();
  }
  return twice / 2;
}

//! A horseshoe-shaped band, as the margin of a scan seen from the bite.
std::vector<Eigen::Vector2d> horseshoe(int corners_a_side) {
  std::vector<Eigen::Vector2d> outline;
  for (const double radius : {30.0, 20.0}) {
    for (int i = 0; i <= corners_a_side; ++i) {
      const double share = static_cast<double>(i) / corners_a_side;
      const double angle = std::numbers::pi * (radius > 25 ? share : 1 - share);
      outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
  }
  return outline;
}

TEST(TriangulatePolygon, covers_a_horseshoe_and_not_what_it_encloses) {
  const std::vector<Eigen::Vector2d> outline = horseshoe(300);
  EXPECT_EQ(triangulate_polygon(outline).size(), outline.size() - 2);
  const Areas areas = areas_of(outline);
  EXPECT_NEAR(areas.with_sign, shoelace(outline), 1e-9);
  EXPECT_NEAR(areas.without_sign, std::abs(shoelace(outline)), 1e-9);
}

TEST(TriangulatePolygon, overlaps_only_where_the_outline_crosses_itself) {
  // At five places seven corners run the other way round: loops of some 2 mm.
  std::vector<Eigen::Vector2d> outline = horseshoe(300);
  for (const std::ptrdiff_t place : {40, 150, 222, 400, 555}) {
    for (int i = 0; i < 7; ++i) outline[place + i] *= 1 + (i - 3) * (i - 3) * 0.002;
    std::reverse(outline.begin() + place, outline.begin() + place + 7);
  }
  EXPECT_EQ(triangulate_polygon(outline).size(), outline.size() - 2);
  const Areas areas = areas_of(outline);
  EXPECT_NEAR(areas.with_sign, shoelace(outline), 1e-9);
  // A loop is less than 2 mm long and 0.6 mm wide, and counts for both ways round.
  EXPECT_LT(areas.without_sign, std::abs(shoelace(outline)) + 5 * 2 * 2 * 0.6);
}

TEST(TriangulatePolygon, gives_up_on_an_outline_that_crosses_itself_all_over) {
  std::vector<Eigen::Vector2d> star;
  for (int i = 0; i < 1001; ++i) {
    const double angle = 2 * std::numbers::pi * i * 500 / 1001;
    star.emplace_back(std::cos(angle), std::sin(angle));
  }
  const auto triangles = triangulate_polygon(star);
  EXPECT_TRUE(triangles.empty() || triangles.size() == star.size() - 2);
}

}  // namespace
}  // namespace intercusp::repair
