// The segments in which pairs of faces meet, used for cutting the faces.
//
// Internal to occlusion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "occlusion/exact/exact_interference.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! The intersection of the faces of a pair.
struct PairSegment {
  FacePair pair;
  bool flush = false;  //!< both faces lie in one plane, except for rounding
  int end_count = 0;   //!< ends of the segment: 2, 1 for a single point, or 0 if the exact test finds none
  std::array<Eigen::Vector3d, 2> ends;
};

//! The segments of all pairs that meet, and of all flush pairs regardless of the exact test. Their order does
//! not depend on the number of threads.
[[nodiscard]] std::vector<PairSegment> pair_segments(const Surface& upper, const Surface& lower,
                                                     const std::vector<FacePair>& pairs);

//! Exchanges upper and lower in the segments.
[[nodiscard]] std::vector<PairSegment> exchanged(std::vector<PairSegment> segments);

//! Like near_faces, for boxes that are within a distance along every axis.
//! \throw as near_faces
[[nodiscard]] std::vector<FacePair> faces_within(const Surface& upper, const Surface& lower,
                                                 double distance_mm);

//! Sine of the angle below which faces count as lying in one plane. The error of a cut is some 1e-13 mm
//! over this sine.
constexpr double flush_sine = 1e-6;
constexpr double flush_mm = 1e-9;

[[nodiscard]] Eigen::Vector3d unit_normal(const Corners& corners);
[[nodiscard]] bool are_nearly_flush(const Corners& a, const Corners& b);

//! Candidate pairs of faces: those whose boxes meet in the case frame. No such pair is missed; a few pairs
//! whose boxes are apart by less than float precision may be included. Sorted, each once.
//! \throw std::runtime_error if Embree has no device or cannot build a tree, or for more pairs than scans in
//! a bite have: ten million, plus twenty for each face
[[nodiscard]] std::vector<FacePair> near_faces(const Surface& upper, const Surface& lower);

}  // namespace intercusp::exact
