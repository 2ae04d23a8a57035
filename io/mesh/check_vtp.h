// The check that a VTP file passes before VTK sees it: VTK 9.1 aborts or takes any amount of memory on broken
// ones.
#pragma once

#include <filesystem>
#include <string_view>

namespace intercusp {

//! Is the file whole XML, does it describe PolyData, and do the counts and the lengths of its arrays fit the
//! bytes that are there? \throw InputError with the line of what does not fit.
void check_vtp(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
