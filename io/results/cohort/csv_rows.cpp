#include "io/results/cohort/csv_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/files/errors.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  constexpr std::string_view separators = ",;\t";
  return *std::ranges::max_element(separators, {}, [&](char c) { return std::ranges::count(first, c); });
}

class CsvReader {
 public:
  CsvReader(const std::filesystem::path& file, std::string_view text)
      : file_(file), text_(text), separator_(separator_of(text)) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  CsvRow row() {
    CsvRow row{line_, {cell()}};
    while (!at_end() && text_[at_] == separator_) {
      ++at_;
      row.cells.push_back(cell());
    }
    end_line();
    return row;
  }

 private:
  std::string cell() {
    if (!at_end() && text_[at_] == '"') return quoted_cell();
    const std::size_t end =
        std::min(text_.find_first_of(std::string{separator_, '\r', '\n'}, at_), text_.size());
    std::string cell(text_.substr(at_, end - at_));
    at_ = end;
    return cell;
  }

  std::string quoted_cell() {
    const std::size_t begins = line_;
    std::string cell;
    for (++at_; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != '"') {
        cell += c;
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cell += text_[at_++];
      } else {
        ++at_;
        return cell + this->cell();  // text after the closing quote belongs to the cell, as in spreadsheets
      }
    }
    throw InputError(file_, fmt::format("line {}: a quotation mark opens a cell that none closes", begins));
  }

  void end_line() {
    if (at_end()) return;
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    ++at_;
    ++line_;
  }

  const std::filesystem::path& file_;
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace

std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view text) {
  std::vector<CsvRow> rows;
  CsvReader reader(file, without_byte_order_mark(text));
  while (!reader.at_end()) {
    CsvRow row = reader.row();
    if (std::ranges::any_of(row.cells, [](const std::string& cell) { return !cell.empty(); }))
      rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace intercusp
