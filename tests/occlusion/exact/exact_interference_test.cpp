#include "occlusion/exact/exact_interference.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <numbers>
#include <random>

#include "occlusion/engines/compute_map.h"
#include "tests/support/bites.h"
#include "tests/support/whole_tetrahedra.h"

namespace intercusp {
namespace {

using Mesh = TriangleMesh;
using Vector = Eigen::Vector3d;

ExactInterference of(const Mesh& upper, const Mesh& lower,
                     const Eigen::Isometry3d& pose = Eigen::Isometry3d::Identity()) {
  return exact_interference(bite_of(upper, lower, pose));
}

Mesh cube(const Vector& min, double side) { return shapes::box(min, min + Vector::Constant(side)); }

Mesh turned_inside_out(Mesh mesh) {
  for (Face& face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

// ---- Curves known on paper ----

TEST(ExactInterference, a_post_through_a_plate_crosses_it_in_a_square) {
  const ExactInterference result = of(shapes::box({1, 1, 2}, {3, 3, 6}), shapes::box({0, 0, 0}, {4, 4, 3}));
  EXPECT_TRUE(result.interference);
  EXPECT_FALSE(result.touching);
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_TRUE(result.curves[0].closed);
  EXPECT_EQ(result.curves[0].points.front(), result.curves[0].points.back());
  for (const Vector& point : result.curves[0].points) EXPECT_EQ(point.z(), 3);
  EXPECT_NEAR(result.curve_length_mm, 8, 1e-12);
  EXPECT_NEAR(length_mm(result.curves[0]), 8, 1e-12);
}

TEST(ExactInterference, two_cubes_corner_in_corner_cross_in_six_edges_of_a_cube) {
  const ExactInterference result = of(cube({0, 0, 0}, 2), cube({1, 1, 1}, 2));
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_TRUE(result.curves[0].closed);
  EXPECT_NEAR(result.curve_length_mm, 6, 1e-12);
}

TEST(ExactInterference, a_pose_moves_the_lower_and_the_curves_with_it) {
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 30);
    const ExactInterference result =
        of(shapes::moved(cube({0, 0, 0}, 2), pose), shapes::box({0.5, 0.5, 1}, {1.5, 1.5, 4}), pose);
    ASSERT_EQ(result.curves.size(), 1U);
    EXPECT_TRUE(result.curves[0].closed);
    // Coordinates of up to 60 mm carry a few units in the last place.
    EXPECT_NEAR(result.curve_length_mm, 4, 1e-12);
  }
}

TEST(ExactInterference, a_bar_through_a_hook_crosses_it_in_four_loops) {
  // The hook's two walls, 1 mm thick, each let a bar of 2 × 0.5 mm through: in and out.
  const Mesh bar = shapes::box({-1, 4, 3}, {7, 6, 3.5});
  const ExactInterference result = of(bar, testing::hook(0, 10));
  EXPECT_EQ(result.curves.size(), 4U);
  for (const Polyline& curve : result.curves) EXPECT_TRUE(curve.closed);
  EXPECT_NEAR(result.curve_length_mm, 4 * 5.0, 1e-12);
}

TEST(ExactInterference, two_spheres_cross_in_the_polygon_that_stands_for_their_circle) {
  constexpr double radius = 4, half_distance = 3.3;
  constexpr int rings = 60;
  const ExactInterference result = of(shapes::sphere({0, 0, half_distance}, radius, rings),
                                      shapes::sphere({0, 0, -half_distance}, radius, rings));
  // The meshes mirror each other, so they cross in the plane between the centres: in a regular polygon whose
  // corners lie on the chords between two rings, at most a chord's sag inside the circle.
  const double circle = std::sqrt(radius * radius - half_distance * half_distance);
  const double half_step = std::numbers::pi / (2 * rings);
  const double sag = radius * (1 - std::cos(half_step)) / std::cos(std::acos(circle / radius) + half_step);
  const double per_mm = 4 * rings * std::sin(half_step);  // perimeter of the polygon of radius 1
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_TRUE(result.curves[0].closed);
  EXPECT_LE(result.curve_length_mm, per_mm * circle + 1e-9);
  EXPECT_GE(result.curve_length_mm, per_mm * (circle - sag) - 1e-9);
  EXPECT_NEAR(result.curve_length_mm, 2 * std::numbers::pi * circle,
              2 * std::numbers::pi * (sag + circle * (1 - std::sin(half_step) / half_step)) + 1e-9);
}

TEST(ExactInterference, caps_that_meet_edge_on_edge_all_around_interfere) {
  // The plane in which they cross is a ring of both spheres: they share its edges, and no face crosses one.
  constexpr double radius = 4;
  const double ring_height = radius * std::sin(std::numbers::pi / 2 * 5 / 12);
  Mesh ball = shapes::sphere({0, 0, -ring_height}, radius, 24);
  for (Vector& vertex : ball.vertices) {
    if (std::abs(vertex.z()) < 1e-9) vertex.z() = 0;
  }
  Mesh mirrored = turned_inside_out(ball);
  for (Vector& vertex : mirrored.vertices) vertex.z() *= -1;
  const ExactInterference result = of(mirrored, ball);
  EXPECT_TRUE(result.crossing.empty());
  EXPECT_EQ(result.upper_pieces_inside, 1U);
  EXPECT_EQ(result.lower_pieces_inside, 1U);
  EXPECT_TRUE(result.interference);
}

// ---- Touching ----

TEST(ExactInterference, boxes_that_touch_in_any_way_do_not_interfere) {
  const Mesh at_rest = cube({0, 0, 0}, 2);
  for (const Vector& corner : {Vector(0, 0, 2), Vector(0.5, 0.5, 2), Vector(1, 2, 1), Vector(2, 2, 0),
                               Vector(2, 2, 0.5), Vector(2, 2, 2), Vector(-2, -2, -2)}) {
    const ExactInterference result = of(cube(corner, 2), at_rest);
    EXPECT_FALSE(result.interference) << corner.transpose();
    EXPECT_TRUE(result.touching) << corner.transpose();
    EXPECT_FALSE(result.touching_pairs.empty());
    EXPECT_TRUE(result.curves.empty());
  }
}

TEST(ExactInterference, the_next_number_below_touching_is_interference) {
  const double below = std::nextafter(2.0, 0.0);
  EXPECT_TRUE(of(cube({0.5, 0.5, below}, 2), cube({0, 0, 0}, 2)).interference);
  const double above = std::nextafter(2.0, 3.0);
  const ExactInterference apart = of(cube({0.5, 0.5, above}, 2), cube({0, 0, 0}, 2));
  EXPECT_FALSE(apart.interference);
  EXPECT_FALSE(apart.touching);
}

TEST(ExactInterference, flush_boxes_that_share_volume_interfere) {
  const Mesh at_rest = cube({0, 0, 0}, 2);
  EXPECT_TRUE(of(at_rest, at_rest).interference) << "the same box twice";
  EXPECT_TRUE(of(cube({1, 0, 0}, 2), at_rest).interference) << "moved along an edge: no two faces straddle";
  EXPECT_TRUE(of(shapes::box({0, 0, 0}, {1, 1, 1}), at_rest).interference) << "in its corner";
}

TEST(ExactInterference, an_edge_on_an_edge_with_the_body_inside_interferes) {
  // The needle shares one edge of the box and lies inside it otherwise: no face crosses another.
  Mesh needle = shapes::prism({{0, 0}, {1, 0.4}, {0.4, 1}}, 0, 2);
  const ExactInterference inside = of(needle, shapes::box({0, 0, -1}, {2, 2, 3}));
  EXPECT_TRUE(inside.crossing.empty());
  EXPECT_EQ(inside.upper_pieces_inside, 1U);
  EXPECT_TRUE(inside.interference);
  for (Vector& vertex : needle.vertices) vertex.head<2>() *= -1;
  const ExactInterference outside = of(needle, shapes::box({0, 0, -1}, {2, 2, 3}));
  EXPECT_FALSE(outside.interference);
  EXPECT_TRUE(outside.touching);
}

// ---- Without crossing ----

TEST(ExactInterference, a_ball_inside_a_ball_interferes_without_a_curve) {
  const Mesh large = shapes::sphere({0, 0, 0}, 5, 40);
  const Mesh small = shapes::sphere({1, 1, 0}, 1, 12);
  const ExactInterference upper_inside = of(small, large);
  EXPECT_TRUE(upper_inside.interference);
  EXPECT_EQ(upper_inside.upper_pieces_inside, 1U);
  EXPECT_EQ(upper_inside.lower_pieces_inside, 0U);
  EXPECT_TRUE(upper_inside.curves.empty());
  EXPECT_EQ(of(large, small).lower_pieces_inside, 1U);
}

TEST(ExactInterference, a_ball_in_the_hollow_of_a_shell_is_free) {
  const Mesh shell =
      together({shapes::sphere({0, 0, 0}, 5, 40), turned_inside_out(shapes::sphere({0, 0, 0}, 4, 40))});
  EXPECT_FALSE(of(shapes::sphere({1, 1, 0}, 1, 12), shell).interference);
  EXPECT_TRUE(of(shapes::sphere({1, 1, 0}, 3, 12), shell).interference);
}

TEST(ExactInterference, every_part_that_is_wholly_inside_counts) {
  const Mesh crumbs = together({cube({1, 1, 1}, 0.5), cube({3, 3, 3}, 0.5), cube({20, 0, 0}, 0.5)});
  EXPECT_EQ(of(crumbs, cube({0, 0, 0}, 10)).upper_pieces_inside, 2U);
}

// ---- Faces that are not anatomy ----

TEST(ExactInterference, a_crossing_with_a_base_does_not_count) {
  Bite bite = bite_of(cube({0, 0, 1}, 2), cube({0.5, 0.5, 0}, 2));
  Solid lower = *bite.lower;
  lower.anatomy_faces = 0;
  bite.lower = std::make_shared<const Solid>(lower);
  const ExactInterference result = exact_interference(bite);
  EXPECT_FALSE(result.interference);
  EXPECT_TRUE(result.crossing.empty());
  EXPECT_GT(result.not_anatomy_pairs, 0U);
}

// ---- What pixels miss ----

TEST(ExactInterference, a_spike_between_the_pixels_is_found) {
  constexpr double pixel = 0.05;
  const Mesh plate = shapes::fine_box({0, 0, 0}, {4, 4, 1}, 0.25);
  const Mesh above = shapes::fine_box({0, 0, 1.1}, {4, 4, 2}, 0.25);
  const View view = testing::view_of(bite_of(above, plate), pixel);
  // A spike of 0.01 mm, 0.005 mm deep in the upper, on the corner of four pixels in the middle of the window.
  const double x = view.grid.u0_mm + 40 * pixel;
  const double y = view.grid.v0_mm + 40 * pixel;
  const Vector foot = view.view_from_case.inverse(Eigen::Isometry) * Vector(x, y, 0.5);
  const Mesh spike =
      shapes::box({foot.x() - 0.005, foot.y() - 0.005, 0.5}, {foot.x() + 0.005, foot.y() + 0.005, 1.105});
  const Bite bite = bite_of(above, together({plate, spike}));
  const ClearanceMap map = compute_map(bite, view, {.kind = EngineKind::zlist});
  EXPECT_EQ(count_pixels(map).interfering, 0U) << "the spike is meant to lie between the pixels' centres";
  const ExactInterference result = exact_interference(bite);
  EXPECT_TRUE(result.interference);
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_NEAR(result.curve_length_mm, 0.04, 1e-12);
}

TEST(ExactInterference, no_pixel_interferes_where_no_point_does) {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> gap(-0.02, 0.02);
  int free = 0, interfering = 0;
  for (int i = 0; i < 40; ++i) {
    Mesh upper = shapes::torus({0, 0, 0}, {0, 0.2, 1}, 3, 1, 40, 20);
    Mesh lower =
        shapes::moved(shapes::torus({0, 0, 0}, {0.1, 0, 1}, 3, 1, 36, 18), testing::random_pose(random, 1));
    // The upper is placed on the lower and raised by the gap, as measured by pixels.
    for (Vector& vertex : upper.vertices) vertex.z() += 20;
    const Bite above = bite_of(upper, lower);
    const ClearanceMap apart = compute_map(above, testing::view_of(above), {.kind = EngineKind::zlist});
    const double drop = testing::least_clearance(apart) - gap(random);
    for (Vector& vertex : upper.vertices) vertex.z() -= drop;
    const Bite bite = bite_of(upper, lower);
    const ClearanceMap map = compute_map(bite, testing::view_of(bite), {.kind = EngineKind::zlist});
    const bool exact = exact_interference(bite).interference;
    if (!exact) {
      EXPECT_EQ(count_pixels(map).interfering, 0U) << "round " << i;
    }
    (exact ? interfering : free)++;
  }
  EXPECT_GT(free, 8);
  EXPECT_GT(interfering, 8);
}

TEST(ExactInterference, a_surface_cut_apart_at_its_edges_still_gives_whole_curves) {
  const Mesh post = shapes::fine_box({1, 1, 2}, {3, 3, 6}, 0.7);
  Mesh loose;  // every face has its own vertices
  for (const Face& face : post.faces) {
    Face own{};
    for (int corner = 0; corner < 3; ++corner) {
      own[corner] = static_cast<std::uint32_t>(loose.vertices.size());
      loose.vertices.push_back(post.vertices[face[corner]]);
    }
    loose.faces.push_back(own);
  }
  const ExactInterference result = of(loose, shapes::box({0, 0, 0}, {4, 4, 3}));
  ASSERT_EQ(result.curves.size(), 1U);
  EXPECT_TRUE(result.curves[0].closed);
  EXPECT_NEAR(result.curve_length_mm, 8, 1e-12);
}

// ---- Random bodies on whole numbers against separating planes ----

using testing::best_gap;
using testing::Tetrahedron;
using testing::Whole;

Tetrahedron random_tetrahedron(std::mt19937& random, int size) {
  std::uniform_int_distribution<long> coordinate(0, size);
  Tetrahedron t{};
  do {
    for (Whole& corner : t) corner = {coordinate(random), coordinate(random), coordinate(random)};
  } while (testing::volume(t) == 0);
  if (testing::volume(t) < 0) std::swap(t[0], t[1]);
  return t;
}

TEST(ExactInterference, tetrahedra_on_a_coarse_grid_agree_with_separating_planes) {
  std::mt19937 random(20261120);
  int interfering = 0, touching = 0, apart = 0;
  for (int size : {2, 3, 4, 6, 12}) {
    for (int i = 0; i < 4000; ++i) {
      const Tetrahedron a = random_tetrahedron(random, size);
      const Tetrahedron b = random_tetrahedron(random, size);
      // Directions come in both senses (edge × edge and back), so one sense of the gap is enough.
      const long gap = best_gap(a, b);
      const ExactInterference result = of(testing::mesh_of(a), testing::mesh_of(b));
      ASSERT_EQ(result.interference, gap < 0) << "size " << size << ", round " << i;
      ASSERT_EQ(result.touching, gap == 0) << "size " << size << ", round " << i;
      (gap < 0 ? interfering : gap == 0 ? touching : apart)++;
    }
  }
  EXPECT_GT(interfering, 2000);
  EXPECT_GT(touching, 500);
  EXPECT_GT(apart, 500);
}

TEST(ExactInterference, jaws_of_many_overlapping_parts_agree_with_all_their_pairs) {
  std::mt19937 random(77);
  int interfering = 0, touching = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<Tetrahedron> upper, lower;
    std::vector<Mesh> upper_parts, lower_parts;
    for (int part = 0; part < 30; ++part) {
      Tetrahedron a = random_tetrahedron(random, 6);
      Tetrahedron b = random_tetrahedron(random, 6);
      for (Whole& corner : b) corner[2] += 5 + i % 3;  // small intersections, so that touching occurs
      upper.push_back(a);
      lower.push_back(b);
      upper_parts.push_back(testing::mesh_of(a));
      lower_parts.push_back(testing::mesh_of(b));
    }
    long least = std::numeric_limits<long>::max();
    for (const Tetrahedron& a : upper) {
      for (const Tetrahedron& b : lower) least = std::min(least, best_gap(a, b));
    }
    const ExactInterference result = of(together(upper_parts), together(lower_parts));
    ASSERT_EQ(result.interference, least < 0) << "round " << i;
    ASSERT_EQ(result.touching, least == 0) << "round " << i;
    interfering += least < 0;
    touching += least == 0;
  }
  EXPECT_GT(interfering, 100);
  EXPECT_GT(touching, 30);
}

// ---- Repeats ----

TEST(ExactInterference, any_number_of_threads_gives_the_same_bits) {
  std::mt19937 random(3);
  const Mesh upper = shapes::torus({0, 0, 2.5}, {0.2, 0.1, 1}, 6, 2, 120, 60);
  const Mesh lower = shapes::torus({1, 0, 0}, {0, 0.1, 1}, 6, 2, 120, 60);
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return of(upper, lower);
  };
  const ExactInterference one = with_threads(1);
  const ExactInterference two = with_threads(2);
  EXPECT_GT(one.crossing.size(), 100U);
  EXPECT_EQ(one.crossing, two.crossing);
  ASSERT_EQ(one.curves.size(), two.curves.size());
  for (std::size_t i = 0; i < one.curves.size(); ++i) {
    EXPECT_TRUE(one.curves[i].closed);
    EXPECT_EQ(one.curves[i].points, two.curves[i].points);
  }
}

TEST(ExactInterference, an_empty_jaw_meets_nothing) {
  const ExactInterference result = of({}, cube({0, 0, 0}, 1));
  EXPECT_FALSE(result.interference);
  EXPECT_FALSE(result.touching);
}

}  // namespace
}  // namespace intercusp
