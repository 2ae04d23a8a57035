// The tables of a cohort: which columns they have, in which unit, and what each means. Headers, rows, dictionary.csv and the summary
// all come from these lists.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/results/cohort/manifest.h"
#include "io/wording/figure.h"

namespace intercusp {

struct CaseRecord;
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

//! The first columns of every table.
[[nodiscard]] Figures<CohortCase> identity_columns();
//! Columns of cases.csv around the figures.
[[nodiscard]] Figures<CollectedCase> status_columns();
[[nodiscard]] Figures<CaseRecord> source_columns();
//! Columns of provenance.csv: what differs between machines and runs.
[[nodiscard]] Figures<CaseRecord> provenance_columns_of_cohort();

//! Null stays null; lists and objects become null as well.
[[nodiscard]] Value value_of(const nlohmann::json& json);

}  // namespace intercusp
