#include "occlusion/teeth/arch_symmetry.h"

#include <cstddef>
#include <limits>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double arm_mm = 36;  //!< to the first molars; those behind may be missing on one side
constexpr double pair_mm = 1;  //!< from one pair of points to the next

//! Mean square distance of the right arm from the reflected left one, about the axis that makes it least.
double asymmetry_mm2(const ArchPath& arch, std::size_t middle, std::size_t pairs, std::size_t stride) {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (std::size_t i = 1; i <= pairs; ++i)
    mean += arch.points[middle - i * stride] + arch.points[middle + i * stride];
  mean /= 2 * static_cast<double>(pairs);
  // An axis meets the middle of each pair at right angles to what joins the pair.
  Eigen::Matrix2d misfit = Eigen::Matrix2d::Zero();
  for (std::size_t i = 1; i <= pairs; ++i) {
    const Eigen::Vector2d &left = arch.points[middle - i * stride], &right = arch.points[middle + i * stride];
    const Eigen::Vector2d joint = 0.5 * (right - left), off = 0.5 * (left + right) - mean;
    const Eigen::Vector2d across(-off.y(), off.x());
    misfit += joint * joint.transpose() + across * across.transpose();
  }
  return eigenvalues(misfit)[0] / static_cast<double>(pairs);
}

}  // namespace

std::optional<double> symmetry_axis_mm(const ArchPath& arch) {
  const auto stride = static_cast<std::size_t>(pair_mm / arch.step_mm);
  const auto pairs = static_cast<std::size_t>(arm_mm / pair_mm);
  std::optional<double> axis;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t middle = pairs * stride; middle + pairs * stride < arch.points.size(); ++middle) {
    const double mm2 = asymmetry_mm2(arch, middle, pairs, stride);
    if (mm2 >= least) continue;
    least = mm2;
    axis = static_cast<double>(middle) * arch.step_mm;
  }
  return axis;
}

}  // namespace intercusp
