// Neighbouring teeth against bodies whose distance and contact are known on paper.
#include "occlusion/several/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;

SolidOrBody tooth(TriangleMesh mesh) { return {std::make_shared<const Solid>(solid_of(std::move(mesh)))}; }

TEST(Neighbours, numbers_stand_side_by_side_across_the_midline_and_beside_milk_teeth) {
  for (const auto& [a, b] : {std::pair(16, 17), std::pair(11, 21), std::pair(41, 31), std::pair(36, 35),
                             std::pair(55, 16), std::pair(51, 61), std::pair(13, 54), std::pair(85, 46)})
    EXPECT_TRUE(stand_side_by_side(a, b) && stand_side_by_side(b, a)) << a << ", " << b;
  for (const auto& [a, b] :
       {std::pair(16, 18), std::pair(11, 41), std::pair(18, 28), std::pair(16, 16), std::pair(11, 12 + 80),
        std::pair(0, 11), std::pair(19, 18), std::pair(56, 17), std::pair(55, 15), std::pair(21, 12)})
    EXPECT_FALSE(stand_side_by_side(a, b) || stand_side_by_side(b, a)) << a << ", " << b;
}

//! Two spheres of 4 mm, this far apart. Around their line the gap grows by ρ²/4 at ρ from it.
std::vector<SolidOrBody> spheres(double gap_mm) {
  return {tooth(shapes::sphere({0, 0, 0}, 4, 120)), tooth(shapes::sphere({8 + gap_mm, 0, 0}, 4, 120))};
}

TEST(Neighbours, spheres_are_as_near_and_in_contact_over_as_large_a_cap_as_paper_says) {
  const std::vector<int> teeth = {36, 37};
  for (const double gap : {-0.02, 0.0, 0.03, 0.049, 0.06, 1.0}) {
    const std::vector<Neighbours> found = find_neighbours(spheres(gap), teeth);
    ASSERT_EQ(found.size(), 1U);
    // Of meshes whose vertices lie on the spheres: each is up to 4·(π/240)²/2·2 off.
    EXPECT_NEAR(found[0].distance_mm, gap, 0.0015) << gap;
    EXPECT_EQ(found[0].tight, gap < 0.05) << gap;
    // The distance of a point of one sphere to the other: √(R² + D² − 2·R·D·cos φ) − R ≤ 0.05.
    const double centres = 8 + gap, reach = 4.05;
    const double cosine = (16 + centres * centres - reach * reach) / (2 * 4 * centres);
    const double cap = cosine < 1 ? 2 * std::numbers::pi * 16 * (1 - cosine) : 0;
    EXPECT_NEAR(found[0].contact_area_mm2, cap, 0.05 + 0.02 * cap) << gap;
    EXPECT_NEAR(found[0].point.x(), 4 + gap / 2, std::abs(gap) / 2 + 0.02) << "on either";
    EXPECT_NEAR(found[0].point.tail<2>().norm(), 0, 0.3);
  }
}

TEST(Neighbours, walls_that_face_each_other_are_in_contact_over_what_they_share) {
  const std::vector<SolidOrBody> solids = {tooth(shapes::fine_box({0, 0, 0}, {5, 6, 7}, 0.5)),
                                           tooth(shapes::fine_box({5.02, 2, 1}, {10, 9, 5}, 0.5))};
  const std::vector<Neighbours> found = find_neighbours(solids, std::vector{11, 21});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].distance_mm, 0.02, 1e-4);
  EXPECT_TRUE(found[0].tight);
  // 4 mm × 4 mm, plus the surface next to it that is nearer than 0.05 mm: √(0.05² − 0.02²) = 0.046 mm on either side's
  // wall.
  EXPECT_NEAR(found[0].contact_area_mm2, 16, 16 * 0.046 + 0.1);
  EXPECT_GT(found[0].contact_area_mm2, 15.9);
}

TEST(Neighbours, only_teeth_side_by_side_are_measured_in_the_order_of_the_solids) {
  std::vector<SolidOrBody> solids;
  for (int i = 0; i < 5; ++i) solids.push_back(tooth(shapes::box({6.0 * i, 0, 0}, {6.0 * i + 5, 5, 5})));
  const std::vector<Neighbours> found = find_neighbours(solids, std::vector{45, 46, 0, 36, 47});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(std::pair(found[0].a, found[0].b), std::pair(0U, 1U));
  EXPECT_EQ(std::pair(found[1].a, found[1].b), std::pair(1U, 4U));
  EXPECT_NEAR(found[0].distance_mm, 1, 1e-4);
  EXPECT_NEAR(found[1].distance_mm, 13, 1e-4);
  EXPECT_EQ(found[1].contact_area_mm2, 0);
}

//! A wall of 6 × 6 mm across x, and a box behind it that closes it: slices of an arch are open where they face each other.
SolidOrBody open_wall(double x, double behind) {
  Solid solid = solid_of(shapes::box({std::min(x, x + behind), 0, 0}, {std::max(x, x + behind), 6, 6}));
  // The roof alone was scanned.
  std::ranges::stable_partition(solid.mesh.faces, [&](const Face& face) {
    return std::ranges::all_of(face,
                               [&](std::uint32_t vertex) { return solid.mesh.vertices[vertex].z() > 5.9; });
  });
  solid.anatomy_faces = 2;
  return {std::make_shared<const Solid>(std::move(solid))};
}

TEST(Neighbours, of_slices_the_edges_of_the_scans_are_told_apart) {
  const std::vector<SolidOrBody> solids = {open_wall(0, -5), open_wall(0.5, 5)};
  const std::vector<Neighbours> found = find_neighbours(solids, std::vector{31, 32});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].distance_mm, 0.5, 1e-9);
  EXPECT_TRUE(found[0].at_edge);
  EXPECT_FALSE(found[0].tight);
  EXPECT_FALSE(find_neighbours(spheres(0.03), std::vector{36, 37})[0].at_edge);
}

}  // namespace
}  // namespace intercusp
