// Tables of text: RFC 4180 as spreadsheets write it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp {

struct CsvRow {
  std::size_t line = 0;  //!< where it begins in the file, from 1
  std::vector<std::string> cells;
};

//! Cells parted by commas, semicolons or tabs, whichever the first line has most of; in quotes they may hold these and line breaks,
//! a quote doubled. Empty lines are left out. LF, CRLF and CR end a line; a byte order mark is skipped.
//! \throw InputError with the line where quotes do not end
[[nodiscard]] std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
