// Bodies whose interferences are known on paper, and random boxes checked by their walls.
#include "occlusion/several/cinder/cinder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "occlusion/geometry/shapes.h"

namespace intercusp {

void PrintTo(const Penetration& found, std::ostream* out) {
  *out << found.penetrating << " in " << found.penetrated;
}

namespace {

using Meshes = std::vector<TriangleMesh>;
using Found = std::vector<Penetration>;

//! Not along any edge of the boxes, nor in a plane with two of them.
const Eigen::Vector3d askew =
    Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()) * Eigen::Vector3d(0.36, 0.48, 0.8);

std::vector<std::shared_ptr<const Solid>> solids_of(const Meshes& meshes) {
  std::vector<std::shared_ptr<const Solid>> solids;
  for (const TriangleMesh& mesh : meshes) solids.push_back(std::make_shared<const Solid>(solid_of(mesh)));
  return solids;
}

View view_around(const Meshes& meshes, const Eigen::Vector3d& direction, double pixel_mm) {
  const Eigen::Isometry3d view_from_case = orthographic(direction);
  Eigen::AlignedBox2d window;
  for (const TriangleMesh& mesh : meshes) {
    for (const Eigen::Vector3d& vertex : mesh.vertices) {
      const Eigen::Vector2d uv = (view_from_case * vertex).head<2>();
      window.extend(uv);
    }
  }
  return view_of_window(view_from_case, window.min(), window.max(), pixel_mm);
}

//! Any message of OpenGL fails the test.
Found found_in(Cinder& cinder, const View& view) {
  Found found = cinder.look(view);
  for (const std::string& message : cinder.debug_messages()) ADD_FAILURE() << "OpenGL: " << message;
  return found;
}

Found found_in(const Meshes& meshes, double pixel_mm = 0.05, const Eigen::Vector3d& direction = askew) {
  Cinder cinder(solids_of(meshes));
  return found_in(cinder, view_around(meshes, direction, pixel_mm));
}

//! Views with different directions and pixel positions.
std::vector<View> many_looks(const Meshes& meshes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> between(-1, 1);
  std::vector<View> frames;
  for (int i = 0; i < 40; ++i) {
    const double x = between(random), y = between(random), z = between(random);
    frames.push_back(view_around(meshes, {x, y, z}, 0.03 + 0.002 * i));
  }
  return frames;
}

void expect_nothing_from_anywhere(const Meshes& meshes) {
  Cinder cinder(solids_of(meshes));
  for (const View& view : many_looks(meshes)) {
    EXPECT_EQ(found_in(cinder, view), Found{}) << view.view_from_case.matrix();
  }
}

TriangleMesh turned_inside_out(TriangleMesh mesh) {
  for (Face& face : mesh.faces) std::swap(face[0], face[1]);
  return mesh;
}

// Body by body

TEST(Cinder, of_a_box_within_a_box_the_inner_one_penetrates) {
  const TriangleMesh inner = shapes::box({1, 1, 1}, {2, 3, 2}), outer = shapes::box({0, 0, 0}, {5, 5, 5});
  EXPECT_EQ(found_in({inner, outer}), (Found{{0, 1}}));
  EXPECT_EQ(found_in({outer, inner}), (Found{{1, 0}}));
}

TEST(Cinder, a_bar_through_a_plate_penetrates_the_plate_alone) {
  // The bar crosses the diagonals of the plate's walls, which are not edges of the plate.
  const TriangleMesh plate = shapes::box({-5, -5, -0.5}, {5, 5, 0.5});
  const TriangleMesh bar = shapes::box({-0.3, -0.3, -4}, {0.3, 0.3, 4});
  EXPECT_EQ(found_in({plate, bar}), (Found{{1, 0}}));
}

TEST(Cinder, boxes_that_share_a_wall_do_not_interfere) {
  expect_nothing_from_anywhere({shapes::box({0, 0, 0}, {4, 4, 4}), shapes::box({4, 0, 0}, {8, 4, 4})});
  expect_nothing_from_anywhere({shapes::box({0, 0, 0}, {4, 4, 4}), shapes::box({4, 1, -2}, {7, 3, 2})});
}

TEST(Cinder, bodies_that_touch_by_edges_and_corners_do_not_interfere) {
  expect_nothing_from_anywhere({shapes::box({0, 0, 0}, {4, 4, 4}), shapes::box({4, 4, 0}, {8, 8, 4}),
                                shapes::box({4, 1, 4}, {6, 3, 6}), shapes::box({-2, -2, -2}, {0, 0, 0})});
}

TEST(Cinder, bodies_that_touch_with_slanting_walls_do_not_interfere) {
  const TriangleMesh wedge = shapes::prism({{0, 0}, {4, 0}, {4, 2}}, 0, 4);
  const TriangleMesh lid = shapes::prism({{0, 0}, {4, 2}, {2, 4}}, 1, 3);
  expect_nothing_from_anywhere({wedge, lid});
}

TEST(Cinder, boxes_a_millimetre_apart_do_not_interfere) {
  expect_nothing_from_anywhere({shapes::box({0, 0, 0}, {4, 4, 4}), shapes::box({5, 1, 1}, {8, 3, 3})});
}

//! Circles of radius 10 in perpendicular planes, `step_mm` from centre to centre, come 20 - step_mm near.
Meshes linked_rings(double step_mm) {
  return {shapes::torus({0, 0, 0}, {0, 0, 1}, 10, 1.5, 96, 16),
          shapes::torus({step_mm, 0, 0}, {0, 1, 0}, 10, 1.5, 96, 16)};
}

TEST(Cinder, rings_linked_without_touching_do_not_interfere) {
  EXPECT_EQ(found_in(linked_rings(15)), Found{});
  EXPECT_EQ(found_in(linked_rings(16.9)), Found{});
}

TEST(Cinder, linked_rings_half_a_millimetre_in_each_other_penetrate_both_ways) {
  EXPECT_EQ(found_in(linked_rings(17.5)), (Found{{0, 1}, {1, 0}}));
}

TEST(Cinder, boxes_within_boxes_are_told_apart) {
  const Meshes nest = {shapes::box({2, 2, 2}, {3, 3, 3}), shapes::box({0, 0, 0}, {9, 9, 9}),
                       shapes::box({1, 1, 1}, {6, 6, 6})};
  EXPECT_EQ(found_in(nest), (Found{{0, 1}, {0, 2}, {2, 1}}));
}

TEST(Cinder, of_eight_boxes_within_each_other_all_are_named) {
  // More around an edge than its sums can name at once.
  Meshes nest;
  Found all;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Eigen::Vector3d half = Eigen::Vector3d::Constant(1 + i);
    nest.push_back(shapes::box(-half, half));
    for (std::uint32_t around = i + 1; around < 8; ++around) all.push_back({i, around});
  }
  EXPECT_EQ(found_in(nest), all);
}

TEST(Cinder, the_same_body_twice_penetrates_itself_both_ways) {
  // Every edge of the one lies behind the other's, at the same depth.
  const TriangleMesh box = shapes::box({0, 0, 0}, {4, 3, 2});
  EXPECT_EQ(found_in({box, box}), (Found{{0, 1}, {1, 0}}));
}

// What is inside

TEST(Cinder, a_cavity_is_outside) {
  TriangleMesh hollow = shapes::box({0, 0, 0}, {9, 9, 9});
  append(hollow, turned_inside_out(shapes::box({2, 2, 2}, {7, 7, 7})));
  EXPECT_EQ(found_in({hollow, shapes::box({3, 3, 3}, {6, 6, 6})}), Found{});
  EXPECT_EQ(found_in({hollow, shapes::box({3, 3, 3}, {6, 6, 7.5})}), (Found{{1, 0}}));
}

TEST(Cinder, parts_of_a_body_that_overlap_are_inside_as_one) {
  TriangleMesh cross = shapes::box({-5, -1, -1}, {5, 1, 1});
  append(cross, shapes::box({-1, -5, -1.1}, {1, 5, 1.1}));
  EXPECT_EQ(found_in({cross, shapes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})}), (Found{{1, 0}}));
}

// Along the line of sight

//! The same slanting bar five times behind each other along z, one body.
TriangleMesh bars_behind_each_other() {
  const Eigen::AngleAxisd slant(0.5, Eigen::Vector3d(1, 2, 3).normalized());
  const TriangleMesh bar =
      shapes::moved(shapes::box({-2, -0.5, -0.5}, {2, 0.5, 0.5}), Eigen::Isometry3d(slant));
  TriangleMesh bars;
  for (const double z : {-16.0, -8.0, 0.0, 8.0, 16.0}) {
    TriangleMesh part = bar;
    for (Eigen::Vector3d& vertex : part.vertices) vertex.z() += z;
    append(bars, part);
  }
  return bars;
}

TEST(Cinder, an_edge_between_edges_is_found) {
  // Only the bar in the middle lies inside the block; others hide all its edges from both sides. Two distant crumbs
  // enlarge the block's box around all bars, so that no edge is skipped by boxes.
  TriangleMesh block = shapes::box({-3, -3, -3}, {3, 3, 3});
  append(block, shapes::box({-4, -4, -30}, {-3.5, -3.5, -29}));
  append(block, shapes::box({3.5, 3.5, 29}, {4, 4, 30}));
  EXPECT_EQ(found_in({bars_behind_each_other(), block}, 0.05, {0, 0, 1}), (Found{{0, 1}}));
  EXPECT_EQ(found_in({bars_behind_each_other(), block}, 0.05, {0, 0, -1}), (Found{{0, 1}}));
}

TEST(Cinder, an_edge_behind_and_in_front_of_a_hundred_is_found) {
  // Plates along the line of sight; a pin in the middle goes through one of them.
  Meshes meshes;
  for (int i = 0; i < 101; ++i) meshes.push_back(shapes::box({-3, -3, i - 50.1}, {3, 3, i - 49.9}));
  meshes.push_back(shapes::box({-0.5, -0.5, -0.4}, {0.5, 0.5, 0.4}));
  EXPECT_EQ(found_in(meshes, 0.05, {0.3, 0.2, 1}), (Found{{101, 50}}));
}

TEST(Cinder, edges_at_the_same_place_are_all_found) {
  // The ridge of the roof lies over the middle of an edge that two bodies have in common; no other edge is
  // near.
  const TriangleMesh box = shapes::box({-10, 0, -8}, {10, 8, 0});
  const double half = std::sqrt(2.0);
  const TriangleMesh roof =
      shapes::moved(shapes::box({-half, -5, -half}, {half, 5, half}),
                    Eigen::Translation3d(0, 0, -1.5) *
                        Eigen::Isometry3d(Eigen::AngleAxisd(std::numbers::pi / 4, Eigen::Vector3d::UnitY())));
  EXPECT_EQ(found_in({box, box, roof}), (Found{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}));
}

// Many boxes

using Box = Eigen::AlignedBox3d;

std::vector<Box> random_boxes(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0, 22), size(0.5, 7);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    Eigen::Vector3d min, edge;
    for (int axis = 0; axis < 3; ++axis) {
      min[axis] = place(random);
      edge[axis] = size(random);
    }
    boxes.emplace_back(min, min + edge);
  }
  return boxes;
}

Meshes meshes_of(const std::vector<Box>& boxes) {
  Meshes meshes;
  for (const Box& box : boxes) meshes.push_back(shapes::box(box.min(), box.max()));
  return meshes;
}

//! As vectors along axes.
struct BoxEdge {
  Eigen::Vector3d from;
  int axis;
  double length;
};

std::vector<BoxEdge> edges_of(const Box& box) {
  std::vector<BoxEdge> edges;
  for (int axis = 0; axis < 3; ++axis) {
    for (int corner = 0; corner < 4; ++corner) {
      Eigen::Vector3d from = box.min();
      if ((corner & 1) != 0) from[(axis + 1) % 3] = box.max()[(axis + 1) % 3];
      if ((corner & 2) != 0) from[(axis + 2) % 3] = box.max()[(axis + 2) % 3];
      edges.push_back({from, axis, box.sizes()[axis]});
    }
  }
  return edges;
}

//! Of the edges of a box the longest piece, in pixels of the window, that runs inside another whose walls are
//! moved out by `grown_mm`; none if all stay outside.
double longest_inside_px(const Box& box, const Box& other, double grown_mm, const View& view) {
  const Eigen::Vector3d min = other.min().array() - grown_mm, max = other.max().array() + grown_mm;
  double longest_px = 0;
  for (const BoxEdge& edge : edges_of(box)) {
    const int a = (edge.axis + 1) % 3, b = (edge.axis + 2) % 3;
    if (edge.from[a] <= min[a] || edge.from[a] >= max[a] || edge.from[b] <= min[b] || edge.from[b] >= max[b])
      continue;
    const double inside_mm = std::min(edge.from[edge.axis] + edge.length, max[edge.axis]) -
                             std::max(edge.from[edge.axis], min[edge.axis]);
    const Eigen::Vector3d seen = view.view_from_case.linear().col(edge.axis);
    longest_px = std::max(longest_px, inside_mm * seen.head<2>().norm() / view.grid.pixel_mm);
  }
  return longest_px;
}

bool overlap(const Box& a, const Box& b) {
  return (a.min().array() < b.max().array()).all() && (b.min().array() < a.max().array()).all();
}

bool contains(const Found& found, std::size_t a, std::size_t b) {
  const Penetration wanted{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
  return std::find(found.begin(), found.end(), wanted) != found.end();
}

//! An edge is moved 0.75 px under both its walls, which is 1.06 px away, and sampled half a pixel beside;
//! what a box corner adds lies in the edge's own direction.
constexpr double reach_px = 1.6;

TEST(Cinder, finds_all_that_runs_inside_for_four_pixels_and_nothing_that_does_not) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    SCOPED_TRACE(seed);
    const std::vector<Box> boxes = random_boxes(seed, 60);
    const View view = view_around(meshes_of(boxes), askew, 0.03 + 0.01 * seed);
    Cinder cinder(solids_of(meshes_of(boxes)));
    const Found found = found_in(cinder, view);
    const double pixel_mm = view.grid.pixel_mm;
    std::size_t expected = 0;
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = 0; b < boxes.size(); ++b) {
        if (a == b) continue;
        if (contains(found, a, b)) {
          EXPECT_TRUE(overlap(boxes[a], boxes[b])) << a << ' ' << b;
          EXPECT_GT(longest_inside_px(boxes[a], boxes[b], reach_px * pixel_mm, view), 0) << a << ' ' << b;
        }
        if (longest_inside_px(boxes[a], boxes[b], -reach_px * pixel_mm, view) > 4) {
          ++expected;
          EXPECT_TRUE(contains(found, a, b)) << a << ' ' << b;
        }
      }
    }
    EXPECT_GT(expected, 40U);
  }
}

TEST(Cinder, finds_the_same_again_from_the_same_side_after_another) {
  const Meshes meshes = meshes_of(random_boxes(7, 60));
  Cinder cinder(solids_of(meshes));
  const View view = view_around(meshes, askew, 0.1), small = view_around(meshes, {1, 0.4, 0.3}, 0.25);
  const Found first = found_in(cinder, view), from_elsewhere = found_in(cinder, small);
  EXPECT_NE(first, from_elsewhere);
  EXPECT_EQ(found_in(cinder, view), first);
  EXPECT_EQ(found_in(cinder, small), from_elsewhere);
  EXPECT_EQ(found_in(meshes, 0.1), first);
  EXPECT_EQ(found_in(meshes, 0.25, {1, 0.4, 0.3}), from_elsewhere);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
}

TEST(Cinder, looks_through_its_window_only) {
  const Meshes meshes = {shapes::box({0, 0, 0}, {9, 9, 9}), shapes::box({1, 1, 1}, {2, 2, 2}),
                         shapes::box({6, 6, 6}, {8, 8, 8})};
  const View view = view_of_window(Eigen::Isometry3d::Identity(), {5.5, 5.5}, {8.5, 8.5}, 0.05);
  Cinder cinder(solids_of(meshes));
  EXPECT_EQ(found_in(cinder, view), (Found{{2, 0}}));
}

TEST(Cinder, where_the_bodies_lie_does_not_matter) {
  // Floats this far from the origin are whole millimetres; the boxes overlap by 0.05, or are as far apart.
  const Eigen::Vector3d far(1e7, -2e7, 3e7);
  const TriangleMesh box = shapes::box(far, far + Eigen::Vector3d(4, 4, 4));
  const auto next_at = [&](double x) {
    return shapes::box(far + Eigen::Vector3d(x, 1, 1), far + Eigen::Vector3d(8, 3, 3));
  };
  EXPECT_EQ(found_in({box, next_at(3.95)}, 0.01), (Found{{1, 0}}));
  EXPECT_EQ(found_in({box, next_at(4.05)}, 0.01), Found{});
}

// Limits

TEST(Cinder, says_when_a_window_is_too_large) {
  const Meshes meshes = {shapes::box({0, 0, 0}, {1, 1, 1}), shapes::box({0, 0, 0}, {2, 2, 2})};
  Cinder cinder(solids_of(meshes));
  View view = view_around(meshes, askew, 0.1);
  view.grid.width = 1 << 24;
  EXPECT_THROW(static_cast<void>(cinder.look(view)), std::length_error);
}

TEST(Cinder, finds_nothing_where_there_is_nothing) {
  Cinder nobody({});
  EXPECT_EQ(found_in(nobody, view_of_window(Eigen::Isometry3d::Identity(), {0, 0}, {1, 1}, 0.1)), Found{});
  EXPECT_EQ(found_in({TriangleMesh{}, shapes::box({0, 0, 0}, {1, 1, 1})}), Found{});
  Cinder cinder(solids_of({shapes::box({0, 0, 0}, {1, 1, 1}), shapes::box({0, 0, 0}, {2, 2, 2})}));
  EXPECT_EQ(found_in(cinder, View{}), Found{});
}

}  // namespace
}  // namespace intercusp
