// The clearance inside one pixel's square, interpolated linearly on eight triangles.
//
// The square is cut at its centre into eight triangles (centre, middle of an edge, corner). The centre has the pixel's
// own clearance, a middle the mean of the two pixels that meet there, a corner the mean of four. Pixels without a
// finite clearance are left out of these means. All pixels at a corner take the same mean, so the field is continuous,
// and it reproduces a linear clearance exactly, also along a straight border. A map sampled at centres does not show
// how much of a silhouette pixel the jaw covers: the pixel counts as fully covered or, without a clearance, as not
// covered.
#pragma once

#include <array>

#include "occlusion/contacts/linear_clip.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct PixelField {
  double centre;
  std::array<double, 8> rim;  //!< corner, middle, corner, … once around

  //! \pre the pixel has a finite clearance.
  [[nodiscard]] static PixelField at(const ClearanceMap& map, int column, int row);

  //! Share of the square at most the threshold, and the mean there. Shares alone: contact_rows.h.
  [[nodiscard]] ClippedTriangle clip(double threshold_mm) const;
};

}  // namespace intercusp
