#include "io/files/write_atomically.h"

#include <map>
#include <set>
#include <system_error>

#include "io/files/errors.h"
#include "io/language/language.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace fs = std::filesystem;

void remove_left_behind(const fs::path& folder, std::span<const std::string> names) {
  std::map<fs::path, std::set<fs::path>> in_folder;
  for (const std::string& name : names)
    in_folder[(folder / name).parent_path()].insert((folder / name).filename());
  for (const auto& [parent, there] : in_folder)
    remove_left_behind(parent, [&there](const fs::path& name) { return there.contains(name); });
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw OutputError(folder, phrase("is a file, not a folder"));
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, phrase("cannot be made: {}", error.message()));
}

void check_writable(const fs::path& folder) {
  const fs::path target = "intercusp";
  remove_left_behind(folder, [&target](const fs::path& name) { return name == target; });
  try {
    const TemporaryFile probe(folder / target);
  } catch (const OutputError& error) {
    throw OutputError(folder, phrase("a file in it {}", error.reason()));
  }
}

fs::path plain_target(const fs::path& file) {
  std::error_code error;
  const fs::file_status link = fs::symlink_status(file, error);
  if (!fs::exists(link) || fs::is_directory(file, error)) return file;
  if (!fs::is_regular_file(file, error))
    throw OutputError(file, phrase("is no plain file; choose another name"));
  if (!fs::is_symlink(link)) return file;
  const fs::path target = fs::canonical(file, error);
  return error ? file : target;
}

void write_atomically(const fs::path& file, std::string_view bytes) {
  const fs::path target = plain_target(file);
  remove_left_behind(target.has_parent_path() ? target.parent_path() : fs::path("."),
                     [&target](const fs::path& name) { return name == target.filename(); });
  TemporaryFile temporary(target);
  temporary.write(bytes);
  temporary.put_in_place();
}

std::vector<TemporaryFile> written_aside(const fs::path& folder, std::span<const OutputFile> files) {
  make_folder(folder);
  std::vector<std::string> names;
  for (const OutputFile& file : files) names.push_back(file.name);
  remove_left_behind(folder, names);
  std::vector<TemporaryFile> written;
  written.reserve(files.size());
  for (const OutputFile& file : files) {
    make_folder((folder / file.name).parent_path());
    // Finds a target that a rename cannot replace before any file is renamed.
    std::error_code error;
    if (fs::is_directory(folder / file.name, error))
      throw OutputError(folder / file.name, phrase("is a folder"));
    written.emplace_back(plain_target(folder / file.name));
  }
  // Side by side: most of the time is spent waiting for the disk.
  for_all(std::size_t{0}, files.size(), [&](std::size_t i) { written[i].write(files[i].bytes); });
  return written;
}

void write_together(const fs::path& folder, std::span<const OutputFile> files) {
  for (TemporaryFile& file : written_aside(folder, files)) file.put_in_place();
}

}  // namespace intercusp
