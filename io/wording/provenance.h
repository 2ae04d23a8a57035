// What produced a file: every output names the program's version, settings and inputs, so that any number
// can be traced.
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
  std::string case_heading =
      {};  //!< name and date as the user gives them, for pictures; empty where not given
  std::string version;
  std::string settings;  //!< "engine zlist; pixel 0.05 mm; …": all that the numbers depend on; no commas
  std::string upper_sha256, lower_sha256;  //!< hex digests of the files as read, with spaces between several
};

//! For upper_sha256 and lower_sha256.
[[nodiscard]] std::string digests_of(const MeshReport& report);

//! Key and value, for formats that keep notes: intercusp_version, intercusp_settings, upper_sha256,
//! lower_sha256.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> notes_of(const Provenance& provenance);

//! For the small print of a picture; digests are cut to 16 digits, report.json has them in full.
[[nodiscard]] std::string provenance_sentence(const Provenance& provenance);

//! "a.stl, b.stl": without their folders, whose names may be those of patients.
[[nodiscard]] std::string file_names(const MeshReport& report);

//! Where tooth numbers come from: "labels beside the file".
[[nodiscard]] std::string label_source_in_words(const std::vector<LabelSource>& sources);

struct Repair {
  std::size_t RepairCounts::*count;
  const char* key;  //!< in JSON
  Text what;        //!< after its count: "holes filled"
};

//! All of RepairCounts, in its order.
[[nodiscard]] std::span<const Repair> repairs();

//! "3 holes filled; 12 faces added in holes", or that none was needed.
[[nodiscard]] std::string in_words(const RepairCounts& counts);

}  // namespace intercusp
