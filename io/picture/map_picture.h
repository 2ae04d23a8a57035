// The clearance map as a page: colours, contour lines at the thresholds, legend, scale bar, sides and definitions.
#pragma once

#include <optional>
#include <vector>

#include "io/language/language.h"
#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Where the map lies on its page. Map pixel (column, row) covers magnification² pixels from (x + column·magnification,
//! y + row·magnification). A map that is too large is reduced to one pixel per reduction² pixels, the one with the smallest
//! clearance.
struct MapLayout {
  int x = 0, y = 0;
  int width = 0, height = 0;  //!< of the part that shows the map, px
  int magnification = 1, reduction = 1;

  [[nodiscard]] double pixels_per_mm(const PixelGrid& grid) const {
    return magnification / (reduction * grid.pixel_mm);
  }
};
[[nodiscard]] MapLayout layout_of(const PixelGrid& grid);

//! What pictures of a map without pixels say.
constexpr auto no_common_pixel = Text("The jaws do not overlap when viewed along the projection direction.");

struct ShownMap {
  const ClearanceMap& map;
  const std::optional<AnatomicalAxes>& axes;  //!< of the patient
  const std::vector<double>& thresholds_mm;   //!< drawn as contour lines
  bool not_anatomy = false;  //!< the legend explains pixels that were not scanned on both sides
};

//! Seen from below along the map's direction: row 0 of the map on top.
[[nodiscard]] Picture map_picture(const ShownMap& shown, Palette palette, const Provenance& provenance);

}  // namespace intercusp
