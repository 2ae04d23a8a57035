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

//! A number and the level below which it is noise.
struct ChangeFigure {
  double value = 0;
  double noise = 0;                         //!< 95 % of such numbers are below it where nothing has changed
  std::array<double, 2> interval = {0, 0};  //!< 95 %
  //! Nothing where the number is within the noise.
  [[nodiscard]] std::optional<double> beyond_noise() const {
    return std::abs(value) > noise ? std::optional(value) : std::nullopt;
  }
};

//! The mean for a change that both scans show; one that only one of them shows counts as noise.
[[nodiscard]] ChangeFigure mean_of(const ChangeFigure& a, const ChangeFigure& b);

struct LossAndGain {
  ChangeFigure lost_mm3, gained_mm3;
  ChangeFigure deepest_loss_mm, highest_gain_mm;
  double lost_mm2 = 0, gained_mm2 = 0;
  double deep_loss_mm = 0, deep_gain_mm = 0;  //!< greatest distance of the surfaces in a place of either sign
};

//! The noise of a scan's change, from all of it by medians.
struct ChangeNoise {
  double vertex_mm = 0;  //!< standard deviation at a vertex
  double fine_mm = 0;    //!< of the mean over a vertex and its neighbours
  double smooth_mm = 0;  //!< of the mean over half a millimetre
  double broad_mm = 0;   //!< of the mean over two millimetres
  double shared_mm = 0;  //!< of what a whole tooth has in common: the pose and slow waves
};

//! \param counts other than 0 where the change counts  \param under_layer of an even layer there, which is not noise
[[nodiscard]] ChangeNoise change_noise(const SurfaceChange& change, std::span<const std::uint8_t> counts,
                                       bool under_layer = false);

//! One scan and what lies on it of the other.
struct ChangedSurface {
  const MatchSurface& surface;
  const VertexRings& rings;
  const SurfaceChange& change;
  ScanTime time;
  const MatchSurface& other;
};

//! Where a vertex lies, for one tooth. A place begins on its inner surface and may reach its margin.
enum class CrownPart : std::uint8_t { gum, margin, inner, other_tooth };

//! \param tooth per vertex of the welded mesh
//! \param of_from_other the tooth's own pose  \param along its long axis, unit, in the frame of the surface
[[nodiscard]] LossAndGain loss_and_gain(const ChangedSurface& of, const ChangeNoise& noise,
                                        std::span<const CrownPart> tooth,
                                        const Eigen::Isometry3d& of_from_other, const Eigen::Vector3d& along);

//! The mean of what both scans say: a concave surface shows too little of the change, a convex one too much. What only one
//! of them shows is an error of its faces, and the volume of a deep gap is that under the outer surface.
[[nodiscard]] LossAndGain mean_of(const LossAndGain& before, const LossAndGain& after);

}  // namespace intercusp
