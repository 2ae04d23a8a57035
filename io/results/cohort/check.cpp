#include "io/results/cohort/check.h"

#include <atomic>
#include <exception>

#include "io/case/import_jaw.h"
#include "io/case/pose_file.h"
#include "io/case/same_files.h"
#include "io/case/track_file.h"
#include "io/files/errors.h"
#include "io/files/path_list.h"
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

//! \return what reading the jaw found; without files if they cannot be used or none is named
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

//! What `inspect` alone reads.
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

}  // namespace intercusp
