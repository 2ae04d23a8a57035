// The folder of a run's results, and which of its files the run may replace.
//
// A run replaces none of its inputs. Of other files it replaces only those that the program wrote and that have not
// changed since: its record, a JSON file of the folder, lists the SHA-256 of each file in it ("written") and its own
// ("record_sha256", computed with zeros in its place). Pictures carry their own mark (png_mark.h).
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "io/files/write_atomically.h"

namespace intercusp {

//! A run would replace files that it must keep (exit status 2). Nothing has been changed. The message names all of them.
class ReplaceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! SHA-256 by names relative to a folder.
using Digests = std::map<std::string, std::string>;

struct ResultFolder {
  std::filesystem::path folder;
  std::string record;                         //!< "report.json"
  std::vector<std::filesystem::path> inputs;  //!< that the run reads
  bool force = false;                         //!< replaces everything except inputs, and only plain files
};

//! Call before the work begins. \param names that the run may write, relative to the folder; a star matches any
//! characters of the last part
//! \throw ReplaceError
void check_replaceable(const ResultFolder& results, std::span<const std::string> names);

//! check_replaceable, then the files and the record whole or not at all. If the process ends between two of them, the
//! record names old and new ones, so that the next run knows all of them.
//! \param record content of the JSON file; the digests follow it
//! \param before files of this run that are in the folder already
//! \throw ReplaceError, OutputError
void write_results(const ResultFolder& results, const Fields& record, std::span<const OutputFile> files,
                   const Digests& before = {});

//! Removes the files that the record lists and that have not changed since, and the record if it has not. Nothing else.
void remove_own_files(const std::filesystem::path& folder, const std::string& record);

//! Renames an existing file to "NAME.kept", "NAME.kept-2" … \throw OutputError
void set_aside(const std::filesystem::path& file);

//! One file outside of any result folder, such as a screenshot: as check_replaceable. \throw ReplaceError
void check_replaceable(const std::filesystem::path& file, std::span<const std::filesystem::path> inputs,
                       bool force);

//! Whether the folder holds the file at any depth: by links to either, from whichever folder the file is reached, and under other
//! names of the folder.
[[nodiscard]] bool holds(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace intercusp
