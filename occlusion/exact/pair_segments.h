// Where pairs of faces meet, for cutting them.
//
// Internal to occlusion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "occlusion/exact/face_meeting.h"
#include "occlusion/exact/face_pair.h"

namespace intercusp::exact {

//! What the faces of a pair that meet have in common.
struct PairSegment {
  FacePair pair;
  bool flush = false;  //!< the faces lie in one plane, but for rounding
  int end_count = 0;   //!< of the segment: 2, 1 for a single point, or 0 where the exact test has none
  std::array<Eigen::Vector3d, 2> ends;
};

//! Of those pairs that meet, and of those that are flush whatever the exact test says of them, in the same order for any
//! number of threads.
[[nodiscard]] std::vector<PairSegment> pair_segments(const Surface& upper, const Surface& lower,
                                                     const std::vector<FacePair>& pairs);

//! The same with upper and lower exchanged.
[[nodiscard]] std::vector<PairSegment> exchanged(std::vector<PairSegment> segments);

//! As near_faces, where boxes come within a distance along every axis. \throw as near_faces
[[nodiscard]] std::vector<FacePair> faces_within(const Surface& upper, const Surface& lower,
                                                 double distance_mm);

//! Sine of the angle below which faces lie in one plane but for rounding, as far as places of cuts are concerned: they
//! are off by some 1e-13 mm over it.
constexpr double flush_sine = 1e-6;
constexpr double flush_mm = 1e-9;

[[nodiscard]] Eigen::Vector3d unit_normal(const Corners& corners);
[[nodiscard]] bool are_nearly_flush(const Corners& a, const Corners& b);

}  // namespace intercusp::exact
