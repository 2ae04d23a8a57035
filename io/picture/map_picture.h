// The clearance map as a picture for people: colours, contour lines at the thresholds, legend, scale bar,
// sides of the patient, and what the numbers mean.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Where the map lies in its picture: pixel (column, row) of the map covers `magnification` pixels of the
//! picture each way from (x + column·magnification, y + row·magnification); a map that is too large for a
//! picture is shown by one pixel for every `reduction` pixels each way, the one with the least clearance.
struct MapLayout {
  int x = 0, y = 0;
  int width = 0, height = 0;  //!< of the part that shows the map, px
  int magnification = 1, reduction = 1;
};
[[nodiscard]] MapLayout layout_of(const PixelGrid& grid);

//! Seen from below along π: row 0 of the map on top.
[[nodiscard]] Picture map_picture(const Inspection& inspection, Palette palette,
                                  const Provenance& provenance);

}  // namespace intercusp
