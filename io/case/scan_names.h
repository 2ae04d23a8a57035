// What the name of a file or folder says of a scan: which jaw it is, and when it was taken.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/jaw.h"

namespace intercusp {

//! A name split at the word that says which jaw it is: "P07_upper_scan" is "P07", upper.
struct JawName {
  Jaw jaw = Jaw::upper;
  std::string
      rest;  //!< the rest of the name, which both jaws share: the words before that word, or those after it
};

//! Words end where letters meet other characters, or a small letter a capital one: "UpperJawScan", "2-upperjaw", "46OK". Words
//! such as upper, maxilla or Oberkiefer count before abbreviations such as OK, UJ or l, of which the last one counts.
//! \return nothing where no word names a jaw, or words name both
[[nodiscard]] std::optional<JawName> jaw_in_name(const std::filesystem::path& file);

//! Whether a name is that of a scan of the bite from the cheek: bite, buccal, vestibular, Biss.
[[nodiscard]] bool names_buccal_scan(const std::filesystem::path& file);

//! Scans sorted by the jaw that their names state.
struct NamedScans {
  std::vector<std::filesystem::path> upper, lower;
  std::vector<std::filesystem::path> not_in_bite;  //!< iTero's "_shell_teethup_", whose jaws lie apart
  std::vector<std::filesystem::path> buccal;
  std::vector<std::filesystem::path>
      other;  //!< next to whole scans, those of a preparation or the like; next to iTero's, scans of other programs
  std::vector<std::filesystem::path> unnamed;  //!< names without upper or lower
};

//! Ignores files without a mesh extension. If iTero exported a jaw twice, it takes the scan in bite
//! ("_shell_occlusion_").
[[nodiscard]] NamedScans scans_by_name(const std::vector<std::filesystem::path>& files);

using ScanDate = std::chrono::sys_days;

//! The date "2024-03-01" as a user states it; nothing for any other text.
[[nodiscard]] std::optional<ScanDate> date_of(const std::string& text);

//! The date in "lower_2024-03-01.stl", "20240301 lower.ply", "2024_03_01.obj". Nothing without a date from 1900 to 2099, or with two that differ:
//! one may be a birthday.
[[nodiscard]] std::optional<ScanDate> date_in_name(const std::string& name);

//! "2024-03-01".
[[nodiscard]] std::string iso_text(ScanDate date);

}  // namespace intercusp
