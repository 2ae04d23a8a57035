// What the name of a file or folder states about a scan: its jaw, and when it was taken.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/jaw.h"

namespace intercusp {

//! A name, split at the word that states the jaw: "P07_upper_scan" is "P07", upper.
struct JawName {
  Jaw jaw = Jaw::upper;
  //! The rest of the name, which both jaws share: the words before the jaw's word, or those after it.
  std::string rest;
};

//! Words end where letters meet other characters, or where a capital follows a small letter: "UpperJawScan",
//! "2-upperjaw", "46OK". Words such as upper, maxilla or Oberkiefer take precedence over abbreviations such
//! as OK, UJ or l. The last abbreviation counts.
//! \return empty if no word names a jaw, or if words name both
[[nodiscard]] std::optional<JawName> jaw_in_name(const std::filesystem::path& file);

//! Whether a name suggests a scan of the bite from the cheek: bite, buccal, vestibular, Biss.
[[nodiscard]] bool names_buccal_scan(const std::filesystem::path& file);

//! Scans sorted by the jaw that their names state.
struct NamedScans {
  std::vector<std::filesystem::path> upper, lower;
  std::vector<std::filesystem::path> not_in_bite;  //!< iTero's "_shell_teethup_", whose jaws lie apart
  std::vector<std::filesystem::path> buccal;
  //! Beside whole scans: scans of a preparation or the like. Beside iTero's scans: those of other programs.
  std::vector<std::filesystem::path> other;
  std::vector<std::filesystem::path> unnamed;  //!< names without upper or lower
};

//! Ignores files without a mesh extension. If iTero exported a jaw twice, the scan in bite
//! ("_shell_occlusion_") is taken.
[[nodiscard]] NamedScans scans_by_name(const std::vector<std::filesystem::path>& files);

using ScanDate = std::chrono::sys_days;

//! The date "2024-03-01" as a user states it; empty for any other text.
[[nodiscard]] std::optional<ScanDate> date_of(const std::string& text);

//! The date in "lower_2024-03-01.stl", "20240301 lower.ply", "2024_03_01.obj". Empty without a date from 1900
//! to 2099, and with two different dates, because one may be a birthday.
[[nodiscard]] std::optional<ScanDate> date_in_name(const std::string& name);

//! The date as "2024-03-01".
[[nodiscard]] std::string iso_text(ScanDate date);

}  // namespace intercusp
