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

//! Cells are separated by commas, semicolons or tabs, whichever is most frequent in the first line. Quoted cells may
//! hold separators and line breaks; a quote is doubled. Empty lines are skipped. LF, CRLF and CR end a line; a byte
//! order mark is skipped.
//! \throw InputError with the line if a quote is not closed
[[nodiscard]] std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
