// Adaptive detail: where a contact's edge crosses a map, its tiles are mapped again with finer pixels, until
// the error of the contact area is small whatever the first pixel was. (The seed asks for such a map of
// several resolutions: Myszkowski, Okunev & Kunii 1995, section 9.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/contacts/pixel_contacts.h"
#include "occlusion/maps/counted_map.h"

namespace intercusp {

struct RefineOptions {
  double area_error = 0.005;           //!< wanted: 95 % error of each threshold's area, as a share of it
  double least_area_error_mm2 = 1e-4;  //!< or this, where the area is nearly nothing
  int most_levels = 5;                 //!< a level halves the pixel
};

//! The refined part of one map at one threshold.
struct RefinedTiles {
  std::vector<std::uint8_t> refined;  //!< per pixel of the map: 1 in refined tiles
  std::vector<PixelContact>
      pixels;  //!< those of refined tiles that are in contact, summed over finer pixels, in order
  //! What may be left of the error of this map's area, 95 % (docs/ACCURACY.md, "Areas").
  double projected_error_mm2 = 0, surface_error_mm2 = 0;
};

//! Maps a window of map `map` anew on smaller pixels, and says which of them count there.
using FineMap = std::function<CountedMap(std::size_t map, const MapFrame& window)>;

//! \param maps of one bite; each point of the lower counts in one of them.
//! \return one list per threshold, with one entry per map. Where some error stays above what is wanted after
//! `most_levels`, the errors say so.
[[nodiscard]] std::vector<std::vector<RefinedTiles>> refine_contacts(std::span<const CountedMap> maps,
                                                                     const Bite& bite,
                                                                     std::span<const double> thresholds_mm,
                                                                     const FineMap& fine_map,
                                                                     const RefineOptions& options = {});

//! Of a map's own contacts (pixel_contacts) those of refined tiles replaced by the detail's.
[[nodiscard]] std::vector<PixelContact> with_refined(const std::vector<PixelContact>& own,
                                                     const RefinedTiles& detail);

}  // namespace intercusp
