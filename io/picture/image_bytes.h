// Pictures and maps as the bytes of PNG and NRRD files.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/itk_files.h"
#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! \throw std::runtime_error if the picture has no pixels
//! \throw std::bad_alloc
[[nodiscard]] std::string png_bytes(const Picture& picture);

//! The clearance map as NRRD: float mm, NaN without clearance, infinity where nothing is above the lower. It
//! has three axes (u, v, one slice of depth). Spacing, origin and direction lead from an index to the pixel's
//! centre at depth 0 in the case frame, mm. Notes in the file define the numbers.
//! \pre an orthographic map of at least one pixel
[[nodiscard]] std::string nrrd_bytes(const ClearanceMap& map, const Provenance& provenance);

//! Another quantity per pixel, in a file of this form.
//! \param notes keys and values that define the numbers; the frame is added
//! \pre as above; one value per pixel
[[nodiscard]] std::string nrrd_bytes(const View& view, std::span<const float> values,
                                     const std::vector<std::pair<std::string, std::string>>& notes,
                                     const Provenance& provenance);

//! The pixels of a view as slices of an NRRD file, without their values.
//! \param depth that of the first slice
[[nodiscard]] ItkSlices slices_in(const View& view, double depth);

}  // namespace intercusp
