// SHA-256 of the inputs, which identifies them in reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace intercusp {

constexpr std::size_t sha256_letters = 64;

//! \return lower-case hex digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace intercusp
