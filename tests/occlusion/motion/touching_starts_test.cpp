// Touching starts, walls that pass each other flush, and bodies that slide along a floor, against closed forms: in
// random poses, cut into triangles at random, and with the two solids exchanged.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "occlusion/distance/deepest.h"
#include "occlusion/motion/contact_pose.h"
#include "occlusion/motion/edge_neighbours.h"
#include "occlusion/motion/first_contact.h"
#include "tests/occlusion/motion/scenes.h"

namespace intercusp::touching_starts {
namespace {

using testing::bite_of;
using testing::degree;
using testing::together;

constexpr double tolerance_mm = default_depth_tolerance_mm;

struct Movement {
  Motion::Kind kind;
  Eigen::Vector3d origin, direction;
  double limit;

  [[nodiscard]] Motion motion() const {
    return kind == Motion::Kind::turn ? Motion::turn(origin, direction, limit)
                                      : Motion::shift(direction, limit);
  }
};

Movement shift(const Eigen::Vector3d& direction, double limit_mm) {
  return {Motion::Kind::shift, {0, 0, 0}, direction, limit_mm};
}
Movement turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double limit_deg) {
  return {Motion::Kind::turn, origin, axis, limit_deg * degree};
}

struct Scene {
  std::string name;
  TriangleMesh upper, lower;
  Movement movement;
  std::optional<double> amount;  //!< of first contact
  double closing = 1;            //!< share of the motion that approaches: it amplifies the rounding of import
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine_); }
  bool flag() { return below(2) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }
  Eigen::Isometry3d pose() { return testing::random_pose(engine_, 10); }
  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_;
};

//! The same surface with random edges cut at random places.
TriangleMesh cut(TriangleMesh mesh, int cuts, Random& random) {
  for (int i = 0; i < cuts; ++i) {
    const auto across = motion::faces_across(mesh);
    const auto face = static_cast<std::uint32_t>(random.below(static_cast<int>(mesh.faces.size())));
    const auto edge = static_cast<std::size_t>(random.below(3));
    const motion::AcrossEdge other = across[face][edge];
    const std::uint32_t a = mesh.faces[face][edge], b = mesh.faces[face][(edge + 1) % 3],
                        c = mesh.faces[face][(edge + 2) % 3];
    const std::uint32_t d = mesh.faces[other.face][other.corner];
    const Eigen::Vector3d from = mesh.vertices[a], to = mesh.vertices[b];
    if ((to - from).norm() < 0.2) continue;
    const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(from + random.between(0.2, 0.8) * (to - from));
    mesh.faces[face] = {a, middle, c};
    mesh.faces.push_back({middle, b, c});
    mesh.faces[other.face] = {b, middle, d};
    mesh.faces.push_back({middle, a, d});
  }
  return mesh;
}

TriangleMesh in_floats(TriangleMesh mesh) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = vertex.cast<float>().cast<double>();
  return mesh;
}

//! An equivalent scene: the answer is the same.
struct Variant {
  Bite bite;
  Motion motion;
};

enum class Numbers { exact, posed, posed_in_floats };

Variant variant_of(const Scene& scene, Numbers numbers, int cuts, bool exchanged, Random& random) {
  const Eigen::Isometry3d pose = numbers == Numbers::exact ? Eigen::Isometry3d::Identity() : random.pose();
  const auto made = [&](const TriangleMesh& mesh) {
    TriangleMesh moved = shapes::moved(cut(mesh, cuts, random), pose);
    return numbers == Numbers::posed_in_floats ? in_floats(std::move(moved)) : moved;
  };
  TriangleMesh upper = made(scene.upper), lower = made(scene.lower);
  Movement movement = scene.movement;
  movement.origin = pose * movement.origin;
  movement.direction = pose.linear() * movement.direction;
  if (exchanged) {
    std::swap(upper, lower);
    movement.direction = -movement.direction;
  }
  return {bite_of(std::move(upper), std::move(lower)), movement.motion()};
}

FirstContactAnswer answer_of(const Variant& variant) {
  const ContactSearch search(variant.bite.upper, variant.bite.lower);
  return find_first_contact(variant.bite, search, variant.motion);
}

void expect_known(const Scene& scene, const Variant& variant, double error, const std::string& what) {
  const FirstContactAnswer answer = answer_of(variant);
  EXPECT_FALSE(answer.starts_overlapping) << what;
  ASSERT_EQ(answer.contact.has_value(), scene.amount.has_value())
      << what << " found " << (answer.contact ? answer.contact->amount : -1);
  if (scene.amount) {
    EXPECT_NEAR(answer.contact->amount, *scene.amount, error) << what;
  }
}

//! \param in_floats whether the answer survives the rounding of import
void expect_known_in_every_variant(const Scene& scene, Random& random, int index, bool in_floats = true) {
  for (const Numbers numbers : {Numbers::exact, Numbers::posed, Numbers::posed_in_floats}) {
    if (numbers == Numbers::posed_in_floats && !in_floats) continue;
    for (const bool exchanged : {false, true}) {
      for (const int cuts : {0, 12}) {
        const Variant variant = variant_of(scene, numbers, cuts, exchanged, random);
        const double error = numbers == Numbers::posed_in_floats ? 1e-5 / scene.closing : 1e-9;
        expect_known(scene, variant, error,
                     scene.name + " " + std::to_string(index) + " numbers " +
                         std::to_string(static_cast<int>(numbers)) + " cuts " + std::to_string(cuts) +
                         (exchanged ? " exchanged" : ""));
      }
    }
  }
}

//! Within the depth tolerance: gaps are positive.
double small_gap(Random& random) {
  return random.one_of({0.0, 0.0, 1e-10, -1e-10, 1e-7, -1e-7, 1e-6, -1e-6, 5e-5, -5e-5, -9e-5});
}

//! A block rises past another block with a wall in the same plane, or past a corner.
Scene passing_walls(Random& random, bool stops) {
  const double gap = small_gap(random), low = random.between(2, 6), high = low + random.between(1, 4);
  const Eigen::Vector3d half(random.between(0.5, 3), random.between(0.5, 3), random.between(0.5, 3));
  double from_y = -half.y(), to_y = half.y();
  switch (random.below(5)) {
    case 0:
      break;  // the same corners
    case 1:
      from_y -= 1, to_y += 1;
      break;  // wider
    case 2:
      from_y *= 0.5, to_y *= 0.5;
      break;  // narrower
    case 3:
      from_y += half.y() * 0.7, to_y += half.y() * 0.7;
      break;  // shifted
    default:
      from_y = half.y() + small_gap(random), to_y = from_y + 2;  // corner to corner
  }
  TriangleMesh upper =
      shapes::box({half.x() + gap, from_y, half.z() + low}, {half.x() + gap + 2, to_y, half.z() + high});
  std::optional<double> amount;
  if (stops) {
    amount = high + random.between(0.1, 2);
    append(upper, shapes::box({-half.x() / 2, -half.y() / 2, half.z() + *amount},
                              {half.x() / 2, half.y() / 2, half.z() + *amount + 1}));
  }
  return {"passing walls", upper, shapes::box(-half, half), shift({0, 0, 1}, 40), amount};
}

//! On a floor with a wall at the end: towards it, away from it, up and down.
Scene on_a_floor(Random& random) {
  const double wall = random.between(5, 9), height = random.between(0.3, 4), gap = small_gap(random);
  // Floor y = 0, wall x = wall.
  const TriangleMesh upper = shapes::prism(
      {{-5, -1}, {wall + 2, -1}, {wall + 2, height}, {wall, height}, {wall, 0}, {-5, 0}}, -3, 3);
  const double front = random.between(-1, 3), size = random.between(0.3, 1.5);
  const TriangleMesh lower = random.flag()
                                 ? shapes::box({front - size, gap, -size}, {front, gap + 1, size})
                                 : shapes::prism({{front - size, gap}, {front, gap}, {front - size, gap + 1}},
                                                 -size, size);  // a scraper
  switch (random.below(4)) {
    case 0:
      return {"towards the wall", upper, lower, shift({1, 0, 0}, 20), wall - front};
    case 1:
      return {"off the floor's end", upper, lower, shift({-1, 0, random.between(-0.2, 0.2)}, 30),
              std::nullopt};
    case 2:
      return {"up", upper, lower, shift({0, 1, 0}, 20), std::nullopt};
    default: {
      const Eigen::Vector3d down(random.between(-0.5, 0.5), -1, 0);
      return {"down", upper, lower, shift(down, 20), std::max(gap, 0.0) * down.norm()};
    }
  }
}

//! A peg as wide as the hole it passes through, and a plate behind the hole or none.
Scene peg_in_hole(Random& random) {
  const double gap = small_gap(random);
  const auto wall = [&](double x0, double y0, double x1, double y1) {
    return shapes::box({x0, y0, -1}, {x1, y1, 1});
  };
  TriangleMesh upper =
      together({wall(1, -1, 3, 3), wall(-1, 1, 1, 3), wall(-3, -3, -1, 3), wall(-1, -3, 3, -1)});
  std::optional<double> amount;
  if (random.flag()) {
    amount = random.between(6.5, 9);
    append(upper, shapes::box({-2, -2, *amount - 5}, {2, 2, *amount - 4}));
  }
  return {"peg", upper, shapes::box({-1 + gap, -1 + gap, -9}, {1 - gap, 1 - gap, -5}), shift({0, 0, 1}, 40),
          amount};
}

void expect_many(const auto& make, int count, unsigned seed, bool in_floats = true) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    expect_known_in_every_variant(make(random), random, i, in_floats);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(FlushWalls, pass_each_other_however_they_are_cut) {
  expect_many([](Random& random) { return passing_walls(random, false); }, 15, 1);
}

TEST(FlushWalls, that_pass_do_not_hide_what_comes_behind) {
  expect_many([](Random& random) { return passing_walls(random, true); }, 15, 2);
}

TEST(FlushWalls, of_a_peg_as_wide_as_its_hole_pass) { expect_many(peg_in_hole, 6, 3); }

TEST(StartsInTouch, a_block_on_a_floor_is_free_to_slide_and_to_rise) { expect_many(on_a_floor, 25, 4); }

//! A pyramid whose tip touches a slab from below, turned about an axis above or below the tip.
Scene tangential_tip(Random& random) {
  const double radius = random.between(2.2, 8);
  const bool curves_in = random.flag();
  const double bearing = random.between(0, 2 * std::numbers::pi);
  const Eigen::Vector3d axis(std::cos(bearing), std::sin(bearing), 0);
  TriangleMesh tip;
  for (int i = 0; i < 4; ++i) {
    const double angle = bearing + (45 + 90 * i) * degree;
    tip.vertices.emplace_back(1.9 * std::cos(angle), 1.9 * std::sin(angle), -3);
  }
  tip.vertices.emplace_back(0, 0, 0);
  tip.faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}};
  const TriangleMesh slab = shapes::box({-50, -50, 0}, {50, 50, 10});
  return {curves_in ? "tip curves in" : "tip curves away", slab, tip,
          turn({0, 0, curves_in ? radius : -radius}, axis, curves_in ? 60 : 15),
          curves_in ? std::optional(0.0) : std::nullopt};
}

// The circle of a tip cuts 1 µm deep into a plane, or passes it by as much: with 0.03° it approaches more steeply than
// any sliding motion.
TEST(StartsInTouch, a_circle_that_cuts_into_a_plane_meets_it) {
  const TriangleMesh bar =
      shapes::moved(shapes::prism({{0.5, -0.2}, {10, 0}, {0.5, 0.2}}, -1, 1),
                    Eigen::Isometry3d(Eigen::AngleAxisd(30 * degree, Eigen::Vector3d::UnitZ())));
  const auto contact_at = [&](double height) {
    const Bite bite = bite_of(shapes::box({-30, height, -3}, {30, height + 4, 3}), bar);
    return answer_of({bite, Motion::turn({0, 0, 0}, {0, 0, 1}, 120 * degree)}).contact;
  };
  EXPECT_FALSE(contact_at(10 + 1e-6));
  const auto contact = contact_at(10 - 1e-6);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 60 * degree - std::acos(1 - 1e-7), 1e-11);
}

// A tip above a plane by less than the rounding of import meets it where its circle does, not at the start.
TEST(StartsInTouch, a_tip_a_nanometre_below_a_face_meets_it_on_its_circle) {
  const TriangleMesh slab = shapes::box({-50, -50, 0}, {50, 50, 10});
  for (const double gap : {1e-12, 1e-9, 1e-6}) {
    TriangleMesh tip;
    tip.vertices = {{0, 0, -gap}, {2, 2, -3}, {-2, 2, -3}, {0, -2, -3}};
    tip.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const auto answer = answer_of({bite_of(slab, tip), Motion::turn({0, 0, 5}, {1, 0, 0}, 60 * degree)});
    ASSERT_TRUE(answer.contact) << gap;
    EXPECT_NEAR(answer.contact->amount, std::acos(5 / (5 + gap)), 1e-8 + 1e-3 * std::sqrt(gap)) << gap;
  }
}

//! Two crossed ridges in touch, turned about an axis along one of them.
Scene tangential_ridges(Random& random) {
  const double height = random.between(2, 8) * (random.flag() ? 1 : -1), slope = random.between(0.7, 2);
  const bool along_lower = random.flag();
  const auto ridge = [&](double sense) {  // along z, its top at the origin, y is up
    return shapes::prism({{-3, -3 * slope}, {3, -3 * slope}, {0, 0}}, -4 + 0.3 * sense, 4);
  };
  Eigen::Isometry3d along_x = Eigen::Isometry3d::Identity(), along_y = Eigen::Isometry3d::Identity();
  along_x.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  along_y.linear() << 1, 0, 0, 0, 0, 1, 0, -1, 0;
  const TriangleMesh lower = shapes::moved(ridge(1), along_x), upper = shapes::moved(ridge(-1), along_y);
  // About its own direction a ridge moves on a circle; about the other's it rolls on its line.
  const bool curves_in = along_lower == (height > 0);
  return {"ridges", upper, lower,
          turn({0, 0, height}, along_lower ? Eigen::Vector3d(1, 0, 0) : Eigen::Vector3d(0, 1, 0), 4),
          curves_in ? std::optional(0.0) : std::nullopt};
}

TEST(StartsInTouch, a_tip_that_moves_along_a_face_meets_it_at_once_if_it_curves_in) {
  expect_many(tangential_tip, 60, 5, false);
}

TEST(StartsInTouch, ridges_that_move_along_each_other_meet_at_once_if_they_curve_in) {
  expect_many(tangential_ridges, 60, 6, false);
}

//! A block with its top in a slab's underside, or within the tolerance of it, moved in any direction.
Scene pressed_block(Random& random) {
  const double overlap = random.one_of({0.0, 1e-12, 1e-7, 3e-5, 9e-5});
  const TriangleMesh slab = shapes::box({-20, -20, 0}, {20, 20, 3}),
                     block = shapes::box({-1, -2, -3}, {2, 1, overlap});
  Eigen::Vector3d direction(random.between(-1, 1), random.between(-1, 1), 0);
  const int sense = random.below(3) - 1;
  direction.z() = sense * random.between(0.001, 1);
  return {"block",
          slab,
          block,
          shift(direction, 15),
          sense > 0 ? std::optional(0.0) : std::nullopt,
          std::abs(direction.normalized().z())};
}

TEST(StartsInTouch, an_overlap_within_the_tolerance_is_free_but_for_pressing) {
  expect_many(pressed_block, 15, 7);
}

TEST(StartsInTouch, an_overlap_beyond_the_tolerance_is_one) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    Scene scene = pressed_block(random);
    scene.lower = shapes::box({-1, -2, -3}, {2, 1, random.between(1.1e-4, 2e-4)});
    const FirstContactAnswer answer = answer_of(variant_of(scene, Numbers::posed, 5, random.flag(), random));
    EXPECT_TRUE(answer.starts_overlapping) << i;
  }
}

TEST(StartsInTouch, a_slide_that_leads_deeper_than_the_tolerance_meets_where_it_begins) {
  // The floor rises by 2 in 100 000: 0.1 µm a 5 µm would be within the tolerance, 20 mm of it are not.
  const TriangleMesh floor = shapes::prism({{-5, -1}, {40, -1}, {40, 40 * 2e-5}, {-5, -5 * 2e-5}}, -3, 3);
  const TriangleMesh block = shapes::box({-1, 0, -1}, {0, 1, 1});
  const auto far = answer_of({bite_of(floor, block), Motion::shift({1, 0, 0}, 20)});
  ASSERT_TRUE(far.contact);
  EXPECT_EQ(far.contact->amount, 0);
  EXPECT_FALSE(answer_of({bite_of(floor, block), Motion::shift({1, 0, 0}, 4)}).contact);
}

bool is_deeper(const Bite& bite) {
  if (!exact_interference(bite).interference) return false;
  const PreparedJaws jaws = prepare_jaws(bite);
  return least_distance(bite, jaws, surface_distances(bite, jaws), {.tolerance_mm = 1e-6})
             .value()
             .distance_mm < -tolerance_mm;
}

//! The first of a motion's amounts at which the overlap is deeper than the tolerance, by steps and halving.
std::optional<double> first_depth(const Bite& bite, const Motion& motion, double from, double to, int steps) {
  const auto deeper_at = [&](double amount) {
    Bite moved = bite;
    moved.upper_from_lower = motion.at(amount) * bite.upper_from_lower;
    return is_deeper(moved);
  };
  for (int i = 1; i <= steps; ++i) {
    double low = from + (to - from) * (i - 1) / steps, high = from + (to - from) * i / steps;
    if (!deeper_at(high)) continue;
    for (int k = 0; k < 20; ++k) (deeper_at(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
    return high;
  }
  return std::nullopt;
}

class FromContact : public ::testing::TestWithParam<Motion::Kind> {};
INSTANTIATE_TEST_SUITE_P(Motions, FromContact, ::testing::Values(Motion::Kind::turn, Motion::Kind::shift),
                         [](const auto& kind) {
                           return kind.param == Motion::Kind::turn ? "turn" : "shift";
                         });

// A pose of contact is an ordinary start: forwards it meets at once, backwards it is free for a while, and any other
// motion meets at once or stays within the tolerance until its contact.
TEST_P(FromContact, motions_meet_as_depths_by_the_exact_test_say) {
  std::mt19937 engine(17);
  Random random(18);
  int met_at_once = 0, free = 0;
  for (int i = 0; i < 12; ++i) {
    auto [bite, motion] = testing::random_scene(engine, GetParam());
    const ContactSearch search(bite.upper, bite.lower);
    const auto contact = search.first(bite.upper_from_lower, motion);
    if (!contact) continue;
    bite.upper_from_lower = motion.at(contact->amount) * bite.upper_from_lower;
    const FirstContactAnswer onwards = find_first_contact(bite, search, motion);
    EXPECT_FALSE(onwards.starts_overlapping) << i;
    ASSERT_TRUE(onwards.contact) << i;
    EXPECT_NEAR(onwards.contact->amount, 0, 1e-9) << i;
    for (int k = 0; k < 6; ++k) {
      const Eigen::Vector3d way(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
      const Motion other = k % 2 == 0
                               ? Motion::shift(way, 0.5)
                               : Motion::turn(contact->case_point + 5 * way.unitOrthogonal(), way, 0.1);
      const FirstContactAnswer answer = find_first_contact(bite, search, other);
      EXPECT_FALSE(answer.starts_overlapping) << i << ' ' << k;
      const double until = answer.contact ? answer.contact->amount - 1e-9 : other.limit();
      if (until > 0) {
        EXPECT_FALSE(first_depth(bite, other, 0, until, 8)) << i << ' ' << k;
      }
      if (answer.contact) {
        const double last = std::min(other.limit(), answer.contact->amount + 0.05);
        EXPECT_TRUE(first_depth(bite, other, answer.contact->amount, last, 8)) << i << ' ' << k;
      }
      ++(answer.contact && answer.contact->amount < 1e-9 ? met_at_once : free);
    }
  }
  EXPECT_GT(met_at_once, 5);
  EXPECT_GT(free, 10);
}

TEST(ContactPose, of_jaws_in_touch_is_where_they_are) {
  const Bite bite = bite_of(shapes::box({0, 0, 5}, {4, 4, 8}), shapes::box({-1, -1, 0}, {6, 6, 5}));
  const auto pose = contact_pose(ContactSearch(bite.upper, bite.lower), bite.upper_from_lower,
                                 Motion::shift({0, 0, 1}, 10), 0.05);
  ASSERT_TRUE(pose);
  EXPECT_EQ(pose->closed, 0);
}

}  // namespace
}  // namespace intercusp::touching_starts
