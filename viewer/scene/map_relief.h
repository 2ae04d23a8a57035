// What lies under the map's colours: the upper jaw's surface as lit from the side that the map is seen from, and its teeth.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp::viewer {

constexpr std::int32_t nothing_scanned = -1;

//! Per pixel of a map.
struct MapRelief {
  std::vector<float> light;         //!< 1 where no scanned surface is seen
  std::vector<std::int32_t> tooth;  //!< FDI; 0 for gum, `nothing_scanned` where no scanned surface is seen
};

//! \param upper in the case frame, as everywhere
[[nodiscard]] MapRelief upper_relief(const Solid& upper, const View& view);

//! 1 for each pixel whose line meets a face of the solid that was scanned.
[[nodiscard]] std::vector<char> scanned_pixels(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                               const PixelGrid& grid);

}  // namespace intercusp::viewer
