// The running program.
#pragma once

#include <filesystem>

namespace intercusp {

//! Path of its file; empty if unknown.
[[nodiscard]] std::filesystem::path own_program();

}  // namespace intercusp
