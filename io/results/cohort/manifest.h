// A cohort: one row per case and date (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/base/enum_table.h"

namespace intercusp {

//! `compare` compares each session of a subject with the first one, jaw by jaw. `segment` analyses each jaw
//! by itself.
enum class CohortAnalysis { inspect, compare, bite, segment, model };

//! The names of the commands.
[[nodiscard]] constexpr auto names_of(CohortAnalysis) {
  return enum_table<CohortAnalysis>({{CohortAnalysis::inspect, "inspect"},
                                     {CohortAnalysis::compare, "compare"},
                                     {CohortAnalysis::bite, "bite"},
                                     {CohortAnalysis::segment, "segment"},
                                     {CohortAnalysis::model, "model"}});
}

//! Whether a row must name both scans; otherwise one is enough.
[[nodiscard]] constexpr bool needs_both_jaws(CohortAnalysis analysis) {
  return analysis == CohortAnalysis::inspect || analysis == CohortAnalysis::bite ||
         analysis == CohortAnalysis::model;
}

struct CohortCase {
  std::string subject, session;  //!< as written
  //! Name of its results below the cohort's folder: "sub-P07_ses-2". Every subject and session gives a unique
  //! name in the cohort.
  std::string name;
  std::string upper, lower;  //!< sources of import_jaw, absolute; empty if the row has none
  std::string pose, upper_labels, lower_labels, track;  //!< empty if not given
  std::string buccal;                                   //!< scans of the bite from the cheek, for `bite`
  //! Sessions of a subject with equal text are repeats of one measurement. Empty: none.
  std::string repeat;
  //! The subject's first row; `first_case` is its name. Empty in that row itself.
  std::string first_case, first_session, first_upper, first_lower;
  std::size_t line = 0;  //!< line of the manifest
};

struct Manifest {
  std::filesystem::path file;
  std::string bytes;  //!< as the file has them
  std::vector<CohortCase> cases;
  std::vector<std::string> unknown_columns;
};

//! Reads the columns subject, session, upper, lower and optionally pose, upper_labels, lower_labels, track,
//! buccal, repeat, in any order, from CSV or TSV. Paths are relative to the manifest's folder.
//! \throw InputError with the line: a missing column, a row without subject, a subject and session that occur
//! twice
[[nodiscard]] Manifest read_manifest(const std::filesystem::path& file);

//! \throw InputError no_scan_named, if the analysis needs a scan that the row does not name
void check_scans_named(const CohortCase& one, CohortAnalysis analysis);

//! All files of the case that lie outside `folder`, for messages.
[[nodiscard]] std::vector<std::string> files_outside(const CohortCase& one,
                                                     const std::filesystem::path& folder);

//! The text without its prefix, if it has it: "sub-P07" gives P07.
[[nodiscard]] std::string without(const std::string& prefix, const std::string& text);

//! The name of the folder for a subject and a session. Letters, digits, dots and hyphens stay; other bytes
//! become %XX.
[[nodiscard]] std::string case_name(const std::string& subject, const std::string& session);

// Tables as text: RFC 4180, as spreadsheets write it.

struct CsvRow {
  std::size_t line = 0;  //!< line of the file at which the row begins, from 1
  std::vector<std::string> cells;
};

//! Commas, semicolons or tabs separate cells, whichever is most frequent in the first line. Quoted cells may
//! contain separators and line breaks, and a quote in them is doubled. Empty lines are skipped. LF, CRLF and
//! CR end a line. A byte-order mark is skipped.
//! \throw InputError with the line if a quote is not closed
[[nodiscard]] std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
