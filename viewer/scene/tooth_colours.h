// Colours of teeth in the viewer.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "io/picture/tooth_colours.h"
#include "occlusion/teeth/find_teeth.h"
#include "viewer/scene/gpu_jaw.h"

namespace intercusp::viewer {

constexpr double hatch_mm = 1.6;  //!< a stripe of colour and a pale one

//! As in the report's pictures; between the stripes of a number that is not sure pale.
[[nodiscard]] inline Rgb shown_colour(const FoundTooth& tooth, bool on_stripe) {
  constexpr Rgb pale{238, 236, 232};
  return tooth.sure || on_stripe ? tooth_colour(tooth.fdi) : blend(tooth_colour(tooth.fdi), pale, 0.8);
}

//! Across all of a jaw's axes, so that no side of a tooth lies along a stripe.
[[nodiscard]] inline bool lies_on_stripe(const Eigen::Vector3d& jaw_point) {
  const double along = jaw_point.sum() / (std::sqrt(3.0) * hatch_mm);
  return along - std::floor(along) < 0.5;
}

//! A light rim inside the tooth, of faces in two rows.
void outline_tooth(std::vector<GpuJaw::Paint>& paint, const TriangleMesh& mesh,
                   const std::vector<int>& labels, int tooth);

}  // namespace intercusp::viewer
