#include "occlusion/exact/pair_segments.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_sort.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/rays/embree.h"

namespace intercusp::exact {
namespace {

std::optional<PairSegment> segment_of(const Surface& upper, const Surface& lower, const FacePair& pair) {
  const FaceIntersection intersection = intersect(upper, pair.upper_face, lower, pair.lower_face);
  const bool flush = intersection.coplanar ||
                     are_nearly_flush(upper.corners(pair.upper_face), lower.corners(pair.lower_face));
  if (intersection.kind == IntersectionKind::apart && !flush) return std::nullopt;
  return PairSegment{
      pair, flush, intersection.end_count, {intersection.ends[0].point, intersection.ends[1].point}};
}

}  // namespace

std::vector<PairSegment> pair_segments(const Surface& upper, const Surface& lower,
                                       const std::vector<FacePair>& pairs) {
  constexpr std::size_t chunk = 2048;
  std::vector<std::vector<PairSegment>> found((pairs.size() + chunk - 1) / chunk);
  for_all(std::size_t{0}, found.size(), [&](std::size_t part) {
    const std::size_t end = std::min(pairs.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      if (const auto segment = segment_of(upper, lower, pairs[i])) found[part].push_back(*segment);
    }
  });
  std::vector<PairSegment> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<PairSegment> exchanged(std::vector<PairSegment> segments) {
  for (PairSegment& segment : segments) std::swap(segment.pair.upper_face, segment.pair.lower_face);
  return segments;
}

std::vector<FacePair> faces_within(const Surface& upper, const Surface& lower, double distance_mm) {
  // near_faces uses only the boxes of faces, so a face that spans two corners of the larger box is enough.
  std::vector<Face> boxes;
  Surface grown;
  for (std::size_t face = 0; face < lower.faces.size(); ++face) {
    Bounds box;
    for (const Eigen::Vector3d& corner : lower.corners(face)) box.add(corner);
    const auto first = static_cast<std::uint32_t>(grown.vertices.size());
    grown.vertices.push_back(box.min - Eigen::Vector3d::Constant(distance_mm));
    grown.vertices.push_back(box.max + Eigen::Vector3d::Constant(distance_mm));
    boxes.push_back({first, first + 1, first + 1});
  }
  grown.faces = boxes;
  return near_faces(upper, grown);
}

Eigen::Vector3d unit_normal(const Corners& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
}

bool are_nearly_flush(const Corners& a, const Corners& b) {
  const Eigen::Vector3d normal = unit_normal(a);
  if (!(normal.cross(unit_normal(b)).norm() < flush_sine)) return false;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Eigen::Vector3d& corner : b) {
    const double height = normal.dot(corner - a[0]);
    least = std::min(least, height);
    most = std::max(most, height);
  }
  return least < flush_mm && most > -flush_mm;
}

namespace {

//! In floats: rounding preserves the order of numbers, so boxes that meet still meet.
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

//! Boxes of the faces that extend into `where`.
std::vector<Box> boxes_within(const Surface& surface, const Bounds& where) {
  std::vector<Box> boxes;
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    const Bounds bounds = bounds_of_face(surface, face);
    if (!meet(bounds, where)) continue;
    boxes.push_back({bounds.min.cast<float>(), bounds.max.cast<float>(), static_cast<std::uint32_t>(face)});
  }
  return boxes;
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

embree::Scene tree_of(const embree::Device& device, std::vector<Box>& boxes) {
  embree::Scene scene = embree::make_scene(device);
  const embree::Geometry geometry = embree::make_geometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry.get(), static_cast<unsigned>(boxes.size()));
  rtcSetGeometryUserData(geometry.get(), boxes.data());
  rtcSetGeometryBoundsFunction(geometry.get(), &give_bounds, nullptr);
  embree::commit_and_attach(geometry, scene);
  rtcCommitScene(scene.get());
  embree::check(device);
  return scene;
}

bool meet(const Box& a, const Box& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

//! Embree calls this from many threads, with pairs whose boxes are near each other but may not meet.
struct Collector {
  const std::vector<Box>& upper;
  const std::vector<Box>& lower;
  std::size_t most_pairs;
  std::atomic<std::size_t> count = 0;  //!< pairs above the limit are counted, but not stored
  tbb::enumerable_thread_specific<std::vector<FacePair>> pairs;

  void add(const Box& a, const Box& b, std::vector<FacePair>& to) {
    if (meet(a, b) && count.fetch_add(1, std::memory_order_relaxed) < most_pairs)
      to.push_back({a.face, b.face});
  }
};

void collect(void* user, RTCCollision* collisions, unsigned count) {
  auto& collector = *static_cast<Collector*>(user);
  std::vector<FacePair>& pairs = collector.pairs.local();
  for (const RTCCollision* c = collisions; c != collisions + count; ++c) {
    collector.add(collector.upper[c->primID0], collector.lower[c->primID1], pairs);
  }
}

std::size_t most_pairs(const Surface& upper, const Surface& lower) {
  // 5 000 pairs cross in scans 0.6 mm deep in each other.
  constexpr std::size_t anyway = 10'000'000, a_face = 20;
  return anyway + a_face * (upper.faces.size() + lower.faces.size());
}

[[noreturn]] void refuse(std::size_t pairs) {
  constexpr double a_pair_bytes = 250;  // for a pair that crosses
  const auto megabytes = static_cast<std::uint64_t>(a_pair_bytes * 1e-6 * static_cast<double>(pairs));
  throw std::runtime_error(
      "an exact test would need " + std::to_string(megabytes) + " MB of memory for " + std::to_string(pairs) +
      " pairs of faces that lie close together; mesh the surfaces without fans and needles");
}

}  // namespace

std::vector<FacePair> near_faces(const Surface& upper, const Surface& lower) {
  std::vector<Box> upper_boxes = boxes_within(upper, bounds_of_surface(lower));
  std::vector<Box> lower_boxes = boxes_within(lower, bounds_of_surface(upper));
  std::vector<FacePair> pairs;
  // A tree of few faces is a single leaf, which Embree's collider does not accept.
  constexpr std::size_t few = 64;
  Collector collector{
      .upper = upper_boxes, .lower = lower_boxes, .most_pairs = most_pairs(upper, lower), .pairs = {}};
  if (upper_boxes.size() < few || lower_boxes.size() < few) {
    for (const Box& a : upper_boxes) {
      for (const Box& b : lower_boxes) collector.add(a, b, pairs);
    }
  } else {
    const embree::Device device = embree::make_device();
    const embree::Scene upper_tree = tree_of(device, upper_boxes), lower_tree = tree_of(device, lower_boxes);
    rtcCollide(upper_tree.get(), lower_tree.get(), &collect, &collector);
    embree::check(device);
    for (const auto& part : collector.pairs) pairs.insert(pairs.end(), part.begin(), part.end());
  }
  if (collector.count > collector.most_pairs) refuse(collector.count);
  tbb::parallel_sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace intercusp::exact
