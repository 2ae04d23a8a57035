#include "io/results/cohort/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/safe_text.h"
#include "io/files/text_cursor.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

struct ManifestColumn {
  const char* name;
  std::string CohortCase::*cell;
  bool needed, holds_paths;
};

constexpr std::array<ManifestColumn, 10> manifest_columns = {
    {{"subject", &CohortCase::subject, true, false},
     {"session", &CohortCase::session, true, false},
     {"upper", &CohortCase::upper, true, true},
     {"lower", &CohortCase::lower, true, true},
     {"pose", &CohortCase::pose, false, true},
     {"upper_labels", &CohortCase::upper_labels, false, true},
     {"lower_labels", &CohortCase::lower_labels, false, true},
     {"track", &CohortCase::track, false, true},
     {"buccal", &CohortCase::buccal, false, true},
     {"repeat", &CohortCase::repeat, false, false}}};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

//! Paths relative to a folder. A jaw may be several files, separated by commas.
std::string below(const fs::path& folder, const std::string& paths) {
  std::string result;
  for (const std::string& path : paths_in(paths, folder))
    result += (result.empty() ? "" : ",") + (folder / trimmed(path)).lexically_normal().string();
  return result;
}

//! In the order of the file's columns; null for unknown columns.
std::vector<const ManifestColumn*> columns_of(const CsvRow& head, Manifest& manifest) {
  std::vector<const ManifestColumn*> columns;
  for (const std::string& cell : head.cells) {
    const std::string name = trimmed(cell);
    const auto column = std::ranges::find(manifest_columns, name,
                                          [](const ManifestColumn& c) { return std::string(c.name); });
    const bool known = column != manifest_columns.end();
    if (known && std::ranges::find(columns, &*column) != columns.end())
      throw InputError(manifest.file,
                       fmt::format("line {}: the column {} stands there twice", head.line, name));
    columns.push_back(known ? &*column : nullptr);
    if (!known && !name.empty()) manifest.unknown_columns.push_back(name);
  }
  for (const ManifestColumn& column : manifest_columns) {
    if (column.needed && std::ranges::find(columns, &column) == columns.end())
      throw InputError(
          manifest.file,
          fmt::format("line {}: has no column {}; the first line must name subject, session, upper and lower",
                      head.line, column.name));
  }
  return columns;
}

CohortCase case_of(const CsvRow& row, const std::vector<const ManifestColumn*>& columns,
                   const fs::path& file) {
  if (row.cells.size() > columns.size())
    throw InputError(file, fmt::format("line {}: has {} cells, but the first line names {} columns; put a "
                                       "path with commas in quotation marks",
                                       row.line, row.cells.size(), columns.size()));
  CohortCase one;
  one.line = row.line;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    if (columns[i] == nullptr) continue;
    const std::string cell = trimmed(row.cells[i]);
    one.*columns[i]->cell = columns[i]->holds_paths ? below(fs::absolute(file).parent_path(), cell) : cell;
  }
  if (one.subject.empty()) throw InputError(file, fmt::format("line {}: names no subject", row.line));
  one.name = case_name(one.subject, one.session);
  constexpr std::size_t longest_name = 200;  // file systems allow 255 bytes
  if (one.name.size() > longest_name)
    throw InputError(
        file, fmt::format("line {}: subject and session are too long for the name of a folder", row.line));
  return one;
}

//! Windows and macOS treat upper-case and lower-case names as equal.
void check_names_differ(const Manifest& manifest) {
  std::map<std::string, std::size_t> lines;
  for (const CohortCase& one : manifest.cases) {
    const auto [first, is_new] = lines.emplace(lower_case(one.name), one.line);
    if (!is_new)
      throw InputError(manifest.file, fmt::format("line {}: subject {} and session {} stand in line {} "
                                                  "already; give each date a session of its own",
                                                  one.line, visible_text(one.subject),
                                                  visible_text(one.session), first->second));
  }
}

void name_first_rows(std::vector<CohortCase>& cases) {
  std::map<std::string, const CohortCase*> first;
  for (CohortCase& one : cases) {
    const CohortCase& before = *first.emplace(one.subject, &one).first->second;
    if (&before == &one) continue;
    one.first_case = before.name;
    one.first_session = before.session;
    one.first_upper = before.upper;
    one.first_lower = before.lower;
  }
}

std::string for_file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || c == '-' || (c == '.' && !name.empty()));
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return name;
}

// ---- Tables as text

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
        // As in spreadsheets, text after the closing quote belongs to the cell.
        return cell + this->cell();
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

std::string without(const std::string& prefix, const std::string& text) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

std::string case_name(const std::string& subject, const std::string& session) {
  const std::string one = "sub-" + for_file_name(without("sub-", subject));
  return session.empty() ? one : one + "_ses-" + for_file_name(without("ses-", session));
}

void check_scans_named(const CohortCase& one, CohortAnalysis analysis) {
  const auto refuse = [](const std::string& reason) {
    throw InputError("manifest.csv", "the row names " + reason, Finding{"no_scan_named", Severity::error});
  };
  if (one.upper.empty() && one.lower.empty()) refuse("no scan");
  if (needs_both_jaws(analysis) && one.upper.empty()) refuse("no upper scan");
  if (needs_both_jaws(analysis) && one.lower.empty()) refuse("no lower scan");
  if (analysis != CohortAnalysis::compare || one.first_case.empty()) return;
  const bool has_pair =
      (!one.upper.empty() && !one.first_upper.empty()) || (!one.lower.empty() && !one.first_lower.empty());
  if (!has_pair) refuse("no scan of a jaw that the subject's first row has");
}

std::vector<std::string> files_outside(const CohortCase& one, const fs::path& folder) {
  std::vector<std::string> outside;
  for (const ManifestColumn& column : manifest_columns) {
    if (!column.holds_paths) continue;
    for (const std::string& path : paths_in(one.*column.cell)) {
      if (!lies_below(path, folder)) outside.push_back(path);
    }
  }
  return outside;
}

Manifest read_manifest(const fs::path& file) {
  return with_code("unusable_manifest", [&] {
    Manifest manifest{
        .file = file, .bytes = std::string(read_file(file).view()), .cases = {}, .unknown_columns = {}};
    const std::vector<CsvRow> rows = csv_rows(file, manifest.bytes);
    if (rows.empty())
      throw InputError(file,
                       fmt::format("holds no line; write subject,session,upper,lower and a row per case"));
    const std::vector<const ManifestColumn*> columns = columns_of(rows.front(), manifest);
    for (std::size_t i = 1; i < rows.size(); ++i) manifest.cases.push_back(case_of(rows[i], columns, file));
    if (manifest.cases.empty())
      throw InputError(file,
                       fmt::format("names no case; write a row per case and date below the first line"));
    check_names_differ(manifest);
    name_first_rows(manifest.cases);
    return manifest;
  });
}

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
