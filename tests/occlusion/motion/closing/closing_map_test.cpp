#include "occlusion/motion/closing/closing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "io/case/import_jaw.h"
#include "occlusion/motion/first_contact.h"
#include "tests/occlusion/motion/closing/scenes.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::random_hinge_scene;
using testing::remaining_by_brute_force;
using testing::turn_about_z;
using testing::wedge;

//! Rays: no corner is snapped and depths are in double, so that only the map's own error remains.
const ClosingOptions by_rays{.engine = EngineKind::ray, .pixel_mm = 0.1};

ClosingMap map_of(const Bite& bite, const Motion& motion, const ClosingOptions& options = by_rays) {
  ClosingMapping mapping = closing_map(bite, motion, options);
  EXPECT_TRUE(mapping.map) << mapping.why_not->code;
  return std::move(mapping.map).value();
}

double least(const ClosingMap& map) {
  return map.first ? static_cast<double>(map.remaining[*map.first]) : std::numeric_limits<double>::infinity();
}

std::size_t met_pixels(const ClosingMap& map) {
  return std::ranges::count_if(map.remaining, [](float amount) { return std::isfinite(amount); });
}

//! The rounding of a float at some 100 mm, as an angle at the smallest middle radius used here.
constexpr double float_step_rad = 1e-6;

TEST(ClosingMap, planes_through_the_axis_have_one_angle_and_a_travel_that_grows_with_the_radius) {
  const Bite bite = bite_of(wedge(50 * degree, 70 * degree), wedge(0, 20 * degree));
  const ClosingMap map = map_of(bite, turn_about_z(2));
  std::size_t compared = 0;
  for (int row = 0; row < map.view.grid.height; ++row) {
    for (int column = 0; column < map.view.grid.width; ++column) {
      const std::size_t i = map.view.grid.index(column, row);
      const double radius = map.view.grid.centre(column, row).y();
      if (!std::isfinite(map.remaining[i]) || radius < 40 || radius > 49) continue;  // beside the walls
      EXPECT_NEAR(map.remaining[i], 30 * degree, float_step_rad);
      EXPECT_NEAR(map.travel_mm[i], 30 * degree * radius, 50 * float_step_rad);
      const Eigen::Vector3d point = contact_point(map, bite, i);
      EXPECT_NEAR(std::atan2(point.y(), point.x()), 50 * degree, 1e-9);
      EXPECT_NEAR(point.head<2>().norm(), radius, 1e-9);
      ++compared;
    }
  }
  EXPECT_GT(compared, 8000U) << "of 90 × 100 pixels";
}

TEST(ClosingMap, a_ball_on_an_arc_meets_a_plane_through_the_axis_as_on_paper) {
  const double ball_mm = 5, arc_mm = 45, plane = 80 * degree;
  const int rings = 90;
  const Bite bite =
      bite_of(wedge(plane, plane + 0.3, 35, 60, -10, 10), shapes::sphere({arc_mm, 0, 0}, ball_mm, rings));
  const ClosingMap map = map_of(bite, turn_about_z(2));
  const double on_paper = plane - std::asin(ball_mm / arc_mm);
  // The mesh lies inside the ball by up to its sag, and the nearest pixel's centre beside its foremost point.
  const double sag_mm = 2 * ball_mm * (1 - std::cos(std::numbers::pi / (2 * rings)));
  const double beside_mm = 0.5 * 0.1 * 0.1 / (2 * ball_mm);
  EXPECT_GE(least(map), on_paper - map.first_error);
  EXPECT_LE(least(map), on_paper + (sag_mm + beside_mm) / (arc_mm - ball_mm) + map.first_error);
  EXPECT_LT(map.first_error, 0.003 / arc_mm) << "two straight faces that look at each other squarely";
}

TEST(ClosingMap, every_pixel_is_what_its_circle_meets) {
  std::size_t compared = 0, beside_edges = 0, missed = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    std::mt19937 random(seed);
    const auto scene = random_hinge_scene(random, 2 * std::numbers::pi);
    const ClosingMap map = map_of(scene.bite, scene.motion);
    if (met_pixels(map) == 0) continue;
    const PixelGrid& grid = map.view.grid;
    const Eigen::Isometry3d& hinge_from_case = map.view.view_from_case;
    for (int k = 0; k < 60; ++k) {
      const std::size_t i = random() % grid.size();
      const Eigen::Vector2d uv =
          grid.centre(static_cast<int>(i) % grid.width, static_cast<int>(i) / grid.width);
      // Straight faces lie within the bound of the curved ones, so the map has the angle of a circle within that bound,
      // plus the same error along the circle.
      const double off_mm = map.straightness_mm;
      double low = 7, high = 0;
      bool everywhere = true;
      for (const double du : {-off_mm, 0.0, off_mm}) {
        for (const double dv : {-off_mm, 0.0, off_mm}) {
          const auto truth =
              remaining_by_brute_force(scene.bite, hinge_from_case, uv.x() + 2 * du, uv.y() + 2 * dv);
          everywhere = everywhere && truth;
          if (truth) low = std::min(low, *truth), high = std::max(high, *truth);
        }
      }
      const bool met = map.state[i] == PixelState::free && std::isfinite(map.remaining[i]);
      if (!everywhere || high - low > 1) {
        beside_edges += met ? 1 : 0;
        continue;
      }
      if (!met) {
        ++missed;
        continue;
      }
      const double slack = 2 * off_mm / uv.y() + float_step_rad;
      EXPECT_GE(map.remaining[i], low - slack) << "seed " << seed << " pixel " << i;
      EXPECT_LE(map.remaining[i], high + slack) << "seed " << seed << " pixel " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 300U);
  EXPECT_EQ(missed, 0U) << "no circle that meets something is without an angle";
  EXPECT_LT(beside_edges, compared / 50);
}

TEST(ClosingMap, a_turn_of_the_lower_takes_its_angle_off_everywhere) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    std::mt19937 random(seed);
    auto scene = random_hinge_scene(random, 6);
    const ClosingMap before = map_of(scene.bite, scene.motion);
    if (!before.first || least(before) < 0.2) continue;
    const double turned = 0.5 * least(before);
    scene.bite.upper_from_lower = scene.motion.at(turned) * scene.bite.upper_from_lower;
    const ClosingMap after = map_of(scene.bite, scene.motion);
    ASSERT_EQ(after.remaining.size(), before.remaining.size()) << "seed " << seed;
    std::size_t other = 0;
    for (std::size_t i = 0; i < before.remaining.size(); ++i) {
      if (!std::isfinite(before.remaining[i]) || !std::isfinite(after.remaining[i])) {
        other += std::isfinite(before.remaining[i]) ? 1 : 0;
      } else if (std::abs(after.remaining[i] + turned - before.remaining[i]) > 3 * float_step_rad) {
        ++other;
      }
    }
    // Edges that run through centres of pixels may fall to either side after the turn is rounded.
    EXPECT_LE(other, met_pixels(before) / 500) << "seed " << seed;
  }
}

TEST(ClosingMap, turns_beyond_half_a_turn_and_beyond_the_cut_are_met) {
  const TriangleMesh lower = wedge(0, 20 * degree);
  for (const double at : {100.0, 190.0, 260.0, 320.0}) {
    const Bite bite = bite_of(wedge(at * degree, (at + 15) * degree), lower);
    EXPECT_NEAR(least(map_of(bite, turn_about_z(360 * degree))), (at - 20) * degree, 2 * float_step_rad);
    EXPECT_NEAR(least(map_of(bite, turn_about_z((at - 19) * degree))), (at - 20) * degree,
                2 * float_step_rad);
    EXPECT_FALSE(map_of(bite, turn_about_z((at - 21) * degree)).first) << at;
  }
}

TEST(ClosingMap, a_start_in_overlap_is_minus_its_length) {
  const Bite bite = bite_of(wedge(15 * degree, 40 * degree), wedge(0, 20 * degree));
  const ClosingMap map = map_of(bite, turn_about_z(1));
  EXPECT_NEAR(least(map), -5 * degree, float_step_rad);
  EXPECT_EQ(map.state[*map.first], PixelState::interfering);
}

TEST(ClosingMap, of_a_shift_is_the_clearance_map_along_it_up_to_its_limit) {
  const Bite bite = bite_of(shapes::sphere({0, 0, 9}, 5, 24), shapes::box({-8, -8, -2}, {8, 8, 0}));
  const ClosingMap map = map_of(bite, Motion::shift({0, 0, 1}, 6));
  const ClearanceMap clearance = compute_map(bite, map.view, {.kind = EngineKind::ray});
  ASSERT_EQ(map.remaining.size(), clearance.clearance_mm.size());
  std::size_t beyond = 0;
  for (std::size_t i = 0; i < map.remaining.size(); ++i) {
    const float expected = clearance.clearance_mm[i];
    if (expected > 6) {
      EXPECT_EQ(map.remaining[i], unlimited_clearance);
      ++beyond;
    } else if (std::isfinite(expected)) {
      EXPECT_EQ(map.remaining[i], expected);
      EXPECT_EQ(map.travel_mm[i], expected);
    }
  }
  EXPECT_GT(beyond, 0U);
  // The faces at the pole rise by π/48, and the nearest pixel centre is half a diagonal away.
  EXPECT_NEAR(least(map), 4, std::numbers::pi / 48 * 0.1 / std::numbers::sqrt2 + 1e-5);
}

TEST(ClosingMap, says_why_there_is_none) {
  const Bite around = bite_of(shapes::torus({0, 0, 0}, {0, 0, 1}, 30, 5, 48, 12), wedge(0, 0.3));
  EXPECT_FALSE(closing_map(around, turn_about_z(1)).map);
  EXPECT_EQ(closing_map(around, turn_about_z(1)).why_not.value().code, "no_map_about_axis");
  const Bite wide = bite_of(shapes::box({0, 0, 1}, {50, 50, 2}), shapes::box({0, 0, -1}, {50, 50, 0}));
  const ClosingMapping too_fine = closing_map(wide, Motion::shift({0, 0, 1}, 6), {.pixel_mm = 1e-3});
  EXPECT_FALSE(too_fine.map);
  const Finding why_not = too_fine.why_not.value();
  EXPECT_EQ(why_not.code, "map_too_large");
  EXPECT_EQ(why_not.number("size_x_mm"), 50);
  EXPECT_GT(why_not.number("least_pixel_mm"), 1e-3);
}

//! The exact answer on one side, the map on the other.
void expect_upper_bound(const Bite& bite, const Motion& motion, const ClosingOptions& options,
                        const std::string& what, std::size_t& met) {
  const ContactSearch search(bite.upper, bite.lower);
  const FirstContactAnswer exact = find_first_contact(bite, search, motion);
  if (exact.starts_overlapping) return;
  const ClosingMap map = map_of(bite, motion, options);
  if (!map.first || !std::isfinite(map.first_error)) return;
  ASSERT_TRUE(exact.contact) << what << ": the map has a contact where the exact search has none";
  EXPECT_GE(least(map), exact.contact->amount - map.first_error - float_step_rad) << what;
  ++met;
}

TEST(ClosingMap, never_meets_before_the_exact_search_by_more_than_it_says) {
  std::size_t met = 0;
  for (unsigned seed = 100; seed < 160; ++seed) {
    std::mt19937 random(seed);
    const auto scene = random_hinge_scene(random, 6);
    const std::string what = "seed " + std::to_string(seed);
    expect_upper_bound(scene.bite, scene.motion, {.engine = EngineKind::zlist, .pixel_mm = 0.05}, what, met);
    const Eigen::Vector3d along = Eigen::Vector3d::Random();
    expect_upper_bound(scene.bite, Motion::shift(along, 60), {.engine = EngineKind::zlist, .pixel_mm = 0.1},
                       what + ", shift", met);
  }
  EXPECT_GT(met, 30U);
}

//! A blunt pyramid, its tip up at the origin.
TriangleMesh tip() {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {-0.1, -0.1, -0.02}, {0.1, -0.1, -0.02}, {0.1, 0.1, -0.02}, {-0.1, 0.1, -0.02}};
  mesh.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}, {1, 3, 2}, {1, 4, 3}};
  return mesh;
}

TEST(ClosingMap, is_too_early_where_straight_faces_lie_before_curved_ones_but_by_no_more_than_it_says) {
  // The window is so small that the positions of its pixels do not matter: only the faces remain. About one in fifteen
  // is early by the last bits of its coordinates, which differ between compilers.
  std::size_t early = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> tilt(-0.5, 0.5), beside(-4, 4), radius(15, 40);
    const double radius_mm = radius(random);
    Eigen::Isometry3d plate = Eigen::Isometry3d::Identity();
    plate.translate(Eigen::Vector3d(radius_mm + beside(random), 9, beside(random)));
    plate.rotate(Eigen::AngleAxisd(tilt(random), Eigen::Vector3d::UnitZ()));
    plate.rotate(Eigen::AngleAxisd(tilt(random), Eigen::Vector3d::UnitX()));
    // The tip points along +y, its direction of motion.
    Eigen::Isometry3d needle = Eigen::Isometry3d::Identity();
    needle.translate(Eigen::Vector3d(radius_mm, 0, 0));
    needle.rotate(Eigen::AngleAxisd(-90 * degree, Eigen::Vector3d::UnitX()));
    const Bite bite =
        bite_of(shapes::moved(shapes::box({-9, -1, -9}, {9, 1, 9}), plate), shapes::moved(tip(), needle));
    const Motion turn = turn_about_z(1.5);
    const ClosingMap map = map_of(bite, turn, {.engine = EngineKind::ray, .pixel_mm = 0.002});
    const auto exact = ContactSearch(bite.upper, bite.lower).first(bite.upper_from_lower, turn);
    ASSERT_TRUE(exact && map.first) << "seed " << seed;
    EXPECT_GE(least(map), exact->amount - map.first_error - 0.1 * float_step_rad) << "seed " << seed;
    EXPECT_NEAR(least(map), exact->amount, 0.004 / radius_mm) << "seed " << seed;
    early += least(map) < exact->amount - 0.1 * float_step_rad ? 1 : 0;
  }
  EXPECT_GT(early, 0U) << "or this test would see nothing";
}

class RealPair : public ::testing::TestWithParam<const char*> {};

TEST_P(RealPair, the_map_of_a_closing_bounds_the_exact_search_from_above_and_tightly) {
  const std::filesystem::path folder = testing::real_scans() / GetParam();
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scans at " << folder;
  Bite bite{.upper = import_jaw((folder / "upper.stl").string(), Jaw::upper).solid,
            .lower = import_jaw((folder / "lower.stl").string(), Jaw::lower).solid};
  // The patient's right is −x: a right-handed turn about it closes. 10° open to begin with.
  const Motion closing = Motion::turn({0, 30, -80}, {-1, 0, 0}, 30 * degree);
  bite.upper_from_lower = closing.at(-10 * degree);
  const ContactSearch search(bite.upper, bite.lower);
  const FirstContactAnswer exact = find_first_contact(bite, search, closing);
  ASSERT_TRUE(exact.contact);
  for (const EngineKind engine : {EngineKind::zlist, EngineKind::ray}) {
    const ClosingMap map = map_of(bite, closing, {.engine = engine, .pixel_mm = 0.05});
    EXPECT_GE(least(map), exact.contact->amount - map.first_error);
    // A cusp of a few tenths of a millimetre's radius falls off by some micrometres within half a pixel.
    EXPECT_LE((least(map) - exact.contact->amount) * 75, 0.02) << "mm at the arch's radius";
    EXPECT_LT(map.first_error, 0.01 * degree);
  }
}

INSTANTIATE_TEST_SUITE_P(ClosingMap, RealPair, ::testing::ValuesIn(testing::samples({"case-a", "case-b"})));

}  // namespace
}  // namespace intercusp
