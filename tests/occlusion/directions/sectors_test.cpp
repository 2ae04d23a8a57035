// The arch's curve, its sectors, and the sector from which a point takes its value.
#include "occlusion/directions/sector_choice.h"

#include <gtest/gtest.h>

#include <random>

#include "occlusion/engines/zlist/zlist_engine.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

constexpr double arch_radius_mm = 25;

//! Teeth of balls on a half circle under a plate that they nearly touch. The outer ones lean: the plate above
//! them is roof-shaped, at `slope` to both sides of the midline.
Bite half_circle(double slope, int teeth = 15) {
  std::vector<TriangleMesh> balls;
  const auto roof = [&](double x) { return slope * std::abs(x); };
  for (int i = 0; i < teeth; ++i) {
    const double angle = std::numbers::pi * (i / (teeth - 1.0) - 0.5);  // 0 in front
    const double x = arch_radius_mm * std::sin(angle), y = -arch_radius_mm * std::cos(angle);
    balls.push_back(shapes::sphere({x, y, roof(x) - 2.2 * std::hypot(1, slope)}, 2, 24));
  }
  const std::vector<Eigen::Vector2d> outline = {{-40, roof(40)}, {0, 0}, {40, roof(40)}, {40, 60}, {-40, 60}};
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  const TriangleMesh plate = shapes::moved(shapes::prism(outline, -10, 40), stand_up);
  return testing::bite_of(plate, testing::together(balls));
}

ClearanceMap map_of(const Bite& bite, const View& view) {
  return ZListEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
}

View view_along_z(const Bite& bite, double pixel_mm = 0.1) { return testing::view_of(bite, pixel_mm); }

std::optional<SectoredArch> five_sectors(const Bite& bite, const ClearanceMap& whole) {
  ZListEngine items(bite.upper, bite.lower, {.facing_only = true});
  return cut_into_sectors(bite, lps_axes(), whole, 5, items);
}

TEST(ArchCurve, places_on_a_half_circle_are_its_arcs) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i <= 400; ++i) {
    const double angle = std::numbers::pi * (i / 400.0 - 0.5);
    points.emplace_back(arch_radius_mm * std::sin(angle), -arch_radius_mm * std::cos(angle), 0.01 * i);
  }
  const ArchCurve curve(lps_axes(), points);
  for (const double angle : {-1.2, -0.4, 0.0, 0.7, 1.3}) {
    const Eigen::Vector3d point(arch_radius_mm * std::sin(angle), -arch_radius_mm * std::cos(angle), 3);
    // The centre lies where 1 % of the points are behind it: 0.4 mm in front of the circle's own, so that
    // angles are off by 0.016 at most.
    EXPECT_NEAR(curve.place_mm(point), arch_radius_mm * angle, 0.02 * arch_radius_mm) << angle;
  }
  EXPECT_NEAR(curve.left_end_mm(), arch_radius_mm * std::numbers::pi / 2, 1);
  EXPECT_NEAR(curve.right_end_mm(), -arch_radius_mm * std::numbers::pi / 2, 1);
}

TEST(ArchCurve, needs_points) {
  const std::vector<Eigen::Vector3d> few(5, Eigen::Vector3d::Zero());
  EXPECT_THROW(ArchCurve(lps_axes(), few), std::invalid_argument);
}

TEST(Sectors, five_have_the_names_of_teeth_from_right_to_left_and_meet) {
  const Bite bite = half_circle(0);
  const auto arch = five_sectors(bite, map_of(bite, view_along_z(bite)));
  ASSERT_TRUE(arch);
  ASSERT_EQ(arch->sectors.size(), 5U);
  const ArchPart parts[] = {ArchPart::right_molars, ArchPart::right_premolars, ArchPart::anterior,
                            ArchPart::left_premolars, ArchPart::left_molars};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(arch->sectors[i].part, parts[i]);
  EXPECT_TRUE(std::isinf(arch->sectors.front().from_mm) && std::isinf(arch->sectors.back().to_mm));
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(arch->sectors[i].from_mm, arch->sectors[i - 1].to_mm);
  EXPECT_LT(arch->sectors[0].to_mm, 0);  // the patient's right
  EXPECT_LT(arch->curve.place_mm({-20, 0, 0}), arch->curve.place_mm({20, 0, 0}));
}

TEST(Sectors, each_looks_along_its_own_surfaces) {
  const double slope = 0.2;  // 11°: within the most that a sector may tilt
  const Bite bite = half_circle(slope);
  const auto arch = five_sectors(bite, map_of(bite, view_along_z(bite)));
  ASSERT_TRUE(arch);
  const auto direction = [&](std::size_t i) -> Eigen::Vector3d { return arch->sectors[i].view.direction(); };
  // Balls under a roof: the mean normal of the zone is the roof's, but for half a facet of a ball, π/48.
  const double cosine = std::cos(0.07);
  const Eigen::Vector3d right = Eigen::Vector3d(slope, 0, 1).normalized();
  EXPECT_GT(direction(0).dot(right), cosine);
  EXPECT_GT(direction(4).dot(Eigen::Vector3d(-slope, 0, 1).normalized()), cosine);
  EXPECT_GT(direction(2).z(), cosine);
}

TEST(Sectors, tilt_no_further_than_they_may) {
  const Bite bite = half_circle(1);
  const auto arch = five_sectors(bite, map_of(bite, view_along_z(bite)));
  ASSERT_TRUE(arch);
  const Eigen::Vector3d outer = arch->sectors[0].view.direction();
  EXPECT_NEAR(std::acos(outer.z()), most_sector_tilt_rad, 1e-6);
}

TEST(Sectors, without_an_arch_there_are_none) {
  const Bite bite =
      testing::bite_of(shapes::box({0, 0, 0.1}, {0.5, 0.5, 1}), shapes::box({0, 0, -1}, {0.5, 0.5, 0}));
  EXPECT_FALSE(five_sectors(bite, map_of(bite, view_along_z(bite))));
}

TEST(SectorChoice, counts_every_point_of_the_lower_once) {
  const Bite bite = half_circle(0.2);
  const ClearanceMap whole = map_of(bite, view_along_z(bite, 0.05));
  const auto arch = five_sectors(bite, whole);
  ASSERT_TRUE(arch);
  std::vector<CountedMap> maps;
  for (const Sector& sector : arch->sectors) maps.push_back({map_of(bite, sector.view), {}});
  const SectorChoice choice(bite, *arch, maps);
  // The surface of the balls that looks upwards by more than 60° from the side, as the sum of pixels that
  // count, and in closed form: a cap of a ball with cosine above 0.5 has the area 2πr²·(1 − 0.5).
  double surface_mm2 = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const auto counted = choice.counted_pixels(i, maps[i].map);
    const ViewedMesh along_z(*bite.lower, bite.upper_from_lower, whole.view.view_from_case);
    const ViewedMesh along(*bite.lower, bite.upper_from_lower, maps[i].map.view.view_from_case);
    for (std::size_t pixel = 0; pixel < counted.size(); ++pixel) {
      if (counted[pixel] == 0) continue;
      const auto face = static_cast<std::size_t>(maps[i].map.lower_face[pixel]);
      if (cosine_of(along_z.corners(face)) < 0.5) continue;
      surface_mm2 += maps[i].map.view.grid.pixel_area_mm2() / cosine_of(along.corners(face));
    }
  }
  double expected_mm2 = 0;
  const ViewedMesh along_z(*bite.lower, bite.upper_from_lower, whole.view.view_from_case);
  for (std::size_t face = 0; face < bite.lower->mesh.faces.size(); ++face) {
    if (cosine_of(along_z.corners(face)) >= 0.5)
      expected_mm2 += 0.5 * face_normal_twice_area(bite.lower->mesh, face).norm();
  }
  // Borders follow faces, so the error is the sampling of 2.5 thousand faces' edges by pixels.
  EXPECT_NEAR(surface_mm2, expected_mm2, 0.002 * expected_mm2);
}

TEST(SectorChoice, prefers_the_squarest_view) {
  const Bite bite = half_circle(0.2);
  const auto arch = five_sectors(bite, map_of(bite, view_along_z(bite)));
  ASSERT_TRUE(arch);
  std::vector<CountedMap> maps;
  std::vector<ViewedMesh> lower;
  for (const Sector& sector : arch->sectors) {
    maps.push_back({map_of(bite, sector.view), {}});
    lower.emplace_back(*bite.lower, bite.upper_from_lower, sector.view.view_from_case);
  }
  const SectorChoice choice(bite, *arch, maps);
  std::size_t seen_by_two = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const View& view = maps[i].map.view;
    for (int row = 0; row < view.grid.height; ++row) {
      for (int column = 0; column < view.grid.width; ++column) {
        if (!choice.counts(i, maps[i].map, column, row)) continue;
        const auto face = static_cast<std::size_t>(maps[i].map.lower_face[view.grid.index(column, row)]);
        const Corners corners = lower[i].corners(face);
        const Eigen::Vector2d uv = view.grid.centre(column, row);
        const Eigen::Vector3d place = view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
        for (std::size_t other = 0; other < maps.size(); ++other) {
          if (other == i || !arch->sectors[other].holds(arch->curve.place_mm(place))) continue;
          const Eigen::Vector3d seen = maps[other].map.view.view_from_case * place;
          const std::size_t there = testing::pixel_at(maps[other].map, seen.x(), seen.y());
          if (there >= maps[other].map.lower_face.size()) continue;
          if (maps[other].map.lower_face[there] != static_cast<std::int32_t>(face)) continue;
          EXPECT_LE(cosine_of(lower[other].corners(face)), cosine_of(corners));
          ++seen_by_two;
        }
      }
    }
  }
  EXPECT_GT(seen_by_two, 500U);
}

TEST(SectorChoice, a_point_that_the_squarest_view_does_not_see_counts_in_the_next) {
  const Bite bite = half_circle(0.2);
  const auto arch = five_sectors(bite, map_of(bite, view_along_z(bite)));
  ASSERT_TRUE(arch);
  std::vector<CountedMap> maps;
  for (const Sector& sector : arch->sectors) maps.push_back({map_of(bite, sector.view), {}});
  const auto count_of_the_first = [&] {
    const SectorChoice choice(bite, *arch, maps);
    const auto counted = choice.counted_pixels(0, maps[0].map);
    return std::count(counted.begin(), counted.end(), 1);
  };
  const auto before = count_of_the_first();
  for (std::size_t i = 1; i < maps.size(); ++i) {  // the others see nothing
    std::fill(maps[i].map.clearance_mm.begin(), maps[i].map.clearance_mm.end(), no_clearance);
  }
  const auto blind = count_of_the_first();
  EXPECT_GT(blind, before + 100);
  // Then all points of the first sector count in it.
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, arch->sectors[0].view.view_from_case);
  std::ptrdiff_t held = 0;
  const View& view = maps[0].map.view;
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const std::size_t pixel = view.grid.index(column, row);
      if (!std::isfinite(maps[0].map.clearance_mm[pixel])) continue;
      const Corners corners = lower.corners(static_cast<std::size_t>(maps[0].map.lower_face[pixel]));
      const Eigen::Vector2d uv = view.grid.centre(column, row);
      const Eigen::Vector3d place = view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
      held += arch->sectors[0].holds(arch->curve.place_mm(place)) ? 1 : 0;
    }
  }
  EXPECT_EQ(blind, held);
}

}  // namespace
}  // namespace intercusp
