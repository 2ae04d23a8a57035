// Text in a comma-separated table.
#pragma once

#include <string>

namespace intercusp {

//! In quotes where it needs them (RFC 4180): names come from files and may hold anything.
[[nodiscard]] inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace intercusp
