// The files that a cohort keeps for each case. case.json has the outcome; cohort_teeth.csv and others have
// the rows of the cohort's tables.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "io/results/cohort/columns.h"
#include "io/results/cohort/manifest.h"

namespace intercusp {

struct CaseRecord {
  std::string subject, session;
  std::string reason_code, reason;  //!< empty if the case is done
  std::string key;                  //!< SHA-256 over inputs, options and version
  std::string version, host;
  CohortAnalysis analysis = CohortAnalysis::inspect;
  std::vector<std::string> options;  //!< options of the analysis
  double seconds = 0, peak_memory_mb = 0;
  std::string upper_sha256, lower_sha256;  //!< empty if they were not read
  Values figures = {};                     //!< in the order of case_figures(); empty if the case failed

  [[nodiscard]] bool done() const { return reason_code.empty(); }
};

//! The record's name in the folder of a case.
constexpr const char* record_name = "case.json";

//! The folder of a case's results.
[[nodiscard]] std::filesystem::path case_folder(const std::filesystem::path& cohort, const CohortCase& one);

//! Writes case.json and the tables of rows. Files with these names that the program did not write are
//! renamed.
//! \param rows empty for a failed case
//! \throw OutputError
void write_record(const std::filesystem::path& folder, const CaseRecord& record,
                  const std::vector<OutputFile>& rows);

//! Removes the files that the program wrote for a case before, and nothing else.
void clear_case(const std::filesystem::path& folder);

//! Whether all tables of rows can be read and have the columns of this version.
[[nodiscard]] bool has_rows(const std::filesystem::path& folder, CohortAnalysis analysis);

//! Empty if the record is missing or damaged; the case is then computed again.
[[nodiscard]] std::optional<CaseRecord> read_record(const std::filesystem::path& folder);

//! Sets figures and digests from the result of the case (columns.h).
void add_figures(CaseRecord& record, const nlohmann::json& result);

//! The rows of the case in each of the analysis's tables, with a header.
[[nodiscard]] std::vector<OutputFile> case_rows(const CohortCase& one, CohortAnalysis analysis,
                                                const nlohmann::json& result);

//! The first line of a table.
[[nodiscard]] std::string header_of(const CohortTable& table);

}  // namespace intercusp
