// The folder of a run's results, and which of its files the run may replace or remove.
//
// A run replaces none of its inputs. Of other files it replaces only those that the program wrote and that have not
// changed since: its record, a JSON file of the folder, lists the SHA-256 of each file in it ("written") and its own
// ("record_sha256", computed with zeros in its place). Pictures carry their own mark (marked_png).
//
// A folder never shows two cases: results of other scans are refused, and what an earlier run wrote and this one does not, goes.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "io/files/write_atomically.h"

namespace intercusp {

// The record of a run. It names the scans that the run read, in its lists `files`, and every file that the run wrote.

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

  [[nodiscard]] std::set<std::string> names() const;  //!< in either list
  [[nodiscard]] bool lists(const std::string& name, const std::string& digest) const;
};

//! Not ours if the file is missing or was changed.
[[nodiscard]] RunRecord read_run_record(const std::filesystem::path& file);

//! \param replaces given while the files are put in place: the run has not finished
[[nodiscard]] std::string record_text(const Fields& record, const Digests& written,
                                      const std::optional<Digests>& replaces = {});

//! The scans that a record names.
[[nodiscard]] std::vector<ScanFile> scans_of(const Fields& record);

//! By content; by name if `earlier` lacks a digest. A run without scans (`generate`, `measure`) is of no case and fits all.
[[nodiscard]] bool is_same_case(const std::vector<ScanFile>& earlier, const std::vector<ScanFile>& now);

// The folder.

//! A run would replace files that it must keep (exit status 2). Nothing has been changed. The message names all of them.
class ReplaceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ResultFolder {
  std::filesystem::path folder;
  std::string record;                         //!< "report.json"
  std::vector<std::filesystem::path> inputs;  //!< that the run reads
  bool force =
      false;  //!< replaces everything except inputs, and only plain files; results of other scans too
  std::vector<std::filesystem::path> scans = {};  //!< of the inputs those that say which case it is, in order
};

//! Call before the work begins. \param names that the run may write, relative to the folder; a star matches any
//! characters of the last part
//! \throw ReplaceError also where the folder holds results of other scans
void check_replaceable(const ResultFolder& results, std::span<const std::string> names);

//! A file of a run that is on the disk under a temporary name until all others are.
struct StagedFile {
  std::string name, sha256;
  TemporaryFile file;
};
//! \throw OutputError
[[nodiscard]] StagedFile staged(const std::filesystem::path& folder, const OutputFile& file);

//! Files that this run did not write, by names relative to the folder. Both are empty in a folder without a record.
struct EarlierFiles {
  std::vector<std::string> removed;  //!< an earlier run of the command wrote them
  //! Its files that were changed since, that another command lists or that this run reads; then those of others.
  std::vector<std::string> kept;
};

//! check_replaceable, then the files and the record whole or not at all; then files of the command's earlier run go.
//! If the process ends meanwhile, the record names old and new files, so that the next run knows all of them.
//! \param record content of the JSON file; the digests follow it
//! \throw ReplaceError, OutputError
EarlierFiles write_results(const ResultFolder& results, const Fields& record,
                           std::span<const OutputFile> files, std::span<StagedFile> before = {});

//! A sentence for each of both that is not empty.
[[nodiscard]] std::vector<std::string> sentences_of(const EarlierFiles& files,
                                                    const std::filesystem::path& folder);

//! Removes the files that the record lists and that have not changed since, and the record if it has not. Nothing else, and
//! nothing through the link of a folder.
void remove_own_files(const std::filesystem::path& folder, const std::string& record);

//! Renames an existing file to "NAME.kept", "NAME.kept-2" … \throw OutputError
void set_aside(const std::filesystem::path& file);

//! One file outside of any result folder, such as a screenshot: as check_replaceable. \throw ReplaceError
void check_replaceable(const std::filesystem::path& file, std::span<const std::filesystem::path> inputs,
                       bool force);

}  // namespace intercusp
