#include "bench/peers/embree_scene.h"

#include <algorithm>

namespace intercusp::bench {

EmbreeScene::EmbreeScene(const TriangleMesh& mesh)
    : device_(rtcNewDevice(nullptr)), scene_(rtcNewScene(device_)), bounds_(bounds_of(mesh)) {
  rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
  RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) *vertices++ = static_cast<float>(vertex[axis]);
  }
  auto* faces = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), mesh.faces.size()));
  for (const Face& face : mesh.faces) faces = std::copy(face.begin(), face.end(), faces);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene_);
}

EmbreeScene::~EmbreeScene() {
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

}  // namespace intercusp::bench
