// A mark by which the program recognises its own pictures in any folder.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Adds a text chunk "Intercusp" with the SHA-256 of all other bytes. \pre a whole PNG file
[[nodiscard]] std::string marked_png(std::string png);

//! Whether the program wrote the picture and it is unchanged.
[[nodiscard]] bool has_own_mark(std::string_view png);

}  // namespace intercusp
