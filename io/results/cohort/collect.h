// One set of tables from the results of all cases.
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
  std::vector<std::string> removed = {};  //!< tables of an earlier run that this one did not write
};

//! Shows how many cases are done, why others failed, how the figures are distributed and which cases are outliers, with
//! a link to each case's report. One file; the links are relative to the cohort's folder.
[[nodiscard]] std::string summary_page(const std::vector<CollectedCase>& cases, CohortAnalysis analysis);

//! Further tables made from cases.csv.
using FurtherTables =
    std::function<std::vector<OutputFile>(const Collection&, const std::string& cases_table)>;

//! Reads manifest.csv and the results in the folder of a cohort, and writes cases.csv, the tables of its analysis (teeth.csv, contacts.csv),
//! provenance.csv, dictionary.csv, summary.html and their record collect.json. Rows follow the order of the manifest. A
//! case without result has the reason not_run, one without its rows the reason rows_missing.
//! \param force replaces files that the program did not write
//! \throw InputError without a manifest; ReplaceError, OutputError
Collection collect(const std::filesystem::path& cohort, bool force = false,
                   const FurtherTables& further = {});

}  // namespace intercusp
