// A few bytes as two bodies in a pose: every byte string is a bite.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "tests/support/bites.h"

namespace intercusp::fuzz {

//! Reads numbers from bytes; zeros once they are used up.
class Numbers {
 public:
  explicit Numbers(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  //! From −1 to 1.
  double next() {
    if (bytes_.size() < 2) return 0;
    const double number = (bytes_[0] * 256 + bytes_[1]) / 32768.0 - 1;
    bytes_ = bytes_.subspan(2);
    return number;
  }
  int below(int count) { return std::min(count - 1, static_cast<int>((next() + 1) / 2 * count)); }

 private:
  std::span<const unsigned char> bytes_;
};

inline Eigen::Isometry3d pose_of(Numbers& numbers, double shift_mm) {
  const Eigen::Vector4d turn(numbers.next(), numbers.next(), numbers.next(), numbers.next());
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (turn.norm() > 1e-3) pose.linear() = Eigen::Quaterniond(turn.normalized()).toRotationMatrix();
  pose.translation() = shift_mm * Eigen::Vector3d(numbers.next(), numbers.next(), numbers.next());
  return pose;
}

inline TriangleMesh body_of(Numbers& numbers) {
  switch (numbers.below(4)) {
    case 0:
      return shapes::sphere({0, 0, 0}, 3 + 2 * numbers.next(), 6 + numbers.below(8));
    case 1:
      return shapes::torus({0, 0, 0}, {0, 0, 1}, 5, 1.8 + numbers.next(), 5 + numbers.below(20),
                           4 + numbers.below(10));
    case 2: {
      const Eigen::Vector3d half(2.1 + 2 * numbers.next(), 2.1 + 2 * numbers.next(),
                                 2.1 + 2 * numbers.next());
      return shapes::box(-half, half);
    }
    default:
      return testing::hook(-3, 3);
  }
}

//! The upper has its own pose, so that no faces of the two are parallel by construction.
[[nodiscard]] inline Bite two_bodies(std::span<const unsigned char> bytes) {
  Numbers numbers(bytes);
  const TriangleMesh upper = shapes::moved(body_of(numbers), pose_of(numbers, 3));
  const TriangleMesh lower = body_of(numbers);
  return testing::bite_of(upper, lower, pose_of(numbers, 4));
}

}  // namespace intercusp::fuzz
