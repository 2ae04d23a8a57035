#include "io/results/cohort/check.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <set>
#include <system_error>

#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/case/pose_file.h"
#include "io/case/track_file.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/result_folder.h"
#include "io/results/cohort/case_record.h"
#include "io/results/cohort/plan.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

class Faults {
 public:
  explicit Faults(const CohortCase& one) : one_(one) {}

  void add(const std::string& code, const std::string& reason) {
    faults_.push_back({one_.line, one_.subject, one_.session, code, reason});
  }

  template <class Read>
  void keep_of(const Read& read) {
    try {
      read();
    } catch (const InputError& error) {
      add(error.finding() ? error.finding()->code : "unusable_input", error.what());
    } catch (const std::exception& error) {
      add("unusable_input", error.what());
    }
  }

  [[nodiscard]] std::vector<CaseFault> take() { return std::move(faults_); }

 private:
  const CohortCase& one_;
  std::vector<CaseFault> faults_;
};

//! \return what reading the jaw found; without files if they cannot be used or if none is named
MeshReport check_jaw(Faults& faults, const std::string& source, Jaw jaw, const std::string& labels,
                     std::optional<double> mm_per_unit) {
  MeshReport report;
  if (source.empty()) return report;
  faults.keep_of([&] {
    ImportOptions options;
    options.mm_per_unit = mm_per_unit;
    options.label_file = labels;
    report = read_jaw(source, jaw, options).report;
  });
  return report;
}

//! Checks the files that only `inspect` reads.
void check_motion(Faults& faults, const CohortCase& one) {
  if (!one.pose.empty()) faults.keep_of([&] { static_cast<void>(read_pose(one.pose)); });
  if (!one.track.empty()) faults.keep_of([&] { static_cast<void>(read_track(one.track)); });
}

void check_buccal(Faults& faults, const CohortCase& one, std::optional<double> mm_per_unit) {
  ImportOptions options{.teeth = TeethSource::none};
  options.mm_per_unit = mm_per_unit;
  for (const std::string& scan : paths_in(one.buccal))
    faults.keep_of([&] { static_cast<void>(read_jaw(scan, std::nullopt, options)); });
}

std::vector<CaseFault> check_case(const CohortCase& one, CohortAnalysis analysis,
                                  std::optional<double> mm_per_unit) {
  Faults faults(one);
  faults.keep_of([&] { check_scans_named(one, analysis); });
  const bool pairs = needs_both_jaws(analysis);
  const MeshReport upper =
      check_jaw(faults, one.upper, Jaw::upper, pairs ? one.upper_labels : "", mm_per_unit);
  const MeshReport lower =
      check_jaw(faults, one.lower, Jaw::lower, pairs ? one.lower_labels : "", mm_per_unit);
  if (pairs) faults.keep_of([&] { refuse_same_files(one.upper, upper, one.lower, lower); });
  if (analysis == CohortAnalysis::inspect) check_motion(faults, one);
  if (analysis == CohortAnalysis::bite) check_buccal(faults, one, mm_per_unit);
  return faults.take();
}

}  // namespace

std::vector<CaseFault> check_cases(const Manifest& manifest, CohortAnalysis analysis,
                                   std::optional<double> mm_per_unit,
                                   const std::function<void(std::size_t)>& read) {
  std::vector<std::vector<CaseFault>> of_case(manifest.cases.size());
  std::atomic<std::size_t> done = 0;
  for_each_task(manifest.cases.size(), [&](std::size_t i) {
    of_case[i] = check_case(manifest.cases[i], analysis, mm_per_unit);
    read(++done);
  });
  std::vector<CaseFault> faults;
  for (std::vector<CaseFault>& some : of_case)
    faults.insert(faults.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  return faults;
}

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_inputs(const Manifest& manifest) {
  std::vector<fs::path> files = {manifest.file};
  for (const CohortCase& one : manifest.cases) std::ranges::move(input_files(one), std::back_inserter(files));
  return files;
}

//! Folders that contain an input, after links are followed.
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
