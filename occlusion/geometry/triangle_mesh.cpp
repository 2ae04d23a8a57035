#include "occlusion/geometry/triangle_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace intercusp {

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : mesh.vertices) bounds.add(vertex);
  return bounds;
}

Eigen::Vector3d face_normal_twice_area(const TriangleMesh& mesh, std::size_t face) {
  const auto [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d& origin = mesh.vertices[a];
  return (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
}

double signed_volume(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  const Eigen::Vector3d origin = bounds_of(mesh).centre();  // near the body, to limit cancellation
  double six_volumes = 0;
  for (const auto& [a, b, c] : mesh.faces) {
    six_volumes +=
        (mesh.vertices[a] - origin).dot((mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin));
  }
  return six_volumes / 6;
}

double surface_area(const TriangleMesh& mesh) {
  double twice_area = 0;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    twice_area += face_normal_twice_area(mesh, face).norm();
  }
  return twice_area / 2;
}

void append(TriangleMesh& whole, const TriangleMesh& part) {
  const auto first = static_cast<std::uint32_t>(whole.vertices.size());
  whole.vertices.insert(whole.vertices.end(), part.vertices.begin(), part.vertices.end());
  whole.faces.reserve(whole.faces.size() + part.faces.size());
  for (const auto& [a, b, c] : part.faces) whole.faces.push_back({a + first, b + first, c + first});
}

std::vector<Eigen::Vector3d> vertex_normals(std::span<const Eigen::Vector3d> vertices,
                                            std::span<const Face> faces) {
  std::vector<Eigen::Vector3d> normals(vertices.size(), Eigen::Vector3d::Zero());
  for (const Face& face : faces) {
    const Eigen::Vector3d& origin = vertices[face[0]];
    const Eigen::Vector3d normal = (vertices[face[1]] - origin).cross(vertices[face[2]] - origin);
    for (const std::uint32_t vertex : face) normals[vertex] += normal;
  }
  for (Eigen::Vector3d& normal : normals) normal.normalize();  // leaves zero vectors unchanged
  return normals;
}

namespace {

constexpr std::array mm_per_unit = {1.0, 10.0, 1000.0, 25.4, 0.001};

//! Whether the first vertices are single precision numbers in a unit. This does not happen by chance in a
//! hundred numbers.
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
