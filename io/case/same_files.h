// The same scan given for both jaws.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"

namespace intercusp {

//! Whether the files of two jaws or solids have the same SHA-256, in any order. False for jaws made of arrays, which
//! have no files.
[[nodiscard]] bool have_same_files(const MeshReport& a, const MeshReport& b);

//! For commands that need anatomy. \param upper, lower sources, as given
//! \throw InputError, same_file_for_both_jaws, where the reports have the same files
void refuse_same_files(const std::string& upper, const MeshReport& upper_report, const std::string& lower,
                       const MeshReport& lower_report);

}  // namespace intercusp
