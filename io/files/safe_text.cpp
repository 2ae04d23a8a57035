#include "io/files/safe_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

namespace intercusp {
namespace {

//! Number of bytes of the first character; 0 if it is not valid UTF-8 (Unicode 15, table 3-7).
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

//! Removes the first character from a text and returns it. U+FFFD replaces a byte that is not valid UTF-8.
std::string_view take_character(std::string_view& text) {
  const std::size_t length = length_of_character(text);
  const std::string_view character = length > 0 ? text.substr(0, length) : "\uFFFD";
  text.remove_prefix(length > 0 ? length : 1);
  return character;
}

//! \pre `character` is a valid UTF-8 character
char32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(character[i]); };
  constexpr std::array<std::uint8_t, 5> bits_of_first = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = byte(0) & bits_of_first[character.size()];
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3FU);
  return code;
}

bool is_control(char32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
}

//! Whether a character is hidden: marks, embeddings, overrides and isolates of Unicode's bidirectional
//! algorithm (UAX 9), separators of lines and paragraphs, and characters without width.
bool is_hidden(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code == 0x61C || code == 0x200B || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2060, 0x206F) || code == 0xFEFF;
}

//! Whether a letter runs from right to left: Hebrew, Arabic and the other blocks of such letters, assigned or
//! not (DerivedBidiClass.txt, Unicode 15).
bool runs_from_right_to_left(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return within(0x590, 0x8FF) || within(0xFB1D, 0xFDFF) || within(0xFE70, 0xFEFE) ||
         within(0x10800, 0x10FFF) || within(0x1E800, 0x1EFFF);
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) valid += take_character(text);
  return valid;
}

std::string visible_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    if (text.starts_with("\r\n")) text.remove_prefix(1);  // a Windows line break
    const std::string_view character = take_character(text);
    const auto code = static_cast<std::uint32_t>(code_of(character));
    if (is_control(code))
      safe += fmt::format("\\x{:02x}", code);
    else if (is_hidden(code))
      safe += fmt::format("\\u{:04x}", code);
    else
      safe += character;
  }
  return safe;
}

std::string text_for_page(std::string_view text) {
  const std::string visible = visible_text(text);
  std::string page, between;  // `between` is text that may join two words of one direction
  bool inside = false;
  const auto leave = [&] {
    if (inside) page += "\u2069";
    inside = false;
    page += std::exchange(between, {});
  };
  for (std::string_view rest = visible; !rest.empty();) {
    const std::string_view character = take_character(rest);
    if (runs_from_right_to_left(code_of(character))) {
      if (!inside) page += "\u2067";
      inside = true;
      page += std::exchange(between, {});
      page += character;
    } else if (inside && (character == " " || character == "-" || character == "_")) {
      between += character;
    } else {
      leave();
      page += character;
    }
  }
  leave();
  return page;
}

}  // namespace intercusp
