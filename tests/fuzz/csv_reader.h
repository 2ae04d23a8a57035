// Reads our tables like a spreadsheet: cells with commas between, CRLF at the end of lines, quotes doubled in quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/chosen.h"

namespace intercusp::fuzz {

using Row = std::vector<std::string>;

//! Takes the cell from the front.
[[nodiscard]] inline std::string next_cell(std::string_view& text) {
  std::string cell;
  if (!text.starts_with('"')) {
    const std::size_t end = text.find_first_of(",\r");
    expect(end != std::string_view::npos);
    cell = text.substr(0, end);
    expect(cell.find_first_of("\"\n") == std::string::npos);
    text.remove_prefix(end);
    return cell;
  }
  for (text.remove_prefix(1);; text.remove_prefix(1)) {
    expect(!text.empty());
    if (text.starts_with("\"\""))
      text.remove_prefix(1);
    else if (text.front() == '"')
      break;
    cell += text.front();
  }
  text.remove_prefix(1);
  return cell;
}

[[nodiscard]] inline std::vector<Row> rows_of(std::string_view text) {
  std::vector<Row> rows;
  while (!text.empty()) {
    rows.push_back({next_cell(text)});
    while (text.starts_with(',')) {
      text.remove_prefix(1);
      rows.back().push_back(next_cell(text));
    }
    expect(text.starts_with("\r\n"));
    text.remove_prefix(2);
  }
  return rows;
}

}  // namespace intercusp::fuzz
