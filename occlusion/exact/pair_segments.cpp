#include "occlusion/exact/pair_segments.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/near_faces.h"

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
  // near_faces only uses the boxes of faces: here a face is the two corners of the larger box.
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

}  // namespace intercusp::exact
