// One set of tables from the results of all cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/files/result_folder.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/manifest.h"

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

//! Reads manifest.csv and the results in the folder of a cohort, and writes cases.csv, teeth.csv, contacts.csv,
//! provenance.csv, dictionary.csv, summary.html and their record collect.json. Rows follow the order of the manifest. A
//! case without result has the reason not_run, one without its rows the reason rows_missing.
//! \param force replaces files that the program did not write
//! \throw InputError without a manifest; ReplaceError, OutputError
Collection collect(const std::filesystem::path& cohort, bool force = false);

//! The content of collect.json.
[[nodiscard]] Fields collect_fields(const Collection& collection);

//! The folder of collect, and the files that it may replace.
[[nodiscard]] ResultFolder collect_folder(const std::filesystem::path& cohort, bool force);

}  // namespace intercusp
