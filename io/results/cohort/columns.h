// The tables of a cohort: which columns they have, in which unit, and what each means. Headers, rows, dictionary.csv and the summary
// all come from these lists.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/results/cohort/manifest.h"
#include "io/wording/figure.h"

namespace intercusp {

struct CohortCase;
struct CollectedCase;

// A case's result is the JSON of its analysis: report.json, bite.json; of `compare` and `segment` "upper" and "lower" with the JSON of
// each jaw that was analysed, and of `compare` "compared_with", the session.

//! Figures of the whole case, taken from its result; between status and source in cases.csv.
[[nodiscard]] Figures<nlohmann::json> case_figures(CohortAnalysis analysis);

//! A table with rows of teeth or contacts.
struct CohortTable {
  std::string name;       //!< "teeth.csv"
  std::string rows_name;  //!< of the file that keeps the rows of a case in its folder
  Figures<nlohmann::json> columns;
  std::vector<nlohmann::json> (*rows)(const nlohmann::json& result);
};
[[nodiscard]] std::vector<CohortTable> case_tables(CohortAnalysis analysis);

//! Those of `compare`, `bite` and `segment`, which read scans without a bite.
[[nodiscard]] Figures<nlohmann::json> compare_figures();
[[nodiscard]] Figures<nlohmann::json> bite_figures();
[[nodiscard]] Figures<nlohmann::json> segment_figures();
[[nodiscard]] Figures<nlohmann::json> compared_teeth_columns();
[[nodiscard]] Figures<nlohmann::json> found_teeth_columns();
//! The entries of `teeth` of both jaws, each with its `jaw`.
[[nodiscard]] std::vector<nlohmann::json> teeth_of_both_jaws(const nlohmann::json& result);

//! Null for a row without a value.
[[nodiscard]] Value value_at(const nlohmann::json& result, const std::string& pointer);
[[nodiscard]] Figure<nlohmann::json>::Reader read_at(const std::string& pointer);
//! The columns of figures in CSV, read from the JSON of a row.
template <class Row>
[[nodiscard]] Figures<nlohmann::json> in_json(const Figures<Row>& figures) {
  Figures<nlohmann::json> columns;
  for (const Figure<Row>& figure : figures) {
    for (const CsvColumn& column : figure.csv_columns()) {
      columns.push_back({column.name, figure.unit,
                         column.definition.empty() ? figure.definition : column.definition,
                         read_at("/" + figure.key + (column.part.empty() ? "" : "/" + column.part))});
    }
  }
  return columns;
}
//! The codes of the findings of some reports, with spaces between.
[[nodiscard]] Value codes_of_findings(const std::vector<nlohmann::json>& reports);

//! The first columns of every table.
[[nodiscard]] Figures<CohortCase> identity_columns();
//! Of cases.csv, around the figures.
[[nodiscard]] Figures<CollectedCase> status_columns();
[[nodiscard]] Figures<CollectedCase> source_columns();
//! Of provenance.csv: what differs between machines and runs.
[[nodiscard]] Figures<CollectedCase> provenance_columns_of_cohort();

//! Null stays null; lists and objects become null as well.
[[nodiscard]] Value value_of(const nlohmann::json& json);

}  // namespace intercusp
