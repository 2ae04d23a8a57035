// Cuts a part of a scan's surface in two, along the valley between two points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/teeth/edit_surface.h"

namespace intercusp {

struct GeodesicCut {
  std::vector<std::uint32_t> path;                  //!< from border to border through both points
  std::array<std::vector<std::uint32_t>, 2> parts;  //!< all vertices of the part; the path's among them
};

//! The cut runs along the shortest way between the two points, where valleys are short, and from each of them on to the
//! closest border of the part. Where it does not part the surface, as around a hole, each vertex goes to the side from
//! which it is closer.
//! \param inside per vertex of the surface: belongs to the part  \pre inside[from] and inside[to], from ≠ to
//! \return no path where the points are not connected inside the part
[[nodiscard]] GeodesicCut geodesic_cut(const EditSurface& surface, const std::vector<char>& inside,
                                       std::uint32_t from, std::uint32_t to);

}  // namespace intercusp
