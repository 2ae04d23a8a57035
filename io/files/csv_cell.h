// Text in a comma-separated table.
#pragma once

#include <string>

namespace intercusp {

//! Quotes the text if needed (RFC 4180): file names may contain anything.
[[nodiscard]] inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace intercusp
