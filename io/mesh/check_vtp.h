// Checks a VTP or VTU file before VTK reads it: VTK 9.1 aborts or allocates without limit on broken files.
#pragma once

#include <filesystem>
#include <string_view>

namespace intercusp {

//! Checks that the file is complete XML, describes data of this type (PolyData, UnstructuredGrid), and that counts and array lengths fit its size.
//! \throw InputError with the line of the fault.
void check_vtp(const std::filesystem::path& file, std::string_view bytes, std::string_view type = "PolyData");

}  // namespace intercusp
