// How one piece of a jaw's surface lies on the other scan: its pose and, if requested, an even layer that it
// gained or lost, and its growth in size. All are estimated from one set of residuals, so that the
// explanations can be compared.
//
// Point-to-plane steps use Geman & McClure's weights (1987), whose width falls from tenths of a millimetre to
// the noise. Parts of the piece that have changed thereby lose their weight. Lengths are in mm, in the frame
// of the scan before.
#pragma once

#include <Eigen/Geometry>
#include <span>

#include "occlusion/registration/refine.h"

namespace intercusp {

//! Standard deviation of a match: that of the vertices, and that of faces which lie off the smooth surface.
struct ResidualNoise {
  double vertex_mm = 0.02;
  double of_chord = 0.4;  //!< share of SurfaceMatch::chord_mm
  [[nodiscard]] double deviation_mm(const SurfaceMatch& match) const;
};

//! Which differences beside the pose are allowed, or that the pose is fixed.
struct PieceOptions {
  double first_scale_mm = 0.6;  //!< scale of the residuals that count in the first step
  double reach_mm = 4;
  std::size_t samples = 1000;  //!< approximate number for each scan
  bool pose = true, layer = false, scale = false;
  double first_layer_mm = 0;
};

struct PieceFit {
  Eigen::Isometry3d before_from_after = Eigen::Isometry3d::Identity();
  PoseError error;                              //!< about the middle of the piece
  double layer_mm = 0, layer_deviation_mm = 0;  //!< outwards since the scan before; 0 if not requested
  double growth = 0, growth_deviation = 0;  //!< growth of lengths: 0.01 is one per cent; 0 if not requested
  //! Logarithm of the likelihood of the residuals, relative to that of a surface that has changed everywhere.
  //! It counts patches of surface, not matches.
  double score = 0;
  double support = 0;  //!< share of both surfaces within three deviations of each other
};

[[nodiscard]] PieceFit fit_piece(const MatchSurface& before, const MatchSurface& after,
                                 const Eigen::Isometry3d& start, const ResidualNoise& noise,
                                 const PieceOptions& options = {});

//! The noise of pieces of surface in their poses. It uses each piece's medians, so that changed parts and
//! changed pieces do not count.
//! \pre as many poses as pairs
[[nodiscard]] ResidualNoise noise_of(std::span<const SurfaceMatch> matches, const PieceFit& fit);

}  // namespace intercusp
