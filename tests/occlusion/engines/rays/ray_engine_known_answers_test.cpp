// Boxes and curved bodies whose clearance is known on paper, and faces that are not anatomy.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

#include "tests/occlusion/engines/rays/slabs.h"

namespace intercusp {
namespace {

//! A jaw whose scanned faces are those with `scanned(normal)`.
template <typename Scanned>
Mesh& sort_by_anatomy(Mesh& mesh, std::size_t& anatomy_faces, const Scanned& scanned) {
  std::vector<Face> first, last;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    (scanned(face_normal_twice_area(mesh, face)) ? first : last).push_back(mesh.faces[face]);
  }
  anatomy_faces = first.size();
  first.insert(first.end(), last.begin(), last.end());
  mesh.faces = first;
  return mesh;
}

//! `scanned` faces first, then the `added` ones that are not anatomy.
std::shared_ptr<const Solid> half_scanned(const Mesh& scanned, const Mesh& added) {
  Solid result = solid_of(scanned);
  append(result.mesh, added);
  return std::make_shared<Solid>(result);
}

double normal_z(const Mesh& mesh, std::int32_t face) {
  return face_normal_twice_area(mesh, static_cast<std::size_t>(face)).normalized().z();
}

// ---- Boxes ----

TEST(RayEngine, two_boxes_are_as_far_apart_as_their_facing_walls) {
  const Mesh upper = slab(3, 4);
  const Mesh lower = slab(0, 1);
  const ClearanceMap map = map_of(upper, lower, window(0, 0, 1, 10, 10));  // ten centres lie on a diagonal
  for (std::size_t i = 0; i < map.clearance_mm.size(); ++i) {
    EXPECT_EQ(map.clearance_mm[i], 2.0F);
    EXPECT_EQ(map.state[i], PixelState::free);
    EXPECT_EQ(map.coverage[i], Coverage::both);
    EXPECT_EQ(map.overlap_mm[i], 0.0F);
    EXPECT_EQ(map.upper_intervals[i], 1);
    EXPECT_EQ(map.lower_intervals[i], 1);
    EXPECT_EQ(map.resolved_by[i], Stage::rays);
    EXPECT_EQ(map.valued_by[i], Stage::rays);
    EXPECT_EQ(normal_z(upper, map.upper_face[i]), -1);
    EXPECT_EQ(normal_z(lower, map.lower_face[i]), 1);
  }
}

TEST(RayEngine, boxes_that_overlap_interfere_as_deep_as_they_overlap) {
  const PixelResult pixel = over_slabs(slab(0.5, 4), slab(0, 1));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -0.5F);
  EXPECT_EQ(pixel.overlap_mm, 0.5F);
  EXPECT_EQ(normal_z(slab(0, 1), pixel.upper_face), -1);
  EXPECT_EQ(normal_z(slab(0, 1), pixel.lower_face), 1);
}

TEST(RayEngine, touching_is_not_interference_and_the_tolerance_is_where_it_begins) {
  const PixelResult touching = over_slabs(slab(1, 2), slab(0, 1));
  EXPECT_EQ(touching.state, PixelState::free);
  EXPECT_EQ(touching.clearance_mm, 0.0F);

  const PixelResult pressed = over_slabs(slab(1 - 0.5e-4, 2), slab(0, 1));
  EXPECT_EQ(pressed.state, PixelState::free);
  EXPECT_NEAR(pressed.clearance_mm, -0.5e-4, 1e-10);
  EXPECT_EQ(pressed.overlap_mm, 0.0F);

  const PixelResult sliver = over_slabs(slab(1, 2), slab(1, 1 + 0.5e-4));
  EXPECT_EQ(sliver.state, PixelState::free);
  EXPECT_NEAR(sliver.clearance_mm, -0.5e-4, 1e-10);

  const PixelResult deeper = over_slabs(slab(1 - 2e-4, 2), slab(0, 1));
  EXPECT_EQ(deeper.state, PixelState::interfering);
  EXPECT_NEAR(deeper.clearance_mm, -2e-4, 1e-10);
}

TEST(RayEngine, each_jaw_is_seen_where_it_is_alone) {
  const Mesh upper = shapes::box({0, 0, 2}, {2, 4, 3});
  const Mesh lower = shapes::box({1, 0, 0}, {3, 4, 1});
  const ClearanceMap map = map_of(upper, lower, window(-1, 1, 1, 5, 1));
  using enum Coverage;
  EXPECT_EQ(map.coverage, (std::vector<Coverage>{none, upper_only, both, lower_only, none}));
  EXPECT_EQ(map.state[1], PixelState::outside);
  EXPECT_TRUE(std::isnan(map.clearance_mm[1]));
  EXPECT_EQ(map.resolved_by[1], Stage::none);
  EXPECT_EQ(map.upper_intervals, (std::vector<std::uint8_t>{0, 1, 1, 0, 0}));
}

TEST(RayEngine, an_upper_that_lies_below_the_lower_has_unlimited_clearance) {
  const PixelResult pixel = over_slabs(slab(0, 1), slab(5, 6));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, unlimited_clearance);
  EXPECT_EQ(pixel.upper_face, no_face);
  EXPECT_EQ(pixel.lower_face, no_face);
}

TEST(RayEngine, a_body_inside_another_overlaps_by_its_own_thickness) {
  const PixelResult lower_inside = over_slabs(slab(0, 10), slab(4, 5.5));
  EXPECT_EQ(lower_inside.state, PixelState::interfering);
  EXPECT_EQ(lower_inside.clearance_mm, -1.5F);
  EXPECT_EQ(lower_inside.upper_face, no_face);  // the lower bounds it at both ends
  EXPECT_EQ(normal_z(slab(0, 1), lower_inside.lower_face), 1);

  const PixelResult upper_inside = over_slabs(slab(4, 5.5), slab(0, 10));
  EXPECT_EQ(upper_inside.clearance_mm, -1.5F);
  EXPECT_EQ(upper_inside.lower_face, no_face);
  EXPECT_EQ(normal_z(slab(0, 1), upper_inside.upper_face), -1);
}

// ---- Curved bodies ----

TEST(RayEngine, a_sphere_over_a_plate_has_the_gap_of_the_closed_form) {
  const double radius = 5;
  const int rings = 60;
  const Mesh sphere = shapes::sphere({0, 0, 7}, radius, rings);  // its pole is a vertex at z = 2
  const Mesh plate = shapes::fine_box({-4, -4, -1}, {4, 4, 1}, 0.5);
  RayEngine engine(solid(sphere), solid(plate));
  const View view = window(-2.55, -2.55, 0.1, 51, 51);  // the middle pixel lies on the pole
  const ClearanceMap map = engine.compute(view, at_rest);
  EXPECT_NEAR(map.clearance_mm[view.grid.index(25, 25)], 1, 1e-7);
  EXPECT_EQ(line_counts(solid(sphere), solid(plate), view).inconsistent, 0U);

  const double sag = radius * (1 - std::cos(std::numbers::pi / (2 * rings))) * 2;
  for (int row = 0; row < 51; ++row) {
    for (int column = 0; column < 51; ++column) {
      const double off_axis = view.grid.centre(column, row).norm();
      const double height = std::sqrt(radius * radius - off_axis * off_axis);
      const double gap = map.clearance_mm[view.grid.index(column, row)];
      EXPECT_GE(gap, 6 - height - 1e-6);  // the mesh lies inside the sphere
      EXPECT_LE(gap, 6 - height + sag * radius / height + 1e-6);
    }
  }
}

TEST(RayEngine, crossed_cylinders_are_apart_as_the_analytic_ones_are) {
  const int sides = 200;
  const double radius = 2;
  const Mesh upper = shapes::cylinder({0, -6, 4.5}, {0, 6, 4.5}, radius, sides);
  const Mesh lower = shapes::cylinder({-6, 0, 0}, {6, 0, 0}, radius, sides);
  const View view = window(-1.5, -1.5, 0.1, 30, 30);
  const ClearanceMap map = map_of(upper, lower, view);
  const double sag = radius * (1 - std::cos(std::numbers::pi / sides));
  for (int row = 0; row < 30; ++row) {
    for (int column = 0; column < 30; ++column) {
      const Eigen::Vector3d at = view.case_point(column, row, 0);
      const auto half_chord = [&](double off_axis) {
        return std::sqrt(radius * radius - off_axis * off_axis);
      };
      const double gap = 4.5 - half_chord(at.x()) - half_chord(at.y());
      const double steepest = radius / std::sqrt(radius * radius - 1.5 * 1.5);
      const double found = map.clearance_mm[view.grid.index(column, row)];
      EXPECT_GE(found, gap - 1e-6);
      EXPECT_LE(found, gap + 2 * sag * steepest + 1e-6);
    }
  }
}

// ---- Faces that are not anatomy ----

TEST(RayEngine, a_gap_to_a_base_is_no_clearance) {
  const PixelResult pixel = over_slabs(half_scanned({}, slab(3, 4)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
  EXPECT_EQ(pixel.coverage, Coverage::both);
  EXPECT_TRUE(std::isnan(pixel.clearance_mm));
  EXPECT_EQ(pixel.upper_face, no_face);
  EXPECT_EQ(pixel.lower_face, no_face);
}

TEST(RayEngine, an_overlap_with_a_base_is_not_interference) {
  const PixelResult pixel = over_slabs(half_scanned({}, slab(0.5, 4)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
  EXPECT_EQ(pixel.overlap_mm, 0.0F);
}

TEST(RayEngine, a_base_between_two_scanned_faces_hides_their_gap) {
  const PixelResult pixel = over_slabs(half_scanned(slab(5, 6), slab(2, 3)), solid(slab(0, 1)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
}

TEST(RayEngine, a_base_that_the_upper_is_sunk_into_hides_the_gap_below) {
  const PixelResult pixel = over_slabs(solid(slab(3, 6)), half_scanned(slab(0, 1), slab(2, 5)));
  EXPECT_EQ(pixel.state, PixelState::not_anatomy);
}

TEST(RayEngine, an_overlap_of_anatomy_counts_beside_one_of_a_base) {
  const PixelResult pixel =
      over_slabs(half_scanned(slab(5, 6), slab(0, 3)), solid(joined({slab(1, 4), slab(5.25, 5.75)})));
  EXPECT_EQ(pixel.state, PixelState::interfering);
  EXPECT_EQ(pixel.clearance_mm, -0.5F);  // not the 2 mm of the base
  EXPECT_EQ(pixel.overlap_mm, 0.5F);
}

TEST(RayEngine, a_gap_of_anatomy_counts_beside_an_overlap_of_a_base) {
  const PixelResult pixel = over_slabs(half_scanned(slab(5, 6), slab(0, 3)), solid(slab(1, 4)));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, 1.0F);
}

TEST(RayEngine, a_scanned_lid_on_a_base_counts) {
  Mesh lower = slab(0, 1);
  Solid jaw{.mesh = {}, .anatomy_faces = 0, .labels = {}};
  jaw.mesh = sort_by_anatomy(lower, jaw.anatomy_faces, [](const Eigen::Vector3d& n) { return n.z() > 0; });
  ASSERT_EQ(jaw.anatomy_faces, 2U);
  const PixelResult pixel = over_slabs(solid(slab(3, 4)), std::make_shared<Solid>(jaw));
  EXPECT_EQ(pixel.state, PixelState::free);
  EXPECT_EQ(pixel.clearance_mm, 2.0F);
  EXPECT_LT(pixel.lower_face, 2);
}

}  // namespace
}  // namespace intercusp
