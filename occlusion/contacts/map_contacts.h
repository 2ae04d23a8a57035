// Contact patches, teeth in contact and the balance of a bite, from clearance maps.
//
// Clearance is along the direction of projection and between anatomy. A pixel is in contact if a part of it
// (contact_shares), its centre or a steep piece on it is in contact, so the patches' areas sum to the total. Pixels in
// contact that touch at a side or a corner belong to one patch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/contacts/refined_tiles.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! By clearance. `least_mm` is read at pixel centres; it is the threshold if only parts away from the centres are
//! within it. `place_mm` is the middle of the area, moved along the direction of projection onto the lower if the
//! lower lies there.
//! \param maps of one bite: one along a single direction, or one per sector, so that every point of the lower
//!        counts in one of them
//! \param axes if given, regions and shares are determined
//! \param upper_teeth,lower_teeth per face as face_teeth returns them; may be all 0. Faces without a number are in
//!        no row of teeth, contacts with such a face on either side in none of pairs.
//! \param refined the result of refine_contacts for these maps and thresholds; empty: the maps unrefined, areas without
//! errors
[[nodiscard]] ContactTable map_contacts(std::span<const CountedMap> maps, const Bite& bite,
                                        const std::vector<double>& thresholds_mm,
                                        const std::vector<int>& upper_teeth,
                                        const std::vector<int>& lower_teeth,
                                        const std::optional<AnatomicalAxes>& axes,
                                        const std::vector<std::vector<RefinedTiles>>& refined = {});

//! The connected components of a picture. One label per pixel, row by row: 0 where the mask is 0, else the
//! number, from 1 without gaps, of the pixel's component; pixels that touch at a side or a corner are connected.
//! Components are numbered by their first pixel. \pre mask.size() == width · height.
[[nodiscard]] std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int height);

}  // namespace intercusp
