// Finds the cases in a folder of scans by the names of files and folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/results/cohort/manifest.h"

namespace intercusp {

//! A row of the manifest. Paths are relative to the folder.
struct FoundCase {
  std::string subject, session;
  std::string upper, lower;
  std::string pose, upper_labels, lower_labels, track, buccal;  //!< empty if there are none
};

//! Scans that belong to no case, and a sentence with the reason.
struct LeftOut {
  std::string what, why;
};

struct FoundCases {
  std::vector<FoundCase> cases;  //!< sorted by name
  std::vector<LeftOut> left_out;
};

//! Reads names only. A folder with scans is a case (session "1"). Below another folder it is a session of
//! that subject ("P07/2024-03-01", "sub-07/ses-2"). Scans directly in `folder` belong together by the part of
//! their names before the jaw. Words such as upper, maxilla, OK, mandible, l name the jaw. iTero exports each
//! jaw twice: "_shell_occlusion_" is in bite; "_shell_teethup_" is not, and is left out. If the analysis
//! needs only one jaw, cases with one jaw are taken. `bite` also takes scans of the bite from the cheek.
//! \throw InputError if it is not a folder
[[nodiscard]] FoundCases find_cases(const std::filesystem::path& folder, CohortAnalysis analysis);

//! The text of the manifest. A column is there only if some case has such a file.
[[nodiscard]] std::string manifest_text(const std::vector<FoundCase>& cases);

}  // namespace intercusp
