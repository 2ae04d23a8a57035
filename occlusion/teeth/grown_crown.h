// The crown around a point of a scan, up to the valley around it.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/teeth/edit_surface.h"

namespace intercusp {

//! Floods the surface from the point, slowly over valleys, and keeps the flood of a crown's size whose shore is the most
//! concave; islands in it belong to the crown.
//! \param usual_mm2 area of such a crown; this one has between half and four thirds of it
//! \param taken per vertex: belongs to another tooth  \pre not taken[point]  \return in ascending order
[[nodiscard]] std::vector<std::uint32_t> grown_crown(const EditSurface& surface,
                                                     const std::vector<char>& taken, std::uint32_t point,
                                                     double usual_mm2);

}  // namespace intercusp
