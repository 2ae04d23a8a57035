// The program that runs.
#pragma once

#include <filesystem>

namespace intercusp {

//! Its file; empty if unknown.
[[nodiscard]] std::filesystem::path own_program();

}  // namespace intercusp
