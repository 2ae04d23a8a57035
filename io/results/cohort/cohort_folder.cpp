#include "io/results/cohort/cohort_folder.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "io/files/result_folder.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/plan.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_inputs(const Manifest& manifest) {
  std::vector<fs::path> files = {manifest.file};
  for (const CohortCase& one : manifest.cases) std::ranges::move(input_files(one), std::back_inserter(files));
  return files;
}

//! Folders that hold an input, links followed.
std::set<fs::path> folders_above(const std::vector<fs::path>& files) {
  std::set<fs::path> folders;
  for (const fs::path& file : files) {
    std::error_code error;
    for (fs::path above = fs::weakly_canonical(file, error).parent_path(); !above.empty();
         above = above.parent_path()) {
      if (!folders.insert(above).second || above == above.parent_path()) break;
    }
  }
  return folders;
}

}  // namespace

void check_cohort_folder(const fs::path& cohort, const Manifest& manifest) {
  std::error_code error;
  if (!fs::exists(cohort, error)) return;
  const std::vector<fs::path> inputs = all_inputs(manifest);
  std::string message;
  for (const fs::path& file : inputs) {
    if (holds(cohort, file)) message += file.string() + "\n";
  }
  const std::set<fs::path> above = folders_above(inputs);
  for (const CohortCase& one : manifest.cases) {
    const fs::path folder = case_folder(cohort, one);
    if (fs::exists(folder, error) && above.contains(fs::canonical(folder, error)))
      message += folder.string() + "\n";
  }
  if (message.empty()) return;
  throw ReplaceError(message + "  the folder of the results, " + cohort.string() +
                     ", holds inputs of the cohort; name one without any");
}

void check_case_folder(const fs::path& cohort, const CohortCase& one) {
  const fs::path folder = case_folder(cohort, one);
  for (const fs::path& part :
       {folder.parent_path(), folder, folder / "play", folder / "upper", folder / "lower"}) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(part, error))) continue;
    throw ReplaceError(
        part.string() +
        "\n  is a link, and what it leads to is not replaced; remove the link, or choose another --out");
  }
}

}  // namespace intercusp
