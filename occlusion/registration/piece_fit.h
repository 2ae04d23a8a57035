// How one piece of a jaw's surface lies on the other scan: its pose and, where they are wanted, an even layer that it has
// gained or lost and its growth in size, by the same residuals, so that the explanations can be compared.
//
// Point-to-plane steps with Geman & McClure's weights (1987), whose width falls from tenths of a millimetre to the noise:
// parts of the piece that have changed lose their weight. Lengths are mm, in the frame of the scan before.
#pragma once

#include <Eigen/Geometry>
#include <span>

#include "occlusion/registration/refine.h"

namespace intercusp {

//! Standard deviation of a match: that of the vertices, and of faces that lie off the smooth surface.
struct ResidualNoise {
  double vertex_mm = 0.02;
  double of_chord = 0.4;  //!< share of SurfaceMatch::chord_mm
  [[nodiscard]] double deviation_mm(const SurfaceMatch& match) const;
};

//! What beside the pose may differ, or that the pose stays.
struct PieceOptions {
  double first_scale_mm = 0.6;  //!< residuals up to some of it count at first
  double reach_mm = 4;
  std::size_t samples = 1000;  //!< of each scan, about
  bool pose = true, layer = false, scale = false;
  double first_layer_mm = 0;
};

struct PieceFit {
  Eigen::Isometry3d before_from_after = Eigen::Isometry3d::Identity();
  PoseError error;                              //!< about the middle of the piece
  double layer_mm = 0, layer_deviation_mm = 0;  //!< outwards since the scan before; 0 where not asked for
  double growth = 0, growth_deviation = 0;      //!< of lengths: 0.01 is one percent larger; likewise
  //! Logarithm of how much likelier the residuals are than those of a surface that has changed everywhere; patches of
  //! surface count, not matches.
  double score = 0;
  double support = 0;  //!< share of both surfaces that lies on the other within three deviations
};

[[nodiscard]] PieceFit fit_piece(const MatchSurface& before, const MatchSurface& after,
                                 const Eigen::Isometry3d& start, const ResidualNoise& noise,
                                 const PieceOptions& options = {});

//! The noise of pieces of surface in their poses, each piece by its medians, so that changed parts and changed pieces do not
//! count. \pre as many poses as pairs
[[nodiscard]] ResidualNoise noise_of(std::span<const SurfaceMatch> matches, const PieceFit& fit);

}  // namespace intercusp
