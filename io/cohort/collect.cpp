#include "io/cohort/collect.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/cohort/columns.h"
#include "io/cohort/summary_page.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/temporary_file.h"
#include "io/files/write_atomically.h"
#include "io/report/report.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

CollectedCase collected(const fs::path& cohort, const CohortCase& one) {
  if (auto record = read_record(case_folder(cohort, one))) return {one, *std::move(record)};
  CaseRecord none;
  none.reason_code = "not_run";
  none.reason = "no result is there; run the cohort again";
  return {one, none};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

template <class Columns>
void name_columns(CsvFile& table, const Columns& columns) {
  for (const CohortColumn& column : columns) table.columns.emplace_back(column.name);
}

CsvFile cases_table(const std::vector<CollectedCase>& cases) {
  CsvFile table{.name = "cases.csv", .columns = {}, .rows = {}};
  name_columns(table, identity_columns());
  name_columns(table, status_columns());
  for (const CaseFigure& figure : case_figures()) table.columns.emplace_back(figure.column.name);
  name_columns(table, source_columns());
  for (const auto& [one, record] : cases) {
    Values row = {one.subject,        one.session,   record.done() ? "done" : "failed",
                  record.reason_code, record.reason, one.repeat};
    Values figures = record.figures;
    figures.resize(case_figures().size());
    row.insert(row.end(), figures.begin(), figures.end());
    for (const std::string& cell :
         {record.upper_sha256, record.lower_sha256,
          (record.options.empty() ? "" : "inspect " + joined(record.options)), record.version})
      row.emplace_back(cell);
    table.rows.push_back(std::move(row));
  }
  return table;
}

CsvFile provenance_table(const std::vector<CollectedCase>& cases) {
  CsvFile table{.name = "provenance.csv", .columns = {}, .rows = {}};
  name_columns(table, identity_columns());
  name_columns(table, provenance_columns_of_cohort());
  for (const auto& [one, record] : cases) {
    if (record.key.empty()) continue;  // never run
    table.rows.push_back(
        {one.subject, one.session, record.host, record.seconds, record.peak_memory_mb, record.key});
  }
  return table;
}

template <class Columns>
void define(CsvFile& table, const char* file, const Columns& columns) {
  for (const CohortColumn& column : columns)
    table.rows.push_back({file, column.name, column.unit, column.definition()});
}

template <class Columns>
std::vector<CohortColumn> of_rows(const Columns& columns) {
  std::vector<CohortColumn> plain;
  for (const auto& column : columns) plain.push_back(column.column);
  return plain;
}

CsvFile dictionary() {
  CsvFile table{.name = "dictionary.csv", .columns = {"file", "column", "unit", "definition"}, .rows = {}};
  define(table, "cases.csv", identity_columns());
  define(table, "cases.csv", status_columns());
  define(table, "cases.csv", of_rows(case_figures()));
  define(table, "cases.csv", source_columns());
  define(table, "teeth.csv", identity_columns());
  define(table, "teeth.csv", of_rows(teeth_columns()));
  define(table, "contacts.csv", identity_columns());
  define(table, "contacts.csv", of_rows(contacts_columns()));
  define(table, "provenance.csv", identity_columns());
  define(table, "provenance.csv", provenance_columns_of_cohort());
  return table;
}

//! The rows below the header. \throw InputError where the header is another
std::string rows_in(const fs::path& file, const std::string& header) {
  const FileBytes bytes = read_file(file);
  std::string_view text = bytes.view();
  if (!text.starts_with(header))
    throw InputError(file,
                     "has the columns of another version of the program; run the cohort again with this one");
  return std::string(text.substr(header.size()));
}

//! Several cases are read at once; the file grows in the order of the manifest.
void write_rows(const fs::path& cohort, const std::vector<CollectedCase>& cases, const char* name,
                const char* rows_name, const std::string& header) {
  TemporaryFile file(cohort / name);
  file.write(header);
  constexpr std::size_t at_once = 500;  // each write goes to the disk before the next
  std::vector<std::string> rows(at_once);
  for (std::size_t first = 0; first < cases.size(); first += at_once) {
    const std::size_t count = std::min(at_once, cases.size() - first);
    for_all<std::size_t>(0, count, [&](std::size_t i) {
      const CollectedCase& one = cases[first + i];
      rows[i] = one.record.done() ? rows_in(case_folder(cohort, one.one) / rows_name, header) : std::string();
    });
    std::string together;
    for (std::size_t i = 0; i < count; ++i) together += rows[i];
    file.write(together);
  }
  file.put_in_place();
}

}  // namespace

Collection collect(const fs::path& cohort) {
  const Manifest manifest = read_manifest(cohort / "manifest.csv");
  Collection result;
  result.cases.resize(manifest.cases.size());
  for_all<std::size_t>(0, manifest.cases.size(),
                       [&](std::size_t i) { result.cases[i] = collected(cohort, manifest.cases[i]); });
  result.failed = static_cast<std::size_t>(
      std::ranges::count_if(result.cases, [](const CollectedCase& one) { return !one.record.done(); }));
  write_rows(cohort, result.cases, "teeth.csv", teeth_rows_name, teeth_header());
  write_rows(cohort, result.cases, "contacts.csv", contact_rows_name, contacts_header());
  std::vector<OutputFile> files;
  for (const CsvFile& table : {cases_table(result.cases), provenance_table(result.cases), dictionary()})
    files.push_back({table.name, csv_text(table)});
  files.push_back({"summary.html", summary_page(result.cases)});
  write_together(cohort, files);
  return result;
}

}  // namespace intercusp
