// Writes the exports of a bite. Slow: runs in the background.
#pragma once

#include <filesystem>
#include <memory>

#include "viewer/app/actions.h"

namespace intercusp::viewer {

//! What was shown when the user asked: the jaw may move while the export runs.
struct ShownBite {
  std::shared_ptr<const LoadedCase> loaded;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double threshold_mm = 0.1;
  Palette palette = Palette::classic;
  CaseNotes notes = {};
  ReportForms forms = {};                           //!< of a report
  Language language = Language::english;            //!< likewise
  std::vector<TeethEdit> upper_edits, lower_edits;  //!< that made the labels of the case
  std::vector<std::filesystem::path> inputs =
      {};  //!< files that the open case was read from: no export replaces one
};

//! upper_labels.json, upper_edits.json and the lower's: labels as `--labels` and edits as `segment --edits` take them. Labels are
//! left out for a jaw of several files and for the demo, which has none.
//! \throw InputError where a scan cannot be read again; OutputError
void write_teeth(const ShownBite& shown, const std::filesystem::path& folder);

//! Writes whole files or none. Creates missing folders.
//! \pre not Export::session  \throw ReplaceError, OutputError; Cancelled where `progress` stopped it
void write_export(Export what, const ShownBite& shown, const std::filesystem::path& target,
                  const Progress& progress);

}  // namespace intercusp::viewer
