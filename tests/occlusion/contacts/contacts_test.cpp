#include "occlusion/contacts/map_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/occlusion/contacts/scenes.h"

namespace intercusp {
namespace {

using testing::Balls;
using testing::contacts_of;
using testing::map_of;
using testing::slab;
using testing::Walls;

const std::vector<double> thresholds = {0.05, 0.1, 0.15, 0.2, 0.35};

TEST(Contacts, a_ball_below_a_plate_is_one_patch_with_the_numbers_of_the_closed_form) {
  const Balls balls{.gap_mm = -0.04};  // deep by 0.04 mm
  const Bite bite = balls.bite({{1.013, -2.021}});
  const ContactTable report = contacts_of(bite, {0.2});
  ASSERT_EQ(report.patches.size(), 1u);
  const ContactPatch& patch = report.patches[0];
  EXPECT_EQ(patch.id, 1);
  EXPECT_EQ(patch.threshold_mm, 0.2);
  EXPECT_NEAR(patch.projected_mm2, balls.projected_mm2(0.2), 0.005 * balls.projected_mm2(0.2));
  EXPECT_NEAR(patch.surface_mm2, balls.surface_mm2(0.2), 0.005 * balls.surface_mm2(0.2));
  // The mesh lies inside the ball by up to 0.0003 mm, the deepest pixel centre beside the pole by half a
  // pixel's diagonal.
  EXPECT_NEAR(patch.least_mm, -0.04, 0.0004);
  EXPECT_NEAR(patch.mean_mm, balls.mean_clearance_mm(0.2), 0.0004);
  // Pixels on the contour, 4 % of them, are taken at their centres: off by far less than a tenth of a pixel.
  EXPECT_NEAR(patch.centroid_mm.x(), 1.013, 0.005);
  EXPECT_NEAR(patch.centroid_mm.y(), -2.021, 0.005);
  EXPECT_NEAR(patch.centroid_mm.z(), -0.5 * (0.2 + 0.04), 0.004);  // halfway down the cap, inside the ball
  EXPECT_NEAR(patch.place_mm.z(), 0, 0.0004);
  EXPECT_FALSE(patch.region);
  EXPECT_FALSE(report.areas[0].left_share.has_value());
  EXPECT_LE(patch.upper_faces.size(), 2u);  // of the plate's underside
  EXPECT_TRUE(std::is_sorted(patch.lower_faces.begin(), patch.lower_faces.end()));
  EXPECT_EQ(std::adjacent_find(patch.lower_faces.begin(), patch.lower_faces.end()), patch.lower_faces.end());
}

TEST(Contacts, patches_are_counted_apart_largest_first) {
  TriangleMesh lower = shapes::sphere({-8, 3, -4}, 4, 100);
  append(lower, shapes::sphere({8, 3, -6}, 6, 100));
  const Bite bite = bite_of(shapes::box({-30, -30, 0.05}, {30, 30, 2}), lower);
  const ContactTable report = contacts_of(bite, {0.1, 0.2});
  ASSERT_EQ(report.patches.size(), 4u);
  for (const std::size_t i : {0u, 2u}) {
    EXPECT_EQ(report.patches[i].id, static_cast<int>(i) + 1);
    EXPECT_GT(report.patches[i].centroid_mm.x(), 7.9);
    EXPECT_EQ(report.patches[i + 1].id, static_cast<int>(i) + 2);
    EXPECT_LT(report.patches[i + 1].centroid_mm.x(), -7.9);
  }
  EXPECT_EQ(report.areas[0].contacts, 2u);
  EXPECT_EQ(report.areas[1].contacts, 2u);
}

TEST(Contacts, patches_sum_to_the_total_and_grow_with_the_threshold) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-12, 12), height(-0.3, 0.2);
  TriangleMesh lower;
  for (int i = 0; i < 12; ++i) {
    append(lower, shapes::sphere({place(random), place(random), height(random) - 3}, 3, 24));
  }
  const ContactTable report =
      contacts_of(bite_of(shapes::box({-14, -14, 0.1}, {14, 14, 2}), lower), thresholds);
  ASSERT_EQ(report.areas.size(), thresholds.size());
  double before = 0;
  int last_id = 0;
  for (const AreaTotal& total : report.areas) {
    double projected = 0, surface = 0;
    std::size_t count = 0;
    for (const ContactPatch& patch : report.patches) {
      if (patch.threshold_mm != total.threshold_mm) continue;
      projected += patch.projected_mm2;
      surface += patch.surface_mm2;
      EXPECT_LE(patch.least_mm, patch.mean_mm);
      EXPECT_LE(patch.mean_mm, total.threshold_mm);
      EXPECT_FALSE(patch.lower_faces.empty());
      ++count;
      EXPECT_EQ(patch.id, ++last_id);
    }
    EXPECT_EQ(count, total.contacts);
    EXPECT_NEAR(projected, total.projected_mm2, 1e-9 * projected);
    EXPECT_NEAR(surface, total.surface_mm2, 1e-9 * surface);
    EXPECT_GT(total.projected_mm2, before);
    EXPECT_GT(total.surface_mm2, total.projected_mm2);
    before = total.projected_mm2;
  }
}

TEST(Contacts, mean_clearance_of_a_slope_is_half_way_to_the_threshold) {
  // Clearance x/10 over [0,10]²; the deepest pixel centre is half a pixel from the edge.
  const Bite bite = bite_of(testing::drawn_along_y({{0, 0}, {10, 1}, {10, 2}, {0, 2}}, 0, 10), slab(-1, 0));
  const ContactTable report = contacts_of(bite, {0.5}, 0.1);
  ASSERT_EQ(report.patches.size(), 1u);
  // Half of the first column has no neighbour to show the slope and counts as flat: 0.05 mm of 5, wrong by 0.0025 mm.
  EXPECT_NEAR(report.patches[0].mean_mm, 0.25, 0.05 / 5 * 0.0025 + 1e-6);
  EXPECT_NEAR(report.patches[0].least_mm, 0.005, 1e-6);
  EXPECT_NEAR(report.patches[0].centroid_mm.y(), 5, 1e-6);
  EXPECT_NEAR(report.patches[0].centroid_mm.x(), 2.5, 1e-6);
}

TEST(Contacts, a_steep_wall_adds_its_clipped_triangles_to_the_surface) {
  const Walls walls;
  const ContactTable report = contacts_of(walls.bite(), {0.25}, 0.02);
  ASSERT_EQ(report.patches.size(), 1u);
  EXPECT_NEAR(report.patches[0].surface_mm2, walls.surface_mm2(0.25), 1e-9 * walls.surface_mm2(0.25));
  EXPECT_NEAR(report.areas[0].projected_mm2, 1.5, 1.5e-4);  // depths are floats, the clearance grows by 0.4
}

//! Lower boxes 37 over x in [0,4] and 36 over [5,10], upper boxes 27 over [0,2.5] and 26 over [3,10], 0.1 mm
//! apart and 10 mm long.
Bite labelled_boxes() {
  Solid upper = solid_of(
      testing::together({shapes::box({0, 0, 0.1}, {2.5, 10, 1}), shapes::box({3, 0, 0.1}, {10, 10, 1})}));
  Solid lower = solid_of(
      testing::together({shapes::box({0, 0, -1}, {4, 10, 0}), shapes::box({5, 0, -1}, {10, 10, 0})}));
  for (std::size_t i = 0; i < upper.mesh.vertices.size(); ++i) {
    upper.labels.push_back(upper.mesh.vertices[i].x() < 2.7 ? 27 : 26);
    lower.labels.push_back(lower.mesh.vertices[i].x() < 4.5 ? 37 : 36);
  }
  return {.upper = std::make_shared<const Solid>(upper), .lower = std::make_shared<const Solid>(lower)};
}

TEST(Contacts, tables_of_teeth_and_pairs_follow_the_labels) {
  const ContactTable report = contacts_of(labelled_boxes(), {0.05, 0.2}, 0.1);
  EXPECT_EQ(report.areas[0].contacts, 0u);
  EXPECT_EQ(report.areas[1].contacts, 3u);

  struct Line {
    int tooth;
    std::size_t contacts;
    double area;
  };
  const std::vector<Line> lines = {{26, 2, 60}, {27, 1, 25}, {36, 1, 50}, {37, 2, 35}};
  ASSERT_EQ(report.teeth.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(report.teeth[i].threshold_mm, 0.2);
    EXPECT_EQ(report.teeth[i].tooth, lines[i].tooth);
    EXPECT_EQ(report.teeth[i].contacts, lines[i].contacts);
    EXPECT_NEAR(report.teeth[i].projected_mm2, lines[i].area, 1e-6 * lines[i].area);
    EXPECT_NEAR(report.teeth[i].surface_mm2, lines[i].area, 1e-6 * lines[i].area);
    EXPECT_NEAR(report.teeth[i].least_mm, 0.1, 1e-6);
  }
  ASSERT_EQ(report.pairs.size(), 3u);
  const std::vector<std::array<double, 3>> pairs = {{26, 36, 50}, {26, 37, 10}, {27, 37, 25}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(report.pairs[i].upper_tooth, pairs[i][0]);
    EXPECT_EQ(report.pairs[i].lower_tooth, pairs[i][1]);
    EXPECT_NEAR(report.pairs[i].projected_mm2, pairs[i][2], 1e-6 * pairs[i][2]);
  }
  ASSERT_EQ(report.patches.size(), 3u);
  EXPECT_EQ(report.patches[0].lower_tooth, 36);
  EXPECT_EQ(report.patches[1].upper_tooth, 27);
  EXPECT_EQ(report.patches[2].lower_tooth, 37);
  EXPECT_EQ(report.patches[2].upper_tooth, 26);
}

TEST(Contacts, labels_decide_what_is_anterior) {
  Bite bite = labelled_boxes();
  const ContactTable posterior = contacts_of(bite, {0.2}, 0.1, lps_axes());
  EXPECT_EQ(posterior.areas[0].anterior_share, 0.0);
  EXPECT_EQ(posterior.patches[0].region, ArchPart::left_posterior);
  EXPECT_EQ(posterior.patches[1].region, ArchPart::right_posterior);
  Solid canine = *bite.lower;
  for (int& label : canine.labels) label = label == 36 ? 33 : label;
  bite.lower = std::make_shared<const Solid>(canine);
  const ContactTable anterior = contacts_of(bite, {0.2}, 0.1, lps_axes());
  EXPECT_NEAR(*anterior.areas[0].anterior_share, 50.0 / 85, 1e-6);
  EXPECT_EQ(anterior.patches[0].region, ArchPart::anterior);
}

TEST(Contacts, a_symmetric_bite_is_balanced) {
  // y is posterior: two balls at the back, two of four in front.
  const Bite bite = Balls().bite({{-20, 15}, {20, 15}, {-6, -25}, {6, -25}}, 60);
  const ContactTable report = contacts_of(bite, {0.2}, 0.05, lps_axes());
  ASSERT_EQ(report.patches.size(), 4u);
  EXPECT_NEAR(*report.areas[0].left_share, 0.5, 1e-4);
  EXPECT_NEAR(*report.areas[0].anterior_share, 0.5, 1e-4);
  EXPECT_DOUBLE_EQ(*report.areas[0].left_share + *report.areas[0].right_share, 1);
  EXPECT_DOUBLE_EQ(*report.areas[0].anterior_share + *report.areas[0].posterior_share, 1);
  for (const ContactPatch& patch : report.patches) {
    const bool front = patch.centroid_mm.y() < 0;
    EXPECT_EQ(patch.region,
              front ? ArchPart::anterior
                    : (patch.centroid_mm.x() > 0 ? ArchPart::left_posterior : ArchPart::right_posterior));
  }
}

TEST(Contacts, more_contact_on_the_left_shows_on_the_left) {
  const Bite bite = Balls().bite({{-20, 15}, {20, 15}, {20, 0}}, 60);
  const ContactTable report = contacts_of(bite, {0.2}, 0.05, lps_axes());
  EXPECT_NEAR(*report.areas[0].left_share, 2.0 / 3, 1e-4);
}

TEST(Contacts, jaws_far_apart_have_none) {
  const Bite bite = bite_of(slab(10, 11), slab(-1, 0));
  const ContactTable report = contacts_of(bite, thresholds, 0.1, lps_axes());
  ASSERT_EQ(report.areas.size(), thresholds.size());
  for (const AreaTotal& total : report.areas) {
    EXPECT_EQ(total.projected_mm2, 0);
    EXPECT_EQ(total.surface_mm2, 0);
    EXPECT_EQ(total.contacts, 0u);
    EXPECT_FALSE(total.left_share.has_value());
  }
  EXPECT_TRUE(report.patches.empty());
  EXPECT_TRUE(report.teeth.empty());
}

TEST(Contacts, a_map_without_pixels_has_none) {
  const Bite bite = bite_of(slab(1, 2), shapes::box({50, 50, -1}, {60, 60, 0}));
  const ClearanceMap map = map_of(bite);
  ASSERT_EQ(map.view.grid.size(), 0u);
  const ContactTable report = contacts_of(bite, {0.1}, 0.05, lps_axes());
  ASSERT_EQ(report.areas.size(), 1u);
  EXPECT_EQ(report.areas[0].projected_mm2, 0);
  EXPECT_TRUE(report.patches.empty());
}

TEST(Contacts, plates_exactly_a_threshold_apart_are_in_contact) {
  const ContactTable report = contacts_of(bite_of(slab(0.125, 1), slab(-1, 0)), {0.125, 0.12}, 0.1);
  EXPECT_NEAR(report.areas[0].projected_mm2, 100, 1e-6 * 100);
  EXPECT_EQ(report.areas[1].projected_mm2, 0);
}

TEST(Contacts, read_from_two_maps_that_share_the_points_are_those_of_one) {
  const Bite bite = Balls().bite({{-4, 0}, {4, 0.3}, {0, 6}}, 60);
  const CountedMap whole{testing::map_of(bite), {}};
  CountedMap left = whole, right = whole;
  left.counts.assign(whole.map.view.grid.size(), 0);
  right.counts = left.counts;
  // The border runs through the first ball, along its faces: each face counts in one map.
  for (std::size_t pixel = 0; pixel < left.counts.size(); ++pixel) {
    const std::int32_t face = whole.map.lower_face[pixel];
    const Face& corners = bite.lower->mesh.faces[face == no_face ? 0 : static_cast<std::size_t>(face)];
    (bite.lower->mesh.vertices[corners[0]].x() < -4 ? left : right).counts[pixel] = 1;
  }
  const std::vector<CountedMap> halves = {left, right};
  const auto teeth = testing::no_teeth(bite.lower);
  const auto found = [&](std::span<const CountedMap> maps) {
    return map_contacts(maps, bite, {0.1, 0.2}, testing::no_teeth(bite.upper), teeth, lps_axes());
  };
  const ContactTable one = found(std::span(&whole, 1)), two = found(halves);
  ASSERT_EQ(one.patches.size(), 6U);
  ASSERT_EQ(two.patches.size(), 6U) << "a patch across the border is one patch";
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_NEAR(two.areas[t].projected_mm2, one.areas[t].projected_mm2, 1e-9 * one.areas[t].projected_mm2);
    EXPECT_NEAR(two.areas[t].surface_mm2, one.areas[t].surface_mm2, 1e-9 * one.areas[t].surface_mm2);
    EXPECT_NEAR(*two.areas[t].left_share, *one.areas[t].left_share, 1e-9);
  }
  for (const ContactPatch& patch : two.patches) {
    const auto same = std::find_if(one.patches.begin(), one.patches.end(), [&](const ContactPatch& other) {
      return other.threshold_mm == patch.threshold_mm &&
             (other.centroid_mm - patch.centroid_mm).norm() < 1e-3;
    });
    ASSERT_NE(same, one.patches.end());
    EXPECT_EQ(patch.lower_faces, same->lower_faces);
    EXPECT_NEAR(patch.surface_mm2, same->surface_mm2, 1e-9);
  }
}

TEST(Contacts, a_bite_turned_with_its_direction_and_axes_has_the_same_report) {
  const Bite bite = Balls().bite({{-20, 15}, {20, 15}, {20, 0}}, 40);
  const ContactTable plain = contacts_of(bite, {0.2}, 0.05, lps_axes());
  std::mt19937 random(5);
  const Eigen::Isometry3d turn = testing::random_pose(random, 10);
  const Bite turned = bite_of(shapes::moved(bite.upper->mesh, turn), bite.lower->mesh, turn);
  const AnatomicalAxes lps = lps_axes();
  const AnatomicalAxes axes{.superior = turn.linear() * lps.superior,
                            .anterior = turn.linear() * lps.anterior,
                            .left = turn.linear() * lps.left};
  const View view =
      fit_view(turned, orthographic(axes.superior, turn.linear() * Eigen::Vector3d::UnitY()), 0.05);
  const CountedMap map{ZListEngine(turned.upper, turned.lower).compute(view, turn), {}};
  const ContactTable report = map_contacts(std::span(&map, 1), turned, {0.2}, testing::no_teeth(turned.upper),
                                           testing::no_teeth(turned.lower), axes);
  ASSERT_EQ(report.patches.size(), plain.patches.size());
  EXPECT_NEAR(report.areas[0].projected_mm2, plain.areas[0].projected_mm2, 1e-4);
  EXPECT_NEAR(*report.areas[0].left_share, *plain.areas[0].left_share, 1e-5);
  for (const ContactPatch& patch : report.patches) {
    const Eigen::Vector3d back = turn.inverse(Eigen::Isometry) * patch.centroid_mm;
    double nearest = 1;
    for (const ContactPatch& other : plain.patches)
      nearest = std::min(nearest, (other.centroid_mm - back).norm());
    EXPECT_LT(nearest, 1e-3);
  }
}

}  // namespace
}  // namespace intercusp
