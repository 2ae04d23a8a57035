#include "io/cohort/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/cohort/columns.h"
#include "io/cohort/summary_page.h"
#include "io/files/read_file.h"
#include "io/files/write_atomically.h"
#include "io/report/report.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

CollectedCase collected(const fs::path& cohort, const CohortCase& one) {
  CaseRecord none;
  if (auto record = read_record(case_folder(cohort, one))) {
    if (!record->done() || has_rows(case_folder(cohort, one))) return {one, *std::move(record)};
    none = *std::move(record);
    none.figures.clear();
    none.reason_code = "rows_missing";
    none.reason = "its rows are missing or of another version; run the cohort again";
    return {one, none};
  }
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

//! One table from those of all cases, in the order of the manifest.
OutputFile rows_of_all(const fs::path& cohort, const std::vector<CollectedCase>& cases, const char* name,
                       const char* rows_name, const std::string& header) {
  std::vector<std::string> rows(cases.size());
  for_all<std::size_t>(0, cases.size(), [&](std::size_t i) {
    if (cases[i].record.done())
      rows[i] = read_file(case_folder(cohort, cases[i].one) / rows_name).view().substr(header.size());
  });
  std::string table = header;
  for (std::string& row : rows) table += std::exchange(row, {});
  return {name, std::move(table)};
}

}  // namespace

Fields collect_fields(const Collection& collection) {
  return {{"schema", "intercusp-cohort-collect/1"},
          {"cases", collection.cases.size()},
          {"failed", collection.failed}};
}

ResultFolder collect_folder(const fs::path& cohort, bool force) {
  return {.folder = cohort, .record = "collect.json", .inputs = {cohort / "manifest.csv"}, .force = force};
}

Collection collect(const fs::path& cohort, bool force) {
  check_replaceable(collect_folder(cohort, force),
                    std::vector<std::string>{"collect.json", "cases.csv", "teeth.csv", "contacts.csv",
                                             "provenance.csv", "dictionary.csv", "summary.html"});
  const Manifest manifest = read_manifest(cohort / "manifest.csv");
  Collection result;
  result.cases.resize(manifest.cases.size());
  for_all<std::size_t>(0, manifest.cases.size(),
                       [&](std::size_t i) { result.cases[i] = collected(cohort, manifest.cases[i]); });
  result.failed = static_cast<std::size_t>(
      std::ranges::count_if(result.cases, [](const CollectedCase& one) { return !one.record.done(); }));
  std::vector<OutputFile> files = {
      rows_of_all(cohort, result.cases, "teeth.csv", teeth_rows_name, teeth_header()),
      rows_of_all(cohort, result.cases, "contacts.csv", contact_rows_name, contacts_header())};
  for (const CsvFile& table : {cases_table(result.cases), provenance_table(result.cases), dictionary()})
    files.push_back({table.name, csv_text(table)});
  files.push_back({"summary.html", summary_page(result.cases)});
  write_results(collect_folder(cohort, force), collect_fields(result), files);
  return result;
}

}  // namespace intercusp
