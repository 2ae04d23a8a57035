// The ways of the lower incisal point and of both condyles over a playback, as jaw trackers plot them.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "occlusion/motion/hinge.h"
#include "occlusion/motion/track.h"

namespace intercusp::viewer {

enum class PathPoint { incisal, right_condyle, left_condyle };
constexpr std::size_t path_points = 3;

//! One way for each PathPoint, a place for each pose of the track: mm along left, anterior and superior from where the
//! point is in the registered bite.
using JawPaths = std::array<std::vector<Eigen::Vector3d>, path_points>;

//! The points whose ways are traced, in the case frame in the registered bite.
struct TracedJaw {
  AnatomicalAxes axes;
  Condyles condyles;
  Eigen::Vector3d incisal_point;
  Eigen::Isometry3d upper_from_lower;  //!< of that bite
};
[[nodiscard]] JawPaths paths_of(const TracedJaw& jaw, const Track& track);

}  // namespace intercusp::viewer
