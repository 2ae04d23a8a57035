// The clearance inside one pixel's square, interpolated linearly on eight triangles.
//
// The square is cut at its centre into eight triangles (centre, middle of an edge, corner). The centre has
// the pixel's own clearance, a middle the mean of the two pixels that meet there, a corner the mean of four.
// Pixels without a finite clearance are left out of these means: every pixel at a corner takes the same mean,
// so the field is continuous, and a linear clearance is met exactly inside and along a straight border. How
// much of a pixel the jaw covers at its silhouette, a map sampled at centres does not know: such pixels count
// as covered whole or, without a clearance, not at all.
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
