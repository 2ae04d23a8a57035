#include "bench/embree_peer.h"

#include <embree3/rtcore.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace intercusp::bench {
namespace {

constexpr double far_mm = 1000;

RTCScene scene_of(RTCDevice device, const TriangleMesh& mesh) {
  RTCScene scene = rtcNewScene(device);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      vertices[3 * i + static_cast<std::size_t>(axis)] = static_cast<float>(mesh.vertices[i][axis]);
  }
  auto* faces = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), mesh.faces.size()));
  for (std::size_t i = 0; i < mesh.faces.size(); ++i)
    std::copy(mesh.faces[i].begin(), mesh.faces[i].end(), faces + 3 * i);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene);
  return scene;
}

//! Depth of the first hit along `sign`·depth for every pixel of a row, as mm of depth; infinite where nothing
//! is hit.
void shoot_row(RTCScene scene, const MapFrame& frame, const Eigen::Isometry3d& mesh_from_case, int row,
               double sign, float* depth) {
  const Eigen::Isometry3d mesh_from_view =
      mesh_from_case * frame.projection.view_from_case().inverse(Eigen::Isometry);
  const Eigen::Vector3f direction = (sign * mesh_from_view.linear().col(2)).cast<float>();
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  for (int first = 0; first < frame.grid.width; first += 16) {
    alignas(64) RTCRayHit16 rays;
    alignas(64) int valid[16];
    for (int lane = 0; lane < 16; ++lane) {
      valid[lane] = first + lane < frame.grid.width ? -1 : 0;
      const Eigen::Vector2d uv = frame.grid.centre(first + lane, row);
      const Eigen::Vector3f origin =
          (mesh_from_view * Eigen::Vector3d(uv.x(), uv.y(), -sign * far_mm)).cast<float>();
      rays.ray.org_x[lane] = origin.x();
      rays.ray.org_y[lane] = origin.y();
      rays.ray.org_z[lane] = origin.z();
      rays.ray.dir_x[lane] = direction.x();
      rays.ray.dir_y[lane] = direction.y();
      rays.ray.dir_z[lane] = direction.z();
      rays.ray.tnear[lane] = 0;
      rays.ray.tfar[lane] = std::numeric_limits<float>::infinity();
      rays.ray.mask[lane] = ~0U;
      rays.ray.flags[lane] = 0;
      rays.hit.geomID[lane] = RTC_INVALID_GEOMETRY_ID;
    }
    rtcIntersect16(valid, scene, &context, &rays);
    for (int lane = 0; lane < 16 && first + lane < frame.grid.width; ++lane) {
      depth[first + lane] = static_cast<float>(sign * (static_cast<double>(rays.ray.tfar[lane]) - far_mm));
    }
  }
}

}  // namespace

struct EmbreePeer::Scenes {
  RTCDevice device = rtcNewDevice(nullptr);
  RTCScene upper = nullptr, lower = nullptr;
  ~Scenes() {
    rtcReleaseScene(upper);
    rtcReleaseScene(lower);
    rtcReleaseDevice(device);
  }
};

EmbreePeer::EmbreePeer(const Solid& upper, const Solid& lower, const MapFrame& frame)
    : scenes_(std::make_unique<Scenes>()),
      frame_(frame),
      upper_depth_(frame.grid.size()),
      clearance_mm_(frame.grid.size()) {
  scenes_->upper = scene_of(scenes_->device, upper.mesh);
  scenes_->lower = scene_of(scenes_->device, lower.mesh);
  tbb::parallel_for(0, frame.grid.height, [&](int row) {
    shoot_row(scenes_->upper, frame_, Eigen::Isometry3d::Identity(), row, 1,
              &upper_depth_[frame_.grid.index(0, row)]);
  });
}

EmbreePeer::~EmbreePeer() = default;

const std::vector<float>& EmbreePeer::compute(const Eigen::Isometry3d& upper_from_lower) {
  const Eigen::Isometry3d lower_from_upper = upper_from_lower.inverse(Eigen::Isometry);
  tbb::parallel_for(0, frame_.grid.height, [&](int row) {
    float* clearance = &clearance_mm_[frame_.grid.index(0, row)];
    const float* upper = &upper_depth_[frame_.grid.index(0, row)];
    shoot_row(scenes_->lower, frame_, lower_from_upper, row, -1, clearance);
    for (int column = 0; column < frame_.grid.width; ++column) {
      clearance[column] = std::isfinite(upper[column]) && std::isfinite(clearance[column])
                              ? upper[column] - clearance[column]
                              : std::numeric_limits<float>::quiet_NaN();
    }
  });
  return clearance_mm_;
}

}  // namespace intercusp::bench
