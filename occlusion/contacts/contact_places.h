// The number of each contact of a table in tables, pictures and files, and where on the teeth it lies.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_axes.h"
#include "occlusion/contacts/contact_table.h"

namespace intercusp {

//! Returns the patches with `upper_place` and `lower_place`: the middle of a patch's faces on its tooth
//! (tooth_surface.h). A patch without a tooth, or on a tooth without axes, has no place there.
//! \param upper,lower in the bite's pose \param upper_teeth,lower_teeth per face, as face_teeth() gives them
[[nodiscard]] std::vector<ContactPatch> with_places(std::vector<ContactPatch> patches, const Bite& bite,
                                                    const std::vector<ToothAxes>& upper,
                                                    const std::vector<ToothAxes>& lower,
                                                    const std::vector<int>& upper_teeth,
                                                    const std::vector<int>& lower_teeth);

//! Numbers the contacts of each threshold 1, 2, 3 … from the patient's right to the left; of two at the same place
//! the one with the smaller id comes first. The order of the list stays.
//! \param left of the patient, a unit vector in the case frame
[[nodiscard]] std::vector<ContactPatch> with_numbers(std::vector<ContactPatch> patches,
                                                     const Eigen::Vector3d& left);

}  // namespace intercusp
