// Contact patches, teeth in contact and the balance of a bite, from clearance maps.
//
// Clearance is measured along the direction of projection and between anatomy. A pixel is in contact if a
// part of it (contact_shares), its centre or a steep piece on it is in contact, so the areas of the patches
// add up to the total. Pixels in contact that touch at a side or a corner belong to one patch.
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

//! Contacts by clearance. `least_mm` is read at pixel centres; it equals the threshold if only parts away
//! from the centres are within it. `place_mm` is the middle of the area, moved along the direction of
//! projection onto the lower if the lower lies there.
//! \param maps of one bite: either one along a single direction, or one per sector, so that every point of
//! the lower counts in exactly one of them
//! \param axes if given, regions and shares are determined
//! \param upper_teeth,lower_teeth per face, as face_teeth returns them; may be all 0. Contacts on a face
//! without a number appear in no row of `teeth` for that jaw, and in no row of `pairs`.
//! \param refined result of refine_contacts for these maps and thresholds; if empty, the maps are used as
//! they are and areas have no errors
[[nodiscard]] ContactTable map_contacts(std::span<const CountedMap> maps, const Bite& bite,
                                        const std::vector<double>& thresholds_mm,
                                        const std::vector<int>& upper_teeth,
                                        const std::vector<int>& lower_teeth,
                                        const std::optional<AnatomicalAxes>& axes,
                                        const std::vector<std::vector<RefinedTiles>>& refined = {});

//! Connected components of a picture. Returns one label per pixel, row by row: 0 where the mask is 0, else
//! the number of its component. Pixels that touch at a side or a corner are connected. Components are
//! numbered from 1, without gaps, by their first pixels.
//! \pre mask.size() == width · height
[[nodiscard]] std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int height);

}  // namespace intercusp
