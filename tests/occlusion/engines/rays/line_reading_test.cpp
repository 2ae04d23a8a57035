#include "occlusion/engines/rays/line_reading.h"

#include <gtest/gtest.h>

#include "occlusion/geometry/shapes.h"

namespace intercusp::rays {
namespace {

constexpr double reach_mm = 1e-5;
const Line up_the_middle{.origin = {0.5, 0.5, -3}, .direction = {0, 0, 1}};

// Of shapes::box, faces 0 and 1 are the bottom, 2 and 3 the top; the middle lies on the edge between them.

TEST(LineReading, a_shared_edge_reported_from_both_faces_is_one_crossing) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 1, 2});
  for (const std::vector<std::uint32_t>& faces :
       std::vector<std::vector<std::uint32_t>>{{0, 1, 2, 3}, {0, 1, 2}, {3, 0}, {3, 2, 1}}) {
    const LineReading reading = read_line(box, up_the_middle, faces, reach_mm);
    EXPECT_EQ(reading.imbalance, 0);
    ASSERT_EQ(reading.intervals.size(), 1U);
    EXPECT_EQ(reading.intervals[0].start, 3);  // depths count from the line's origin
    EXPECT_EQ(reading.intervals[0].end, 5);
    EXPECT_LE(reading.intervals[0].start_face, 1);
    EXPECT_GE(reading.intervals[0].end_face, 2);
  }
}

TEST(LineReading, neighbours_in_the_middle_of_both_faces_are_two_crossings) {
  // Two skins of a mesh that winds twice: same vertices, same depth, yet the line is far from any border.
  TriangleMesh twice = shapes::box({0, 0, 0}, {1, 1, 2});
  const TriangleMesh once = twice;
  for (const Face& face : once.faces) twice.faces.push_back(face);
  const Line off_the_edge{.origin = {0.2, 0.6, 0}, .direction = {0, 0, 1}};
  const LineReading reading =
      read_line(twice, off_the_edge, std::vector<std::uint32_t>{1, 13, 3, 15}, reach_mm);
  EXPECT_EQ(reading.imbalance, 0);
  ASSERT_EQ(reading.intervals.size(), 1U);
  const LineReading lacking = read_line(twice, off_the_edge, std::vector<std::uint32_t>{1, 13, 3}, reach_mm);
  EXPECT_EQ(lacking.imbalance, 1);
}

TEST(LineReading, a_missing_exit_is_told_and_its_entry_left_out) {
  TriangleMesh boxes = shapes::box({0, 0, 0}, {1, 1, 2});
  append(boxes, shapes::box({0, 0, 5}, {1, 1, 6}));
  const LineReading reading =
      read_line(boxes, up_the_middle, std::vector<std::uint32_t>{0, 12, 14}, reach_mm);
  EXPECT_EQ(reading.imbalance, 1);
  ASSERT_EQ(reading.intervals.size(), 1U);
  EXPECT_EQ(reading.intervals[0].start, 8);
  EXPECT_EQ(reading.intervals[0].end, 9);

  const LineReading reversed =
      read_line(boxes, up_the_middle, std::vector<std::uint32_t>{2, 12, 14}, reach_mm);
  EXPECT_EQ(reversed.imbalance, -1);
  ASSERT_EQ(reversed.intervals.size(), 1U);
  EXPECT_EQ(reversed.intervals[0].start, 8);
}

TEST(LineReading, an_inverted_shell_inside_a_body_is_a_cavity) {
  TriangleMesh hollow = shapes::box({0, 0, 0}, {1, 1, 4});
  TriangleMesh cavity = shapes::box({0.1, 0.1, 1}, {0.9, 0.9, 3});
  for (Face& face : cavity.faces) std::swap(face[1], face[2]);
  append(hollow, cavity);
  const LineReading reading =
      read_line(hollow, up_the_middle, std::vector<std::uint32_t>{0, 2, 12, 14}, reach_mm);
  ASSERT_EQ(reading.intervals.size(), 2U);
  EXPECT_EQ(reading.intervals[0].end, 4);
  EXPECT_EQ(reading.intervals[1].start, 6);
}

TEST(LineReading, a_rim_missed_by_less_than_the_reach_leaves_no_slit) {
  // A wedge with a sharp rim in the plane x = 0, pointing to -x and sloping along the line, which passes 1e-6
  // mm before the rim. The planes of the wedge's sides go on beyond the rim, and there the farther side comes
  // first.
  const Eigen::Isometry3d sloped(Eigen::AngleAxisd(0.8, Eigen::Vector3d::UnitX()));
  TriangleMesh parts = shapes::moved(shapes::prism({{0, 0}, {1, -1}, {1, 1}}, -1, 1), sloped);
  const Line line{.origin = {-1e-6, -5, 0.1}, .direction = {0, 1, 0}};
  std::vector<std::uint32_t> faces;
  for (std::uint32_t face = 0; face < parts.faces.size(); ++face) {
    if (face_normal_twice_area(parts, face).x() < -1e-9) faces.push_back(face);
  }
  ASSERT_EQ(faces.size(), 4U);
  EXPECT_TRUE(read_line(parts, line, faces, reach_mm).intervals.empty());

  // The same wedge inside a block, whose walls across the line are faces 4 to 7 of shapes::box.
  const auto first = static_cast<std::uint32_t>(parts.faces.size());
  append(parts, shapes::box({-1, -3, -2}, {1, 3, 2}));
  faces.insert(faces.end(), {first + 4, first + 6});
  const LineReading reading = read_line(parts, line, faces, reach_mm);
  EXPECT_EQ(reading.imbalance, 0);
  ASSERT_EQ(reading.intervals.size(), 1U);
  EXPECT_EQ(reading.intervals[0].start, 2);
  EXPECT_EQ(reading.intervals[0].end, 8);
}

TEST(LineReading, a_line_that_touches_a_rim_is_not_inside) {
  const TriangleMesh wedge = shapes::prism({{0, 0}, {1, -1}, {1, 1}}, 0, 1);
  std::vector<std::uint32_t> sides;
  for (std::uint32_t face = 0; face < wedge.faces.size(); ++face) {
    if (face_normal_twice_area(wedge, face).x() < 0) sides.push_back(face);
  }
  const Line line{.origin = {0, -5, 0.3}, .direction = {0, 1, 0}};
  const LineReading reading = read_line(wedge, line, sides, reach_mm);
  EXPECT_EQ(reading.imbalance, 0);
  EXPECT_TRUE(reading.intervals.empty());
}

TEST(LineReading, a_face_along_the_line_is_no_crossing) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 1, 2});
  const Line in_the_wall{.origin = {0, 0.25, -3}, .direction = {0, 0, 1}};
  std::vector<std::uint32_t> all;
  for (std::uint32_t face = 4; face < box.faces.size(); ++face) all.push_back(face);
  const LineReading reading = read_line(box, in_the_wall, all, reach_mm);
  EXPECT_EQ(reading.imbalance, 0);
  EXPECT_TRUE(reading.intervals.empty());
}

}  // namespace
}  // namespace intercusp::rays
