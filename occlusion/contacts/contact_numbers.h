// The numbers that identify a contact in tables, pictures and files.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "occlusion/contacts/contact_table.h"

namespace intercusp {

//! Numbers the contacts of each threshold 1, 2, 3 … from the patient's right to the left; of two at the same place
//! the one with the smaller id comes first. The order of the list stays.
//! \param left of the patient, a unit vector in the case frame
[[nodiscard]] std::vector<ContactPatch> with_numbers(std::vector<ContactPatch> patches,
                                                     const Eigen::Vector3d& left);

}  // namespace intercusp
