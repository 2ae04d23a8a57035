#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/case/teeth.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "tests/occlusion/distance/scenes.h"

namespace intercusp {
namespace {

SurfaceContacts contacts_of(const Bite& bite, const SurfaceContactOptions& options) {
  const PreparedJaws jaws = prepare_jaws(bite);
  return surface_contacts(bite, jaws, surface_distances(bite, jaws), face_teeth(*bite.upper),
                          face_teeth(*bite.lower), options);
}

constexpr double radius_mm = 5;

//! Balls of the lower that reach up to z = 0, below a plate of the upper at z = gap_mm.
Bite balls(const std::vector<Eigen::Vector2d>& places, double gap_mm, int rings = 200) {
  std::vector<TriangleMesh> meshes;
  for (const Eigen::Vector2d& place : places) {
    meshes.push_back(shapes::sphere({place.x(), place.y(), -radius_mm}, radius_mm, rings));
  }
  return testing::bite_of(shapes::box({-30, -30, gap_mm}, {30, 30, gap_mm + 12}), testing::together(meshes));
}

//! How far a ball's mesh may lie inside the sphere.
double sag_mm(int rings) { return 2 * radius_mm * (1 - std::cos(std::numbers::pi / (2 * rings))); }

TEST(SurfaceContacts, a_ball_below_a_plate_touches_with_a_cap) {
  const double gap = 0.03;
  const SurfaceContacts contacts = contacts_of(balls({{1, 2}}, gap), {.thresholds_mm = {0.05, 0.1, 0.35}});
  for (const AreaTotal& area : contacts.lower.areas) {
    const double depth = area.threshold_mm - gap;
    const double tolerance = area.error_mm2.value() + 2 * std::numbers::pi * radius_mm * sag_mm(200);
    EXPECT_NEAR(area.surface_mm2, 2 * std::numbers::pi * radius_mm * depth, tolerance) << area.threshold_mm;
    EXPECT_NEAR(area.projected_mm2, std::numbers::pi * (2 * radius_mm * depth - depth * depth), tolerance);
    EXPECT_LE(area.error_mm2.value(), 0.005 * area.surface_mm2);
    EXPECT_EQ(area.contacts, 1u);
  }
}

// The mean place of a cap lies halfway down it, inside the ball; the place near it lies on the ball.
TEST(SurfaceContacts, the_centroid_of_a_cap_is_the_mean_of_its_area_and_its_place_is_on_the_surface) {
  const double gap = 0.03, threshold = 0.35;
  const SurfaceContacts contacts = contacts_of(balls({{1, 2}}, gap), {.thresholds_mm = {threshold}});
  ASSERT_EQ(contacts.lower.patches.size(), 1u);
  const ContactPatch& patch = contacts.lower.patches[0];
  const double tolerance = 0.02 * (threshold - gap);  // the stated error of the area is below 0.5 %
  EXPECT_NEAR((patch.centroid_mm - Eigen::Vector3d(1, 2, -(threshold - gap) / 2)).norm(), 0, tolerance);
  EXPECT_NEAR((patch.place_mm - Eigen::Vector3d(1, 2, -radius_mm)).norm(), radius_mm, sag_mm(200));
}

// Points of the plate near the ball count; they are more than those above the cap.
TEST(SurfaceContacts, the_other_jaws_surface_has_an_area_of_its_own) {
  const double gap = 0.03;
  const SurfaceContacts contacts = contacts_of(balls({{1, 2}}, gap), {.thresholds_mm = {0.1, 0.35}});
  for (const AreaTotal& area : contacts.upper) {
    const double reach = radius_mm + area.threshold_mm, height = radius_mm + gap;
    const double expected = std::numbers::pi * (reach * reach - height * height);
    const double tolerance = area.error_mm2.value() + 2 * std::numbers::pi * reach * sag_mm(200);
    EXPECT_NEAR(area.surface_mm2, expected, tolerance);
    EXPECT_NEAR(area.projected_mm2, area.surface_mm2, 1e-9);
  }
}

TEST(SurfaceContacts, parallel_walls_touch_all_over_or_nowhere) {
  const Bite bite = testing::bite_of(testing::slab(2, 4), testing::slab(0, 1.875));
  const SurfaceContacts contacts = contacts_of(bite, {.thresholds_mm = {0.12, 0.125, 0.13}});
  EXPECT_EQ(contacts.lower.areas[0].surface_mm2, 0);
  EXPECT_NEAR(contacts.lower.areas[1].surface_mm2, 100, 1e-9) << "as near as the threshold counts";
  // The side walls below the edges: within √(0.13² − 0) of the plate above, 0.005 mm down.
  const AreaTotal& beyond = contacts.lower.areas[2];
  EXPECT_NEAR(beyond.surface_mm2, 100 + 4 * 10 * 0.005, beyond.error_mm2.value() + 1e-9);
}

// The overlap of two boxes: the lower's top wall and 0.5 mm of its sides lie inside the upper.
TEST(SurfaceContacts, what_lies_deep_inside_counts) {
  const Bite bite =
      testing::bite_of(shapes::box({0, 0, 0}, {20, 20, 10}), shapes::box({5, 5, -5}, {10, 10, 0.5}));
  const SurfaceContacts contacts = contacts_of(bite, {.thresholds_mm = {0.0, 0.25}});
  EXPECT_NEAR(contacts.lower.areas[0].surface_mm2, 25 + 20 * 0.5,
              contacts.lower.areas[0].error_mm2.value() + 1e-9);
  EXPECT_NEAR(contacts.lower.areas[1].surface_mm2, 25 + 20 * 0.75,
              contacts.lower.areas[1].error_mm2.value() + 1e-9);
  EXPECT_NEAR(contacts.lower.patches[0].least_mm, -0.5, 1e-6);
}

TEST(SurfaceContacts, a_wall_at_80_degrees_is_in_contact_by_its_true_distance) {
  Bite bite = testing::pushed_walls(-0.1);  // 0.1 mm apart: 0.576 mm along z
  const SurfaceContacts contacts = contacts_of(bite, {.thresholds_mm = {0.09, 0.101}});
  EXPECT_EQ(contacts.lower.areas[0].surface_mm2, 0);
  const double wall = 3 / std::cos(testing::wall_angle_rad);
  // Pulled straight away, the wall keeps its full opposite; the rims add less than 0.02 mm all round.
  EXPECT_NEAR(contacts.lower.areas[1].surface_mm2, wall,
              contacts.lower.areas[1].error_mm2.value() + 0.02 * 20);
  EXPECT_NEAR(contacts.lower.areas[1].projected_mm2,
              contacts.lower.areas[1].surface_mm2 * std::cos(testing::wall_angle_rad), 0.02 * 20);
}

TEST(SurfaceContacts, subdividing_the_same_surfaces_changes_areas_by_less_than_the_stated_errors) {
  for (int seed = 0; seed < 6; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const TriangleMesh upper = shapes::torus({0, 0, 0}, {0.1, 0.4, 1}, 5, 2, 36, 18);
    const TriangleMesh lower =
        shapes::moved(shapes::sphere({4.2, 0.3, -4.6}, 3, 14), testing::random_pose(random, 0.05));
    const SurfaceContactOptions options{.thresholds_mm = {0.05, 0.2, 0.35, 1}};
    const SurfaceContacts coarse = contacts_of(testing::bite_of(upper, lower), options);
    const SurfaceContacts fine = contacts_of(testing::bite_of(upper, shapes::subdivided(lower)), options);
    const SurfaceContacts finer_upper =
        contacts_of(testing::bite_of(shapes::subdivided(upper), lower), options);
    for (std::size_t t = 0; t < options.thresholds_mm.size(); ++t) {
      const AreaTotal &a = coarse.lower.areas[t], &b = fine.lower.areas[t], &c = finer_upper.lower.areas[t];
      EXPECT_NEAR(a.surface_mm2, b.surface_mm2, a.error_mm2.value() + b.error_mm2.value())
          << seed << " at " << a.threshold_mm;
      EXPECT_NEAR(a.surface_mm2, c.surface_mm2, a.error_mm2.value() + c.error_mm2.value())
          << seed << " at " << a.threshold_mm;
      EXPECT_NEAR(coarse.upper[t].surface_mm2, fine.upper[t].surface_mm2,
                  coarse.upper[t].error_mm2.value() + fine.upper[t].error_mm2.value());
    }
  }
}

TEST(SurfaceContacts, half_the_triangles_change_an_area_by_less_than_two_per_cent) {
  const SurfaceContactOptions options{.thresholds_mm = {0.05, 0.1, 0.2, 0.35}};
  const SurfaceContacts fine = contacts_of(balls({{0, 0}}, -0.05, 70), options);    // edges of 0.22 mm
  const SurfaceContacts coarse = contacts_of(balls({{0, 0}}, -0.05, 50), options);  // half as many faces
  for (std::size_t t = 0; t < options.thresholds_mm.size(); ++t) {
    EXPECT_NEAR(coarse.lower.areas[t].surface_mm2 / fine.lower.areas[t].surface_mm2, 1, 0.02);
  }
}

TEST(SurfaceContacts, a_tighter_error_is_kept_and_agrees_with_a_looser_one) {
  const Bite bite = balls({{1, 2}}, -0.02, 20);
  const SurfaceContacts loose = contacts_of(bite, {.thresholds_mm = {0.1}, .clipping = {.area_error = 0.02}});
  const SurfaceContacts tight = contacts_of(bite, {.thresholds_mm = {0.1}, .clipping = {.area_error = 2e-4}});
  const AreaTotal &a = loose.lower.areas[0], &b = tight.lower.areas[0];
  EXPECT_LE(b.error_mm2.value(), 2e-4 * b.surface_mm2);
  EXPECT_LE(a.error_mm2.value(), 0.02 * a.surface_mm2);
  EXPECT_NEAR(a.surface_mm2, b.surface_mm2, a.error_mm2.value() + b.error_mm2.value());
}

// The plate's opposite reaches far beyond the scan on all sides; the surface beyond the rim is unknown.
TEST(SurfaceContacts, what_is_closest_to_the_rim_of_a_scan_is_left_out) {
  Bite bite = testing::bite_of({}, shapes::fine_box({-5, -5, -3}, {15, 15, -0.05}, 0.5));
  bite.upper = std::make_shared<const Solid>(testing::closed_scan());
  const SurfaceContacts contacts = contacts_of(bite, {.thresholds_mm = {0.35}});
  const AreaTotal& area = contacts.lower.areas[0];
  EXPECT_NEAR(area.surface_mm2, 100, area.error_mm2.value());
  EXPECT_LT(area.error_mm2.value(), 1) << "the fringe of 0.35 mm alone would be 14 mm²";
}

//! Labels by the side of a plane x = 0.
void label(std::shared_ptr<const Solid>& solid, int left, int right) {
  auto labelled = std::make_shared<Solid>(*solid);
  for (const Eigen::Vector3d& vertex : solid->mesh.vertices) {
    labelled->labels.push_back(vertex.x() < 0 ? left : right);
  }
  solid = labelled;
}

TEST(SurfaceContacts, patches_and_teeth_share_out_the_area) {
  Bite bite = balls({{-7, 1}, {7, 2}, {18, 3}}, 0.03);
  bite.upper = std::make_shared<const Solid>(solid_of(shapes::fine_box({-30, -30, 0.03}, {30, 30, 12}, 2)));
  label(bite.upper, 16, 26);
  label(bite.lower, 46, 36);
  SurfaceContactOptions options{.thresholds_mm = {0.05, 0.1}};
  options.axes = AnatomicalAxes{.superior = {0, 0, 1}, .anterior = {0, -1, 0}, .left = {1, 0, 0}};
  const ContactTable report = contacts_of(bite, options).lower;
  const auto cap_mm2 = [](double threshold) { return 2 * std::numbers::pi * radius_mm * (threshold - 0.03); };
  const double sag_mm2 = 2 * std::numbers::pi * radius_mm * sag_mm(200);

  ASSERT_EQ(report.patches.size(), 6u);
  for (std::size_t i = 0; i < report.patches.size(); ++i) {
    const ContactPatch& patch = report.patches[i];
    EXPECT_EQ(patch.id, static_cast<int>(i) + 1);
    const bool right_side = patch.centroid_mm.x() < 0;  // the patient's right
    EXPECT_EQ(patch.lower_tooth, right_side ? 46 : 36);
    EXPECT_EQ(patch.upper_tooth, right_side ? 16 : 26);
    EXPECT_EQ(patch.region, right_side ? ArchPart::right_posterior : ArchPart::left_posterior);
    EXPECT_NEAR(patch.surface_mm2, cap_mm2(patch.threshold_mm), sag_mm2 + 0.01 * cap_mm2(patch.threshold_mm));
    EXPECT_NEAR(patch.least_mm, 0.03, 1e-6);
    EXPECT_NEAR(patch.mean_mm, 0.5 * (0.03 + patch.threshold_mm), 2e-4 + sag_mm(200));
    EXPECT_FALSE(patch.lower_faces.empty());
    EXPECT_FALSE(patch.upper_faces.empty());
  }
  ASSERT_EQ(report.teeth.size(), 8u);
  for (std::size_t t = 0; t < 2; ++t) {
    const AreaTotal& area = report.areas[t];
    const ToothContact* of = &report.teeth[4 * t];
    EXPECT_EQ(of[0].tooth, 16);
    EXPECT_EQ(of[3].tooth, 46);
    EXPECT_EQ(of[1].contacts, 2u);
    EXPECT_NEAR(of[0].surface_mm2 + of[1].surface_mm2, area.surface_mm2, 1e-9);
    EXPECT_NEAR(of[2].surface_mm2 + of[3].surface_mm2, area.surface_mm2, 1e-9);
    EXPECT_NEAR(of[2].surface_mm2, 2 * of[3].surface_mm2,
                of[2].error_mm2.value() + 2 * of[3].error_mm2.value());
    EXPECT_GT(of[3].error_mm2.value(), 0);
    EXPECT_NEAR(*area.left_share, 2.0 / 3, 0.01);
    EXPECT_NEAR(*area.left_share + *area.right_share, 1, 1e-12);
  }
  ASSERT_EQ(report.pairs.size(), 4u);
  EXPECT_EQ(report.pairs[0].upper_tooth, 16);
  EXPECT_EQ(report.pairs[0].lower_tooth, 46);
}

// Two balls of the upper are pressed into a plate of the lower, the right one deeper. A ball's lowest vertex is deepest, and lies
// between the points at which the plate is measured.
TEST(SurfaceContacts, the_deepest_contact_is_as_deep_as_the_bite) {
  constexpr double deep_mm = 0.1, shallow_mm = 0.05;
  const TriangleMesh right = shapes::sphere({-7.03, 1.01, radius_mm - deep_mm}, radius_mm, 40),
                     left = shapes::sphere({7.03, 2.01, radius_mm - shallow_mm}, radius_mm, 40);
  Bite bite =
      testing::bite_of(testing::together({right, left}), shapes::fine_box({-30, -30, -12}, {30, 30, 0}, 2));
  label(bite.upper, 16, 26);
  label(bite.lower, 46, 36);
  const PreparedJaws jaws = prepare_jaws(bite);
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const std::vector<int> upper_teeth = face_teeth(*bite.upper), lower_teeth = face_teeth(*bite.lower);
  const LeastDistance least = least_distance(bite, jaws, distances).value();
  EXPECT_NEAR(least.distance_mm, -deep_mm, 1e-4);  // the tolerance of the search

  const ContactTable before =
      surface_contacts(bite, jaws, distances, upper_teeth, lower_teeth, {.thresholds_mm = {-0.09, 0.1}})
          .lower;
  const ContactTable contacts = with_least(before, least, upper_teeth, lower_teeth);
  ASSERT_EQ(contacts.patches.size(), before.patches.size());
  EXPECT_GT(before.patches.back().least_mm, least.distance_mm) << "the plate's own points see it all";
  for (const ContactPatch& patch : contacts.patches) {
    const bool deepest = patch.lower_tooth == 46;
    EXPECT_EQ(patch.least_mm == least.distance_mm, deepest);
    if (!deepest) {
      EXPECT_NEAR(patch.least_mm, -shallow_mm, 0.005);
    }
  }
  for (const ToothContact& contact : contacts.teeth)
    EXPECT_EQ(contact.least_mm == least.distance_mm, contact.tooth == 16 || contact.tooth == 46);
  for (const ToothPairContact& pair : contacts.pairs)
    EXPECT_EQ(pair.least_mm == least.distance_mm, pair.upper_tooth == 16);
}

TEST(SurfaceContacts, any_number_of_threads_gives_the_same_bits) {
  const Bite bite = testing::bite_of(shapes::torus({0, 0, 0}, {0.1, 0.4, 1}, 5, 2, 36, 18),
                                     shapes::sphere({4.2, 0.3, -4.6}, 3, 14));
  const PreparedJaws jaws = prepare_jaws(bite);
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const SurfaceContacts many =
      surface_contacts(bite, jaws, distances, {}, {}, {.thresholds_mm = {0.2, 0.35}});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const SurfaceContacts single =
      surface_contacts(bite, jaws, distances, {}, {}, {.thresholds_mm = {0.2, 0.35}});
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_GT(many.lower.areas[t].surface_mm2, 0);
    EXPECT_EQ(many.lower.areas[t].surface_mm2, single.lower.areas[t].surface_mm2);
    EXPECT_EQ(many.lower.areas[t].error_mm2.value(), single.lower.areas[t].error_mm2.value());
    EXPECT_EQ(many.upper[t].surface_mm2, single.upper[t].surface_mm2);
    EXPECT_EQ(many.lower.patches[t].upper_faces, single.lower.patches[t].upper_faces);
  }
}

TEST(SurfaceContacts, without_thresholds_or_anatomy_there_are_none) {
  Bite bite = balls({{0, 0}}, 0.03, 10);
  EXPECT_TRUE(contacts_of(bite, {.thresholds_mm = {}}).lower.areas.empty());
  auto bare = std::make_shared<Solid>(*bite.upper);
  bare->anatomy_faces = 0;
  bite.upper = bare;
  EXPECT_EQ(contacts_of(bite, {.thresholds_mm = {0.35}}).lower.areas[0].surface_mm2, 0);
}

}  // namespace
}  // namespace intercusp
