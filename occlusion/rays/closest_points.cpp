#include "occlusion/rays/closest_points.h"

#include <embree3/rtcore.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/rays/mesh_tree.h"

namespace intercusp {
namespace {

//! Squared distance from a point to a triangle (Ericson 2005, Real-Time Collision Detection, 5.1.5): which of
//! its seven parts is closest follows from six dot products.
double squared_distance(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                        const Eigen::Vector3d& c) {
  const Eigen::Vector3d ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return ap.squaredNorm();
  const Eigen::Vector3d bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return bp.squaredNorm();
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return (ap - d1 / (d1 - d3) * ab).squaredNorm();
  const Eigen::Vector3d cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return cp.squaredNorm();
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return (ap - d2 / (d2 - d6) * ac).squaredNorm();
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return (bp - (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b)).squaredNorm();
  }
  const double scale = 1 / (va + vb + vc);
  return (ap - vb * scale * ab - vc * scale * ac).squaredNorm();
}

}  // namespace

double distance_to_triangle(const Eigen::Vector3d& point, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                            const Eigen::Vector3d& c) {
  return std::sqrt(squared_distance(point, a, b, c));
}

namespace {

//! What a search has found so far.
struct Search {
  const TriangleMesh& mesh;
  Eigen::Vector3d point;
  double rounding_mm;
  double best_squared;
  std::optional<std::uint32_t> face;
};

bool look_at(RTCPointQueryFunctionArguments* arguments) {
  auto& search = *static_cast<Search*>(arguments->userPtr);
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
ClosestPoints::ClosestPoints(ClosestPoints&&) noexcept = default;
ClosestPoints& ClosestPoints::operator=(ClosestPoints&&) noexcept = default;

std::optional<ClosestPoint> ClosestPoints::within(const Eigen::Vector3d& point, double radius_mm,
                                                  std::optional<std::uint32_t> guess) const {
  // Half a unit in the last place of three coordinates, for a vertex, the point and the radius, and as much
  // again for Embree's own arithmetic.
  const double rounding_mm = 12 * std::numeric_limits<float>::epsilon() * tree_->radius_mm();
  // A face exactly as far as the radius counts.
  const double reach = std::nextafter(radius_mm, std::numeric_limits<double>::infinity());
  Search search{.mesh = *mesh_,
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
  const Eigen::Vector3f start = (point - tree_->centre()).cast<float>();
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
