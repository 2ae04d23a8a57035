#include "occlusion/engines/rays/mesh_tree.h"

#include <limits>

namespace intercusp::rays {
namespace {

void copy_vertices(const TriangleMesh& mesh, const Eigen::Vector3d& centre, float* out) {
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    const Eigen::Vector3f p = (vertex - centre).cast<float>();
    *out++ = p.x();
    *out++ = p.y();
    *out++ = p.z();
  }
}

void copy_faces(const TriangleMesh& mesh, std::size_t count, unsigned* out) {
  for (std::size_t face = 0; face < count; ++face) {
    for (const std::uint32_t vertex : mesh.faces[face]) *out++ = vertex;
  }
}

void add_mesh(const embree::Device& device, const embree::Scene& scene, const TriangleMesh& mesh,
              std::size_t face_count, const Eigen::Vector3d& centre) {
  const embree::Geometry geometry = embree::make_geometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  // No spatial splits (quality "high"), so that each face is one leaf and is reported once.
  rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_MEDIUM);
  copy_vertices(mesh, centre,
                embree::new_buffer<float>(device, geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3,
                                          mesh.vertices.size()));
  copy_faces(
      mesh, face_count,
      embree::new_buffer<unsigned>(device, geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, face_count));
  embree::commit_and_attach(geometry, scene);
}

}  // namespace

RTCRayHit line_from(const Eigen::Vector3d& start, const Eigen::Vector3d& direction,
                    const Eigen::Vector3d& centre) {
  const Eigen::Vector3f from = (start - centre).cast<float>();
  const Eigen::Vector3f along = direction.cast<float>();
  RTCRayHit query{};
  query.ray.org_x = from.x();
  query.ray.org_y = from.y();
  query.ray.org_z = from.z();
  query.ray.dir_x = along.x();
  query.ray.dir_y = along.y();
  query.ray.dir_z = along.z();
  query.ray.tnear = 0;
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = ~0U;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return query;
}

MeshTree::MeshTree(const TriangleMesh& mesh, std::size_t face_count, RTCSceneFlags flags)
    : device_(embree::make_device()), scene_(embree::make_scene(device_)) {
  rtcSetSceneFlags(scene_.get(), flags);
  rtcSetSceneBuildQuality(scene_.get(), RTC_BUILD_QUALITY_MEDIUM);
  if (face_count > 0) {
    const Bounds bounds = bounds_of(mesh);
    centre_ = bounds.centre();
    radius_mm_ = 0.5 * bounds.size().norm();
    add_mesh(device_, scene_, mesh, face_count, centre_);
  }
  rtcCommitScene(scene_.get());
  embree::check(device_);
}

}  // namespace intercusp::rays
