#include "occlusion/registration/find_bite.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <utility>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/teeth.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/registration/arch_bite.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

//! How the jaws meet in a pose.
void measure(BiteCandidate& candidate, const Bite& jaws, const PreparedJaws& prepared) {
  const Bite bite{jaws.upper, jaws.lower, candidate.upper_from_lower};
  SurfaceDistances distances = surface_distances(bite, prepared);
  const SurfaceContacts contacts =
      surface_contacts(bite, prepared, distances, face_teeth(*bite.upper), face_teeth(*bite.lower),
                       {.thresholds_mm = {bite_contact_mm}});
  candidate.contacts = contacts.lower.areas.front().contacts;
  candidate.contact_mm2 = contacts.lower.areas.front().surface_mm2;
  if (const auto least = least_distance(bite, prepared, distances))
    candidate.max_penetration_mm = least->max_penetration_distance_mm();
  candidate.lower_mm = std::move(distances.lower.mm);
}

Finding reason_of(NoBite reason, const BuccalBite& bite) {
  switch (reason) {
    case NoBite::jaws_exchanged:
      return {codes::jaws_swapped, Severity::error, {{"reason", "numbers"}}};
    case NoBite::upper_not_found:
      return {codes::jaw_not_in_buccal_scans, Severity::error, {{"jaw", "upper"}}};
    case NoBite::lower_not_found:
      return {codes::jaw_not_in_buccal_scans, Severity::error, {{"jaw", "lower"}}};
    case NoBite::sides_disagree:
      return {codes::buccal_scans_disagree,
              Severity::error,
              {{"apart_mm", bite.disagreement_mm}, {"most_mm", most_disagreement_mm}}};
    case NoBite::no_buccal_scan:
      break;  // then the arches are asked
  }
  return {codes::jaw_not_in_buccal_scans, Severity::error, {{"jaw", "upper"}}};
}

Finding reason_of(NoArchBite reason, const ArchBite& bite) {
  switch (reason) {
    case NoArchBite::too_few_teeth:
      return {codes::too_few_opposing_teeth, Severity::error};
    case NoArchBite::no_rest:
      return {"arches_find_no_rest", Severity::error};
    case NoArchBite::poor_fit:
      return {"arches_do_not_fit", Severity::error, {{"fit_percent", 100 * bite.places.front().fit}}};
    case NoArchBite::several_fit:
      break;
  }
  return {codes::several_bites_fit,
          Severity::error,
          {{"fit_percent", 100 * bite.places[0].fit}, {"next_percent", 100 * bite.places[1].fit}}};
}

//! Share of the overlap whose patches agree as well as two scans of one surface.
double alike_share(const ScanRegistration& fit) { return fit.overlap_share * fit.fit.patches_alike; }

BiteCandidate candidate_of(const BuccalFit& fit) {
  return {.upper_from_lower = fit.upper.fixed_from_moving() * fit.lower.fixed_from_moving().inverse(),
          .score = std::min(1.0, alike_share(fit.upper) + alike_share(fit.lower)),
          .residual_mm = std::hypot(fit.upper.fit.residual_mm, fit.lower.fit.residual_mm) / std::sqrt(2),
          .overlap_share = std::min(1.0, fit.upper.overlap_share + fit.lower.overlap_share)};
}

//! The joined pose; where the scans disagree, that of each.
std::vector<BiteCandidate> candidates_of(const BuccalBite& bite) {
  std::vector<BiteCandidate> candidates;
  for (const BuccalFit& fit : bite.scans) {
    if (fit.determined()) candidates.push_back(candidate_of(fit));
  }
  std::ranges::stable_sort(candidates, std::greater(), &BiteCandidate::score);
  if (!bite.determined()) return candidates;
  double score = 0;
  for (const BiteCandidate& each : candidates) score += each.score / static_cast<double>(candidates.size());
  return {{.upper_from_lower = bite.upper_from_lower,
           .score = score,
           .residual_mm = bite.residual_mm,
           .overlap_share = bite.overlap_share}};
}

//! A bite that fits worse than bites do.
std::optional<Finding> fit_finding(const FoundBite& found) {
  if (*found.certainty >= certainty_of(sure_evidence)) return std::nullopt;
  const BiteCandidate& best = found.candidates.front();
  return Finding{"bite_fit_low",
                 Severity::warning,
                 {{"fit_percent", 100 * best.score},
                  {"contact_mm2", best.contact_mm2},
                  {"bites_fit_percent", 100 * usual_fit},
                  {"bites_contact_mm2", usual_contact_mm2},
                  {"exchanged_fit_percent", 100 * exchanged_fit},
                  {"exchanged_contact_mm2", exchanged_contact_mm2}}};
}

//! Half of the 95 % interval of a pose at that tooth of the lower where it is widest.
double error_at_teeth_mm(const PoseError& error, const Solid& lower,
                         const Eigen::Isometry3d& upper_from_lower) {
  double widest_mm = 0;
  for (const auto& [fdi, middle] : tooth_middles(scanned(lower))) {
    const Eigen::Matrix3d shift = error.covariance_about(upper_from_lower * middle).topLeftCorner<3, 3>();
    widest_mm = std::max(widest_mm, std::sqrt(eigenvalues(shift).maxCoeff()));
  }
  return error.interval_factor() * widest_mm;
}

//! What three standard deviations of the scans' noise do not explain.
std::optional<Finding> depth_finding(const BuccalBite& bite, double depth_mm) {
  double squares = 0, count = 0;
  for (const BuccalFit& fit : bite.scans) {
    if (!fit.determined()) continue;
    squares += std::pow(fit.upper.fit.noise_mm, 2) + std::pow(fit.lower.fit.noise_mm, 2);
    count += 2;
  }
  const double noise_mm = std::sqrt(squares / count);
  if (depth_mm <= 3 * noise_mm) return std::nullopt;
  return Finding{
      codes::bite_deeper_than_noise, Severity::warning, {{"depth_mm", depth_mm}, {"noise_mm", noise_mm}}};
}

void find_by_buccal_scans(FoundBite& found, std::span<const JawScan> buccal, const Progress& progress) {
  found.method = BiteMethod::buccal;
  found.buccal = buccal_bite(scanned(*found.jaws.upper), scanned(*found.jaws.lower), buccal, progress);
  const BuccalBite& bite = *found.buccal;
  if (bite.reason) found.findings.push_back(reason_of(*bite.reason, bite));
  for (std::size_t i = 0; i < bite.scans.size(); ++i) {
    if (bite.scans[i].determined() || found.buccal->reason == NoBite::upper_not_found) continue;
    found.findings.push_back(
        {"buccal_scan_not_used", Severity::warning, {{"number", static_cast<double>(i + 1)}}});
  }
  found.candidates = candidates_of(bite);
  if (bite.determined())
    found.error_at_teeth_mm = error_at_teeth_mm(bite.error, *found.jaws.lower, bite.upper_from_lower);
}

void find_by_arches(FoundBite& found, const SeatingJaws& prepared, const Progress& progress) {
  found.method = BiteMethod::arches;
  const ArchBite bite = arch_bite(found.jaws, prepared, progress);
  found.findings.push_back(bite.reason ? reason_of(*bite.reason, bite)
                                       : Finding{"bite_by_arches", Severity::info});
  if (!bite.places.empty()) found.certainty = certainty_of(bite.evidence);
  for (const ArchPlace& place : bite.places)
    found.candidates.push_back({.upper_from_lower = place.upper_from_lower,
                                .score = place.fit,
                                .residual_mm = place.residual_mm,
                                .overlap_share = place.facing_share});
}

bool have_numbers_exchanged(const Bite& jaws) {
  const auto numbers = [](const Solid& jaw) { return jaw_of_numbers(tooth_middles(scanned(jaw))); };
  return numbers(*jaws.upper) == Jaw::lower || numbers(*jaws.lower) == Jaw::upper;
}

//! Axes and findings of the best pose. Jaws that look swapped in it have no bite.
void look_at_anatomy(FoundBite& found) {
  found.anatomy = find_anatomy(found.jaws);
  for (Finding finding : found.anatomy.findings) {
    if (finding.code == codes::jaws_swapped) finding.severity = Severity::error;
    found.findings.push_back(std::move(finding));
  }
}

}  // namespace

bool FoundBite::determined() const {
  return !candidates.empty() &&
         std::ranges::none_of(findings, [](const Finding& f) { return f.severity == Severity::error; });
}

FoundBite find_bite(const Bite& jaws, std::span<const JawScan> buccal, const BiteOptions& options,
                    const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  FoundBite found{.method = buccal.empty() ? BiteMethod::arches : BiteMethod::buccal,
                  .jaws = {jaws.upper, jaws.lower}};
  const bool by_numbers = have_numbers_exchanged(jaws);
  if (by_numbers || options.look_exchanged) {
    found.findings.push_back(
        {codes::jaws_swapped, Severity::error, {{"reason", by_numbers ? "numbers" : "shapes"}}});
    return found;
  }
  const SeatingJaws prepared = seating_jaws(jaws);
  if (buccal.empty()) {
    find_by_arches(found, prepared, part_of(progress, 0, 0.8));
  } else {
    find_by_buccal_scans(found, buccal, part_of(progress, 0, 0.8));
  }
  if (!found.candidates.empty()) {
    for (BiteCandidate& candidate : found.candidates) {
      report_progress(progress, 0.8);
      measure(candidate, jaws, prepared.distance);
    }
    found.jaws.upper_from_lower = found.candidates.front().upper_from_lower;
    look_at_anatomy(found);
  }
  if (found.determined()) {
    const BiteCandidate& best = found.candidates.front();
    const std::optional<Finding> doubt =
        found.buccal ? depth_finding(*found.buccal, best.max_penetration_mm) : fit_finding(found);
    if (doubt) found.findings.push_back(*doubt);
  }
  found.search_ms = ms_since(start);
  report_progress(progress, 1);
  return found;
}

}  // namespace intercusp
