// The contact in each pixel of a map, at one threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/maps/counted_map.h"

namespace intercusp {

struct PixelContact {
  std::size_t pixel = 0;
  double share = 0;         //!< of the pixel's square, 0 to 1
  double surface_mm2 = 0;   //!< of the lower, without steep faces (areas.h)
  double mean_mm = 0;       //!< clearance over the share; 0 if the share is 0
  double least_mm = 0;      //!< at the pixel's centre; the threshold if only other parts are within it
  double variance_mm4 = 0;  //!< of the error of surface_mm2; 0 outside refined tiles
  std::int32_t upper_face = no_face, lower_face = no_face;  //!< that bound the clearance
};

//! The pixels that count and have a part or their centre in contact, in the map's order. \param surface_mm2
//! of the lower per pixel (lower_surface_per_pixel).
[[nodiscard]] std::vector<PixelContact> pixel_contacts(const CountedMap& counted,
                                                       std::span<const float> surface_mm2,
                                                       double threshold_mm);

}  // namespace intercusp
