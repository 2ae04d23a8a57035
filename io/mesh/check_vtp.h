// Checks a VTP file before VTK reads it: VTK 9.1 aborts or allocates without limit on broken files.
#pragma once

#include <filesystem>
#include <string_view>

namespace intercusp {

//! Checks that the file is complete XML, describes PolyData, and that counts and array lengths fit its size.
//! \throw InputError with the line of the fault.
void check_vtp(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
