// Touching starts, walls that pass each other flush, and bodies that slide along a floor, against closed forms: in
// random poses, cut into triangles at random, and with the two solids exchanged.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "occlusion/distance/deepest.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/prepared_jaw.h"
#include "tests/occlusion/motion/scenes.h"
#include "tests/occlusion/several/random_scenes.h"

namespace intercusp::touching_starts {
namespace {

using testing::degree;

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
    EXPECT_NEAR(answer.contact->amount, *scene.amount, error)
        << what << ", features " << static_cast<int>(answer.contact->features);
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
      return {"down", upper, lower, shift(down, 20), 0.0};  // in touch
    }
  }
}

//! A peg as wide as the hole it passes through, and a plate behind the hole or none.
Scene peg_in_hole(Random& random) {
  // In the hole's edges an overlap with both walls is √2 times as deep.
  const double gap = std::max(small_gap(random), -7e-5);
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

// The circle of a tip cuts into a plane by more than the tolerance, or by less.
TEST(StartsInTouch, a_circle_that_cuts_into_a_plane_beyond_the_tolerance_meets_it) {
  const TriangleMesh bar =
      shapes::moved(shapes::prism({{0.5, -0.2}, {10, 0}, {0.5, 0.2}}, -1, 1),
                    Eigen::Isometry3d(Eigen::AngleAxisd(30 * degree, Eigen::Vector3d::UnitZ())));
  const auto contact_at = [&](double height) {
    const Bite bite = bite_of(shapes::box({-30, height, -3}, {30, height + 4, 3}), bar);
    return answer_of({bite, Motion::turn({0, 0, 0}, {0, 0, 1}, 120 * degree)}).contact;
  };
  EXPECT_FALSE(contact_at(10 + 1e-6));
  EXPECT_FALSE(contact_at(10 - 0.9e-4));
  const auto contact = contact_at(10 - 2e-4);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 60 * degree - std::acos(1 - 2e-5), 1e-11);
}

// A tip within the tolerance of a plane is in touch with it; one further below meets it where its circle does.
TEST(StartsInTouch, a_tip_below_a_face_by_more_than_the_tolerance_meets_it_on_its_circle) {
  const TriangleMesh slab = shapes::box({-50, -50, 0}, {50, 50, 10});
  for (const double gap : {1e-12, 1e-9, 1e-6, 0.9e-4, 1.1e-4, 1e-3}) {
    TriangleMesh tip;
    tip.vertices = {{0, 0, -gap}, {2, 2, -3}, {-2, 2, -3}, {0, -2, -3}};
    tip.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const auto answer = answer_of({bite_of(slab, tip), Motion::turn({0, 0, 5}, {1, 0, 0}, 60 * degree)});
    ASSERT_TRUE(answer.contact) << gap;
    const double angle = gap > tolerance_mm ? std::acos(5 / (5 + gap)) : 0;
    EXPECT_NEAR(answer.contact->amount, angle, 1e-8) << gap;
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

//! A height along a turn, mm: constant + amplitude·cos(angle − peak).
struct Height {
  double constant, amplitude, peak;

  [[nodiscard]] double at(double angle) const { return constant + amplitude * std::cos(angle - peak); }
  //! The first angle after `from`, where the height is above the level, at which it falls below.
  [[nodiscard]] std::optional<double> falls_below(double level, double from) const {
    const double cosine = (level - constant) / amplitude;
    if (!(std::abs(cosine) < 1)) return std::nullopt;
    double angle = peak + std::acos(cosine);
    while (angle < from) angle += 2 * std::numbers::pi;
    while (angle - 2 * std::numbers::pi > from) angle -= 2 * std::numbers::pi;
    return angle;
  }
};

//! How a corner's height over a floor decides: the rule of the depth tolerance, and whether import may change it.
struct Meeting {
  std::optional<double> angle;
  bool is_doubtful = false;
  double closing = 1;  //!< mm per radian
};

Meeting meeting_of(const Height& height, double limit) {
  constexpr double doubt_mm = 4e-6;
  Meeting meeting;
  double least = height.at(limit), greatest_before = height.at(0);
  constexpr int steps = 20000;
  bool sinks = false;
  for (int i = 0; i <= steps; ++i) {
    const double now = height.at(limit * i / steps);
    least = std::min(least, now);
    sinks = sinks || now < -tolerance_mm;
    if (!sinks) greatest_before = std::max(greatest_before, now);
  }
  const bool in_touch = std::abs(height.at(0)) <= tolerance_mm;
  meeting.is_doubtful = std::abs(least + tolerance_mm) < doubt_mm ||
                        std::abs(std::abs(height.at(0)) - tolerance_mm) < doubt_mm ||
                        (in_touch && std::abs(greatest_before - tolerance_mm) < doubt_mm);
  if (!sinks) {
    meeting.is_doubtful |= !in_touch && height.at(limit) < 0.02;
    return meeting;
  }
  if (in_touch && greatest_before <= tolerance_mm) {
    meeting.angle = 0;
    return meeting;
  }
  meeting.angle = height.falls_below(0, 0);
  meeting.closing = std::abs(height.amplitude * std::sin(*meeting.angle - height.peak));
  return meeting;
}

//! About zero, from far below the tolerance to far above it.
double near_zero(Random& random) {
  if (random.below(4) == 0) return 0;
  return (random.flag() ? 1 : -1) * std::pow(10.0, random.between(-6, -1));
}

//! A convex body on a floor, in touch along an edge or a face, is turned about an axis through, on or near its contact.
std::optional<Scene> tipped_body(Random& random) {
  std::vector<Eigen::Vector2d> outline;
  if (random.flag()) {
    const double width = random.between(0.5, 6), height = random.between(0.5, 6),
                 lean = random.between(-0.4, 0.4);
    outline = {{0, 0}, {width, 0}, {width + lean, height}, {lean, height}};
  } else {
    const double left = random.between(20, 80) * degree, right = random.between(100, 160) * degree;
    const double up = random.between(1, 5);
    outline = {
        {0, 0}, {up * std::cos(left), up * std::sin(left)}, {up * std::cos(right), up * std::sin(right)}};
  }
  const double gap = random.below(3) == 0 ? small_gap(random) : 0;
  const double limit = random.between(20, 170) * degree;
  const Eigen::Vector2d axis(near_zero(random), near_zero(random));
  const double sense = random.flag() ? 1 : -1;
  std::optional<double> amount;
  double closing = 1;
  for (Eigen::Vector2d& corner : outline) {
    corner.y() += gap;
    const Eigen::Vector2d arm = corner - axis;
    // y turns as arm.y·cos + sense·arm.x·sin
    const Height height{axis.y(), arm.norm(), std::atan2(sense * arm.x(), arm.y())};
    const Meeting meeting = meeting_of(height, limit);
    if (meeting.is_doubtful) return std::nullopt;
    if (!meeting.angle || *meeting.angle > limit || (amount && *amount <= *meeting.angle)) continue;
    if (*meeting.angle > limit - 0.01 || (*meeting.angle > 0 && meeting.closing < 0.05)) return std::nullopt;
    amount = meeting.angle, closing = meeting.closing;
  }
  return Scene{"tipped body",
               shapes::prism({{-40, -5}, {40, -5}, {40, 0}, {-40, 0}}, -6, 6),
               shapes::prism(outline, -random.between(1, 3), random.between(1, 3)),
               turn({axis.x(), axis.y(), 0}, {0, 0, sense}, limit / degree),
               amount,
               std::min(closing, 1.0)};
}

//! A tip passes under a bump that hangs a little into its way.
std::optional<Scene> grazing_tip(Random& random) {
  const double slope = std::pow(10.0, random.between(-2, 0)), dips = std::pow(10.0, random.between(-5, -3));
  const double deepest = dips * std::cos(std::atan(slope));
  if (std::abs(deepest - tolerance_mm) < 4e-6) return std::nullopt;
  const double wide = std::max(1.0, 2 * dips / slope), start = wide + random.between(1, 5),
               rise = slope * wide - dips;
  const TriangleMesh bump =
      shapes::prism({{0, -dips}, {wide, rise}, {wide, rise + 2}, {-wide, rise + 2}, {-wide, rise}}, -4, 4);
  TriangleMesh tip;
  const double aside = random.between(-2, 2);
  tip.vertices = {{-1, -3, -1}, {1, -3, -1}, {1, -3, 1}, {-1, -3, 1}, {0, 0, 0.2}};
  for (Eigen::Vector3d& vertex : tip.vertices) vertex += Eigen::Vector3d(-start, 0, aside);
  tip.faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}};
  if (signed_volume(tip) < 0) {
    for (Face& face : tip.faces) std::swap(face[1], face[2]);
  }
  return Scene{"grazing tip",
               bump,
               tip,
               shift({1, 0, 0}, 30),
               deepest > tolerance_mm ? std::optional(start - dips / slope) : std::nullopt,
               slope};
}

//! Crossed ridges in touch, turned about an axis along one of them near their contact.
std::optional<Scene> rolling_ridges(Random& random) {
  const double slope = random.between(0.7, 2), limit = 20 * degree, faces = std::atan(slope);
  const Eigen::Vector2d axis(10 * near_zero(random), 10 * near_zero(random));  // y, z
  const double sense = random.flag() ? 1 : -1;
  // The lower's ridge stays along x; its height above the upper's ridge:
  const auto above = [&](double angle) {
    return axis.y() - axis.y() * std::cos(angle) - sense * axis.x() * std::sin(angle);
  };
  double greatest_depth = 0, greatest_gap = 0;
  for (int i = 0; i <= 4000; ++i) {
    const double angle = limit * i / 4000, high = above(angle);
    greatest_depth = std::max(greatest_depth, high * std::cos(faces) / std::cos(angle));
    if (greatest_depth <= tolerance_mm) greatest_gap = std::max(greatest_gap, -high);
  }
  const bool sinks = greatest_depth > tolerance_mm;
  if (std::abs(greatest_depth - tolerance_mm) < 4e-6) return std::nullopt;
  if (sinks && greatest_gap > tolerance_mm - 4e-6) return std::nullopt;
  const auto ridge = [&](double from, double to) {  // along z, its top at the origin, y is up
    return shapes::prism({{-3, -3 * slope}, {3, -3 * slope}, {0, 0}}, from, to);
  };
  Eigen::Isometry3d along_x = Eigen::Isometry3d::Identity(), along_y = Eigen::Isometry3d::Identity();
  along_x.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  along_y.linear() << 1, 0, 0, 0, 0, 1, 0, -1, 0;
  return Scene{"rolling ridges", shapes::moved(ridge(-4, 4.2), along_y),
               shapes::moved(ridge(-3.7, 4), along_x),
               turn({0, axis.x(), axis.y()}, {sense, 0, 0}, limit / degree),
               sinks ? std::optional(0.0) : std::nullopt};
}

// Turns about axes through, on and near the place of contact, and grazes: each scene in 30 poses, as exact and as rounded
// numbers, the solids exchanged or not, and as made and cut at random. INTERCUSP_SCENES counts these variants.
TEST(RandomScenes, that_touch_and_graze_meet_by_the_depth_they_go_on_to) {
  constexpr std::uint32_t variants = 60;
  const std::uint32_t scenes = (testing::scene_count(1200) + variants - 1) / variants;
  std::map<std::string, int> met, free;
  for (std::uint32_t number = testing::first_scene(); number < testing::first_scene() + scenes; ++number) {
    Random random(number);
    std::optional<Scene> scene;
    while (!scene) {
      scene = number % 4 == 0   ? grazing_tip(random)
              : number % 4 == 1 ? rolling_ridges(random)
                                : tipped_body(random);
    }
    ++(scene->amount ? met : free)[scene->name];
    for (int pose = 0; pose < 30; ++pose) {
      const Numbers numbers = pose % 2 == 0 ? Numbers::posed : Numbers::posed_in_floats;
      for (const int cuts : {0, 12}) {
        const Variant variant = variant_of(*scene, numbers, cuts, pose % 4 > 1, random);
        const double error = numbers == Numbers::posed ? 1e-8 : 1e-5;
        expect_known(*scene, variant, error / scene->closing,
                     "scene " + std::to_string(number) + ", " + scene->name + ", pose " +
                         std::to_string(pose) + ", cuts " + std::to_string(cuts));
      }
    }
  }
  for (const auto& [name, count] : met) RecordProperty("meeting " + name, count);
  for (const auto& [name, count] : free) RecordProperty("free " + name, count);
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
