#include "occlusion/motion/contact_event.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "occlusion/motion/trajectories.h"
#include "tests/occlusion/motion/scenes.h"

namespace intercusp {
namespace {

using motion::ContactEvent;
using motion::ContactFace;
using motion::FaceEdge;
using testing::degree;

constexpr auto shift = Motion::Kind::shift;
constexpr auto turn = Motion::Kind::turn;

ContactFace triangle(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3d normal = (b - a).cross(c - a);
  // The faces across the edges fall away behind it.
  const Eigen::Vector3d behind = (a + b + c) / 3 - normal.normalized();
  return {{a, b, c}, normal, {behind + a - c, behind + b - a, behind + c - b}};
}

Eigen::Vector3d corner_at(double x, double y, double z) { return {x, y, z}; }

//! A large triangle at a height, looking down.
ContactFace ceiling(double height) { return triangle({-9, -9, height}, {0, 18, height}, {9, -9, height}); }

TEST(ContactEvent, a_corner_that_is_shifted_meets_a_ceiling_after_its_height) {
  const auto contact = motion::lower_corner_meets(shift, corner_at(0.5, 0.25, -1), ceiling(2.5));
  ASSERT_TRUE(contact);
  EXPECT_DOUBLE_EQ(contact->amount, 3.5);
  EXPECT_TRUE(contact->point.isApprox(Eigen::Vector3d(0.5, 0.25, 2.5)));
}

TEST(ContactEvent, a_face_is_met_from_its_outer_side_alone) {
  const ContactFace floor = triangle({-9, -9, 2.5}, {9, -9, 2.5}, {0, 18, 2.5});
  EXPECT_FALSE(motion::lower_corner_meets(shift, corner_at(0.5, 0.25, -1), floor));
  EXPECT_TRUE(motion::upper_corner_meets(shift, corner_at(0.5, 0.25, 4), floor));
}

TEST(ContactEvent, a_corner_beside_a_face_or_past_it_meets_nothing) {
  EXPECT_FALSE(motion::lower_corner_meets(shift, corner_at(0, 18.001, -1), ceiling(2.5)));
  EXPECT_FALSE(motion::lower_corner_meets(shift, corner_at(0, 0, 3), ceiling(2.5)));
}

TEST(ContactEvent, a_corner_on_the_rim_of_a_face_counts) {
  EXPECT_TRUE(motion::lower_corner_meets(shift, corner_at(0, 18, -1), ceiling(2.5)));
  EXPECT_TRUE(motion::lower_corner_meets(shift, corner_at(0, -9, -1), ceiling(2.5)));
}

TEST(ContactEvent, beyond_a_rim_a_corner_meets_the_face_in_a_valley_alone) {
  ContactFace valley = ceiling(2.5);
  for (Eigen::Vector3d& across : valley.across) across.z() = 0;  // the faces beside hang down
  const Eigen::Vector3d beyond = corner_at(0, -9 - 0.9e-4, -1);
  EXPECT_TRUE(motion::lower_corner_meets(shift, beyond, valley));
  EXPECT_FALSE(motion::lower_corner_meets(shift, beyond, ceiling(2.5)));
  EXPECT_FALSE(motion::lower_corner_meets(shift, corner_at(0, -9 - 1.1e-4, -1), valley));
}

TEST(ContactEvent, an_overlap_within_the_tolerance_at_the_start_meets_at_once) {
  const auto contact = motion::lower_corner_meets(shift, corner_at(0, 0, 2.5 + 0.9e-4), ceiling(2.5));
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->amount, 0);
  EXPECT_FALSE(motion::lower_corner_meets(shift, corner_at(0, 0, 2.5 + 1.1e-4), ceiling(2.5)));
}

TEST(ContactEvent, a_turn_that_starts_along_a_face_meets_it_if_it_curves_in) {
  // The corner at the lowest or highest point of its circle, on the plane y = ±3.
  const ContactFace above = triangle({-30, 3, -30}, {30, 3, -30}, {0, 3, 60});
  const ContactFace below = triangle({30, -3, -30}, {-30, -3, -30}, {0, -3, 60});
  EXPECT_FALSE(motion::lower_corner_meets(turn, corner_at(0, 3, 0), above));  // leaves it downwards
  ASSERT_GT(below.normal.y(), 0);
  EXPECT_FALSE(motion::lower_corner_meets(turn, corner_at(0, -3, 0), below));  // leaves it upwards
  // The same planes from the other side: the circle curves into the inside.
  const ContactFace inner_above = triangle({30, 3, -30}, {-30, 3, -30}, {0, 3, 60});
  const auto curved = motion::lower_corner_meets(turn, corner_at(0, 3, 0), inner_above);
  ASSERT_TRUE(curved);
  EXPECT_EQ(curved->amount, 0);
  // 3·(1 − cos φ) = 0.0001
  EXPECT_NEAR(motion::first_within(turn, curved->gap, -1e-4, 0), std::acos(1 - 1e-4 / 3), 1e-12);
}

TEST(ContactEvent, a_corner_that_turns_onto_a_plane_through_the_axis_takes_the_angle_between) {
  // The plane y = x, looking back at the corner.
  const ContactFace wall = triangle({0, 0, 5}, {0, 0, -5}, {20, 20, 0});
  const auto contact =
      motion::lower_corner_meets(turn, corner_at(6 * std::cos(0.1), 6 * std::sin(0.1), 0.5), wall);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 45 * degree - 0.1, 1e-15);
}

TEST(ContactEvent, a_corner_that_turns_onto_a_plane_beside_the_axis_takes_an_arc_sine) {
  // y = 3, looking down; the corner at radius 5 rises to it.
  const ContactFace wall = triangle({-30, 3, -30}, {30, 3, -30}, {0, 3, 60});
  ASSERT_LT(wall.normal.y(), 0);
  const auto contact = motion::lower_corner_meets(turn, corner_at(5, 0, 1), wall);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, std::asin(0.6), 1e-15);
  EXPECT_TRUE(contact->point.isApprox(Eigen::Vector3d(4, 3, 1), 1e-14));
  EXPECT_FALSE(motion::lower_corner_meets(turn, corner_at(2.9, 0, 1), wall));
}

TEST(ContactEvent, crossed_edges_that_are_shifted_meet_after_the_height_between_them) {
  const FaceEdge lower{{-2, 0, 0}, {2, 0, 0}, {{{0, 3, -3}, {0, -3, -3}}}},
      upper{{1, -2, 4}, {1, 2, 4.5}, {{{4, 0, 9}, {-4, 0, 9}}}};
  const auto contact = motion::edges_meet(shift, lower, upper);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, 4.25, 1e-14);
  EXPECT_TRUE(contact->point.isApprox(Eigen::Vector3d(1, 0, 4.25), 1e-14));
}

TEST(ContactEvent, crossed_edges_with_a_face_on_the_wrong_side_are_not_pressed_together) {
  const FaceEdge lower{{-2, 0, 0}, {2, 0, 0}, {{{0, 3, 3}, {0, -3, -3}}}},
      upper{{1, -2, 4}, {1, 2, 4}, {{{4, 0, 9}, {-4, 0, 9}}}};
  EXPECT_FALSE(motion::edges_meet(shift, lower, upper));
}

TEST(ContactEvent, an_edge_along_the_axis_turns_onto_one_across_it) {
  // At radius 5 along z; the other runs along x at y = 3.
  const FaceEdge lower{{5, 0, -1}, {5, 0, 1}, {{{5, -3, 0}, {4, -3, 0}}}},
      upper{{0, 3, 0.25}, {9, 3, 0.25}, {{{4, 9, -2}, {4, 9, 2}}}};
  const auto contact = motion::edges_meet(turn, lower, upper);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->amount, std::asin(0.6), 1e-14);
  EXPECT_TRUE(contact->point.isApprox(Eigen::Vector3d(4, 3, 0.25), 1e-14));
}

TEST(ContactEvent, parallel_edges_are_left_to_their_corners) {
  const FaceEdge lower{{-2, 0, 0}, {2, 0, 0}, {{{0, 3, -3}, {0, -3, -3}}}},
      upper{{-1, 0, 4}, {1, 0, 4}, {{{0, 3, 9}, {0, -3, 9}}}};
  EXPECT_FALSE(motion::edges_meet(shift, lower, upper));
}

//! The first fall of a function from above zero to below, by steps and halving.
template <class Value>
std::optional<double> first_fall(const Value& value, double limit) {
  constexpr int steps = 3000;
  for (int i = 0; i < steps; ++i) {
    double low = limit * i / steps, high = limit * (i + 1) / steps;
    if (!(value(low) > 0 && value(high) <= 0)) continue;
    for (int k = 0; k < 60; ++k) (value(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    return high;
  }
  return std::nullopt;
}

TEST(ContactEvent, random_corners_meet_where_steps_and_halving_find_it) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-5, 5);
  const auto point = [&] { return Eigen::Vector3d(place(random), place(random), place(random)); };
  int met = 0;
  for (int i = 0; i < 1200; ++i) {
    const Motion::Kind kind = i % 2 == 0 ? turn : shift;
    const ContactFace face = triangle(point(), point(), point());
    const Eigen::Vector3d corner = point();
    const double limit = kind == turn ? 2 * std::numbers::pi : 12;
    const auto height = [&](double amount) {
      return face.normal.dot(motion::moved(kind, corner, amount) - face.corners[0]);
    };
    const std::optional<double> fall = first_fall(height, limit);
    const auto contact = motion::lower_corner_meets(kind, corner, face);
    if (!contact || contact->amount > limit) continue;
    ++met;
    ASSERT_TRUE(fall) << i;
    // The value is flat near its root by at most the closing speed; 1e-9 is far above both roundings.
    EXPECT_NEAR(contact->amount, *fall, 1e-9) << i;
    EXPECT_NEAR(face.normal.normalized().dot(contact->point - face.corners[0]), 0, 1e-13);
  }
  EXPECT_GT(met, 15);
}

TEST(Trajectories, bounds_and_fronts_hold_every_point_of_boxes_edges_and_faces) {
  int fronts = 0;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-5, 5), share(0, 1);
  const auto point = [&] { return Eigen::Vector3d(place(random), place(random), place(random)); };
  for (int i = 0; i < 400; ++i) {
    const Motion::Kind kind = i % 2 == 0 ? turn : shift;
    const motion::Trajectories trajectories(kind);
    const auto holds = [&](const motion::MotionBounds& bounds, const Eigen::Vector3d& p) {
      const motion::PlacedPoint placed = trajectories.place(p);
      double off = placed.along - bounds.middle;
      if (kind == turn) off = std::remainder(off, 2 * std::numbers::pi);
      return bounds.low[0] <= placed.across[0] && placed.across[0] <= bounds.high[0] &&
             bounds.low[1] <= placed.across[1] && placed.across[1] <= bounds.high[1] &&
             std::abs(off) <= bounds.half;
    };
    const auto is_behind_front = [&](const motion::MotionBounds& bounds, const Eigen::Vector3d& p,
                                     double towards) {
      const motion::PlacedPoint placed = trajectories.place(p);
      double off = placed.along - bounds.middle;
      if (kind == turn) off = placed.across[1] * std::remainder(off, 2 * std::numbers::pi);
      return towards * off <= bounds.front.constant + bounds.front.slope[0] * placed.across[0] +
                                  bounds.front.slope[1] * placed.across[1];
    };
    const double size = i % 3 == 0 ? 0.1 : 1;
    const Eigen::Vector3d centre = point(), half = size * point().cwiseAbs();
    const Eigen::Matrix3d axes = testing::random_pose(random, 1).linear();
    const Eigen::Vector3d normal = point();
    const double towards = share(random) < 0.5 ? -1 : 1;
    const double in_front = normal.dot(centre) + (axes.transpose() * normal).cwiseAbs().dot(half);
    const auto reach_of_box = [&](const Eigen::Vector3d& direction) -> motion::Reach {
      const double reach = (axes.transpose() * direction).cwiseAbs().dot(half);
      return {-reach, reach};
    };
    const motion::MotionBounds box = trajectories.of_body(centre, reach_of_box, {normal, in_front, towards});
    const std::array<Eigen::Vector3d, 3> corners = {centre, centre + size * point(), centre + size * point()};
    const motion::FrontPlane plane = [&] {
      const Eigen::Vector3d across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
      return motion::FrontPlane{across, across.dot(corners[0]), towards};
    }();
    motion::MotionBounds edge =
        trajectories.of_edge(trajectories.place(corners[0]), trajectories.place(corners[1]));
    edge.front = trajectories.front_of(plane, edge);
    const auto reach_of_face = [&](const Eigen::Vector3d& direction) -> motion::Reach {
      const double a = 0, b = direction.dot(corners[1] - corners[0]),
                   c = direction.dot(corners[2] - corners[0]);
      return {std::min({a, b, c}), std::max({a, b, c})};
    };
    const motion::MotionBounds face = trajectories.of_body(corners[0], reach_of_face, plane);
    for (int sample = 0; sample < 50; ++sample) {
      const Eigen::Vector3d in_box(2 * share(random) - 1, 2 * share(random) - 1, 2 * share(random) - 1);
      const Eigen::Vector3d p = centre + axes * in_box.cwiseProduct(half);
      EXPECT_TRUE(holds(box, p) && is_behind_front(box, p, towards)) << i;
      const double s = share(random), t = share(random) * (1 - s);
      const Eigen::Vector3d q = corners[0] + s * (corners[1] - corners[0]);
      EXPECT_TRUE(holds(edge, q) && is_behind_front(edge, q, towards)) << i;
      const Eigen::Vector3d r = q + t * (corners[2] - corners[0]);
      EXPECT_TRUE(holds(face, r) && is_behind_front(face, r, towards)) << i;
      fronts += std::isfinite(box.front.constant) + std::isfinite(face.front.constant);
    }
  }
  EXPECT_GT(fronts, 10000);
}

//! Two plates with tilted faces towards each other: by boxes alone they could touch at once.
TEST(Trajectories, fronts_tell_how_far_sloping_plates_are_apart) {
  const motion::Trajectories trajectories(shift);
  const Eigen::Vector3d normal(0.6, 0, 0.8);
  const auto plate = [&](double offset, double towards) {
    const auto reach = [](const Eigen::Vector3d& direction) -> motion::Reach {
      const double along =
          0.5 * (direction - direction.dot(Eigen::Vector3d(0.6, 0, 0.8)) * Eigen::Vector3d(0.6, 0, 0.8))
                    .cwiseAbs()
                    .sum();
      return {-along, along};
    };
    return trajectories.of_body(offset / normal.z() * Eigen::Vector3d::UnitZ(), reach,
                                {towards * normal, towards * offset, towards});
  };
  const double gap_mm = 0.1;
  const double least = trajectories.least_amount(plate(0, 1), plate(gap_mm, -1));
  EXPECT_NEAR(least, gap_mm / normal.z(), 2.01 * motion::margin_mm / normal.z());
}

}  // namespace
}  // namespace intercusp
