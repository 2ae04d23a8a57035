#include "occlusion/engines/rays/closest_points.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {

double distance_to_triangle(const Eigen::Vector3d& point, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                            const Eigen::Vector3d& c) {
  return (point - closest_on_triangle(point, a, b, c).point).norm();
}

namespace {

double squared_distance(const Eigen::Vector3d& point, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                        const Eigen::Vector3d& c) {
  return (point - closest_on_triangle(point, a, b, c).point).squaredNorm();
}

//! The best face found so far in a search.
struct ClosestSearch {
  const TriangleMesh& mesh;
  Eigen::Vector3d point;
  double rounding_mm;
  double best_squared;
  std::optional<std::uint32_t> face;
};

bool look_at(RTCPointQueryFunctionArguments* arguments) {
  auto& search = *static_cast<ClosestSearch*>(arguments->userPtr);
  const auto& [a, b, c] = search.mesh.faces[arguments->primID];
  const double squared = squared_distance(search.point, search.mesh.vertices[a], search.mesh.vertices[b],
                                          search.mesh.vertices[c]);
  if (!(squared < search.best_squared)) return false;
  search.best_squared = squared;
  search.face = arguments->primID;
  arguments->query->radius = static_cast<float>(std::sqrt(squared) + search.rounding_mm);
  return true;
}

}  // namespace

ClosestPoints::ClosestPoints(const TriangleMesh& mesh, std::size_t face_count)
    : mesh_(&mesh), tree_(std::make_unique<rays::MeshTree>(mesh, face_count, RTC_SCENE_FLAG_ROBUST)) {}

ClosestPoints::~ClosestPoints() = default;

std::optional<ClosestPoint> ClosestPoints::within(const Eigen::Vector3d& point, double radius_mm,
                                                  std::optional<std::uint32_t> guess) const {
  // Rounding is half a unit in the last place of three coordinates, for a vertex, the point and the radius. The
  // same again is allowed for Embree's own arithmetic.
  const Eigen::Vector3d from_centre = point - tree_->centre();
  const double size_mm = std::max(tree_->radius_mm(), from_centre.norm());
  const double rounding_mm = 12 * std::numeric_limits<float>::epsilon() * size_mm;
  // A face exactly at the radius counts.
  const double reach = std::nextafter(radius_mm, std::numeric_limits<double>::infinity());
  ClosestSearch search{.mesh = *mesh_,
                       .point = point,
                       .rounding_mm = rounding_mm,
                       .best_squared = reach * reach,
                       .face = std::nullopt};
  if (guess) {
    const auto& [a, b, c] = mesh_->faces[*guess];
    const double squared =
        squared_distance(point, mesh_->vertices[a], mesh_->vertices[b], mesh_->vertices[c]);
    if (squared < search.best_squared) {
      search.best_squared = squared;
      search.face = guess;
    }
  }
  const Eigen::Vector3f start = from_centre.cast<float>();
  RTCPointQuery query{};
  query.x = start.x();
  query.y = start.y();
  query.z = start.z();
  query.radius = static_cast<float>(std::sqrt(search.best_squared) + rounding_mm);
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(tree_->scene(), &query, &context, look_at, &search);
  if (!search.face) return std::nullopt;
  return ClosestPoint{.distance_mm = std::sqrt(search.best_squared), .face = *search.face};
}

}  // namespace intercusp
