// What produced a file. Every output names the program's version, settings and inputs, so that any number can
// be traced.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/language/language.h"
#include "io/mesh/mesh_report.h"

namespace intercusp {

struct Provenance {
  //! Name and date as the user gives them, for pictures. Empty if they are not given.
  std::string case_heading = {};
  std::string version;
  //! "engine zlist; pixel 0.05 mm; …": everything on which the numbers depend; no commas
  std::string settings;
  std::string upper_sha256, lower_sha256;  //!< hex digests of the files as read; spaces separate several
};

//! The digests for upper_sha256 and lower_sha256.
[[nodiscard]] std::string digests_of(const MeshReport& report);

//! Keys and values for formats that store notes: intercusp_version, intercusp_settings, upper_sha256,
//! lower_sha256.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> notes_of(const Provenance& provenance);

//! The sentence for the small print of a picture. Digests are cut to 16 digits; report.json has all digits.
[[nodiscard]] std::string provenance_sentence(const Provenance& provenance);

//! "a.stl, b.stl": file names without their folders, whose names may be those of patients.
[[nodiscard]] std::string file_names(const MeshReport& report);

//! Where tooth numbers come from: "labels beside the file".
[[nodiscard]] std::string label_source_in_words(const std::vector<LabelSource>& sources);

struct Repair {
  std::size_t RepairCounts::*count;
  const char* key;  //!< key in JSON
  Text what;        //!< words after the count: "holes filled"
};

//! All of RepairCounts, in the order of its members.
[[nodiscard]] std::span<const Repair> repairs();

//! "3 holes filled; 12 faces added in holes", or that no repair was needed.
[[nodiscard]] std::string in_words(const RepairCounts& counts);

}  // namespace intercusp
