// The record of a run: the JSON file of its result folder. It names the scans that the run read, in its lists `files`, and
// every file that the run wrote, with the SHA-256 of each.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/files/value.h"

namespace intercusp {

//! SHA-256 by names relative to a folder.
using Digests = std::map<std::string, std::string>;

//! A file with a mesh or with bodies.
struct ScanFile {
  std::string path;
  std::string sha256 = {};  //!< empty in some records of older versions
};

struct RunRecord {
  bool is_ours = false;  //!< unchanged since the program wrote it
  Digests written;
  //! Older digests and files that go: of a run that ended while it put its files in place.
  Digests replaces;
  std::vector<ScanFile> scans;  //!< in the order given to the command

  [[nodiscard]] bool lists(const std::string& name, const std::string& digest) const;
};

//! Not ours if the file is missing or was changed.
[[nodiscard]] RunRecord read_run_record(const std::filesystem::path& file);

//! \param replaces given while the files are put in place: the run has not finished
[[nodiscard]] std::string record_text(const Fields& record, const Digests& written,
                                      const std::optional<Digests>& replaces = {});

//! The scans that a record names.
[[nodiscard]] std::vector<ScanFile> scans_of(const Fields& record);

//! The files with their digests; empty if one cannot be read.
[[nodiscard]] std::vector<ScanFile> with_digests(const std::vector<std::filesystem::path>& scans);

//! By content; by name if `earlier` lacks a digest. A run without scans (`generate`, `measure`) is of no case and fits all.
[[nodiscard]] bool is_same_case(const std::vector<ScanFile>& earlier, const std::vector<ScanFile>& now);

//! All bytes of a file; nothing if it cannot be read.
[[nodiscard]] std::optional<std::string> text_of(const std::filesystem::path& file);

}  // namespace intercusp
