// The tables of a cohort: their columns, with units and meanings. Headers, rows, dictionary.csv and the
// summary are made from these lists.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/results/cohort/manifest.h"
#include "io/wording/figure.h"

namespace intercusp {

struct CaseRecord;
struct CollectedCase;

// The result of a case is the JSON of its analysis, such as report.json or bite.json. For `compare` and
// `segment`, "upper" and "lower" have the JSON of each jaw that was analysed. For `compare`, "compared_with"
// has the session.

//! Figures of the whole case, read from its result. In cases.csv they are between status and source.
[[nodiscard]] Figures<nlohmann::json> case_figures(CohortAnalysis analysis);

//! A table with rows of teeth or contacts.
struct CohortTable {
  std::string name;       //!< "teeth.csv"
  std::string rows_name;  //!< name of the file in a case's folder that keeps the rows of the case
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

//! The value of a JSON value. Lists and objects become null.
[[nodiscard]] Value value_of(const nlohmann::json& json);

}  // namespace intercusp
