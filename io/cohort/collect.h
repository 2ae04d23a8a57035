// One set of tables from the results of all cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/cohort/case_record.h"
#include "io/cohort/manifest.h"

namespace intercusp {

//! A row of cases.csv.
struct CollectedCase {
  CohortCase one;
  CaseRecord record;
};

struct Collection {
  std::vector<CollectedCase> cases;  //!< in the order of the manifest
  std::size_t failed = 0;
};

//! Reads manifest.csv and the results in the folder of a cohort, and writes cases.csv, teeth.csv, contacts.csv, provenance.csv,
//! dictionary.csv and summary.html beside them. Rows stand in the order of the manifest. A case without result has the reason not_run.
//! The tables of rows are copied case by case, so that memory does not grow with the cohort.
//! \throw InputError where there is no manifest, or results were made by a version with other columns; OutputError
Collection collect(const std::filesystem::path& cohort);

}  // namespace intercusp
