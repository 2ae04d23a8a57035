// The clearance map as a page: colours, contour lines at the thresholds, legend, scale bar, sides and
// definitions.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "io/language/language.h"
#include "io/picture/page.h"
#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! The place of the map on its page. Map pixel (column, row) covers magnification² pixels, from (x +
//! column·magnification, y + row·magnification) on. A map that is too large is reduced: of every reduction²
//! pixels, one is shown, the one with the smallest clearance.
struct MapLayout {
  int x = 0, y = 0;
  int width = 0, height = 0;  //!< size of the part that shows the map, px
  int magnification = 1, reduction = 1;

  [[nodiscard]] double pixels_per_mm(const PixelGrid& grid) const {
    return magnification / (reduction * grid.pixel_mm);
  }
};
[[nodiscard]] MapLayout layout_of(const PixelGrid& grid);

//! The map's picture as a body of its page.
[[nodiscard]] PageBody body_of(const View& view, const std::optional<AnatomicalAxes>& axes);

//! Chooses the pixel of a block that a reduced map shows: the one with the smallest value or, without values,
//! the one that more jaws cover.
struct SmallestFirst {
  const std::vector<float>& values;
  const std::vector<Coverage>& coverage;
  [[nodiscard]] bool operator()(std::size_t a, std::size_t b) const;
};

//! For each cell of the picture, row by row, the pixel that it shows.
//! \param rather whether the first of two pixels of a block is shown rather than the second
[[nodiscard]] std::vector<std::size_t> shown_pixels(
    const PixelGrid& grid, const MapLayout& layout,
    const std::function<bool(std::size_t, std::size_t)>& rather);

//! \param pixels those of the cells
//! \param colour the colour of a pixel; called from many threads
void fill_cells(Picture& picture, const MapLayout& layout, const std::vector<std::size_t>& pixels,
                const std::function<Rgb(std::size_t)>& colour);

//! What the picture of a map without pixels states.
constexpr auto no_common_pixel = Text("The jaws do not overlap when viewed along the projection direction.");

struct ShownMap {
  const ClearanceMap& map;
  const std::optional<AnatomicalAxes>& axes;  //!< of the patient
  const std::vector<double>& thresholds_mm;   //!< drawn as contour lines
  bool not_anatomy = false;  //!< the legend explains pixels that were not scanned on both sides
};

//! The map seen from below along its direction, with row 0 on top.
[[nodiscard]] Picture map_picture(const ShownMap& shown, Palette palette, const Provenance& provenance);

}  // namespace intercusp
