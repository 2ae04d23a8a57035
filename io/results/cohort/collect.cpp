#include "io/results/cohort/collect.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/files/read_file.h"
#include "io/files/result_folder.h"
#include "io/report/report.h"
#include "io/results/cohort/columns.h"
#include "io/results/cohort/plan.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

//! The analysis of the last run. A folder without a plan has nothing to collect, or is older than the other
//! analyses.
CohortAnalysis analysis_run_in(const fs::path& cohort) {
  std::error_code error;
  if (!fs::exists(cohort / "plan.json", error)) return CohortAnalysis::inspect;
  return read_plan(cohort / "plan.json").analysis;
}

CollectedCase collected(const fs::path& cohort, const CohortCase& one, CohortAnalysis analysis) {
  CaseRecord none;
  if (auto record = read_record(case_folder(cohort, one))) {
    const bool is_whole =
        record->analysis == analysis && (!record->done() || has_rows(case_folder(cohort, one), analysis));
    if (is_whole) return {one, *std::move(record)};
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

template <class Row>
void name_columns(CsvFile& table, const Figures<Row>& columns) {
  for (const std::string& name : csv_head(columns)) table.columns.push_back(name);
}

CsvFile cases_table(const std::vector<CollectedCase>& cases, CohortAnalysis analysis) {
  const Figures<CohortCase> identity = identity_columns();
  const Figures<CollectedCase> status = status_columns();
  const Figures<CaseRecord> source = source_columns();
  const std::vector<std::string> figures = csv_head(case_figures(analysis));
  CsvFile table{.name = "cases.csv", .columns = csv_head(identity), .rows = {}};
  name_columns(table, status);
  table.columns.insert(table.columns.end(), figures.begin(), figures.end());
  name_columns(table, source);
  for (const CollectedCase& one : cases) {
    Values found = one.record.figures;
    found.resize(figures.size());
    table.rows.push_back(csv_row(identity, one.one) + csv_row(status, one) + std::move(found) +
                         csv_row(source, one.record));
  }
  return table;
}

CsvFile provenance_table(const std::vector<CollectedCase>& cases) {
  const Figures<CohortCase> identity = identity_columns();
  const Figures<CaseRecord> provenance = provenance_columns_of_cohort();
  CsvFile table{.name = "provenance.csv", .columns = csv_head(identity), .rows = {}};
  name_columns(table, provenance);
  for (const CollectedCase& one : cases) {
    if (one.record.key.empty()) continue;  // it has not run
    table.rows.push_back(csv_row(identity, one.one) + csv_row(provenance, one.record));
  }
  return table;
}

template <class Row>
void define(CsvFile& table, const std::string& file, const Figures<Row>& columns) {
  for (const Figure<Row>& column : columns)
    table.rows.push_back({file, column.key, column.unit, column.definition});
}

CsvFile dictionary(CohortAnalysis analysis) {
  CsvFile table{.name = "dictionary.csv", .columns = {"file", "column", "unit", "definition"}, .rows = {}};
  define(table, "cases.csv", identity_columns());
  define(table, "cases.csv", status_columns());
  define(table, "cases.csv", case_figures(analysis));
  define(table, "cases.csv", source_columns());
  for (const CohortTable& each : case_tables(analysis)) {
    define(table, each.name, identity_columns());
    define(table, each.name, each.columns);
  }
  define(table, "provenance.csv", identity_columns());
  define(table, "provenance.csv", provenance_columns_of_cohort());
  return table;
}

//! Joins the tables of all cases to one, in the order of the manifest.
OutputFile rows_of_all(const fs::path& cohort, const std::vector<CollectedCase>& cases,
                       const CohortTable& of) {
  const std::string header = header_of(of);
  std::vector<std::string> rows(cases.size());
  for_all<std::size_t>(0, cases.size(), [&](std::size_t i) {
    if (cases[i].record.done())
      rows[i] = read_file(case_folder(cohort, cases[i].one) / of.rows_name).view().substr(header.size());
  });
  std::string table = header;
  for (std::string& row : rows) table += std::exchange(row, {});
  return {of.name, std::move(table)};
}

}  // namespace

Collection collect(const fs::path& cohort, bool force, const FurtherTables& further) {
  const ResultFolder folder{
      .folder = cohort, .record = "collect.json", .inputs = {cohort / "manifest.csv"}, .force = force};
  check_replaceable(folder, std::vector<std::string>{"collect.json", "cases.csv", "teeth.csv", "contacts.csv",
                                                     "provenance.csv", "dictionary.csv", "summary.html"});
  const Manifest manifest = read_manifest(cohort / "manifest.csv");
  const CohortAnalysis analysis = analysis_run_in(cohort);
  Collection result{.analysis = analysis, .cases = {}};
  result.cases.resize(manifest.cases.size());
  for_all<std::size_t>(0, manifest.cases.size(), [&](std::size_t i) {
    result.cases[i] = collected(cohort, manifest.cases[i], analysis);
  });
  result.failed = static_cast<std::size_t>(
      std::ranges::count_if(result.cases, [](const CollectedCase& one) { return !one.record.done(); }));
  std::vector<OutputFile> files;
  for (const CohortTable& table : case_tables(analysis))
    files.push_back(rows_of_all(cohort, result.cases, table));
  const CsvFile cases = cases_table(result.cases, analysis);
  for (const CsvFile& table : {cases, provenance_table(result.cases), dictionary(analysis)})
    files.push_back({table.name, csv_text(table)});
  files.push_back({"summary.html", summary_page(result.cases, analysis)});
  if (further) std::ranges::move(further(result, csv_text(cases)), std::back_inserter(files));
  const Fields record = {
      {"schema", "intercusp-cohort-collect/1"}, {"cases", result.cases.size()}, {"failed", result.failed}};
  result.removed = write_results(folder, record, files).removed;
  return result;
}

}  // namespace intercusp
