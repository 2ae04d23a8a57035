#include "occlusion/case/bite.h"

#include <cmath>
#include <numbers>
#include <random>

#include "occlusion/base/angles.h"
#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

//! Normal random numbers that are equal with every standard library, which std::normal_distribution does not
//! guarantee (Box & Muller 1958).
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : random_(seed) {}

  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform())), angle = 2 * std::numbers::pi * uniform();
    return radius * std::cos(angle);
  }
  Eigen::Vector3d vector() {
    const double x = (*this)(), y = (*this)();
    return {x, y, (*this)()};
  }

 private:
  //! In (0, 1].
  double uniform() { return (static_cast<double>(random_() >> 11) + 1) * 0x1p-53; }
  std::mt19937_64 random_;
};

}  // namespace

std::vector<Eigen::Isometry3d> poses_within(const Bite& bite, const BiteError& error) {
  limits::require(limits::bite_shift_mm, error.translation_mm, "the deviation of the bite in mm");
  constexpr double rounding = 1e-12;  // rounding of degrees converted to radians
  limits::require({0, limits::bite_turn_deg.most * rad_per_deg * (1 + rounding)}, error.rotation_rad,
                  "the deviation of the bite in radians");
  Bounds jaws = bounds_of(bite.upper->mesh);
  for (const Eigen::Vector3d& vertex : bite.lower->mesh.vertices) jaws.add(bite.upper_from_lower * vertex);
  const Eigen::Translation3d middle(jaws.centre());
  Normal normal(error.seed);
  std::vector<Eigen::Isometry3d> poses;
  for (int i = 0; i < error.poses; ++i) {
    const Eigen::Vector3d turn = error.rotation_rad * normal.vector();
    const Eigen::Translation3d shift(error.translation_mm * normal.vector());
    const double angle = turn.norm();
    const Eigen::Vector3d axis = angle > 0 ? Eigen::Vector3d(turn / angle) : Eigen::Vector3d::UnitX();
    poses.emplace_back(shift * middle * Eigen::AngleAxisd(angle, axis) * middle.inverse() *
                       bite.upper_from_lower);
  }
  return poses;
}

}  // namespace intercusp
