// The numbers of one pose against closed forms, and against the surface measurements of inspect.
#include "viewer/case/live_bite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "occlusion/contacts/areas.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/inspect.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"
#include "tests/viewer/case/cases.h"

namespace intercusp::viewer {
namespace {

using std::numbers::pi;

TEST(LiveBite, areas_below_a_sphere_match_the_closed_form_of_each_measure) {
  const double gap = 0.05, threshold = 0.3, r = sphere_radius_mm;
  LiveBite live(sphere_over_plate(gap));
  const PoseReading& reading = live.read(Eigen::Isometry3d::Identity(), threshold);
  // On the plate at ρ from the middle: distance √(ρ² + (r + gap)²) − r, clearance r + gap − √(r² − ρ²).
  const double by_distance = pi * (std::pow(r + threshold, 2) - std::pow(r + gap, 2));
  const double by_clearance = pi * (r * r - std::pow(r + gap - threshold, 2));
  // Both grow by 2πr for each mm of surface error: that of the sphere's facets, and that of a pixel's linear field,
  // pixel²/8 over the radius of curvature. The direction is chosen to half a degree: 4e-5 of an area.
  const double off_mm = sphere_sagitta_mm() + live_pixel_mm * live_pixel_mm / 8 / r;
  const double tolerance = 2 * pi * (r + threshold) * off_mm + 1e-4 * by_distance;
  ASSERT_GT(by_distance - by_clearance, 3 * tolerance);
  EXPECT_NEAR(reading.by_distance.surface_mm2, by_distance, tolerance);
  EXPECT_NEAR(reading.by_clearance.surface_mm2, by_clearance, tolerance);
  EXPECT_FALSE(reading.interference);
}

TEST(LiveBite, on_walls_at_60_degrees_the_clearance_is_twice_the_distance) {
  // A ridge, and above it a block with the same ridge cut out, 0.15 mm higher.
  const double height = 10 * std::tan(pi / 3), lift = 0.15;
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  const auto drawn = [&](const std::vector<Eigen::Vector2d>& outline) {
    return shapes::moved(shapes::prism(outline, -10, 10), stand_up);
  };
  const TriangleMesh ridge = drawn({{-10, -2}, {10, -2}, {10, 0}, {0, height}, {-10, 0}});
  const TriangleMesh block =
      drawn({{-10, lift}, {0, height + lift}, {10, lift}, {10, height + 5}, {-10, height + 5}});
  LiveBite live(case_of(testing::bite_of(block, ridge)));
  const PoseReading& reading = live.read(Eigen::Isometry3d::Identity(), 0.1);
  // The direction is chosen to within 0.5°; across it the walls are tan 60° apart.
  const double tilt = std::tan(0.5 * pi / 180) * std::tan(pi / 3);
  EXPECT_NEAR(reading.least_clearance_mm.value(), lift, lift * tilt);
  EXPECT_NEAR(reading.least_distance_mm.value(), lift / 2, 1e-4);
  EXPECT_EQ(reading.by_clearance.surface_mm2, 0);
  // Both walls, 20 mm long and twice as deep as wide; each border may lack a pixel or have one too many.
  const double walls = 20 * 2 * 20;
  const double border = 2 * (2 * 20 + 2 * 40) * live_pixel_mm;
  EXPECT_NEAR(reading.by_distance.surface_mm2, walls, border);
  // Further open the least distance is still found, although no pixel is near contact.
  const PoseReading& open = live.read(shifted(Eigen::Isometry3d::Identity(), {0, 0, lift - 0.6}), 0.1);
  EXPECT_NEAR(open.least_distance_mm.value(), 0.3, 1e-3);
  EXPECT_EQ(open.by_distance.surface_mm2, 0);
}

TEST(LiveBite, areas_by_distance_are_those_of_a_search_at_every_pixel) {
  const auto loaded = small_case();
  LiveBite live(loaded);
  TrueDistance true_distance(loaded->bite.upper, loaded->bite.lower);
  for (const double threshold : {0.04, 0.1, 0.2, 0.35, 0.5}) {
    SCOPED_TRACE(threshold);
    const double area = live.read(Eigen::Isometry3d::Identity(), threshold).by_distance.surface_mm2;
    const ClearanceMap& map = live.map();
    const double reach = threshold / steep_cosine;
    const DistanceMap& distances = true_distance.compute(map, Eigen::Isometry3d::Identity(), reach);
    std::vector<float> distance_mm = map.clearance_mm;
    for (std::size_t i = 0; i < distance_mm.size(); ++i) {
      const bool certain = distances.mark[i] == DistanceMark::certain;
      if (distance_mm[i] <= reach) distance_mm[i] = certain ? distances.distance_mm[i] : no_clearance;
    }
    ContactReader reader(loaded->bite, loaded->view, threshold, std::nullopt);
    const double of_all = reader.read(map, distance_mm, Eigen::Isometry3d::Identity()).surface_mm2;
    // The bound of live_bite.cpp for the pixels that it skips.
    EXPECT_NEAR(area, of_all, 0.006 * of_all);
  }
}

//! The painted value of a pixel: its distance if certain, otherwise its clearance.
float painted_mm(const ClearanceMap& map, const DistanceMap& searched, std::size_t i, float end_mm) {
  if (searched.mark[i] == DistanceMark::certain) return searched.distance_mm[i];
  const bool beyond = searched.mark[i] == DistanceMark::none && !(map.clearance_mm[i] <= end_mm);
  return beyond ? map.clearance_mm[i] : no_clearance;
}

TEST(LiveBite, colours_have_the_distances_of_a_search_at_every_pixel) {
  const auto loaded = small_case();
  LiveBite live(loaded);
  TrueDistance true_distance(loaded->bite.upper, loaded->bite.lower);
  for (const double end_mm : {0.25, 0.6, 2.15}) {
    SCOPED_TRACE(end_mm);
    (void)live.read(Eigen::Isometry3d::Identity(), 0.1);
    const ClearanceMap& map = live.map();
    const auto end = static_cast<float>(end_mm);
    std::vector<float> bound_mm = map.clearance_mm;
    for (float& bound : bound_mm)
      if (bound > end && bound <= end / 0.35F) bound = end;
    const DistanceMap& searched = true_distance.compute(map, bound_mm, Eigen::Isometry3d::Identity(), end_mm);
    const std::vector<float>& colours_mm = live.distances_up_to(end_mm, false);
    std::size_t near = 0, others = 0;
    for (std::size_t i = 0; i < colours_mm.size(); ++i) {
      const float expected = painted_mm(map, searched, i, end);
      if (!(expected <= end)) continue;
      ++near;
      if (expected != colours_mm[i]) ++others;
    }
    EXPECT_GT(near, 1000U);
    EXPECT_EQ(others, 0U);
  }
}

TEST(LiveBite, colours_while_it_moves_are_those_at_rest_near_contact_and_close_to_them_beyond) {
  LiveBite live(small_case());
  (void)live.read(Eigen::Isometry3d::Identity(), 0.1);
  const std::vector<float> coarse = live.distances_up_to(2.15, true),
                           fine = live.distances_up_to(2.15, false);
  std::vector<float> errors;
  for (std::size_t i = 0; i < fine.size(); ++i) {
    if (!(fine[i] <= 2.15F) || std::isnan(coarse[i])) continue;
    if (fine[i] <= 0.1F) {
      EXPECT_EQ(coarse[i], fine[i]);
    }
    errors.push_back(std::abs(coarse[i] - fine[i]));
  }
  std::ranges::sort(errors);
  ASSERT_GT(errors.size(), 1000U);
  EXPECT_LT(errors[errors.size() * 95 / 100], 0.04F) << "a fiftieth of the colours' scale";
  EXPECT_GT(errors.back(), 0) << "nothing was left out";
}

TEST(LiveBite, the_distance_at_a_pixel_is_known_however_far_the_jaws_are_apart) {
  const double r = sphere_radius_mm;
  for (const double gap : {-0.05, 0.2, 3.0}) {
    LiveBite live(sphere_over_plate(gap));
    (void)live.read(Eigen::Isometry3d::Identity(), 0.1);
    const ClearanceMap& map = live.map();
    const PixelGrid& grid = map.view.grid;
    const int middle = static_cast<int>(-grid.u0_mm / grid.pixel_mm), row = grid.height / 2;
    for (const int beside : {0, 10, 20}) {
      const Eigen::Vector2d uv = grid.centre(middle + beside, row);
      const Eigen::Vector3d place =
          map.view.view_from_case.inverse(Eigen::Isometry) * Eigen::Vector3d(uv.x(), uv.y(), 0);
      const double exact = std::hypot(place.head<2>().norm(), r + gap) - r;
      const std::optional<PixelDistance> found = live.distance_at(grid.index(middle + beside, row));
      ASSERT_TRUE(found);
      EXPECT_EQ(found->mark, DistanceMark::certain);
      EXPECT_NEAR(found->mm, exact, sphere_sagitta_mm() + 1e-4 + 1e-3 * std::abs(gap))
          << gap << ", " << beside;
    }
  }
}

TEST(LiveBite, the_least_distance_is_known_beyond_near_contact) {
  for (const double gap : {0.6, 4.0}) {
    LiveBite live(sphere_over_plate(gap));
    const PoseReading& reading = live.read(Eigen::Isometry3d::Identity(), 0.5);
    EXPECT_NEAR(reading.least_distance_mm.value(), gap, 1e-3);
    EXPECT_NEAR(reading.least_clearance_mm.value(), gap, 1e-3);
    EXPECT_EQ(reading.by_distance.surface_mm2, 0);
  }
}

TEST(LiveBite, bodies_that_never_face_each_other_have_no_clearance) {
  LiveBite live(sphere_over_plate(0.1));
  const PoseReading& reading = live.read(shifted(Eigen::Isometry3d::Identity(), {100, 0, 0}), 0.1);
  EXPECT_FALSE(reading.least_clearance_mm);
  EXPECT_FALSE(reading.interference);
}

TEST(LiveBite, overlap_is_told_by_both_measures) {
  LiveBite live(sphere_over_plate(-0.2));
  const PoseReading& reading = live.read(Eigen::Isometry3d::Identity(), 0.1);
  EXPECT_TRUE(reading.interference);
  // The nearest pixel's centre lies up to half a pixel's diagonal beside the pole.
  const double beside = 0.5 * live_pixel_mm * live_pixel_mm / 2 / sphere_radius_mm + sphere_sagitta_mm();
  EXPECT_NEAR(reading.least_clearance_mm.value(), -0.2, beside + 1e-4);
  EXPECT_NEAR(reading.least_distance_mm.value(), -0.2, beside + 1e-4);
}

TEST(LiveBite, a_reading_does_not_depend_on_what_was_read_before) {
  LiveBite live(small_case());
  const Eigen::Isometry3d deep = shifted(Eigen::Isometry3d::Identity(), {0.3, 0.1, 0.2});
  const PoseReading first = live.read(Eigen::Isometry3d::Identity(), 0.1);
  (void)live.read(deep, 0.35);
  (void)live.read(deep, 0.1);
  const PoseReading again = live.read(Eigen::Isometry3d::Identity(), 0.1);
  EXPECT_EQ(first.least_clearance_mm, again.least_clearance_mm);
  EXPECT_EQ(first.least_distance_mm, again.least_distance_mm);
  for (const Measure measure : {Measure::clearance, Measure::surface_distance}) {
    EXPECT_EQ(first.by(measure).surface_mm2, again.by(measure).surface_mm2);
    EXPECT_EQ(first.by(measure).left_mm2, again.by(measure).left_mm2);
    EXPECT_GT(again.by(measure).surface_mm2, 0);
  }
}

TEST(LiveBite, the_pose_at_opening_is_read_from_the_start) {
  const LiveBite live(small_case());
  EXPECT_EQ(live.map().clearance_mm.size(), small_case()->view.grid.size());
  EXPECT_TRUE(live.reading().least_clearance_mm.has_value());
}

TEST(LiveBite, the_map_holds_all_of_the_lower_in_wide_openings) {
  const std::shared_ptr<const LoadedCase> loaded = small_case();
  LiveBite live(loaded);
  const PoseReading closed = live.read(Eigen::Isometry3d::Identity(), 0.1);
  const PixelGrid usual = live.map().view.grid;
  const auto is_inside = [&](const Eigen::Isometry3d& pose) {
    const PixelGrid& grid = live.map().view.grid;
    for (std::size_t face = 0; face < loaded->bite.lower->anatomy_faces; ++face) {
      const std::uint32_t vertex = loaded->bite.lower->mesh.faces[face][0];
      const Eigen::Vector3d at =
          live.map().view.view_from_case * pose * loaded->bite.lower->mesh.vertices[vertex];
      if (at.x() < grid.u0_mm || at.y() < grid.v0_mm || at.x() > grid.u0_mm + grid.width * grid.pixel_mm ||
          at.y() > grid.v0_mm + grid.height * grid.pixel_mm)
        return false;
    }
    return true;
  };
  // About a hinge 60 mm behind the incisors and as high as they.
  for (const double degrees : {5.0, 20.0, 35.0}) {
    const Eigen::Isometry3d pose = Eigen::Translation3d(0, 60, 0) *
                                   Eigen::AngleAxisd(degrees * pi / 180, Eigen::Vector3d::UnitX()) *
                                   Eigen::Translation3d(0, -60, 0);
    (void)live.read(pose, 0.1);
    EXPECT_TRUE(is_inside(pose)) << degrees;
  }
  const Eigen::Isometry3d aside(Eigen::Translation3d(25, 0, -10));
  (void)live.read(aside, 0.1);
  EXPECT_TRUE(is_inside(aside));
  const PixelGrid& grown = live.map().view.grid;
  EXPECT_GT(grown.width, usual.width);
  const double pixels = (usual.u0_mm - grown.u0_mm) / usual.pixel_mm;
  EXPECT_NEAR(pixels, std::round(pixels), 1e-6) << "pixels keep their places";
  EXPECT_LE((grown.width - usual.width) * usual.pixel_mm, 40) << "no larger than it has to be";
  (void)live.read(Eigen::Isometry3d(Eigen::Translation3d(1000, 0, 0)), 0.1);
  EXPECT_EQ(live.map().view.grid.width, usual.width) << "too far away to be shown";
  const PoseReading again = live.read(Eigen::Isometry3d::Identity(), 0.1);
  EXPECT_EQ(live.map().view.grid.width, usual.width);
  EXPECT_EQ(again.by_distance.surface_mm2, closed.by_distance.surface_mm2);
}

TEST(LiveBite, the_map_holds_the_lower_jaw_also_beside_the_upper) {
  // A lower wider than the upper, as in a crossbite, and shifted sideways.
  const Bite bite = testing::bite_of(shapes::fine_box({-20, -15, 0.1}, {20, 15, 5}, 1),
                                     shapes::fine_box({-26, -18, -5}, {23, 15, 0}, 1));
  LiveBite live(case_of(bite));
  const auto covered_mm2 = [&] {
    const ClearanceMap& map = live.map();
    const auto pixels = std::ranges::count_if(map.coverage, [](Coverage coverage) {
      return coverage == Coverage::both || coverage == Coverage::lower_only;
    });
    return static_cast<double>(pixels) * map.view.grid.pixel_area_mm2();
  };
  const double lower_mm2 = 49 * 33, border_mm2 = 2 * (49 + 33) * live_pixel_mm;
  EXPECT_NEAR(covered_mm2(), lower_mm2, border_mm2);
  (void)live.read(shifted(Eigen::Isometry3d::Identity(), {-4, 3, 0}), 0.1);
  EXPECT_NEAR(covered_mm2(), lower_mm2, border_mm2);
}

TEST(LiveBite, teeth_are_those_of_both_jaws_and_their_areas_sum_to_the_whole) {
  LiveBite live(small_case());
  ASSERT_EQ(live.teeth().size(), 28U);
  EXPECT_TRUE(std::is_sorted(live.teeth().begin(), live.teeth().end()));
  const PoseContacts& contacts = live.read(Eigen::Isometry3d::Identity(), 0.1).by_distance;
  double lower = 0;
  for (std::size_t i = 0; i < live.teeth().size(); ++i) {
    if (live.teeth()[i] >= 30) lower += contacts.teeth[i].surface_mm2;
  }
  // No contact of this dentition lies on the gums.
  EXPECT_NEAR(lower, contacts.surface_mm2, 1e-9 * contacts.surface_mm2);
  EXPECT_NEAR(contacts.left_mm2 + contacts.right_mm2, contacts.projected_mm2, 1e-9 * contacts.projected_mm2);
}

//! The lower's anatomy that may be within the threshold but is missing from a map's areas: steep and turned away.
double left_out_mm2(const Bite& bite, const VertexDistances& distances,
                    const Eigen::Isometry3d& view_from_case, double threshold_mm) {
  const Eigen::Vector3d up = view_from_case.linear().row(2);
  const TriangleMesh& mesh = bite.lower->mesh;
  double area = 0;
  for (std::size_t face = 0; face < bite.lower->anatomy_faces; ++face) {
    const Eigen::Vector3d normal = bite.upper_from_lower.linear() * face_normal_twice_area(mesh, face);
    if (normal.dot(up) >= steep_cosine * normal.norm()) continue;
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t vertex : mesh.faces[face])
      nearest = std::fmin(nearest, static_cast<double>(distances.mm[vertex]));
    if (nearest <= threshold_mm) area += 0.5 * normal.norm();
  }
  return area;
}

void expect_areas_of_inspect(const std::shared_ptr<const LoadedCase>& loaded, double threshold_mm) {
  InspectionOptions options;
  options.engine = EngineKind::zlist;
  options.pixel_mm = live_pixel_mm;
  options.direction = loaded->view.direction();
  options.area_error = 0.02;
  options.bite_error.poses = 0;
  options.thresholds_mm = {threshold_mm};
  const Inspection inspection = inspect(prepare_case(loaded->bite), options);
  LiveBite live(loaded);
  const PoseReading& reading = live.read(loaded->bite.upper_from_lower, threshold_mm);
  const SurfaceFindings& surface = inspection.surface.value();
  const AreaTotal& on_surface = surface.contacts.lower.areas.at(0);
  const double left_out =
      left_out_mm2(loaded->bite, surface.distances.lower, loaded->view.view_from_case, threshold_mm);
  // A contour runs through pixels of 0.1 mm beside patches some mm wide; it is clipped linearly, with errors of both
  // signs: 1 % covers it and the estimate of inspect's own error.
  const double clipping = 0.01 * on_surface.surface_mm2 + on_surface.error_mm2.value();
  EXPECT_LE(reading.by_distance.surface_mm2, on_surface.surface_mm2 + clipping);
  EXPECT_GE(reading.by_distance.surface_mm2, on_surface.surface_mm2 - left_out - clipping);
  EXPECT_LT(left_out, 0.1 * on_surface.surface_mm2);
  const AreaTotal& by_clearance = inspection.contacts.areas.at(0);
  EXPECT_NEAR(reading.by_clearance.projected_mm2, by_clearance.projected_mm2,
              0.01 * by_clearance.projected_mm2 + by_clearance.error_mm2.value());
  EXPECT_EQ(reading.interference, inspection.interference);
  // At pixels: no deeper than the deepest place, and not far from it.
  const LeastDistance& least = surface.least.value();
  EXPECT_GE(reading.least_distance_mm.value(), least.bound_mm - 1e-3);
  EXPECT_LE(reading.least_distance_mm.value(), least.distance_mm + 0.5 * live_pixel_mm);
}

TEST(LiveBite, areas_of_a_dentition_are_those_that_inspect_measures_on_the_surface) {
  expect_areas_of_inspect(small_case(), 0.1);
}

class LiveScans : public ::testing::TestWithParam<const char*> {};

TEST_P(LiveScans, areas_are_those_that_inspect_measures_on_the_surface) {
  const std::filesystem::path folder = testing::real_scans() / GetParam();
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scans at " << folder;
  expect_areas_of_inspect(
      load_case({.upper = (folder / "upper.stl").string(), .lower = (folder / "lower.stl").string()}), 0.1);
}

INSTANTIATE_TEST_SUITE_P(cases, LiveScans,
                         ::testing::ValuesIn(intercusp::testing::samples({"case-a", "case-b"})));

}  // namespace
}  // namespace intercusp::viewer
