// Pictures and maps as the bytes of PNG and NRRD files.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/inspect.h"
#include "occlusion/particles/impact_map.h"

namespace intercusp {

//! \throw std::runtime_error if the picture has no pixels; std::bad_alloc
[[nodiscard]] std::string png_bytes(const Picture& picture);

//! The clearance map as NRRD: float mm, NaN without clearance, infinity where nothing is above the lower. Three axes (u, v,
//! one slice of depth); spacing, origin and direction lead from an index to the pixel's centre at depth 0 in the case
//! frame, mm. Notes in the file define the numbers.  \pre an orthographic map of at least one pixel
[[nodiscard]] std::string nrrd_bytes(const Inspection& inspection, const Provenance& provenance);

//! Another quantity per pixel in the same form.
//! \param notes keys and values that define the numbers; the frame is added  \pre as above; one value per pixel
[[nodiscard]] std::string nrrd_bytes(const View& view, std::span<const float> values,
                                     const std::vector<std::pair<std::string, std::string>>& notes,
                                     const Provenance& provenance);

//! The impact map of a collider as NRRD: per pixel `collider` (its number in the order given, from 0; -1 without hits), `hits`,
//! `first_s` and `speed_mm_s` of the earliest (NaN without hits), as 32-bit floats. Slice 0 is the side that faces the nozzle, slice
//! 1 the other; spacing, origin and direction lead to places in the frame of the files, mm, the slices at the collider's
//! nearest and farthest depth.
[[nodiscard]] std::string nrrd_bytes(const ImpactMap& map, std::size_t collider,
                                     const std::vector<std::pair<std::string, std::string>>& notes);

}  // namespace intercusp
