// The tables of a cohort: which columns they have, in which unit, and what each means. Headers, rows, dictionary.csv and the summary
// all come from these lists.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "io/files/value.h"

namespace intercusp {

struct CohortColumn {
  const char* name;
  const char* unit;  //!< "mm", "mm2", "deg", "1" for counts and shares, "" for words
  std::string (*definition)();
};

//! A figure of the whole case, taken from its report.json.
struct CaseFigure {
  CohortColumn column;
  Value (*of_report)(const nlohmann::json& report);
};

//! Between status and provenance in cases.csv.
[[nodiscard]] std::span<const CaseFigure> case_figures();

//! A row of teeth.csv or contacts.csv: `entry` is one of the report's `teeth` or `contacts`.
struct RowColumn {
  CohortColumn column;
  Value (*of_entry)(const nlohmann::json& entry);
};
[[nodiscard]] std::span<const RowColumn> teeth_columns();
[[nodiscard]] std::span<const RowColumn> contacts_columns();

//! Columns that every table begins with, and those of cases.csv around the figures.
[[nodiscard]] std::span<const CohortColumn> identity_columns();
[[nodiscard]] std::span<const CohortColumn> status_columns();
[[nodiscard]] std::span<const CohortColumn> source_columns();
//! Of provenance.csv: what differs between machines and runs.
[[nodiscard]] std::span<const CohortColumn> provenance_columns_of_cohort();

//! Null stays null; lists and objects become null as well.
[[nodiscard]] Value value_of(const nlohmann::json& json);

}  // namespace intercusp
