// Output files appear whole or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/temporary_file.h"

namespace intercusp {

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
