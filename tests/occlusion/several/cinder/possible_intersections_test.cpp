#include "occlusion/several/cinder/possible_intersections.h"

#include <gtest/gtest.h>

namespace intercusp::cinder {
namespace {

using Box = Eigen::AlignedBox3d;
using Point = Eigen::Vector3d;
using Places = std::vector<std::size_t>;

// 100 x 80 pixels of 0.1 mm from (-1, -2).
const PixelGrid grid{.u0_mm = -1, .v0_mm = -2, .pixel_mm = 0.1, .width = 100, .height = 80};

void expect_window(const gl::Rectangle& window, int x, int y, int width, int height) {
  EXPECT_EQ(window.x, x);
  EXPECT_EQ(window.y, y);
  EXPECT_EQ(window.width, width);
  EXPECT_EQ(window.height, height);
}

TEST(PossibleIntersections, are_both_ways_where_boxes_meet) {
  const std::vector<Box> boxes = {{Point(0, 0, 0), Point(2, 2, 2)},
                                  {Point(1.03, 0.53, 1), Point(4, 1.52, 5)}};
  const std::vector<PossibleIntersection> intersections = possible_intersections(boxes, grid);
  ASSERT_EQ(intersections.size(), 2U);
  EXPECT_EQ(intersections[0].possible, (Penetration{0, 1}));
  EXPECT_EQ(intersections[1].possible, (Penetration{1, 0}));
  for (const PossibleIntersection& intersection : intersections)
    expect_window(intersection.window, 20, 25, 10, 11);
}

TEST(PossibleIntersections, are_none_of_boxes_behind_each_other_or_beyond_the_window) {
  const std::vector<Box> boxes = {{Point(0, 0, 0), Point(2, 2, 2)},
                                  {Point(0, 0, 3), Point(2, 2, 5)},
                                  {Point(50, 50, 0), Point(52, 52, 2)},
                                  {Point(50, 50, 0), Point(52, 52, 2)},
                                  Box()};
  EXPECT_TRUE(possible_intersections(boxes, grid).empty());
}

TEST(PossibleIntersections, are_looked_for_along_edges_that_reach_the_other_box) {
  const std::vector<Point> vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 4}};
  const std::vector<Edge> edges = {{0, 1}, {0, 2}, {0, 3}, {1, 2}};
  const std::vector<Box> boxes = {{Point(3, -1, -1), Point(5, 1, 1)}, {Point(-2, 3, -1), Point(-1, 5, 1)}};
  // The last two pass the first box by, but their own boxes do not.
  EXPECT_EQ(edges_reaching(edges, vertices, boxes), (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_TRUE(edges_reaching(edges, vertices, {}).empty());
}

TEST(PossibleIntersections, say_what_has_to_be_drawn_where) {
  const std::vector<Box> boxes = {{Point(-5, 0, 0), Point(20, 1, 1)},
                                  {Point(-4, 0, 0), Point(-0.75, 1, 1)},
                                  {Point(0, 7, 7), Point(1, 8, 8)},
                                  {Point(2.05, 0, 0), Point(3, 1, 1)}};
  std::vector<PossibleIntersection> intersections = possible_intersections(boxes, grid);
  const Drawing all = drawing_of(intersections, boxes.size());
  EXPECT_EQ(all.owners, (Places{0, 1, 3}));
  EXPECT_EQ(all.counted, (Places{0, 1, 3}));
  expect_window(all.window, 0, 20, 40, 10);

  intersections.resize(2);  // 0 in 1, 0 in 3
  const Drawing rest = drawing_of(intersections, boxes.size());
  EXPECT_EQ(rest.owners, (Places{0}));
  EXPECT_EQ(rest.counted, (Places{1, 3}));
}

}  // namespace
}  // namespace intercusp::cinder
