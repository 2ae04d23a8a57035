#include "io/files/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/files/errors.h"

namespace intercusp {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

//! As much of a word as fits into a message, without bytes that could disturb a terminal.
std::string printable(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, 24)) text += c >= 32 && c < 127 ? c : '?';
  return word.size() > 24 ? text + "…" : text;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string with_blanks(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return c == ',' || c == ';'; }, ' ');
  return result;
}

bool TextCursor::line_continues() const {
  const std::string_view next = text_.substr(at_ + 1, 2);
  return next.starts_with('\n') || next.starts_with("\r\n");
}

//! Whether the text is a number like "0,5", as programs write it on computers set to German or French.
bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  constexpr std::string_view digits = "0123456789";
  return comma != std::string_view::npos && comma > 0 && comma + 1 < text.size() &&
         digits.find(text[comma - 1]) != std::string_view::npos &&
         digits.find(text[comma + 1]) != std::string_view::npos &&
         text.find(',', comma + 1) == std::string_view::npos;
}

//! Reads numbers that from_chars does not accept: a plus sign, values beyond a double, and the "1.#QNAN",
//! "-1.#IND", "1.#INF" of old Microsoft run-times.
double TextCursor::odd_number(const char* what) {
  const std::size_t start = at_;
  const std::string_view text = word();
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (!digits.empty() && stop == end && error == std::errc{}) return value;
  if (!digits.empty() && stop == end && error == std::errc::result_out_of_range) {
    const bool tiny =
        digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos;
    return tiny ? 0 : std::numeric_limits<double>::infinity();
  }
  if (digits.find("1.#") != std::string_view::npos) return std::numeric_limits<double>::quiet_NaN();
  at_ = start;
  if (text.empty()) {
    fail(fmt::format("{} is missing; the file is truncated or damaged, export it again", what));
  }
  if (has_decimal_comma(text)) {
    fail(fmt::format("\"{}\" has a decimal comma where {} is expected; export the file with decimal points",
                     printable(text), what));
  }
  fail(fmt::format("\"{}\" is not a number where {} is expected; export the file again", printable(text),
                   what));
}

std::size_t TextCursor::line() const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(at_);
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
}

void TextCursor::fail(const std::string& reason) const {
  throw InputError(*file_, fmt::format("line {}: {}", line(), reason));
}

}  // namespace intercusp
