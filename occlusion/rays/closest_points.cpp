#include "occlusion/rays/closest_points.h"

#include <embree3/rtcore.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <stdexcept>

namespace intercusp {
namespace {

double distance_to_segment(const Eigen::Vector3d& point, const Eigen::Vector3d& from,
                           const Eigen::Vector3d& to) {
  const Eigen::Vector3d along = to - from;
  const double length2 = along.squaredNorm();
  const double share = length2 > 0 ? std::clamp((point - from).dot(along) / length2, 0.0, 1.0) : 0;
  return (point - from - share * along).norm();
}

[[noreturn]] void fail(RTCDevice device) {
  throw std::runtime_error("Embree cannot prepare a mesh for closest points: error " +
                           std::to_string(static_cast<int>(rtcGetDeviceError(device))));
}

}  // namespace

double distance_to_triangle(const Eigen::Vector3d& point, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                            const Eigen::Vector3d& c) {
  const Eigen::Vector3d normal = (b - a).cross(c - a);
  const double length = normal.norm();
  // Above the inside of the triangle where the point lies on the inner side of all three edges.
  const auto inner = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    return normal.dot((to - from).cross(point - from)) >= 0;
  };
  if (length > 0 && inner(a, b) && inner(b, c) && inner(c, a)) {
    return std::abs(normal.dot(point - a)) / length;
  }
  return std::min(
      {distance_to_segment(point, a, b), distance_to_segment(point, b, c), distance_to_segment(point, c, a)});
}

struct ClosestPoints::Tree {
  RTCDevice device = rtcNewDevice(nullptr);
  RTCScene scene = nullptr;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double rounding_mm = 0;  //!< by which a vertex or a point may be moved in single precision

  ~Tree() {
    if (scene != nullptr) rtcReleaseScene(scene);
    if (device != nullptr) rtcReleaseDevice(device);
  }
};

namespace {

void add_faces(RTCDevice device, RTCScene scene, const TriangleMesh& mesh, std::size_t face_count,
               const Eigen::Vector3d& centre) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
  auto* faces = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), face_count));
  if (vertices != nullptr && faces != nullptr) {
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      const Eigen::Vector3f vertex = (mesh.vertices[i] - centre).cast<float>();
      std::copy_n(vertex.data(), 3, vertices + 3 * i);
    }
    for (std::size_t i = 0; i < face_count; ++i) std::copy_n(mesh.faces[i].data(), 3, faces + 3 * i);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
  }
  rtcReleaseGeometry(geometry);
  if (vertices == nullptr || faces == nullptr) fail(device);
}

//! What a search has found so far.
struct Search {
  const TriangleMesh& mesh;
  Eigen::Vector3d point;
  double rounding_mm;
  double best_mm;
  std::optional<std::uint32_t> face;
};

bool look_at(RTCPointQueryFunctionArguments* arguments) {
  auto& search = *static_cast<Search*>(arguments->userPtr);
  const auto& [a, b, c] = search.mesh.faces[arguments->primID];
  const double distance = distance_to_triangle(search.point, search.mesh.vertices[a], search.mesh.vertices[b],
                                               search.mesh.vertices[c]);
  if (!(distance < search.best_mm)) return false;
  search.best_mm = distance;
  search.face = arguments->primID;
  arguments->query->radius = static_cast<float>(distance + search.rounding_mm);
  return true;
}

}  // namespace

ClosestPoints::ClosestPoints(const TriangleMesh& mesh, std::size_t face_count)
    : mesh_(&mesh), tree_(std::make_unique<Tree>()) {
  if (tree_->device == nullptr) fail(nullptr);
  tree_->scene = rtcNewScene(tree_->device);
  if (tree_->scene == nullptr) fail(tree_->device);
  rtcSetSceneFlags(tree_->scene, RTC_SCENE_FLAG_ROBUST);
  rtcSetSceneBuildQuality(tree_->scene, RTC_BUILD_QUALITY_MEDIUM);
  if (face_count > 0) {
    const Bounds bounds = bounds_of(mesh);
    tree_->centre = bounds.centre();
    // Half a unit in the last place of three coordinates, for a vertex, the point and the radius, and as much
    // again for Embree's own arithmetic.
    tree_->rounding_mm = 6 * std::numeric_limits<float>::epsilon() * bounds.size().norm();
    add_faces(tree_->device, tree_->scene, mesh, face_count, tree_->centre);
  }
  rtcCommitScene(tree_->scene);
  if (rtcGetDeviceError(tree_->device) != RTC_ERROR_NONE) fail(tree_->device);
}

ClosestPoints::~ClosestPoints() = default;
ClosestPoints::ClosestPoints(ClosestPoints&&) noexcept = default;
ClosestPoints& ClosestPoints::operator=(ClosestPoints&&) noexcept = default;

double ClosestPoints::distance_to_face(const Eigen::Vector3d& point, std::uint32_t face) const {
  const auto& [a, b, c] = mesh_->faces[face];
  return distance_to_triangle(point, mesh_->vertices[a], mesh_->vertices[b], mesh_->vertices[c]);
}

std::optional<ClosestPoint> ClosestPoints::within(const Eigen::Vector3d& point, double radius_mm,
                                                  std::optional<std::uint32_t> guess) const {
  // A face exactly as far as the radius counts.
  Search search{.mesh = *mesh_,
                .point = point,
                .rounding_mm = tree_->rounding_mm,
                .best_mm = std::nextafter(radius_mm, std::numeric_limits<double>::infinity()),
                .face = std::nullopt};
  if (guess) {
    const double distance = distance_to_face(point, *guess);
    if (distance < search.best_mm) {
      search.best_mm = distance;
      search.face = guess;
    }
  }
  const Eigen::Vector3f start = (point - tree_->centre).cast<float>();
  RTCPointQuery query{};
  query.x = start.x();
  query.y = start.y();
  query.z = start.z();
  query.radius = static_cast<float>(search.best_mm + tree_->rounding_mm);
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(tree_->scene, &query, &context, look_at, &search);
  if (!search.face) return std::nullopt;
  return ClosestPoint{.distance_mm = search.best_mm, .face = *search.face};
}

}  // namespace intercusp
