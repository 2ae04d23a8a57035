// Output files appear completely or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp {

struct PathForSignals;  // tells the signal handler the path of a temporary file

//! A file with a temporary name next to its target. Unless it was renamed to the target, it is removed, even
//! if SIGINT, SIGTERM or SIGHUP ends the program. If the program handles these signals itself, its handlers
//! stay.
class TemporaryFile {
 public:
  //! \throw OutputError
  explicit TemporaryFile(const std::filesystem::path& target);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  //! Writes all bytes to the disk. \throw OutputError
  void write(std::string_view bytes);
  //! \throw OutputError; the target is then unchanged
  void put_in_place();

 private:
  std::filesystem::path target_, path_;
  int descriptor_ = -1;  // open until the end: its lock tells other processes that the file is in use
  PathForSignals* known_ = nullptr;
};

//! Removes temporary files that a killed program has left in this folder. Files of a running program stay,
//! and files younger than a minute.
//! \param is_ours receives the name of the temporary file's target
void remove_left_behind(const std::filesystem::path& folder,
                        const std::function<bool(const std::filesystem::path& name)>& is_ours);
//! Removes temporary files whose targets have these names, relative to the folder.
void remove_left_behind(const std::filesystem::path& folder, std::span<const std::string> names);

struct OutputFile {
  std::string name;  //!< relative to the folder: "areas.csv" or "dicom/report.dcm"
  std::string bytes;
};

//! Writes the bytes to a temporary file next to `file`, flushes it to the disk, and renames it.
//! \throw OutputError with path and reason; the file is then unchanged, and no temporary file is left
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

//! The file that is written instead of this one: if it is a link to a plain file, that file.
//! \throw OutputError for devices, pipes and links to anything but a plain file
[[nodiscard]] std::filesystem::path plain_target(const std::filesystem::path& file);

//! Creates the folder and its parents if they are missing.
//! \throw OutputError if it is a file or cannot be created
void make_folder(const std::filesystem::path& folder);

//! Folders that are created for files to come. The destructor removes those that are still empty.
class FoldersToFill {
 public:
  FoldersToFill() = default;
  //! Like make_folder.
  void make(const std::filesystem::path& folder);
  FoldersToFill(const FoldersToFill&) = delete;
  FoldersToFill& operator=(const FoldersToFill&) = delete;
  ~FoldersToFill();

 private:
  std::vector<std::filesystem::path> made_;  // parents first
};

//! Creates and removes a file in the folder, so that no work begins whose results cannot be saved.
//! \throw OutputError
void check_writable(const std::filesystem::path& folder);

//! Writes the files to the disk under temporary names; each is then put in place. Creates the folder if it is
//! missing.
//! \throw OutputError if one cannot be written or its target cannot be replaced
[[nodiscard]] std::vector<TemporaryFile> written_aside(const std::filesystem::path& folder,
                                                       std::span<const OutputFile> files);

//! Like write_atomically, for the files of one result: no file is renamed before all of them are on the disk.
//! Creates the folder if it is missing.
//! \throw OutputError as above
void write_together(const std::filesystem::path& folder, std::span<const OutputFile> files);

}  // namespace intercusp
