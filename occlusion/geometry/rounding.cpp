#include "occlusion/geometry/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace intercusp {
namespace {

constexpr std::array mm_per_unit = {1.0, 10.0, 1000.0, 25.4, 0.001};

//! Whether the first vertices are single precision in a unit: chance does not make a hundred numbers so.
bool is_single(const TriangleMesh& mesh, double mm) {
  constexpr std::size_t enough = 64;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i < std::min(enough, mesh.vertices.size()); ++i) {
    const Eigen::Vector3d stored = mesh.vertices[i] / mm;
    const Eigen::Vector3d off = stored - stored.cast<float>().cast<double>();
    if (!(off.cwiseAbs().array() <= rounding * stored.cwiseAbs().array()).all()) return false;
  }
  return true;
}

}  // namespace

double single_precision_mm(const TriangleMesh& mesh) {
  const auto unit = std::ranges::find_if(mm_per_unit, [&](double mm) { return is_single(mesh, mm); });
  if (unit == mm_per_unit.end()) return 0;
  Eigen::Vector3d farthest = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& vertex : mesh.vertices) farthest = farthest.cwiseMax(vertex.cwiseAbs());
  const auto half_step = [&](double mm) {
    const auto stored = static_cast<float>(mm / *unit);
    return *unit * static_cast<double>(std::nextafter(stored, HUGE_VALF) - stored) / 2;
  };
  return std::hypot(half_step(farthest.x()), half_step(farthest.y()), half_step(farthest.z()));
}

bool rounding_decides(double depth_mm, double rounding_mm, double depth_tolerance_mm) {
  return std::abs(depth_mm - depth_tolerance_mm) < rounding_mm;
}

}  // namespace intercusp
