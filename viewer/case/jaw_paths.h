// The ways of the lower incisal point and of both condyles over a film, as jaw trackers plot them.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "occlusion/motion/articulator/sliding.h"
#include "occlusion/motion/track.h"

namespace intercusp::viewer {

enum class PathPoint { incisal, right_condyle, left_condyle };
constexpr std::size_t path_points = 3;

//! One way for each PathPoint, a place for each pose of the track: mm along left, anterior and superior from where the
//! point is in the registered bite.
using JawPaths = std::array<std::vector<Eigen::Vector3d>, path_points>;

[[nodiscard]] JawPaths paths_of(const Articulator& articulator, const Track& track);

}  // namespace intercusp::viewer
