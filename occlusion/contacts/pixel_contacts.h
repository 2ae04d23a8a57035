// Contact in each pixel of a map at one threshold.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

// The part of a triangle where a linear function is at most a threshold, in closed form.

struct ClippedTriangle {
  double share = 0;  //!< share of the triangle's area, 0 to 1
  double mean = 0;   //!< mean of the function over that part; 0 if the part is empty
};

//! \param a,b,c values of the function at the corners
[[nodiscard]] inline ClippedTriangle clip_triangle(double a, double b, double c, double threshold) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  const double whole_mean = (a + b + c) / 3;
  if (c <= threshold) return {1, whole_mean};
  if (a >= threshold) return {};  // at most a corner or, if a = b, an edge is within the threshold
  if (b > threshold) {            // only the corner at a is within it
    const double share = (threshold - a) * (threshold - a) / ((b - a) * (c - a));
    return {share, (a + 2 * threshold) / 3};
  }
  // All but the corner at c is within it.
  const double cut = (c - threshold) * (c - threshold) / ((c - b) * (c - a));
  const double share = 1 - cut;
  return {share, share > 0 ? (whole_mean - cut * (c + 2 * threshold) / 3) / share : a};
}

//! Clearance inside one pixel's square, interpolated linearly on eight triangles.
//!
//! The triangles have their corners at the centre of the square, the middle of an edge and a corner. The
//! centre has the pixel's own clearance, a middle the mean of the two pixels that meet there, a corner the
//! mean of four. Pixels without a finite clearance are left out of these means. All pixels at a corner use
//! the same mean, so the field is continuous. It reproduces a linear clearance exactly, also along a straight
//! border. A map sampled at centres does not show how much of a silhouette pixel the jaw covers, so the pixel
//! counts as fully covered or, without a clearance, as not covered.
struct PixelField {
  double centre;
  std::array<double, 8> rim;  //!< corner, middle, corner, … once around

  //! \pre the pixel has a finite clearance.
  [[nodiscard]] static PixelField at(const ClearanceMap& map, int column, int row);

  //! Share of the square within the threshold, and the mean there. For shares alone see contact_rows.h.
  [[nodiscard]] ClippedTriangle clip(double threshold_mm) const;
};

struct PixelContact {
  std::size_t pixel = 0;
  double share = 0;         //!< share of the pixel's square, 0 to 1
  double surface_mm2 = 0;   //!< area of the lower's surface, without steep faces (areas.h)
  double mean_mm = 0;       //!< mean clearance over the share; 0 if the share is 0
  double least_mm = 0;      //!< at the pixel's centre; equals the threshold if only other parts are within it
  double variance_mm4 = 0;  //!< variance of the error of surface_mm2; 0 outside refined tiles
  std::int32_t upper_face = no_face, lower_face = no_face;  //!< the faces that bound the clearance
};

//! Pixels that count and have a part or their centre in contact, in the map's order.
//! \param surface_mm2 of the lower per pixel (lower_surface_per_pixel)
[[nodiscard]] std::vector<PixelContact> pixel_contacts(const CountedMap& counted,
                                                       std::span<const float> surface_mm2,
                                                       double threshold_mm);

}  // namespace intercusp
