// Collects the results of all cases into one set of tables.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/manifest.h"

namespace intercusp {

//! A row of cases.csv.
struct CollectedCase {
  CohortCase one;
  CaseRecord record;
};

struct Collection {
  CohortAnalysis analysis = CohortAnalysis::inspect;
  std::vector<CollectedCase> cases;  //!< in the order of the manifest
  std::size_t failed = 0;
  std::vector<std::string> removed = {};  //!< tables of an earlier run that this run did not write
};

//! Shows how many cases are done, why others failed, the distributions of the figures, and which cases are
//! outliers. Links to the report of each case. The page is one file, and its links are relative to the
//! cohort's folder.
[[nodiscard]] std::string summary_page(const std::vector<CollectedCase>& cases, CohortAnalysis analysis);

//! Further tables made from cases.csv.
using FurtherTables =
    std::function<std::vector<OutputFile>(const Collection&, const std::string& cases_table)>;

//! Reads manifest.csv and the results in the folder of a cohort. Writes cases.csv, the tables of the analysis
//! (teeth.csv, contacts.csv), provenance.csv, dictionary.csv, summary.html and their record collect.json.
//! Rows are in the order of the manifest. A case without a result has the reason not_run, and one without its
//! rows the reason rows_missing.
//! \param force replaces files that the program did not write
//! \throw InputError without a manifest
//! \throw ReplaceError, OutputError
Collection collect(const std::filesystem::path& cohort, bool force = false,
                   const FurtherTables& further = {});

}  // namespace intercusp
