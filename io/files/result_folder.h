// The folder of a run's results, and which of its files a run may replace or remove.
//
// A run never replaces its inputs. It replaces other files only if the program wrote them and they have not
// changed since. The record, a JSON file of the folder, lists the SHA-256 of each file in it ("written") and
// its own ("record_sha256", computed with zeros in its place). Pictures carry their own mark (marked_png).
//
// A folder never shows two cases. Results of other scans are refused. Files of an earlier run that this run
// does not write are removed.
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

// The record of a run. Its lists `files` name the scans that the run read. It also names every file that the
// run wrote.

//! SHA-256 digests by file name, relative to a folder.
using Digests = std::map<std::string, std::string>;

//! A file with a mesh or with bodies.
struct ScanFile {
  std::string path;
  std::string sha256 = {};  //!< empty in some records of older versions
};

struct RunRecord {
  bool is_ours = false;  //!< the program wrote the record, and it has not changed since
  Digests written;
  //! Digests of older files, and of files to remove. A run that ended while it put its files in place leaves
  //! them.
  Digests replaces;
  std::vector<ScanFile> scans;  //!< in the order given to the command

  [[nodiscard]] std::set<std::string> names() const;  //!< names in either list
  [[nodiscard]] bool lists(const std::string& name, const std::string& digest) const;
};

//! The record in a file. It is not ours if the file is missing or was changed.
[[nodiscard]] RunRecord read_run_record(const std::filesystem::path& file);

//! \param replaces given while the files are put in place, when the run has not finished
[[nodiscard]] std::string record_text(const Fields& record, const Digests& written,
                                      const std::optional<Digests>& replaces = {});

//! The scans that a record names.
[[nodiscard]] std::vector<ScanFile> scans_of(const Fields& record);

//! Compares the content, or the names if `earlier` lacks a digest. A run without scans (`generate`,
//! `measure`) has no case and fits all.
[[nodiscard]] bool is_same_case(const std::vector<ScanFile>& earlier, const std::vector<ScanFile>& now);

//! A run would replace files that must stay (exit status 2). Nothing has been changed. The message names all
//! of these files.
class ReplaceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ResultFolder {
  std::filesystem::path folder;
  std::string record;                         //!< "report.json"
  std::vector<std::filesystem::path> inputs;  //!< what the run reads
  //! Replaces everything except inputs, but only plain files. Also replaces results of other scans.
  bool force = false;
  std::vector<std::filesystem::path> scans = {};  //!< the inputs that identify the case, in order
};

//! Call it before the work begins.
//! \param names files that the run may write, relative to the folder; a star matches any characters of the
//! last part
//! \throw ReplaceError also if the folder holds results of other scans
void check_replaceable(const ResultFolder& results, std::span<const std::string> names);

//! A file of a run that stays on the disk under a temporary name until all other files are there.
struct StagedFile {
  std::string name, sha256;
  TemporaryFile file;
};
//! \throw OutputError
[[nodiscard]] StagedFile staged(const std::filesystem::path& folder, const OutputFile& file);

//! Files in the folder that this run did not write, by names relative to the folder. Both lists are empty in
//! a folder without a record.
struct EarlierFiles {
  std::vector<std::string> removed;  //!< files that an earlier run of the command wrote
  //! Files of that run that were changed since, that another command lists or that this run reads; then files
  //! of others.
  std::vector<std::string> kept;
};

//! Calls check_replaceable. Then writes the files and the record completely or not at all. Then removes files
//! of the command's earlier run. If the process ends meanwhile, the record names old and new files, so that
//! the next run knows all of them.
//! \param record content of the JSON file; the digests follow it
//! \throw ReplaceError, OutputError
EarlierFiles write_results(const ResultFolder& results, const Fields& record,
                           std::span<const OutputFile> files, std::span<StagedFile> before = {});

//! A sentence for each of the two lists that is not empty.
[[nodiscard]] std::vector<std::string> sentences_of(const EarlierFiles& files,
                                                    const std::filesystem::path& folder);

//! Removes the files that the record lists and that have not changed since, and the record if it has not
//! changed. Removes nothing else, and nothing through a folder that is a link.
void remove_own_files(const std::filesystem::path& folder, const std::string& record);

//! Renames an existing file to "NAME.kept", "NAME.kept-2" … \throw OutputError
void set_aside(const std::filesystem::path& file);

//! Checks one file outside of any result folder, such as a screenshot, as check_replaceable above does.
//! \throw ReplaceError
void check_replaceable(const std::filesystem::path& file, std::span<const std::filesystem::path> inputs,
                       bool force);

}  // namespace intercusp
