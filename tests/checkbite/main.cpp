// How well `checkbite` finds the articulator of patients whose articulator is known.
//
//   intercusp_checkbites poses [PATIENTS]    draws errors of poses as two buccal scans have them, at noise of 10, 20 and 40 µm
//   intercusp_checkbites scans [PATIENTS] [UM]   scans generated mouths in each position and registers the scans
//   intercusp_checkbites faults [PATIENTS] [UM]  records that must be named or refused: glides, exchanged records (poses); scans of
//                                                another mouth, of one side only, and of an opening by 0.5°
//   intercusp_checkbites make FOLDER [TRIANGLES] [UM]   writes the scans of one such mouth
//
// Prints errors and how many of the 95 % intervals hold the truth. `poses` fails outside the goals.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/dentition.h"
#include "io/mesh/repair/make_solid.h"
#include "io/mesh/write_ply.h"
#include "occlusion/base/random.h"
#include "occlusion/motion/checkbite/checkbite.h"
#include "tests/support/buccal_scan.h"
#include "tests/support/made_patient.h"
#include "tests/support/scan_changes.h"

namespace intercusp {
namespace {

using testing::Draws, testing::MadePatient;

//! Errors of one kind of number, and how many intervals hold the truth.
struct Tally {
  std::vector<double> errors;
  int inside = 0;

  void add(double error, bool is_inside) {
    errors.push_back(std::abs(error));
    inside += is_inside ? 1 : 0;
  }
  [[nodiscard]] double share() const {
    return static_cast<double>(inside) / static_cast<double>(errors.size());
  }
  [[nodiscard]] double quantile(double at) const {
    std::vector<double> ordered = errors;
    std::ranges::sort(ordered);
    return ordered[static_cast<std::size_t>(at * static_cast<double>(ordered.size() - 1))];
  }
};
using Tallies = std::map<std::string, Tally>;

void tally_end(Tally& tally, const AxisEnd& end, const Eigen::Vector3d& truth, const AnatomicalAxes& axes) {
  const Eigen::Vector2d off = (axes.anatomical_from_case() * (truth - end.place)).tail<2>();
  const Eigen::Vector2d longer = (axes.anatomical_from_case() * end.long_axis).tail<2>();
  const double along = off.dot(longer), across = off.x() * longer.y() - off.y() * longer.x();
  tally.add(off.norm(), std::hypot(along / end.half_axes_mm.x(), across / end.half_axes_mm.y()) <= 1);
}

void tally_found(Tallies& tallies, const PatientArticulator& found, const MadePatient& patient) {
  if (found.hinge) {
    tally_end(tallies["axis_mm"], found.hinge->left, patient.condyles.left, patient.frame.axes);
    tally_end(tallies["axis_mm"], found.hinge->right, patient.condyles.right, patient.frame.axes);
  }
  const auto add = [&](const std::string& name, const CondyleEstimates& estimates, const BothSides& truth,
                       double unit) {
    for (const auto& [estimate, value] :
         {std::pair(estimates.left, truth.left), std::pair(estimates.right, truth.right)})
      if (estimate)
        tallies[name].add((estimate->value - value) / unit,
                          estimate->interval.low <= value && value <= estimate->interval.high);
  };
  add("inclination_deg", found.inclination_rad, patient.guidance.inclination_rad, rad_per_deg);
  add("bennett_deg", found.bennett_rad, patient.guidance.bennett_rad, rad_per_deg);
  add("side_shift_mm", found.side_shift_mm, patient.guidance.side_shift_mm, 1);
  add("nonworking_deg", found.nonworking_inclination_rad, patient.guidance.inclination_rad, rad_per_deg);
}

void print(const Tallies& tallies, const std::map<std::string, int>& codes, int patients) {
  for (const auto& [name, tally] : tallies)
    fmt::print(
        "  {:16} {:5} numbers, off by median {:.3f}, 95 % {:.3f}; {:.1f} % of the intervals hold the truth\n",
        name, tally.errors.size(), tally.quantile(0.5), tally.quantile(0.95), 100 * tally.share());
  for (const auto& [code, count] : codes) fmt::print("  {:16} {} of {}\n", code, count, patients);
}

void count_codes(std::map<std::string, int>& codes, const PatientArticulator& found) {
  for (const Finding& finding : found.findings) ++codes[finding.code];
}

// ---- scans of generated mouths

struct Mouth {
  Dentition jaws, buccal;  //!< the same teeth in two triangulations, without noise
};

Mouth mouth_of(std::uint64_t seed, std::size_t triangles) {
  const std::array<std::uint64_t, 2> meshes = {101, 102};
  std::vector<Dentition> made = make_dentitions({.triangles = triangles, .seed = seed}, meshes);
  return {std::move(made[0]), std::move(made[1])};
}

std::shared_ptr<const Solid> noisy_solid(LabelledMesh jaw, double noise_mm, std::uint64_t seed) {
  add_noise(jaw, noise_mm, seed);
  RawMesh raw;
  raw.vertices = jaw.mesh.vertices;
  raw.faces = jaw.mesh.faces;
  raw.labels = jaw.labels;
  return std::make_shared<const Solid>(make_solid(raw).solid);
}

//! Both sides from the cheek with the lower moved, each in its own frame.
std::vector<JawScan> buccal_scans(const Mouth& mouth, const Eigen::Isometry3d& motion, double noise_mm,
                                  std::uint64_t seed) {
  Dentition moved = mouth.buccal;
  move(moved.lower, motion);
  std::vector<JawScan> scans;
  for (const BuccalSide side : {BuccalSide::right, BuccalSide::left}) {
    LabelledMesh scan = buccal_scan(moved, {.side = side, .height_mm = 20});
    add_noise(scan, noise_mm, mixed(seed) + scans.size());
    move(scan, random_pose(seed + 7 * scans.size()));
    scans.push_back({std::move(scan.mesh), std::move(scan.labels)});
  }
  return scans;
}

Bite noisy_bite(const Mouth& mouth, std::uint64_t seed) {
  constexpr double jaw_noise_mm = 0.01;
  return {noisy_solid(mouth.jaws.upper, jaw_noise_mm, 2 * seed),
          noisy_solid(mouth.jaws.lower, jaw_noise_mm, 2 * seed + 1)};
}

int population_of_scans(int patients, double noise_mm) {
  Tallies tallies;
  std::map<std::string, int> codes;
  for (int i = 1; i <= patients; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Mouth mouth = mouth_of(seed, 40000);
    const Bite bite = noisy_bite(mouth, seed);
    const auto prepared = prepare_case(bite);
    Draws draws(seed);
    const MadePatient patient =
        testing::made_patient(draws, *prepared->anatomy.axes, prepared->incisal_point->case_point);
    std::vector<BiteRecord> records = testing::drawn_records(patient, testing::plain_error(0.01, 1e-4),
                                                             nullptr, draws.between(4, 10) * rad_per_deg);
    const BuccalJaws surfaces(scanned(*bite.upper), scanned(*bite.lower));
    for (std::size_t k = 0; k < records.size(); ++k)
      records[k] =
          record_of_scans(records[k].name, surfaces,
                          buccal_scans(mouth, records[k].pose->upper_from_lower, noise_mm, 100 * seed + k));
    const Checkbite result = checkbite(bite, records);
    tally_found(tallies, result.found, patient);
    count_codes(codes, result.found);
  }
  fmt::print("scans with noise of {:.0f} µm, {} patients\n", 1000 * noise_mm, patients);
  print(tallies, codes, patients);
  return 0;
}

// ---- what must be named or refused

//! How many of the cases ended as they should.
using Shares = std::map<std::string, std::pair<int, int>>;

void count(Shares& shares, const std::string& what, bool right) {
  shares[what].first += right ? 1 : 0;
  ++shares[what].second;
}

bool names(const PatientArticulator& found, const char* code) {
  return find_code(found.findings, code) != nullptr;
}

void try_glide(Shares& shares, const MadePatient& patient, const PoseError& error, Draws& draws) {
  const double glide_mm = draws.between(0.5, 3), down = draws.between(0.3, 1), first = draws.between(4, 6),
               apart = draws.between(3, 4);
  const Eigen::Vector3d glide = glide_mm * (std::cos(down) * patient.frame.axes.anterior -
                                            std::sin(down) * patient.frame.axes.superior);
  const std::vector<BiteRecord> records = {
      testing::drawn_record("centric", Eigen::Isometry3d::Identity(), error, &draws),
      testing::drawn_record("open", patient.opened(first * rad_per_deg), error, &draws),
      testing::drawn_record("open2", patient.opened((first + apart) * rad_per_deg, glide), error, &draws)};
  count(shares, "glides named", names(patient_articulator(records, patient.frame), "opening_glides"));
}

void try_exchanges(Shares& shares, const MadePatient& patient, std::vector<BiteRecord> records) {
  for (BiteRecord& a : records) {
    for (BiteRecord& b : records) {
      if (a.kind >= b.kind) continue;
      std::swap(a.pose, b.pose);
      const PatientArticulator found = patient_articulator(records, patient.frame);
      count(shares, "exchanged records named",
            names(found, "record_exchanged") || names(found, "centric_exchanged"));
      std::swap(a.pose, b.pose);
    }
  }
}

//! `what`: no axis, or one whose ellipses hold the truth.
void try_axis(Shares& shares, const std::string& what, const PatientArticulator& found,
              const MadePatient& patient) {
  Tallies tallies;
  tally_found(tallies, found, patient);
  count(shares, what + ": axis refused", !found.hinge);
  for (const auto& [name, tally] : tallies)
    for (std::size_t i = 0; i < tally.errors.size(); ++i)
      count(shares, what + ": " + name + " in the interval", static_cast<int>(i) < tally.inside);
}

void try_poses(Shares& shares, int patients, const PoseError& error) {
  for (int i = 1; i <= patients; ++i) {
    Draws draws(static_cast<std::uint64_t>(i));
    const MadePatient patient = testing::made_patient(draws);
    try_glide(shares, patient, error, draws);
    try_exchanges(shares, patient, testing::drawn_records(patient, error, &draws));
    const std::vector<BiteRecord> hardly_open = {
        testing::drawn_record("centric", Eigen::Isometry3d::Identity(), error, &draws),
        testing::drawn_record("open", patient.opened(0.5 * rad_per_deg), error, &draws)};
    try_axis(shares, "open by 0.5°", patient_articulator(hardly_open, patient.frame), patient);
  }
}

BiteRecord record_of_motion(const std::string& name, const BuccalJaws& surfaces, const Mouth& mouth,
                            const Eigen::Isometry3d& motion, double noise_mm, std::uint64_t seed,
                            bool one_side) {
  std::vector<JawScan> scans = buccal_scans(mouth, motion, noise_mm, seed);
  if (one_side) scans.pop_back();
  return record_of_scans(name, surfaces, scans);
}

void try_scans(Shares& shares, int patients, double noise_mm) {
  constexpr std::size_t triangles = 40000;
  for (int i = 1; i <= patients; ++i) {
    const auto seed = static_cast<std::uint64_t>(1000 + i);
    const Mouth mouth = mouth_of(seed, triangles);
    const Bite bite = noisy_bite(mouth, seed);
    const BuccalJaws surfaces(scanned(*bite.upper), scanned(*bite.lower));
    const auto prepared = prepare_case(bite);
    Draws draws(seed);
    const MadePatient patient =
        testing::made_patient(draws, *prepared->anatomy.axes, prepared->incisal_point->case_point);
    const auto record = [&](const std::string& name, double opening_deg, const Mouth& shown, bool one_side) {
      return record_of_motion(name, surfaces, shown, patient.opened(opening_deg * rad_per_deg), noise_mm,
                              100 * seed + static_cast<std::uint64_t>(10 * opening_deg), one_side);
    };
    const BiteRecord other = record("open", 8, mouth_of(seed + 1, triangles), false);
    count(shares, "another mouth's record named",
          !other.pose && find_code(other.findings, "record_of_other_jaws") != nullptr);
    try_axis(shares, "one side",
             checkbite(bite, {record("centric", 0, mouth, true), record("open", 8, mouth, true)}).found,
             patient);
    try_axis(shares, "scans of an opening by 0.5°",
             checkbite(bite, {record("centric", 0, mouth, false), record("open", 0.5, mouth, false)}).found,
             patient);
  }
}

//! upper.ply, lower.ply and of each record NAME_right.ply and NAME_left.ply; prints what is true.
int write_scans(const std::filesystem::path& folder, std::size_t triangles, double noise_mm) {
  const Mouth mouth = mouth_of(1, triangles);
  const Bite bite = noisy_bite(mouth, 1);
  const auto prepared = prepare_case(bite);
  Draws draws(1);
  const MadePatient patient =
      testing::made_patient(draws, *prepared->anatomy.axes, prepared->incisal_point->case_point);
  std::filesystem::create_directories(folder);
  write_ply(folder / "upper.ply", mouth.jaws.upper.mesh, mouth.jaws.upper.labels);
  write_ply(folder / "lower.ply", mouth.jaws.lower.mesh, mouth.jaws.lower.labels);
  for (const BiteRecord& record :
       testing::drawn_records(patient, testing::plain_error(0.01, 1e-4), nullptr)) {
    const std::vector<JawScan> scans = buccal_scans(mouth, record.pose->upper_from_lower, noise_mm, 1);
    write_ply(folder / (record.name + "_right.ply"), scans[0].mesh, {});
    write_ply(folder / (record.name + "_left.ply"), scans[1].mesh, {});
  }
  const auto degrees = [](double rad) { return rad / rad_per_deg; };
  const CondylarGuidance& guidance = patient.guidance;
  fmt::print("axis: left {} {} {}, right {} {} {}\n", patient.condyles.left.x(), patient.condyles.left.y(),
             patient.condyles.left.z(), patient.condyles.right.x(), patient.condyles.right.y(),
             patient.condyles.right.z());
  fmt::print(
      "left, right condyle: inclination {:.2f} {:.2f}, Bennett {:.2f} {:.2f}, side shift {:.3f} {:.3f}\n",
      degrees(guidance.inclination_rad.left), degrees(guidance.inclination_rad.right),
      degrees(guidance.bennett_rad.left), degrees(guidance.bennett_rad.right), guidance.side_shift_mm.left,
      guidance.side_shift_mm.right);
  return 0;
}

// ---- draws from the error of a buccal bite

//! The error that registration states for two buccal scans of a generated mouth; taken as exact.
PoseError error_of_buccal_bite(double noise_mm) {
  const Mouth mouth = mouth_of(1, 60000);
  const Bite bite = noisy_bite(mouth, 1);
  const BuccalJaws surfaces(scanned(*bite.upper), scanned(*bite.lower));
  const BiteRecord record =
      record_of_scans("centric", surfaces, buccal_scans(mouth, Eigen::Isometry3d::Identity(), noise_mm, 1));
  PoseError error = record.pose.value().error;
  fmt::print(
      "noise of {:.0f} µm: standard deviation {:.4f} mm (left), {:.4f} (anterior), {:.4f} (superior) at the "
      "centre, "
      "turn {:.4f}°, {:.4f}°, {:.4f}°, {:.0f} patches\n",
      1000 * noise_mm, std::sqrt(error.covariance(0, 0)), std::sqrt(error.covariance(1, 1)),
      std::sqrt(error.covariance(2, 2)), std::sqrt(error.covariance(3, 3)) / rad_per_deg,
      std::sqrt(error.covariance(4, 4)) / rad_per_deg, std::sqrt(error.covariance(5, 5)) / rad_per_deg,
      error.patches);
  error.patches = 1e6;
  return error;
}

bool population_of_poses(int patients, double noise_mm) {
  const PoseError error = error_of_buccal_bite(noise_mm);
  Tallies tallies;
  std::map<std::string, int> codes;
  for (int i = 1; i <= patients; ++i) {
    Draws draws(static_cast<std::uint64_t>(i));
    const MadePatient patient = testing::made_patient(draws);
    const auto records = testing::drawn_records(patient, error, &draws, draws.between(4, 10) * rad_per_deg);
    const PatientArticulator found = patient_articulator(records, patient.frame);
    tally_found(tallies, found, patient);
    count_codes(codes, found);
  }
  print(tallies, codes, patients);
  const auto within = [&](const std::string& name, double median) {
    const Tally& tally = tallies.at(name);
    return tally.quantile(0.5) <= median && std::abs(tally.share() - 0.95) <= 0.02;
  };
  return tallies.at("axis_mm").quantile(0.95) <= 0.6 && within("axis_mm", 0.2) &&
         within("inclination_deg", 1) && within("bennett_deg", 1.5) && within("side_shift_mm", 0.1);
}

int population_of_faults(int patients, double noise_mm) {
  Shares shares;
  try_poses(shares, 20 * patients, error_of_buccal_bite(noise_mm));
  try_scans(shares, patients, noise_mm);
  for (const auto& [what, share] : shares) fmt::print("  {:60} {} of {}\n", what, share.first, share.second);
  return 0;
}

}  // namespace
}  // namespace intercusp

int main(int count, char** words) {
  using namespace intercusp;
  const std::string what = count > 1 ? words[1] : "";
  const int patients = what == "make" ? 0 : count > 2 ? std::stoi(words[2]) : what == "scans" ? 24 : 1000;
  if (what == "scans") return population_of_scans(patients, count > 3 ? std::stod(words[3]) / 1000 : 0.02);
  if (what == "faults")
    return population_of_faults(count > 2 ? patients : 10, count > 3 ? std::stod(words[3]) / 1000 : 0.02);
  if (what == "make" && count > 2)
    return write_scans(words[2], count > 3 ? std::stoul(words[3]) : 60000,
                       count > 4 ? std::stod(words[4]) / 1000 : 0.02);
  if (what != "poses") {
    fmt::print(
        "intercusp_checkbites poses [PATIENTS] | scans [PATIENTS] [UM] | faults [PATIENTS] [UM] | make "
        "FOLDER [TRIANGLES] [UM]\n");
    return 2;
  }
  bool within = true;
  for (const double noise_mm : {0.01, 0.02, 0.04}) within = population_of_poses(patients, noise_mm) && within;
  fmt::print("{} the goals\n", within ? "within" : "outside");
  return within ? 0 : 1;
}
