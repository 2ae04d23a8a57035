#include "occlusion/exact/near_faces.h"

#include <embree3/rtcore.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

namespace intercusp::exact {
namespace {

//! In floats: rounding keeps the order of numbers, so boxes that meet still do.
struct Box {
  Eigen::Vector3f min, max;
  std::uint32_t face;
};

Bounds bounds_of_face(const Surface& surface, std::size_t face) {
  Bounds bounds;
  for (const Eigen::Vector3d& corner : surface.corners(face)) bounds.add(corner);
  return bounds;
}

Bounds bounds_of_surface(const Surface& surface) {
  Bounds bounds;
  for (const Face& face : surface.faces) {
    for (const std::uint32_t vertex : face) bounds.add(surface.vertices[vertex]);
  }
  return bounds;
}

bool meet(const Bounds& a, const Bounds& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

//! Boxes of the faces that reach into `where`.
std::vector<Box> boxes_within(const Surface& surface, const Bounds& where) {
  std::vector<Box> boxes;
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    const Bounds bounds = bounds_of_face(surface, face);
    if (!meet(bounds, where)) continue;
    boxes.push_back({bounds.min.cast<float>(), bounds.max.cast<float>(), static_cast<std::uint32_t>(face)});
  }
  return boxes;
}

struct Release {
  void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
  void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};
using Device = std::unique_ptr<RTCDeviceTy, Release>;
using Scene = std::unique_ptr<RTCSceneTy, Release>;

[[noreturn]] void fail(RTCDevice device) {
  throw std::runtime_error("Embree cannot prepare the faces' boxes: error " +
                           std::to_string(static_cast<int>(rtcGetDeviceError(device))));
}

void give_bounds(const RTCBoundsFunctionArguments* arguments) {
  const Box& box = static_cast<const Box*>(arguments->geometryUserPtr)[arguments->primID];
  RTCBounds& out = *arguments->bounds_o;
  out.lower_x = box.min.x();
  out.lower_y = box.min.y();
  out.lower_z = box.min.z();
  out.upper_x = box.max.x();
  out.upper_y = box.max.y();
  out.upper_z = box.max.z();
}

Scene tree_of(RTCDevice device, std::vector<Box>& boxes) {
  Scene scene(rtcNewScene(device));
  if (!scene) fail(device);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(boxes.size()));
  rtcSetGeometryUserData(geometry, boxes.data());
  rtcSetGeometryBoundsFunction(geometry, &give_bounds, nullptr);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene.get(), geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene.get());
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) fail(device);
  return scene;
}

bool meet(const Box& a, const Box& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

//! Embree calls back from many threads, with pairs whose boxes are near each other, not always met.
struct Collector {
  const std::vector<Box>& upper;
  const std::vector<Box>& lower;
  tbb::enumerable_thread_specific<std::vector<FacePair>> pairs;

  void add(const Box& a, const Box& b, std::vector<FacePair>& to) const {
    if (meet(a, b)) to.push_back({a.face, b.face});
  }
};

void collect(void* user, RTCCollision* collisions, unsigned count) {
  auto& collector = *static_cast<Collector*>(user);
  std::vector<FacePair>& pairs = collector.pairs.local();
  for (const RTCCollision* c = collisions; c != collisions + count; ++c) {
    collector.add(collector.upper[c->primID0], collector.lower[c->primID1], pairs);
  }
}

}  // namespace

std::vector<FacePair> near_faces(const Surface& upper, const Surface& lower) {
  std::vector<Box> upper_boxes = boxes_within(upper, bounds_of_surface(lower));
  std::vector<Box> lower_boxes = boxes_within(lower, bounds_of_surface(upper));
  std::vector<FacePair> pairs;
  // A tree of a handful is a leaf, and a leaf is no tree to Embree's collider.
  constexpr std::size_t few = 64;
  Collector collector{upper_boxes, lower_boxes, {}};
  if (upper_boxes.size() < few || lower_boxes.size() < few) {
    for (const Box& a : upper_boxes) {
      for (const Box& b : lower_boxes) collector.add(a, b, pairs);
    }
  } else {
    const Device device(rtcNewDevice(nullptr));
    if (!device) fail(nullptr);
    const Scene upper_tree = tree_of(device.get(), upper_boxes);
    const Scene lower_tree = tree_of(device.get(), lower_boxes);
    rtcCollide(upper_tree.get(), lower_tree.get(), &collect, &collector);
    if (rtcGetDeviceError(device.get()) != RTC_ERROR_NONE) fail(device.get());
    for (const auto& part : collector.pairs) pairs.insert(pairs.end(), part.begin(), part.end());
  }
  tbb::parallel_sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace intercusp::exact
