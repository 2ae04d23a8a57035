#include "io/results/cohort/check.h"

#include <atomic>
#include <exception>

#include "io/case/import_jaw.h"
#include "io/case/pose_file.h"
#include "io/case/same_files.h"
#include "io/case/track_file.h"
#include "io/files/errors.h"
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

//! \return what reading the jaw found; without files if they cannot be used
MeshReport check_jaw(Faults& faults, const std::string& source, Jaw jaw, const std::string& labels,
                     std::optional<double> mm_per_unit) {
  const char* const name = name_of(jaw);
  MeshReport report;
  if (source.empty()) {
    faults.add("no_scan_named", std::string("the row names no ") + name + " scan");
    return report;
  }
  faults.keep_of([&] {
    ImportOptions options;
    options.mm_per_unit = mm_per_unit;
    options.label_file = labels;
    report = read_jaw(source, jaw, options).report;
  });
  return report;
}

std::vector<CaseFault> check_case(const CohortCase& one, std::optional<double> mm_per_unit) {
  Faults faults(one);
  const MeshReport upper = check_jaw(faults, one.upper, Jaw::upper, one.upper_labels, mm_per_unit);
  const MeshReport lower = check_jaw(faults, one.lower, Jaw::lower, one.lower_labels, mm_per_unit);
  faults.keep_of([&] { refuse_same_files(one.upper, upper, one.lower, lower); });
  if (!one.pose.empty()) faults.keep_of([&] { static_cast<void>(read_pose(one.pose)); });
  if (!one.track.empty()) faults.keep_of([&] { static_cast<void>(read_track(one.track)); });
  return faults.take();
}

}  // namespace

std::vector<CaseFault> check_cases(const Manifest& manifest, std::optional<double> mm_per_unit,
                                   const std::function<void(std::size_t)>& read) {
  std::vector<std::vector<CaseFault>> of_case(manifest.cases.size());
  std::atomic<std::size_t> done = 0;
  for_each_task(manifest.cases.size(), [&](std::size_t i) {
    of_case[i] = check_case(manifest.cases[i], mm_per_unit);
    read(++done);
  });
  std::vector<CaseFault> faults;
  for (std::vector<CaseFault>& some : of_case)
    faults.insert(faults.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  return faults;
}

}  // namespace intercusp
