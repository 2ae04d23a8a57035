// Embree's device, scenes and geometries as move-only values. A scene and a geometry must not outlive their
// device.
#pragma once

#include <embree3/rtcore.h>

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::embree {

//! After running out of memory, Embree 3.13 can hang when it releases objects. From then on no
//! object is released.
inline std::atomic<bool> ran_out_of_memory = false;

struct Release {
  void operator()(RTCDevice device) const {
    if (!ran_out_of_memory) rtcReleaseDevice(device);
  }
  void operator()(RTCScene scene) const {
    if (!ran_out_of_memory) rtcReleaseScene(scene);
  }
  void operator()(RTCGeometry geometry) const {
    if (!ran_out_of_memory) rtcReleaseGeometry(geometry);
  }
};
using Device = std::unique_ptr<RTCDeviceTy, Release>;
using Scene = std::unique_ptr<RTCSceneTy, Release>;
using Geometry = std::unique_ptr<RTCGeometryTy, Release>;

//! \throw std::bad_alloc if memory ran out, else std::runtime_error
[[noreturn]] inline void fail(RTCError error) {
  if (error == RTC_ERROR_OUT_OF_MEMORY) {
    ran_out_of_memory = true;
    throw std::bad_alloc();
  }
  throw std::runtime_error(
      "Embree cannot prepare a mesh (error " + std::to_string(static_cast<int>(error)) +
      "); it may lack threads or memory: close other programs or raise their limits (ulimit)");
}

//! \throw as fail() if a call since the last check failed
inline void check(const Device& device) {
  if (const RTCError error = rtcGetDeviceError(device.get()); error != RTC_ERROR_NONE) fail(error);
}

//! \throw std::runtime_error if Embree has no device
[[nodiscard]] inline Device make_device() {
  Device device(rtcNewDevice(nullptr));
  if (!device) fail(rtcGetDeviceError(nullptr));
  return device;
}

[[nodiscard]] inline Scene make_scene(const Device& device) {
  Scene scene(rtcNewScene(device.get()));
  if (!scene) fail(rtcGetDeviceError(device.get()));
  return scene;
}

[[nodiscard]] inline Geometry make_geometry(const Device& device, RTCGeometryType type) {
  Geometry geometry(rtcNewGeometry(device.get(), type));
  if (!geometry) fail(rtcGetDeviceError(device.get()));
  return geometry;
}

//! The scene keeps the geometry alive.
inline void commit_and_attach(const Geometry& geometry, const Scene& scene) {
  rtcCommitGeometry(geometry.get());
  rtcAttachGeometry(scene.get(), geometry.get());
}

//! Fills a scene with boxes that `owner` defines: `box_of` returns box i, `look_at` tests what a
//! line meets in it.
//! \throw as fail()
inline void fill_with_boxes(const Device& device, const Scene& scene, std::size_t count, void* owner,
                            RTCBoundsFunction box_of, RTCIntersectFunctionN look_at,
                            RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM) {
  const Geometry geometry = make_geometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry.get(), static_cast<unsigned>(count));
  rtcSetGeometryUserData(geometry.get(), owner);
  rtcSetGeometryBoundsFunction(geometry.get(), box_of, nullptr);
  rtcSetGeometryIntersectFunction(geometry.get(), look_at);
  commit_and_attach(geometry, scene);
  rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_ROBUST);
  rtcSetSceneBuildQuality(scene.get(), quality);
  rtcCommitScene(scene.get());
  check(device);
}

//! Sets a box that is enlarged on all sides.
inline void set_box(RTCBounds& out, const Bounds& box, double grown_mm) {
  const Eigen::Vector3f low = (box.min.array() - grown_mm).cast<float>();
  const Eigen::Vector3f high = (box.max.array() + grown_mm).cast<float>();
  out.lower_x = low.x(), out.lower_y = low.y(), out.lower_z = low.z();
  out.upper_x = high.x(), out.upper_y = high.y(), out.upper_z = high.z();
}

//! Storage for `count` points of three floats, or triangles of three indices.
//! \throw std::runtime_error if Embree returns none
template <class Number>
[[nodiscard]] Number* new_buffer(const Device& device, const Geometry& geometry, RTCBufferType type,
                                 RTCFormat format, std::size_t count) {
  void* buffer = rtcSetNewGeometryBuffer(geometry.get(), type, 0, format, 3 * sizeof(Number), count);
  if (buffer == nullptr) fail(rtcGetDeviceError(device.get()));
  return static_cast<Number*>(buffer);
}

}  // namespace intercusp::embree
