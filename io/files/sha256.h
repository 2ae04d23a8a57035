// SHA-256 identifies the inputs in reports. It also marks the program's own pictures, so that the program
// recognises them in any folder.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace intercusp {

constexpr std::size_t sha256_letters = 64;

//! \return lower-case hex digits
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

//! Adds a text chunk "Intercusp" with the SHA-256 of all other bytes.
//! \pre a complete PNG file
[[nodiscard]] std::string marked_png(std::string png);

//! Whether the program wrote the picture and the picture has not changed.
[[nodiscard]] bool has_own_mark(std::string_view png);

}  // namespace intercusp
