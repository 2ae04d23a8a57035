// Small bites in front of a motion, and a random choice of them.
#pragma once

#include <array>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "occlusion/exact/exact_interference.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/motion/contact_search.h"
#include "occlusion/motion/motion.h"
#include "tests/support/bites.h"

namespace intercusp::testing {

inline std::optional<FirstContact> first_contact_of(const Bite& bite, const Motion& motion,
                                                    const ContactSearchOptions& options = {}) {
  return ContactSearch(bite.upper, bite.lower).first(bite.upper_from_lower, motion, options);
}

inline bool interferes_after(const Bite& bite, const Motion& motion, double amount) {
  Bite moved = bite;
  moved.upper_from_lower = motion.at(amount) * bite.upper_from_lower;
  return exact_interference(moved).interference;
}

struct MotionScene {
  Bite bite;
  Motion motion;
};

inline TriangleMesh random_body(std::mt19937& random) {
  switch (random() % 5) {
    case 0:
      return shapes::sphere({0, 0, 0}, 3, 6);
    case 1:
      return shapes::torus({0, 0, 0}, {0, 0, 1}, 4, 1.2, 14, 8);
    case 2:
      return shapes::box({-3, -2, -1}, {3, 2, 1});
    case 3:
      return shapes::moved(hook(0, 3), Eigen::Isometry3d(Eigen::Translation3d(-3, -1.5, -4)));
    default:
      return shapes::cylinder({0, 0, -4}, {0, 0, 4}, 1.5, 9);
  }
}

//! Bodies of some hundred faces in random poses that do not interfere at the start; most motions meet
//! something.
inline MotionScene random_scene(std::mt19937& random, Motion::Kind kind) {
  std::uniform_real_distribution<double> place(-6, 6);
  for (;;) {
    // One statement for each random number, so that every compiler makes the same scenes.
    const TriangleMesh upper = random_body(random);
    const Eigen::Isometry3d upper_pose = random_pose(random, 5);
    const TriangleMesh lower = random_body(random);
    const Bite bite = bite_of(shapes::moved(upper, upper_pose), lower, random_pose(random, 12));
    if (exact_interference(bite).interference) continue;
    // Roughly from the lower's middle towards the upper's.
    const Eigen::Vector3d middle = bounds_of(bite.upper->mesh).centre();
    const Eigen::Vector3d start = bite.upper_from_lower.translation();
    const Eigen::Vector3d origin{2 * place(random), 2 * place(random), 2 * place(random)};
    const Eigen::Vector3d aside{place(random), place(random), place(random)};
    const Motion motion =
        kind == Motion::Kind::shift
            ? Motion::shift(middle - start + 0.2 * aside, 40)
            : Motion::turn(origin, (start - origin).cross(middle - origin).normalized() + 0.02 * aside,
                           2 * std::numbers::pi);
    return {bite, motion};
  }
}

}  // namespace intercusp::testing
