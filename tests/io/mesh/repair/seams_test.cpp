// Open edges that a file's rounding has torn apart, with known answers.
#include "io/mesh/repair/steps.h"

#include "tests/io/mesh/repair/meshes.h"

namespace intercusp {
namespace {

using testing::expect_solid;
using testing::raw_of;
using testing::soup_of;
using testing::together;
using testing::without_faces;

RawMesh ball() { return raw_of(shapes::sphere({1, 2, 3}, 5, 16)); }

RawMesh shaken(RawMesh mesh, double most_mm) {
  std::mt19937 random(7);
  for (Eigen::Vector3d& vertex : mesh.vertices) {
    for (double& x : vertex) x += most_mm * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1);
  }
  return mesh;
}

RawMesh moved_by(RawMesh mesh, const Eigen::Vector3d& way) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex += way;
  return mesh;
}

//! Both halves of a ball, one shifted away from the other.
RawMesh torn_ball(double gap_mm) {
  const auto above = [](const Eigen::Vector3d& middle) { return middle.z() > 3; };
  const auto below = [](const Eigen::Vector3d& middle) { return middle.z() <= 3; };
  return together(without_faces(ball(), above),
                  moved_by(without_faces(ball(), below), gap_mm * Eigen::Vector3d(1, 2, 2) / 3));
}

TEST(RepairOfSeams, a_soup_whose_corners_are_rounded_each_by_itself_becomes_one_body) {
  const RawMesh whole = ball();
  const RawMesh soup = shaken(soup_of(whole), 0.0005);  // corners of one vertex lie at most 0.0018 mm apart
  const RepairedSolid repaired = make_solid(soup);
  EXPECT_EQ(repaired.counts.joined_vertices, soup.vertices.size() - whole.vertices.size());
  EXPECT_EQ(repaired.solid.mesh.vertices.size(), whole.vertices.size());
  EXPECT_EQ(repaired.components, 1U);
  EXPECT_FALSE(repaired.closed_by_import);
  const double area = 4 * std::numbers::pi * 25;
  EXPECT_NEAR(signed_volume(repaired.solid.mesh), signed_volume(shapes::sphere({1, 2, 3}, 5, 16)),
              area * 0.0009);
  expect_solid(repaired);
}

TEST(RepairOfSeams, two_halves_a_micrometre_apart_are_one_body) {
  const RepairedSolid repaired = make_solid(torn_ball(0.001));
  EXPECT_EQ(repaired.counts.joined_vertices, 32U);
  EXPECT_EQ(repaired.components, 1U);
  EXPECT_FALSE(repaired.closed_by_import);
  expect_solid(repaired);
}

TEST(RepairOfSeams, what_lies_further_apart_than_rounding_stays_apart) {
  const RepairedSolid repaired = make_solid(torn_ball(0.0021));
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
  EXPECT_TRUE(repaired.closed_by_import);
}

TEST(RepairOfSeams, sheets_that_touch_at_a_corner_keep_their_vertices) {
  const RawMesh square = testing::sheet(
      3, 3, [](int, int) { return true; }, [](int, int) { return 0.0; });
  const RepairedSolid repaired = make_solid(together(square, moved_by(square, {3.001, 3, 0})));
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
}

TEST(RepairOfSeams, three_sheets_along_one_line_stay_apart) {
  const auto all = [](int, int) { return true; };
  const RawMesh left = testing::sheet(3, 3, all, [](int x, int) { return x - 3.0; });
  const RawMesh right = testing::sheet(3, 3, all, [](int x, int) { return 0.5 * x; });
  const RawMesh level = testing::sheet(3, 3, all, [](int, int) { return 0.0; });
  const RawMesh three =
      together(together(left, moved_by(right, {3.001, 0, 0})), moved_by(level, {3, 0, 0.001}));
  const RepairedSolid repaired = make_solid(three);
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
}

TEST(RepairOfSeams, a_fold_takes_no_third_sheet) {
  const auto all = [](int, int) { return true; };
  const RawMesh fold = testing::sheet(2, 1, all, [](int x, int) { return std::abs(x - 1.0); });
  const RawMesh third = testing::sheet(2, 1, all, [](int, int) { return 0.0; });
  const RepairedSolid repaired = make_solid(together(fold, moved_by(third, {1.001, 0, 0})));
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
}

TEST(RepairOfSeams, the_same_sheet_twice_stays_two_sheets) {
  const RawMesh sheet = testing::sheet(
      3, 3, [](int, int) { return true; }, [](int, int) { return 0.0; });
  const RepairedSolid repaired = make_solid(together(sheet, moved_by(sheet, {0, 0, 0.001})));
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
}

TEST(RepairOfSeams, vertices_of_two_files_stay_apart) {
  RawMesh halves = torn_ball(0.001);
  halves.file_starts = {static_cast<std::uint32_t>(ball().vertices.size())};
  EXPECT_EQ(make_solid(halves).counts.joined_vertices, 0U);
}

TEST(RepairOfSeams, a_single_face_thinner_than_the_seam_keeps_its_corners) {
  // Its long edges are open and run against each other.
  const RawMesh sliver{.vertices = {{20, 0, 0}, {20, 0.001, 0}, {25, 0, 0}}, .faces = {{0, 1, 2}}};
  const RepairedSolid repaired = make_solid(together(ball(), sliver));
  EXPECT_EQ(repaired.counts.joined_vertices, 0U);
  expect_solid(repaired);
}

}  // namespace
}  // namespace intercusp
