#include "occlusion/rays/ray_scene.h"

#include <cassert>
#include <limits>
#include <stdexcept>
#include <string>

namespace intercusp::rays {
namespace {

//! Embree hands the context of a query to the filter; what follows it is ours.
struct CollectingContext {
  RTCIntersectContext embree;
  std::vector<std::uint32_t>* faces;
};

//! Notes the face and rejects the hit, so that the line goes on through it.
void note_and_reject(const RTCFilterFunctionNArguments* arguments) {
  assert(arguments->N == 1);
  auto* context = reinterpret_cast<CollectingContext*>(arguments->context);
  context->faces->push_back(RTCHitN_primID(arguments->hit, 1, 0));
  arguments->valid[0] = 0;
}

[[noreturn]] void fail(RTCDevice device) {
  throw std::runtime_error("Embree cannot prepare a mesh for rays: error " +
                           std::to_string(static_cast<int>(rtcGetDeviceError(device))));
}

void copy_vertices(const TriangleMesh& mesh, const Eigen::Vector3d& centre, float* out) {
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    const Eigen::Vector3f p = (vertex - centre).cast<float>();
    *out++ = p.x();
    *out++ = p.y();
    *out++ = p.z();
  }
}

void copy_faces(const TriangleMesh& mesh, unsigned* out) {
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t vertex : face) *out++ = vertex;
  }
}

void add_mesh(RTCDevice device, RTCScene scene, const TriangleMesh& mesh, const Eigen::Vector3d& centre) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  // Without spatial splits (quality "high"), so that a face is one leaf and is reported once.
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_MEDIUM);
  void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                           3 * sizeof(float), mesh.vertices.size());
  void* faces = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                        3 * sizeof(unsigned), mesh.faces.size());
  if (vertices != nullptr && faces != nullptr) {
    copy_vertices(mesh, centre, static_cast<float*>(vertices));
    copy_faces(mesh, static_cast<unsigned*>(faces));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
  }
  rtcReleaseGeometry(geometry);
  if (vertices == nullptr || faces == nullptr) fail(device);
}

}  // namespace

RayScene::RayScene(const TriangleMesh& mesh) : device_(rtcNewDevice(nullptr)) {
  if (!device_) fail(nullptr);
  scene_.reset(rtcNewScene(device_.get()));
  if (!scene_) fail(device_.get());
  rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
  rtcSetSceneBuildQuality(scene_.get(), RTC_BUILD_QUALITY_MEDIUM);
  if (!mesh.faces.empty()) {
    const Bounds bounds = bounds_of(mesh);
    centre_ = bounds.centre();
    radius_mm_ = 0.5 * bounds.size().norm();
    add_mesh(device_.get(), scene_.get(), mesh, centre_);
  }
  rtcCommitScene(scene_.get());
  if (rtcGetDeviceError(device_.get()) != RTC_ERROR_NONE) fail(device_.get());

  // Roundings to float across the line: a vertex (coordinates up to r), the start (up to 3r, see float_ray)
  // and the direction over a length of up to 4r, each by half a unit in the last place of three coordinates,
  // together under 14·r·2^-24; as much again for Embree's own arithmetic.
  reach_mm_ = 14 * std::numeric_limits<float>::epsilon() * radius_mm_;
}

RTCRayHit RayScene::float_ray(const Line& line) const {
  // From a plane before the mesh, one radius clear of it, so that a rounded start never lies inside.
  const double start = (centre_ - line.origin).dot(line.direction) - 2 * radius_mm_;
  const Eigen::Vector3f origin = (line.origin + start * line.direction - centre_).cast<float>();
  const Eigen::Vector3f direction = line.direction.cast<float>();
  RTCRayHit query{};
  query.ray.org_x = origin.x();
  query.ray.org_y = origin.y();
  query.ray.org_z = origin.z();
  query.ray.dir_x = direction.x();
  query.ray.dir_y = direction.y();
  query.ray.dir_z = direction.z();
  query.ray.tnear = 0;
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = ~0U;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return query;
}

void RayScene::faces_along(const Line& line, std::vector<std::uint32_t>& faces) const {
  faces.clear();
  CollectingContext context{};
  rtcInitIntersectContext(&context.embree);
  context.embree.filter = note_and_reject;
  context.faces = &faces;
  RTCRayHit query = float_ray(line);
  rtcIntersect1(scene_.get(), &context.embree, &query);
}

std::optional<FirstFace> RayScene::first_face(const Line& line) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  RTCRayHit query = float_ray(line);
  rtcIntersect1(scene_.get(), &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
  return FirstFace{.face = query.hit.primID, .second_weight = query.hit.u, .third_weight = query.hit.v};
}

}  // namespace intercusp::rays
