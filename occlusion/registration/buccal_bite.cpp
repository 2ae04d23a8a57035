#include "occlusion/registration/buccal_bite.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

//! A pose with its error.
struct Estimate {
  Eigen::Isometry3d upper_from_lower;
  PoseError error;  //!< in the upper's frame
};

constexpr double on_jaw_mm = 0.5;  // noise and misfit of scans are less, teeth of the other jaw are thicker

//! About half of a buccal scan shows either jaw. Such a narrow strip also fits other mouths: up to 0.65 of its patches
//! fit another generated mouth, and all of them fit their own. Generated mouths differ less than patients do.
RegistrationOptions options_of_buccal() { return {.least_overlap_share = 0.15, .least_alike_share = 0.8}; }

//! The part of a buccal scan that does not lie on a jaw to which it is registered: 1 per vertex of the scan, else 0.
std::vector<std::uint8_t> beside_jaw(const MatchSurface& scan, const MatchSurface& jaw,
                                     const Eigen::Isometry3d& jaw_from_scan) {
  const std::vector<MatchSample> samples = scan.samples(scan.mesh().vertices.size());
  std::vector<Eigen::Vector3d> places;
  places.reserve(samples.size());
  for (const MatchSample& sample : samples) places.push_back(jaw_from_scan * sample.place);
  const std::vector<std::optional<MatchPlace>> found = jaw.closest(places, on_jaw_mm);
  std::vector<std::uint8_t> beside(scan.mesh().vertices.size(), 1);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (found[i]) beside[samples[i].vertex] = 0;
  std::vector<std::uint8_t> of_scan;
  of_scan.reserve(scan.of_vertex().size());
  for (const std::uint32_t vertex : scan.of_vertex())
    of_scan.push_back(vertex == no_vertex ? 0 : beside[vertex]);
  return of_scan;
}

//! Registers what lies beside the found jaw to the other one: without the found jaw's teeth fewer wrong places fit.
ScanRegistration register_beside(const JawScan& scan, const MatchSurface& surface,
                                 const MatchSurface& found_jaw, const ScanRegistration& found,
                                 const MatchSurface& other_jaw, const Progress& progress) {
  const MatchSurface beside(scan.mesh.vertices, scan.mesh.faces,
                            beside_jaw(surface, found_jaw, found.fixed_from_moving()));
  ScanRegistration other = register_surfaces(other_jaw, beside, {}, options_of_buccal(), progress);
  other.overlap_share *= beside.area_mm2() / surface.area_mm2();
  return other;
}

//! One jaw first: the lower, of which buccal scans show more.
BuccalFit fit_of(const JawScan& scan, const MatchSurface& upper, const MatchSurface& lower,
                 const Progress& progress) {
  const MatchSurface surface(scan.mesh.vertices, scan.mesh.faces);
  BuccalFit fit;
  fit.lower = register_surfaces(lower, surface, {}, options_of_buccal(), part_of(progress, 0, 0.4));
  if (fit.lower.determined()) {
    fit.upper = register_beside(scan, surface, lower, fit.lower, upper, part_of(progress, 0.4, 1));
    return fit;
  }
  fit.upper = register_surfaces(upper, surface, {}, options_of_buccal(), part_of(progress, 0.4, 0.7));
  if (fit.upper.determined())
    fit.lower = register_beside(scan, surface, upper, fit.upper, lower, part_of(progress, 0.7, 1));
  return fit;
}

//! The mean of the shares of scans that are registered side by side.
class ProgressOfScans {
 public:
  ProgressOfScans(Progress progress, std::size_t scans) : progress_(std::move(progress)), done_(scans, 0) {}

  //! \pre it outlives the progress
  [[nodiscard]] Progress of(std::size_t scan) {
    if (!progress_) return {};
    return [this, scan](double done) { report(scan, done); };
  }

 private:
  void report(std::size_t scan, double done) {
    const std::lock_guard lock(mutex_);
    if (cancelled_) throw Cancelled();
    done_[scan] = done;
    cancelled_ = true;  // unless the callback returns
    progress_(std::accumulate(done_.begin(), done_.end(), 0.0) / static_cast<double>(done_.size()));
    cancelled_ = false;
  }

  const Progress progress_;
  std::vector<double> done_;
  bool cancelled_ = false;
  std::mutex mutex_;
};

Eigen::Isometry3d pose_of(const BuccalFit& fit) {
  return fit.upper.fixed_from_moving() * fit.lower.fixed_from_moving().inverse();
}

Estimate estimate_of(const BuccalFit& fit) {
  const Eigen::Isometry3d pose = pose_of(fit);
  // An error of the fit to the lower is one of the pose, seen from the upper.
  const PoseError& lower = fit.lower.fit.error;
  PoseMatrix turned = PoseMatrix::Zero();
  turned.topLeftCorner<3, 3>() = turned.bottomRightCorner<3, 3>() = pose.linear();
  const PoseError lower_seen{.centre = pose * lower.centre,
                             .covariance = turned * lower.covariance * turned.transpose(),
                             .patches = lower.patches};
  PoseError error = fit.upper.fit.error;
  error.covariance += lower_seen.covariance_about(error.centre);
  error.patches = std::min(error.patches, lower.patches);
  return {pose, error};
}

//! The mean of two estimates, each weighted by the inverse of its covariance.
Estimate joined(const Estimate& a, const Estimate& b) {
  const PoseMatrix of_a = a.error.covariance, of_b = b.error.covariance_about(a.error.centre);
  PoseMatrix share;
  for (int i = 0; i < share.rows(); ++i) share.row(i) = solve_symmetric(of_a + of_b, of_a.col(i));
  const PoseVector apart = pose_difference(a.upper_from_lower, b.upper_from_lower, a.error.centre);
  Estimate mean = a;
  mean.upper_from_lower = changed_pose(a.upper_from_lower, share * apart, a.error.centre);
  mean.error.covariance = of_a - share * of_a;
  mean.error.patches = a.error.patches + b.error.patches;
  return mean;
}

using LowerPlaces = std::vector<Eigen::Vector3d>;

double greatest_difference_mm(const LowerPlaces& places, const Eigen::Isometry3d& a,
                              const Eigen::Isometry3d& b) {
  double greatest = 0;
  for (const Eigen::Vector3d& place : places) greatest = std::max(greatest, (a * place - b * place).norm());
  return greatest;
}

LowerPlaces places_on(const MatchSurface& lower) {
  constexpr std::size_t most = 2000;
  LowerPlaces places;
  for (const MatchSample& sample : lower.samples(most)) places.push_back(sample.place);
  return places;
}

//! LowerPlaces of the lower that a buccal scan shows.
LowerPlaces places_beside(const JawScan& scan, const BuccalFit& fit, const MatchSurface& lower) {
  constexpr std::size_t most = 1000;
  const std::vector<Eigen::Vector3d>& vertices = scan.mesh.vertices;
  LowerPlaces seen;
  for (std::size_t v = 0; v < vertices.size(); v += vertices.size() / most + 1)
    seen.push_back(fit.lower.fixed_from_moving() * vertices[v]);
  LowerPlaces places;
  for (const auto& place : lower.closest(seen, on_jaw_mm))
    if (place) places.push_back(place->place);
  return places;
}

bool are_exchanged(const JawScan& upper, const JawScan& lower) {
  return jaw_of_numbers(tooth_middles(upper)) == Jaw::lower ||
         jaw_of_numbers(tooth_middles(lower)) == Jaw::upper;
}

//! At the teeth beside each scan, where the lever of its errors is short.
void compare_beside(BuccalBite& bite, std::span<const JawScan> buccal, const MatchSurface& lower) {
  if (std::ranges::count_if(bite.scans, &BuccalFit::determined) < 2) return;
  for (std::size_t i = 0; i < bite.scans.size(); ++i) {
    if (!bite.scans[i].determined()) continue;
    const LowerPlaces beside = places_beside(buccal[i], bite.scans[i], lower);
    double greatest_mm = 0;
    for (const BuccalFit& other : bite.scans)
      if (other.determined())
        greatest_mm =
            std::max(greatest_mm, greatest_difference_mm(beside, pose_of(bite.scans[i]), pose_of(other)));
    bite.scans[i].disagreement_mm = greatest_mm;
  }
}

void take(BuccalBite& bite, const MatchSurface& lower, const std::vector<Estimate>& estimates) {
  const LowerPlaces places = places_on(lower);
  Estimate mean = estimates.front();
  for (std::size_t i = 1; i < estimates.size(); ++i) {
    bite.disagreement_mm = std::max(
        bite.disagreement_mm,
        greatest_difference_mm(places, estimates.front().upper_from_lower, estimates[i].upper_from_lower));
    mean = joined(mean, estimates[i]);
  }
  bite.upper_from_lower = mean.upper_from_lower;
  bite.error = mean.error;
  double squares = 0, overlap = 0;
  for (const BuccalFit& fit : bite.scans) {
    if (!fit.determined()) continue;
    squares += std::pow(fit.upper.fit.residual_mm, 2) + std::pow(fit.lower.fit.residual_mm, 2);
    overlap += fit.upper.overlap_share + fit.lower.overlap_share;
  }
  const auto count = static_cast<double>(estimates.size());
  bite.residual_mm = std::sqrt(squares / (2 * count));
  bite.overlap_share = std::min(1.0, overlap / count);
}

}  // namespace

BuccalJaws::BuccalJaws(const JawScan& upper_scan, const JawScan& lower_scan)
    : exchanged(are_exchanged(upper_scan, lower_scan)),
      upper(upper_scan.mesh.vertices, upper_scan.mesh.faces),
      lower(lower_scan.mesh.vertices, lower_scan.mesh.faces) {}

BuccalBite buccal_bite(const JawScan& upper, const JawScan& lower, std::span<const JawScan> buccal,
                       const Progress& progress) {
  return buccal_bite(BuccalJaws(upper, lower), buccal, progress);
}

BuccalBite buccal_bite(const BuccalJaws& jaws, std::span<const JawScan> buccal, const Progress& progress) {
  BuccalBite bite;
  if (buccal.empty()) bite.reason = NoBite::no_buccal_scan;
  if (jaws.exchanged) bite.reason = NoBite::jaws_exchanged;
  if (bite.reason) return bite;
  bite.scans.resize(buccal.size());
  ProgressOfScans shared(progress, buccal.size());
  for_each_task(buccal.size(), [&](std::size_t i) {
    bite.scans[i] = fit_of(buccal[i], jaws.upper, jaws.lower, shared.of(i));
  });
  std::vector<Estimate> estimates;
  for (const BuccalFit& fit : bite.scans)
    if (fit.determined()) estimates.push_back(estimate_of(fit));
  if (estimates.empty()) {
    const bool upper_found =
        std::ranges::any_of(bite.scans, [](const BuccalFit& fit) { return fit.upper.determined(); });
    bite.reason = upper_found ? NoBite::lower_not_found : NoBite::upper_not_found;
    return bite;
  }
  take(bite, jaws.lower, estimates);
  compare_beside(bite, buccal, jaws.lower);
  if (bite.disagreement_mm > most_disagreement_mm) bite.reason = NoBite::sides_disagree;
  return bite;
}

}  // namespace intercusp
