#include "io/files/safe_text.h"

#include <fmt/format.h>

#include <cstdint>

namespace intercusp {
namespace {

//! How many bytes the character at the front takes; 0 if it is no UTF-8 (Unicode 15, table 3-7).
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const std::uint8_t second = byte(1);
  const bool too_long = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool no_character = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return too_long || no_character ? 0 : length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    valid += length > 0 ? text.substr(0, length) : "\uFFFD";
    text.remove_prefix(length > 0 ? length : 1);
  }
  return valid;
}

std::string for_terminal(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string safe;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(valid[i]);
    const bool second_set =
        byte == 0xC2 && static_cast<std::uint8_t>(valid[i + 1]) < 0xA0;  // U+0080 to U+009F
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
      safe += fmt::format("\\x{:02x}", byte);
    } else if (second_set) {
      safe += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(valid[++i]));
    } else {
      safe += valid[i];
    }
  }
  return safe;
}

}  // namespace intercusp
