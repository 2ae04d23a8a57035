// The tables of a cohort: which columns they have, in which unit, and what each means. Headers, rows, dictionary.csv and the summary
// all come from these lists.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/wording/figure.h"

namespace intercusp {

struct CohortCase;
struct CollectedCase;

//! Figures of the whole case, taken from its report.json; between status and source in cases.csv.
[[nodiscard]] Figures<nlohmann::json> case_figures();

//! Of teeth.csv and contacts.csv, taken from an entry of the report's `teeth` or `contacts`.
[[nodiscard]] Figures<nlohmann::json> teeth_columns();
[[nodiscard]] Figures<nlohmann::json> contacts_columns();

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
