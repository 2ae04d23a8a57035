// What a tooth has lost and gained between two scans: volume, area and depth, each with its noise.
//
// Change counts where its mean over half a millimetre exceeds the noise; from there the place grows to where the change
// ends, and the change of all its vertices is added up with its sign, so that their noise cancels.
#pragma once

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
  double noise = 0;  //!< 95 % of such numbers are below it where nothing has changed
  //! Nothing where the number is within the noise.
  [[nodiscard]] std::optional<double> beyond_noise() const {
    return std::abs(value) > noise ? std::optional(value) : std::nullopt;
  }
};

struct LossAndGain {
  ChangeFigure lost_mm3, gained_mm3;
  ChangeFigure deepest_loss_mm, highest_gain_mm;
  double lost_mm2 = 0, gained_mm2 = 0;
};

//! The noise of a scan's change, from all of it by medians.
struct ChangeNoise {
  double vertex_mm = 0;  //!< standard deviation at a vertex
  double fine_mm = 0;    //!< of the mean over a vertex and its neighbours
  double smooth_mm = 0;  //!< of the mean over half a millimetre
  double shared_mm = 0;  //!< of what a whole tooth has in common: the pose and slow waves
};

[[nodiscard]] ChangeNoise change_noise(const SurfaceChange& change, std::span<const std::uint8_t> counts);

//! \param of_tooth per vertex of the welded mesh: other than 0 on the tooth's inner surface
[[nodiscard]] LossAndGain loss_and_gain(const MatchSurface& surface, const VertexRings& rings,
                                        const SurfaceChange& change, const ChangeNoise& noise,
                                        std::span<const std::uint8_t> of_tooth);

//! The mean of what both scans say: a concave surface shows too little of the change, a convex one too much. What only one
//! of them shows is an error of its faces.
[[nodiscard]] LossAndGain mean_of(const LossAndGain& before, const LossAndGain& after);

}  // namespace intercusp
