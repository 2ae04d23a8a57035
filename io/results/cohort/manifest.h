// A cohort: one row per case and date (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/base/enum_table.h"

namespace intercusp {

//! `compare` compares each session of a subject with its first, jaw by jaw; `segment` takes each jaw by itself.
enum class CohortAnalysis { inspect, compare, bite, segment };

//! As the command.
[[nodiscard]] constexpr auto names_of(CohortAnalysis) {
  return enum_table<CohortAnalysis>({{CohortAnalysis::inspect, "inspect"},
                                     {CohortAnalysis::compare, "compare"},
                                     {CohortAnalysis::bite, "bite"},
                                     {CohortAnalysis::segment, "segment"}});
}

//! Whether a row must name both scans; else one will do.
[[nodiscard]] constexpr bool needs_both_jaws(CohortAnalysis analysis) {
  return analysis == CohortAnalysis::inspect || analysis == CohortAnalysis::bite;
}

struct CohortCase {
  std::string subject, session;  //!< as written
  //! Name of its results below the cohort's folder: "sub-P07_ses-2". Unique in the cohort for any subject and session.
  std::string name;
  std::string upper, lower;  //!< sources of import_jaw, absolute; empty if the row has none
  std::string pose, upper_labels, lower_labels, track;  //!< empty where not given
  std::string buccal;                                   //!< scans of the bite from the cheek, for `bite`
  std::string
      repeat;  //!< sessions of a subject with the same one are repeats of one measurement; empty: none
  //! The subject's first row, `first_case` its name; empty in that row itself.
  std::string first_case, first_session, first_upper, first_lower;
  std::size_t line = 0;  //!< of the manifest
};

struct Manifest {
  std::filesystem::path file;
  std::string bytes;  //!< as read
  std::vector<CohortCase> cases;
  std::vector<std::string> unknown_columns;
};

//! Columns subject, session, upper, lower and, where wanted, pose, upper_labels, lower_labels, track, buccal, repeat, in any order; CSV or
//! TSV. Paths are relative to the manifest's folder.
//! \throw InputError with the line: no such column, a row without subject, the same subject and session twice.
[[nodiscard]] Manifest read_manifest(const std::filesystem::path& file);

//! \throw InputError no_scan_named, where the analysis needs a scan that the row does not name
void check_scans_named(const CohortCase& one, CohortAnalysis analysis);

//! All files that the case names, for messages: inputs that lie outside `folder`.
[[nodiscard]] std::vector<std::string> files_outside(const CohortCase& one,
                                                     const std::filesystem::path& folder);

//! The text without its prefix, if present: "sub-P07" is P07.
[[nodiscard]] std::string without(const std::string& prefix, const std::string& text);

//! The folder's name for a subject and a session: letters, digits, dots and hyphens stay, other bytes become %XX.
[[nodiscard]] std::string case_name(const std::string& subject, const std::string& session);

// Tables of text: RFC 4180 as spreadsheets write it.

struct CsvRow {
  std::size_t line = 0;  //!< where it begins in the file, from 1
  std::vector<std::string> cells;
};

//! Cells are separated by commas, semicolons or tabs, whichever is most frequent in the first line. Quoted cells may
//! hold separators and line breaks; a quote is doubled. Empty lines are skipped. LF, CRLF and CR end a line; a byte
//! order mark is skipped.
//! \throw InputError with the line if a quote is not closed
[[nodiscard]] std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
