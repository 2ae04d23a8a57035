// Output files appear whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp {

struct PathForSignals;  // where the handler of signals finds the path of a temporary file

//! A file with a temporary name next to its target. It is removed unless it was renamed to the target, even if SIGINT,
//! SIGTERM or SIGHUP ends the program meanwhile. The program's own handlers for these signals stay.
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
  int descriptor_ = -1;  // open until the end: its lock tells other processes that it is in use
  PathForSignals* known_ = nullptr;
};

//! Removes temporary files that a killed program has left in this folder. Those of a running program and those younger
//! than a minute stay.
//! \param is_ours receives the name of the temporary file's target
void remove_left_behind(const std::filesystem::path& folder,
                        const std::function<bool(const std::filesystem::path& name)>& is_ours);
//! Removes those of files with these names relative to the folder.
void remove_left_behind(const std::filesystem::path& folder, std::span<const std::string> names);

struct OutputFile {
  std::string name;  //!< relative to the folder: "areas.csv" or "dicom/report.dcm"
  std::string bytes;
};

//! Writes the bytes to a temporary file beside `file`, to the disk, and renames it.
//! \throw OutputError with path and reason; the file is then unchanged, and no temporary file is left.
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

//! The file that is written in place of this one: where it is a link to a plain file, that file.
//! \throw OutputError for devices, pipes and links to anything but a plain file
[[nodiscard]] std::filesystem::path plain_target(const std::filesystem::path& file);

//! Creates the folder and its parents if missing.
//! \throw OutputError where it is a file or cannot be made.
void make_folder(const std::filesystem::path& folder);

//! Folders that are made for files to come. Those that are still empty at the end of its life go again.
class FoldersToFill {
 public:
  FoldersToFill() = default;
  //! As make_folder.
  void make(const std::filesystem::path& folder);
  FoldersToFill(const FoldersToFill&) = delete;
  FoldersToFill& operator=(const FoldersToFill&) = delete;
  ~FoldersToFill();

 private:
  std::vector<std::filesystem::path> made_;  // parents first
};

//! Creates and removes a file in the folder, so that no work begins whose results cannot be saved. \throw OutputError
void check_writable(const std::filesystem::path& folder);

//! The files on the disk under temporary names, until each is put in place. Creates the folder if missing.
//! \throw OutputError where one cannot be written or its target cannot be replaced
[[nodiscard]] std::vector<TemporaryFile> written_aside(const std::filesystem::path& folder,
                                                       std::span<const OutputFile> files);

//! write_atomically for the files of one result: no file is renamed before all of them are on the disk.
//! Creates the folder if missing. \throw OutputError as above.
void write_together(const std::filesystem::path& folder, std::span<const OutputFile> files);

}  // namespace intercusp
