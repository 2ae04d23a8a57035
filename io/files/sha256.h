// SHA-256 of the inputs, which identifies them in reports.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! \return 64 lower-case hex digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace intercusp
