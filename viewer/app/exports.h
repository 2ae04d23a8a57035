// What exports of a bite are made from, and how they are written.
#pragma once

#include <filesystem>
#include <memory>

#include "io/files/result_folder.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! What was shown when the user asked: the jaw may move while the export runs.
struct ShownBite {
  std::shared_ptr<const LoadedCase> loaded;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double threshold_mm = 0.1;
  Palette palette = Palette::classic;
  CaseNotes notes = {};
  ReportForms forms = {};                           //!< of a report
  DicomPatient patient = {};                        //!< written into DICOM files
  Language language = Language::english;            //!< language of the page and the PDF
  std::vector<TeethEdit> upper_edits, lower_edits;  //!< that made the labels of the case
  std::vector<std::filesystem::path> inputs =
      {};  //!< files that the open case was read from: no export replaces one
};

//! The user has agreed to replace files, except those that are read.
[[nodiscard]] ResultFolder results_in(const std::filesystem::path& folder, const ShownBite& shown);

//! Makes missing folders.  \throw ReplaceError, OutputError
void write_file(const std::filesystem::path& file, const std::string& bytes, const ShownBite& shown);

//! Whether it would replace files.
[[nodiscard]] bool exists(const FileExport& what, const std::filesystem::path& target);

//! The scans whose results the folder holds and that are not of this case, with commas between; empty: none.
[[nodiscard]] std::string other_scans_in(const std::filesystem::path& folder, const LoadedCase& loaded);

extern const FileExport pose_export;

}  // namespace intercusp::viewer
