#include "viewer/app/exports.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <system_error>

#include "io/files/write_atomically.h"
#include "io/report/parts.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

void write_pose(const ShownBite& shown, const fs::path& file, const Progress&) {
  write_file(file, pose_file_text(shown.upper_from_lower), shown);
}

}  // namespace

const FileExport pose_export = {.name = Text("Pose"),
                                .explanation = Text("The position of the mandible, to be opened again."),
                                .doing = text::writing_file,
                                .file = "pose.json",
                                .write = write_pose};

ResultFolder results_in(const fs::path& folder, const ShownBite& shown) {
  return {.folder = folder, .record = "report.json", .inputs = shown.inputs, .force = true};
}

void write_file(const fs::path& file, const std::string& bytes, const ShownBite& shown) {
  check_replaceable(file, shown.inputs, true);
  FoldersToFill folders;
  if (!file.parent_path().empty()) folders.make(file.parent_path());
  write_atomically(file, bytes);
}

bool exists(const FileExport& what, const fs::path& target) {
  std::error_code ignored;
  if (what.files == nullptr) return fs::exists(target, ignored);
  return std::ranges::any_of(what.files(),
                             [&](const std::string& name) { return fs::exists(target / name, ignored); });
}

std::string other_scans_in(const fs::path& folder, const LoadedCase& loaded) {
  std::set<std::string> of_case;
  for (const MeshReport* const jaw : {&loaded.upper, &loaded.lower})
    for (const InputFile& file : jaw->files) of_case.insert(file.sha256);
  std::set<std::string> others;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != ".json") continue;
    for (const ScanFile& scan : read_run_record(it->path()).scans)
      if (!of_case.contains(scan.sha256)) others.insert(scan.path);
  }
  return fmt::format("{}", fmt::join(others, ", "));
}

}  // namespace intercusp::viewer
