#include "occlusion/contacts/areas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>

#include "occlusion/contacts/kernels/contact_shares.h"
#include "occlusion/contacts/pixel_contacts.h"
#include "tests/occlusion/contacts/scenes.h"

namespace intercusp {
namespace {

using testing::Balls;
using testing::drawn_along_y;
using testing::map_of;
using testing::slab;
using testing::view_of;
using testing::Walls;

double projected(const ClearanceMap& map, double threshold_mm) {
  const std::vector<float> shares = contact_shares(map, threshold_mm);
  return map.view.grid.pixel_area_mm2() * std::accumulate(shares.begin(), shares.end(), 0.0);
}

double steep_area(const std::vector<SteepContact>& contacts) {
  double area = 0;
  for (const SteepContact& contact : contacts) area += contact.area_mm2;
  return area;
}

//! A map with given numbers, pixels of 1 mm.
ClearanceMap drawn_map(int width, int height, const std::function<double(double u, double v)>& clearance) {
  ClearanceMap map = ClearanceMap::empty(
      {.view_from_case = orthographic(Eigen::Vector3d::UnitZ()),
       .grid = {.u0_mm = 0, .v0_mm = 0, .pixel_mm = 1, .width = width, .height = height}});
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const Eigen::Vector2d centre = map.view.grid.centre(column, row);
      map.clearance_mm[map.view.grid.index(column, row)] =
          static_cast<float>(clearance(centre.x(), centre.y()));
    }
  }
  return map;
}

TEST(LinearClip, corner_that_is_left_has_the_area_of_similar_triangles) {
  const ClippedTriangle part = clip_triangle(2, 0, 1, 0.5);
  EXPECT_DOUBLE_EQ(part.share, 0.25 * 0.5);
  EXPECT_DOUBLE_EQ(part.mean, (0 + 0.5 + 0.5) / 3);
}

TEST(LinearClip, the_parts_below_and_above_make_the_whole) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int i = 0; i < 10'000; ++i) {
    const double a = value(random), b = value(random), c = value(random), t = value(random);
    const ClippedTriangle below = clip_triangle(a, b, c, t);
    const ClippedTriangle above = clip_triangle(-a, -b, -c, -t);
    ASSERT_NEAR(below.share + above.share, 1, 1e-12);
    ASSERT_NEAR(below.share * below.mean - above.share * above.mean, (a + b + c) / 3, 1e-12);
    if (below.share > 0) {
      ASSERT_LE(below.mean, t + 1e-12);
    }
  }
}

TEST(LinearClip, a_triangle_at_the_threshold_is_in_contact) {
  EXPECT_EQ(clip_triangle(1, 1, 1, 1).share, 1);
  EXPECT_EQ(clip_triangle(1, 1, 2, 1).share, 0);
}

TEST(ContactRows, every_kernel_finds_the_shares_of_the_clipped_triangles) {
  std::mt19937 random(70);
  std::uniform_int_distribution<int> level(-4, 4);  // ties among neighbours and with the threshold
  const contacts::KernelList kernels = contacts::all_kernels();
  for (int round = 0; round < 400; ++round) {
    const double threshold = round % 2 == 0 ? 0.25 * level(random) : 0.1 * level(random);
    const ClearanceMap map = drawn_map(contacts::stretch_columns + 2, 3, [&](double, double) -> double {
      const int value = level(random);
      if (round % 4 == 3 && value > 2) return value == 3 ? no_clearance : unlimited_clearance;
      return 0.25 * value;
    });
    contacts::Stretch stretch;
    for (int row = 0; row < 3; ++row) {
      std::fill_n(stretch.rows[row], contacts::Stretch::columns, no_clearance);
      std::copy_n(map.clearance_mm.data() + map.view.grid.index(0, row), map.view.grid.width,
                  stretch.rows[row]);
    }
    const float as_float = std::nextafter(static_cast<float>(threshold), -unlimited_clearance);
    const bool above = static_cast<double>(static_cast<float>(threshold)) > threshold;
    const contacts::Limit limit{threshold, above ? as_float : static_cast<float>(threshold)};
    for (int kernel = 0; kernel < kernels.count; ++kernel) {
      contacts::Shares shares;
      kernels.first[kernel].find_shares(stretch, limit, shares);
      int wholes = 0, parts = 0;
      for (int i = 0; i < contacts::stretch_columns; ++i) {
        const bool is_measured = std::isfinite(stretch.rows[1][i + 1]);
        const double share = is_measured ? PixelField::at(map, i + 1, 1).clip(threshold).share : 0;
        const bool is_part = shares.kind[i] == contacts::part;
        wholes += shares.kind[i] == contacts::whole ? 1 : 0;
        if (is_part) {
          ASSERT_EQ(shares.part_column[parts], i) << kernels.first[kernel].name;
        }
        const double found = is_part ? shares.part_share[parts++] : shares.kind[i] == contacts::whole ? 1 : 0;
        ASSERT_EQ(found, share) << kernels.first[kernel].name << ' ' << round << ' ' << i;
      }
      ASSERT_EQ(shares.whole_count, wholes);
      ASSERT_EQ(shares.part_count, parts);
    }
  }
}

TEST(ContactShares, a_linear_clearance_is_clipped_exactly) {
  // u/4 + v/8 ≤ 4 within the square from 1 to 39, which the map's border of half-known pixels surrounds: a
  // right triangle with its corner at (1, 1) and legs 29/2 and 29. Every number here is exact in binary.
  const ClearanceMap map = drawn_map(40, 40, [](double u, double v) { return u / 4 + v / 8; });
  const std::vector<float> shares = contact_shares(map, 4);
  double area = 0;
  for (int row = 1; row < 39; ++row) {
    for (int column = 1; column < 39; ++column) area += shares[map.view.grid.index(column, row)];
  }
  EXPECT_NEAR(area, 0.5 * 14.5 * 29, 1e-6 * area);
}

TEST(ContactShares, neighbours_without_a_clearance_are_left_out) {
  ClearanceMap map = drawn_map(3, 3, [](double, double) { return unlimited_clearance; });
  map.clearance_mm[4] = 1;
  map.clearance_mm[0] = no_clearance;
  std::vector<float> expected(9, 0);
  EXPECT_EQ(contact_shares(map, 0.9), expected);
  expected[4] = 1;
  EXPECT_EQ(contact_shares(map, 1), expected);
}

TEST(ContactShares, a_pixel_just_above_the_threshold_has_the_part_towards_its_deeper_neighbour) {
  // Clearances 1 and 0 side by side: along the row it falls from 1 at the centre to ½ at the common side, on
  // the whole side. It is ¾ at half that way, so a quarter of the left pixel lies below ¾.
  const ClearanceMap map = drawn_map(2, 1, [](double u, double) { return u < 1 ? 1 : 0; });
  const std::vector<float> shares = contact_shares(map, 0.75);
  EXPECT_NEAR(shares[0], 0.25, 1e-6);
  EXPECT_EQ(shares[1], 1);
}

TEST(ContactAreas, shares_and_their_live_sum_are_those_of_pixels_read_one_by_one) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-1, 1);
  for (const int width : {1, 3, 64, 65, 200}) {
    // Wide islands on either side of the threshold, ragged rims, and holes of both kinds.
    const ClearanceMap map = drawn_map(width, 40, [&](double u, double v) -> double {
      const double noise = value(random);
      if (noise > 0.95) return no_clearance;
      if (noise < -0.97) return unlimited_clearance;
      return std::sin(u / 9) + std::cos(v / 7) + 0.3 * noise;
    });
    for (const double threshold : {-3.0, 0.0, 0.4, 3.0}) {
      const std::vector<float> shares = contact_shares(map, threshold);
      for (std::size_t i = 0; i < shares.size(); ++i) {
        const int column = static_cast<int>(i) % width, row = static_cast<int>(i) / width;
        const bool is_measured = std::isfinite(map.clearance_mm[i]);
        const double share = is_measured ? PixelField::at(map, column, row).clip(threshold).share : 0;
        ASSERT_EQ(shares[i], static_cast<float>(share)) << column << ", " << row << " of " << width;
      }
      const double area = projected(map, threshold);
      // Shares are floats there, doubles here.
      EXPECT_NEAR(contact_area_mm2(map, threshold), area, 1e-6 * (area + 1)) << width << ' ' << threshold;
    }
  }
}

TEST(ContactAreas, plate_over_a_slope_ends_at_the_contour) {
  // Clearance 0.05 + x/10 over [0,10]², in contact up to x = (t − 0.05)·10.
  const Bite bite = bite_of(drawn_along_y({{0, 0.05}, {10, 1.05}, {10, 2}, {0, 2}}, 0, 10), slab(-1, 0));
  const ClearanceMap map = map_of(bite, 0.1);
  for (const double x : {0.333, 1.0, 5.0, 7.77}) {
    EXPECT_NEAR(projected(map, 0.05 + x / 10.0), 10 * x, 1e-6 * 10 * x) << x;
  }
}

TEST(ContactAreas, surface_is_the_projected_area_over_the_cosine) {
  const double slope = std::tan(std::numbers::pi / 6);
  const Bite bite = bite_of(drawn_along_y({{0, 1}, {8, 1 + 8 * slope}, {0, 20}}, 0, 10),
                            drawn_along_y({{0, -5}, {8, -5}, {8, 8 * slope}, {0, 0}}, 0, 10));
  const ClearanceMap map = map_of(bite, 0.1);
  const std::vector<float> surface = lower_surface_per_pixel(map, bite);
  double area = 0;
  for (std::size_t pixel = 0; pixel < surface.size(); ++pixel) {
    EXPECT_EQ(surface[pixel] == 0, map.lower_face[pixel] == no_face);
    area += surface[pixel];
  }
  EXPECT_NEAR(area, 80 / std::cos(std::numbers::pi / 6), 1e-6 * area);
}

TEST(ContactAreas, ball_below_a_plate_matches_the_closed_form) {
  const Balls balls;
  const Bite bite = balls.bite({{0.013, -0.021}});
  const ClearanceMap map = map_of(bite);
  // The mesh lies inside the ball by at most 5 mm·2(1 − cos(π/400)) = 0.0003 mm: 0.3 % of the least depth,
  // 0.1 mm.
  for (const double threshold : {0.15, 0.2, 0.35}) {
    const double expected = balls.projected_mm2(threshold);
    EXPECT_NEAR(projected(map, threshold), expected, 0.005 * expected) << threshold;
  }
}

TEST(SteepContacts, wall_opposite_a_wall_is_clipped_where_the_clearance_reaches_the_threshold) {
  const Walls walls;
  const Bite bite = walls.bite();
  const ClearanceMap map = map_of(bite, 0.02);
  for (const float surface : lower_surface_per_pixel(map, bite)) ASSERT_EQ(surface, 0);
  for (const double threshold : {0.1, 0.25, 0.33}) {
    const double expected = walls.surface_mm2(threshold);
    EXPECT_NEAR(steep_area(steep_contacts(steep_pieces(map, bite), threshold)), expected, 1e-9 * expected)
        << threshold;
  }
  const double whole = 3 * std::hypot(1, Walls::slope);
  EXPECT_NEAR(steep_area(steep_contacts(steep_pieces(map, bite), 10)), whole, 1e-9 * whole);
  EXPECT_TRUE(steep_contacts(steep_pieces(map, bite), 0.04).empty());
}

TEST(SteepContacts, wall_covered_by_another_part_of_the_jaw_is_not_seen) {
  const Walls walls;
  const double top = Walls::slope;
  TriangleMesh lower = walls.lower();
  append(lower, shapes::box({-1, -1, top + 1}, {2, 4, top + 2}));
  const Bite bite = bite_of(shapes::box({-1, -1, top + 2.1}, {2, 4, top + 3}), lower);
  EXPECT_TRUE(steep_contacts(steep_pieces(map_of(bite, 0.02), bite), 10).empty());
}

TEST(SteepContacts, a_wall_that_is_no_anatomy_does_not_count) {
  const Walls walls;
  Solid lower = solid_of(walls.lower());
  const Bite all{.upper = std::make_shared<const Solid>(solid_of(walls.upper())),
                 .lower = std::make_shared<const Solid>(lower)};
  const ClearanceMap map = map_of(all, 0.02);
  lower.anatomy_faces = 0;
  const Bite none{.upper = all.upper, .lower = std::make_shared<const Solid>(lower)};
  EXPECT_TRUE(steep_contacts(steep_pieces(map, none), 10).empty());
}

TEST(ContactAreas, a_moved_lower_has_the_areas_of_its_place) {
  const Walls walls;
  std::mt19937 random(3);
  const Eigen::Isometry3d upper_from_lower = testing::random_pose(random, 20);
  const Bite bite =
      bite_of(walls.upper(), shapes::moved(walls.lower(), upper_from_lower.inverse(Eigen::Isometry)),
              upper_from_lower);
  const double expected = walls.surface_mm2(0.25);
  EXPECT_NEAR(steep_area(steep_contacts(steep_pieces(map_of(bite, 0.02), bite), 0.25)), expected,
              1e-9 * expected);
}

}  // namespace
}  // namespace intercusp
