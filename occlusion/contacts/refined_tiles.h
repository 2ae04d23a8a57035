// Adaptive refinement: tiles of a map that the edge of a contact crosses are mapped again with smaller
// pixels, until the error of the contact area is small for any initial pixel size. Myszkowski, Okunev & Kunii
// 1995, section 9, propose such a map of several resolutions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/contacts/pixel_contacts.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct RefineOptions {
  double area_error = 0.005;           //!< accepted 95 % error of each threshold's area, relative to it
  double least_area_error_mm2 = 1e-4;  //!< accepted in any case, for areas near zero
  int most_levels = 5;                 //!< each level halves the pixel size
};

//! The refined part of one map at one threshold.
struct RefinedTiles {
  std::vector<std::uint8_t> refined;  //!< per pixel of the map: 1 in refined tiles
  //! Pixels of refined tiles that are in contact, summed over finer pixels, in the map's order.
  std::vector<PixelContact> pixels;
  //! Estimated remaining error of this map's area, 95 % (docs/ACCURACY.md, "Areas").
  double projected_error_mm2 = 0, surface_error_mm2 = 0;
};

//! Maps a window of map number `map` again with smaller pixels, and marks the pixels that count.
using FineMap = std::function<CountedMap(std::size_t map, const View& window)>;

//! \param maps of one bite; each point of the lower counts in exactly one of them
//! \return one list per threshold, with one entry per map. If an error is still too large after
//! `most_levels`, the stated errors show it.
[[nodiscard]] std::vector<std::vector<RefinedTiles>> refine_contacts(std::span<const CountedMap> maps,
                                                                     const Bite& bite,
                                                                     std::span<const double> thresholds_mm,
                                                                     const FineMap& fine_map,
                                                                     const RefineOptions& options = {});

//! Returns a map's own contacts (pixel_contacts), with those in refined tiles replaced.
[[nodiscard]] std::vector<PixelContact> with_refined(const std::vector<PixelContact>& own,
                                                     const RefinedTiles& tiles);

}  // namespace intercusp
