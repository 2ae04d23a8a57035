// Pictures and maps as the bytes of image files, through ITK.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! \throw std::runtime_error where ITK cannot write it, or for a picture without pixels.
[[nodiscard]] std::string png_bytes(const Picture& picture);

//! The clearance of each pixel centre as a NRRD: float mm, NaN where there is no clearance, infinity where
//! nothing is above the lower. Three axes (u, v, one slice of depth), so that the direction holds; spacing,
//! origin and direction lead from an index to the pixel's centre at depth 0 in the case frame, mm. The file
//! says what the numbers mean. \pre an orthographic map of at least one pixel.
[[nodiscard]] std::string nrrd_bytes(const Inspection& inspection, const Provenance& provenance);

//! Any other quantity of the pixels of a map in the same form. \param notes key and value, kept in the file:
//! what the numbers mean; the frame is noted already. \pre as above; one value per pixel.
[[nodiscard]] std::string nrrd_bytes(const MapFrame& frame, std::span<const float> values,
                                     const std::vector<std::pair<std::string, std::string>>& notes,
                                     const Provenance& provenance);

}  // namespace intercusp
