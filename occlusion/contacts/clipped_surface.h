// Cuts one jaw's surface into triangles that are fine enough for the areas within given distances
// of the other jaw.
//
// On a piece, the distance is linear between the corners and clipped along the threshold. Cutting the piece
// into four at the middles of its edges shows the error: the change of its area is the estimated error of the
// four. This estimate is exact if every further cut changes half as much as the one before; on smooth
// surfaces a cut changes a quarter as much. The worst pieces are cut until the error of every threshold's
// whole area is small enough. Changes of single pieces are random, so their squares add up; a common drift
// shows in their sum:
//     error = |Σ change| + 2·√(Σ change²) + Σ doubt
// where doubt is the area that the contour may cut between the samples of a piece.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "occlusion/contacts/contact_sum.h"
#include "occlusion/contacts/pixel_contacts.h"
#include "occlusion/distance/surface_distance.h"

namespace intercusp {

//! The distance at a point of a surface.
struct SurfaceSample {
  double distance_mm = 0;
  std::uint32_t other_face = 0;
  bool certain = false;  //!< uncertain samples are left out of areas (JawReading)
};

//! A triangle on a face. Its corners are stored as barycentric weights of the face's corners, which stay
//! exact when halved. A weight of 0 puts a corner on an edge of the face.
struct SurfacePiece {
  std::uint32_t face = 0;
  std::array<Eigen::Vector3f, 3> weights;
  std::array<SurfaceSample, 3> corners;
  double area_mm2 = 0;

  //! Share of the piece's corners that are certain, 0 to 1.
  [[nodiscard]] double certain_share() const {
    return (corners[0].certain + corners[1].certain + corners[2].certain) / 3.0;
  }
  //! The part within the threshold, and the mean distance there.
  [[nodiscard]] ClippedTriangle clip(double threshold_mm) const {
    return clip_triangle(corners[0].distance_mm, corners[1].distance_mm, corners[2].distance_mm,
                         threshold_mm);
  }
  [[nodiscard]] double area_within(double threshold_mm) const {
    return clip(threshold_mm).share * certain_share() * area_mm2;
  }
};

//! A piece with samples at the middles of its edges, which divide it into four quarters.
struct MeasuredPiece {
  SurfacePiece whole;
  std::array<SurfaceSample, 3> middles;  //!< samples in the middles of edges ab, bc, ca; unset if `settled`
  bool settled = false;                  //!< wholly within all thresholds, so no quarters are needed

  [[nodiscard]] std::array<SurfacePiece, 4> quarters() const;
};

struct ClippedSurface {
  std::vector<double> thresholds_mm;
  std::vector<MeasuredPiece> pieces;  //!< cover every place within the greatest threshold
  //! Piece p and threshold t have their error at index p · thresholds + t. `change` is the area of the
  //! quarters minus that of the whole piece.
  std::vector<AreaError> errors;
  std::vector<double> area_mm2;   //!< per threshold
  std::vector<double> error_mm2;  //!< per threshold, as above

  [[nodiscard]] const AreaError& error(std::size_t piece, std::size_t threshold) const {
    return errors[piece * thresholds_mm.size() + threshold];
  }
};

struct ClipOptions {
  double area_error = 0.005;          //!< accepted error relative to the area, per threshold
  double least_error_mm2 = 1e-4;      //!< errors below this are accepted for any area
  std::size_t most_pieces = 400'000;  //!< cutting stops at this number; the errors then state what is left
};

//! The result is bit-identical for any number of threads.
[[nodiscard]] ClippedSurface clip_surface(const SurfaceSide& side, std::span<const double> thresholds_mm,
                                          const ClipOptions& options);

}  // namespace intercusp
