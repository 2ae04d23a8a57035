#include "tests/occlusion/several/random_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <utility>

#include "tests/support/bites.h"

namespace intercusp::testing {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed * 2654435761U + 17U) {}

  double between(double low, double high) { return low + (high - low) * (engine_() / 4294967296.0); }
  //! Uniform in the logarithm.
  double scale(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  int upto(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  bool coin() { return upto(2) == 1; }
  Vector3d in_box(double low, double high) {
    const double x = between(low, high), y = between(low, high), z = between(low, high);
    return {x, y, z};
  }
  Eigen::Isometry3d pose(double shift_mm) { return random_pose(engine_, shift_mm); }

 private:
  std::mt19937 engine_;
};

Polyhedron tetrahedron(Random& random, double size) {
  Polyhedron shape;
  for (int i = 0; i < 4; ++i) shape.vertices.push_back(random.in_box(-size, size));
  const Vector3d &o = shape.vertices[0], &a = shape.vertices[1], &b = shape.vertices[2],
                 &c = shape.vertices[3];
  if ((a - o).cross(b - o).dot(c - o) < 0) std::swap(shape.vertices[1], shape.vertices[2]);
  shape.polygons = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  return shape;
}

//! Over x and z an L, along y from −width to width; the two boxes that it is the union of.
struct Corner {
  Polyhedron whole, parts, first_part;
};

Corner corner(double length, double thickness, double width) {
  Polyhedron whole;
  const std::vector<Vector2d> outline = {
      {0, 0}, {length, 0}, {length, thickness}, {thickness, thickness}, {thickness, length}, {0, length}};
  for (const double y : {width, -width}) {
    for (const Vector2d& at : outline) whole.vertices.emplace_back(at.x(), y, at.y());
  }
  add_wall(whole, 0, 6, 6);
  whole.polygons.push_back({0, 3, 2, 1});
  whole.polygons.push_back({0, 5, 4, 3});
  whole.polygons.push_back({6, 7, 8, 9});
  whole.polygons.push_back({6, 9, 10, 11});
  const Polyhedron first = box({0, -width, 0}, {length, width, thickness});
  return {whole, joined(first, box({0, -width, 0}, {thickness, width, length})), first};
}

using Pair = std::pair<Polyhedron, Polyhedron>;

//! The overlap of walls: often small, sometimes none; away from the tolerance of 1e-4.
double press(Random& random) {
  const double depth = random.scale(5e-4, 0.3);
  return random.upto(4) == 0 ? -depth : depth;
}

Pair turned_boxes(Random& random) {
  const Vector3d a = random.in_box(0.3, 3), b = random.in_box(0.3, 3);
  return {moved(box(-a, a), random.pose(2)), moved(box(-b, b), random.pose(2))};
}

Pair tetrahedra(Random& random) { return {tetrahedron(random, 3), tetrahedron(random, 3)}; }

Pair peg_in_socket(Random& random) {
  const double deep = press(random), side = random.between(0.001, 0.1),
               shift = random.between(-0.9, 0.9) * side;
  const double half = random.between(0.6, 2.5);
  return {socket({4, 4}, {half + side, half + side}, -2, 0, 6),
          moved(box({-half, -half, -deep}, {half, half, 9}), Vector3d(shift, 0, 0))};
}

Pair crown_on_die(Random& random) {
  const double walls = press(random), top = press(random), narrowing = random.between(0.8, 1);
  const Polyhedron die = frustum(rectangle(3, 3), 0, 6, random.coin() ? 1 : narrowing);
  return {crown({4.5, 4.2}, {3 - walls, 3 - walls}, 6 - top, 7.5, 0.5), die};
}

Pair ring_on_peg(Random& random) {
  const int sides = 6 + random.upto(20);
  const double radius = 3, over = press(random), height = random.between(1, 3);
  const double phase = random.coin() ? 0 : random.between(0, 1);
  return {lathe({{radius, -height}, {4, -height}, {4, height}, {radius, height}}, sides),
          frustum(circle(radius + over, sides, phase), -6, 6)};
}

Pair box_in_shell_wall(Random& random) {
  const Polyhedron shell = joined(cube(5), turned_inside_out(cube(random.between(3, 4.9))));
  const Vector3d half = random.in_box(0.1, 1.5);
  return {shell, moved(box(-half, half), random.pose(5))};
}

Pair nested(Random& random) {
  const double cavity = random.between(2, 4);
  const Polyhedron outer = random.coin() ? cube(5) : joined(cube(5), turned_inside_out(cube(cavity)));
  const Vector3d half = random.in_box(0.1, 1);
  return {outer, moved(box(-half, half), random.pose(2))};
}

Pair links(Random& random) {
  const auto torus = [&] {
    std::vector<Vector2d> tube = circle(random.between(0.5, 1.5), 4 + random.upto(4), random.between(0, 1));
    for (Vector2d& at : tube) at.x() += 5;
    return lathe(tube, 8 + random.upto(10), random.between(0, 1));
  };
  const Polyhedron first = torus(), second = torus();
  Eigen::Isometry3d turn = Eigen::Isometry3d::Identity();
  turn.linear() = Eigen::AngleAxisd(random.between(1.2, 1.9), Vector3d::UnitX()).toRotationMatrix();
  turn.translation() = Vector3d(random.between(2.5, 10.5), 0, random.between(-2, 2));
  return {first, moved(second, turn)};
}

Pair plate_through_box(Random& random) {
  const double thick = random.scale(4e-5, 0.1);
  const Vector3d half = random.in_box(0.5, 3);
  return {box(-half, half), moved(box({-6, -7, 0}, {6, 7, thick}), random.pose(0.4))};
}

Pair needle_in_cube(Random& random) {
  const double thick = random.scale(1e-3, 0.1), length = random.between(0.5, 8);
  return {cube(2), moved(box({0, 0, -length}, {thick, 1.3 * thick, length}), random.pose(3))};
}

Pair tiny_and_huge(Random& random) {
  const double size = random.scale(0.002, 0.1);
  const Vector3d half = random.in_box(100, 400);
  Eigen::Isometry3d place = random.pose(0);
  place.translation() =
      Vector3d(random.between(-50, 50), random.between(-50, 50), half.z() + random.between(-3, 1) * size);
  return {box(-half, half), moved(cube(size), place)};
}

//! Coordinates are small fractions of powers of two, so that walls, edges and corners meet to the bit.
Pair on_a_lattice(Random& random) {
  const auto some_box = [&] {
    const auto whole = [&](int low, int count) { return 0.25 * (low + random.upto(count)); };
    const Vector3d low(whole(0, 12), whole(0, 12), whole(0, 12));
    return box(low, low + Vector3d(whole(1, 8), whole(1, 8), whole(1, 8)));
  };
  return {some_box(), some_box()};
}

Pair wall_on_wall(Random& random) {
  const Vector3d half = random.in_box(0.5, 3);
  constexpr std::array gaps = {0.0, 0.0, 5e-5, 2e-3, 0.1};
  const double gap = gaps[static_cast<std::size_t>(random.upto(gaps.size()))];
  const Polyhedron block = cube(2);
  return {block, moved(box(-half, half),
                       Vector3d(random.between(-3, 3), random.between(-3, 3), 2 + half.z() + gap))};
}

Pair ridges(Random& random) {
  const auto bar = [&] {
    Polyhedron shape = frustum({{-2, -3}, {2, -3}, {0, 0}}, -8, 8);
    for (Vector3d& vertex : shape.vertices) vertex = {vertex.z(), vertex.x(), vertex.y()};
    return shape;
  };
  const double deep = press(random);
  Eigen::Isometry3d over = Eigen::Isometry3d::Identity();
  over.linear() = (Eigen::AngleAxisd(random.between(0.5, 2.5), Vector3d::UnitZ()) *
                   Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()))
                      .toRotationMatrix();
  over.translation() = Vector3d(random.between(-1, 1), random.between(-1, 1), -deep);
  return {bar(), moved(bar(), over)};
}

Pair tip_in_plate(Random& random) {
  const double deep = press(random);
  Polyhedron tip = frustum(circle(random.between(0.5, 3), 3 + random.upto(8)), 0, -4, 1e-3);
  for (Polygon& polygon : tip.polygons) std::reverse(polygon.begin(), polygon.end());
  return {box({-6, -6, -3}, {6, 6, 0}),
          moved(tip, Vector3d(random.between(-3, 3), random.between(-3, 3), 4 - deep))};
}

Pair balls(Random& random) {
  const double first = random.between(1, 3), second = random.between(0.5, 3), deep = press(random);
  return {ball(first, 6, 10), moved(ball(second, 5 + random.upto(3), 8), [&] {
            Eigen::Isometry3d pose = random.pose(0);
            pose.translation() = (first + second - deep) * random.in_box(-1, 1).normalized();
            return pose;
          }())};
}

Pair ball_in_socket(Random& random) {
  const double radius = random.between(1, 2), deep = press(random);
  return {socket({4, 4}, {2.2, 2.2}, -2, 0, 3), moved(ball(radius, 6, 12), Vector3d(0, 0, radius - deep))};
}

const std::vector<std::pair<std::string, std::function<Pair(Random&)>>>& kinds() {
  static const std::vector<std::pair<std::string, std::function<Pair(Random&)>>> all = {
      {"turned boxes", turned_boxes},
      {"tetrahedra", tetrahedra},
      {"a peg in a socket", peg_in_socket},
      {"a crown on a die", crown_on_die},
      {"a ring on a peg", ring_on_peg},
      {"a box in the wall of a shell", box_in_shell_wall},
      {"nested solids", nested},
      {"links of a chain", links},
      {"a plate through a box", plate_through_box},
      {"a needle in a cube", needle_in_cube},
      {"a tiny and a huge solid", tiny_and_huge},
      {"boxes on a lattice", on_a_lattice},
      {"a wall on a wall", wall_on_wall},
      {"ridges", ridges},
      {"a tip in a plate", tip_in_plate},
      {"balls", balls},
      {"a ball in a socket", ball_in_socket},
  };
  return all;
}

SceneSolid solid_of_shape(const Polyhedron& shape, Random& random) {
  return {triangulated(shape, static_cast<std::uint32_t>(random.upto(4))), shape};
}

//! Two boxes that overlap, as one solid, and a third or the first again.
RandomScene parts_of_one_solid(Random& random) {
  const Corner angle = corner(random.between(3, 5), random.between(0.5, 2), random.between(1, 2));
  const Vector3d half = random.in_box(0.2, 1.5);
  const Eigen::Isometry3d frame = random.pose(3);
  const Polyhedron third = moved(moved(box(-half, half), random.pose(1.5)), Vector3d(1, 0, 1));
  const Polyhedron other = random.coin() ? third : angle.first_part;
  RandomScene scene{"parts of one solid", solid_of_shape(moved(angle.whole, frame), random),
                    solid_of_shape(moved(other, frame), random)};
  scene.a.mesh = triangulated(moved(angle.parts, frame));
  return scene;
}

}  // namespace

RandomScene random_scene(std::uint32_t number) {
  Random random(number);
  const std::size_t kind = number % (kinds().size() + 1);
  if (kind == kinds().size()) return parts_of_one_solid(random);
  const auto& [name, make] = kinds()[kind];
  auto [a, b] = make(random);
  // Walls that coincide exactly do so only in the original pose; elsewhere rounding separates or crosses them.
  if (random.upto(3) != 0) {
    const Eigen::Isometry3d frame = random.pose(20);
    a = moved(std::move(a), frame);
    b = moved(std::move(b), frame);
  }
  if (random.coin()) std::swap(a, b);
  return {name, solid_of_shape(a, random), solid_of_shape(b, random)};
}

std::uint32_t scene_count(std::uint32_t usual) {
  const char* const wanted = std::getenv("INTERCUSP_SCENES");
  return wanted ? static_cast<std::uint32_t>(std::stoul(wanted)) : usual;
}

std::uint32_t first_scene() {
  const char* const wanted = std::getenv("INTERCUSP_FIRST_SCENE");
  return wanted ? static_cast<std::uint32_t>(std::stoul(wanted)) : 0;
}

}  // namespace intercusp::testing
