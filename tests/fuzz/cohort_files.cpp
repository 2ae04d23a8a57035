// Manifests of cohorts and tables of text: each is read with names that folders may have, or gives a clear error; and
// our own tables are read back unchanged.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "io/report/report.h"
#include "io/results/cohort/layouts.h"
#include "io/results/cohort/manifest.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/scratch_file.h"

namespace intercusp {
namespace {

using fuzz::expect;
using Cells = std::vector<std::string>;

std::filesystem::path file_of(std::string_view text) {
  return fuzz::scratch_file(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

void expect_folder_name(const std::string& name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._%";
  expect(name.starts_with("sub-") && name.size() <= 200);
  expect(name.find_first_not_of(letters) == std::string::npos);
}

void read_a_manifest(std::string_view text) {
  const Manifest manifest = read_manifest(file_of(text));
  expect(!manifest.cases.empty() && manifest.bytes == text);
  std::set<std::string> names;
  std::size_t line = 1;
  for (const CohortCase& one : manifest.cases) {
    expect_folder_name(one.name);
    expect(!one.subject.empty() && one.line > line);
    line = one.line;
    std::string lower = one.name;
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    expect(names.insert(lower).second);
    (void)files_outside(one, manifest.file.parent_path());
  }
}

//! The text cut into cells at its zeros.
Cells cells_of(std::string_view text) {
  Cells cells;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    cells.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return cells;
}

//! The only changes are those of visible_text, and an apostrophe before text that a spreadsheet would read as a
//! formula.
void expect_same_cell(const std::string& read, const std::string& written) {
  const std::string shown = visible_text(written);
  const bool formula =
      std::string_view("=+-@\t\r").find(shown.empty() ? 'a' : shown.front()) != std::string_view::npos;
  expect(read == (formula ? "'" + shown : shown));
}

void read_a_table(std::string_view text) {
  (void)csv_rows("table.csv", text);
  // Our own tables: three columns whose names are ours, cells that hold anything.
  CsvFile table{.name = "table.csv", .columns = {"subject", "session", "remark"}, .rows = {}};
  std::vector<Cells> rows;
  const Cells cells = cells_of(text);
  for (std::size_t i = 0; i + 3 <= cells.size(); i += 3) {
    rows.push_back({cells[i], cells[i + 1], cells[i + 2]});
    if (std::ranges::all_of(rows.back(), &std::string::empty))
      rows.back()[0] = "1";  // empty lines are left out
    table.rows.emplace_back(rows.back().begin(), rows.back().end());
  }
  const std::vector<CsvRow> read = csv_rows("table.csv", csv_text(table));
  expect(read.size() == rows.size() + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expect(read[i + 1].cells.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) expect_same_cell(read[i + 1].cells[k], rows[i][k]);
  }
}

const std::map<std::string_view, void (*)(std::string_view)> readers = {{"manifest", read_a_manifest},
                                                                        {"csv", read_a_table}};

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  static const auto read = readers.at(fuzz::chosen());
  try {
    read({reinterpret_cast<const char*>(data), size});
  } catch (const InputError&) {
  }
  return 0;
}
