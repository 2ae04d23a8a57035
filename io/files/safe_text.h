// Text from files and command lines, made harmless for where it goes out.
#pragma once

#include <string>
#include <string_view>

namespace intercusp {

//! Bytes that are no UTF-8 become U+FFFD: names in Latin-1, for instance.
[[nodiscard]] std::string valid_utf8(std::string_view text);

//! Valid UTF-8 without control characters but line breaks and tabs: a file's name must not steer the terminal. Others
//! are written as \x1b.
[[nodiscard]] std::string for_terminal(std::string_view text);

}  // namespace intercusp
