// What a tooth has lost and gained between two scans: volume, area and depth, each with its noise.
//
// Change counts where its mean over half a millimetre exceeds the noise; from there the place grows to where the change
// ends, and the change of all its vertices is added up with its sign, so that their noise cancels.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/registration/surface_change.h"

namespace intercusp {

//! A number, and the level below which it is noise.
struct ChangeFigure {
  double value = 0;
  double noise = 0;                         //!< 95 % of such numbers are below it if nothing has changed
  std::array<double, 2> interval = {0, 0};  //!< 95 % interval
  //! The number; empty if it is within the noise.
  [[nodiscard]] std::optional<double> beyond_noise() const {
    return std::abs(value) > noise ? std::optional(value) : std::nullopt;
  }
};

//! For a change that both scans show, the mean of both. A change that only one scan shows counts as noise.
[[nodiscard]] ChangeFigure mean_of(const ChangeFigure& a, const ChangeFigure& b);

struct LossAndGain {
  ChangeFigure lost_mm3, gained_mm3;
  ChangeFigure deepest_loss_mm, highest_gain_mm;
  double lost_mm2 = 0, gained_mm2 = 0;
  //! Greatest distance between the surfaces in a patch of either sign.
  double deep_loss_mm = 0, deep_gain_mm = 0;
  bool loss_is_peak = false, gain_is_peak = false;  //!< deepest at a cusp or an edge
};

//! The noise of a scan's change, estimated from the whole scan by medians.
struct ChangeNoise {
  double vertex_mm = 0;  //!< standard deviation at a vertex
  double fine_mm = 0;    //!< that of the mean over a vertex and its neighbours
  double smooth_mm = 0;  //!< that of the mean over half a millimetre
  double broad_mm = 0;   //!< that of the mean over two millimetres
  double shared_mm = 0;  //!< that of what a whole tooth has in common: the pose and slow waves
};

//! \param counts other than 0 where the change counts
//! \param under_layer part of an even layer there, which is not noise
[[nodiscard]] ChangeNoise change_noise(const SurfaceChange& change, std::span<const std::uint8_t> counts,
                                       bool under_layer = false);

//! One scan, and the part of the other that lies on it.
struct ChangedSurface {
  const MatchSurface& surface;
  const VertexRings& rings;
  const SurfaceChange& change;
  ScanTime time;
  const MatchSurface& other;
};

//! Where a vertex lies, for one tooth. A patch begins on the tooth's inner surface and may reach its margin.
enum class CrownPart : std::uint8_t { gum, margin, inner, other_tooth };

//! \param tooth per vertex of the welded mesh
//! \param of_from_other the tooth's own pose
//! \param along the tooth's long axis, unit, in the frame of the surface
[[nodiscard]] LossAndGain loss_and_gain(const ChangedSurface& of, const ChangeNoise& noise,
                                        std::span<const CrownPart> tooth,
                                        const Eigen::Isometry3d& of_from_other, const Eigen::Vector3d& along);

//! The mean of both scans' results, because a concave surface shows too little of the change and a convex one
//! too much. A change that only one of them shows is an error of its faces. The volume of a deep gap is the
//! one under the outer surface.
[[nodiscard]] LossAndGain mean_of(const LossAndGain& before, const LossAndGain& after);

}  // namespace intercusp
