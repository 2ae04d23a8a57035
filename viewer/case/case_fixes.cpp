#include "viewer/case/case_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "io/case/finding_codes.h"
#include "io/language/language.h"
#include "io/wording/findings.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/motion/contact_search.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {
namespace {

struct Unit {
  double mm;
  Text name;
};
constexpr std::array<Unit, 5> units_of_files = {{{1, Text("millimetres")},
                                                 {10, Text("centimetres")},
                                                 {1000, Text("metres")},
                                                 {25.4, Text("inches")},
                                                 {0.001, Text("micrometres")}}};

//! A correction, and the findings that would follow it.
struct Mend {
  CaseFix::Kind kind;
  CaseRequest request;
  std::vector<Finding> after;
};

//! Findings that the crowns contradict the stated jaws.
std::vector<Finding> contradictions(const LoadedCase& loaded) {
  std::vector<Finding> found;
  for (const MeshReport* const report : {&loaded.upper, &loaded.lower}) {
    std::ranges::copy_if(report->findings, std::back_inserter(found),
                         [](const Finding& finding) { return finding.code == codes::jaw_contradicted; });
  }
  return found;
}

CaseRequest swapped(const CaseRequest& request) {
  CaseRequest other = request;
  std::swap(other.upper, other.lower);
  other.upper_from_lower = request.upper_from_lower.inverse(Eigen::Isometry);
  return other;
}

//! The lower below the upper along superior, and up to first contact; nothing where it passes by.
//! \param centred also brought under the middle of the upper
std::optional<Eigen::Isometry3d> brought_together(const Bite& bite, const ContactSearch& search,
                                                  const AnatomicalAxes& axes, bool centred) {
  Eigen::Isometry3d patient_from_case = Eigen::Isometry3d::Identity();
  patient_from_case.linear() << axes.left.transpose(), axes.posterior().transpose(),
      axes.superior.transpose();
  const Bounds upper = anatomy_bounds(*bite.upper, patient_from_case);
  const Bounds lower = anatomy_bounds(*bite.lower, patient_from_case * bite.upper_from_lower);
  constexpr double clear_mm = 1;
  Eigen::Vector3d shift(0, 0, upper.min.z() - lower.max.z() - clear_mm);
  if (centred) shift.head<2>() = (upper.centre() - lower.centre()).head<2>();
  const Eigen::Isometry3d below =
      Eigen::Translation3d(patient_from_case.linear().transpose() * shift) * bite.upper_from_lower;
  const double farthest_mm = upper.size().z() + lower.size().z() + 2 * clear_mm;
  const auto contact = search.first(below, Motion::shift(axes.superior, farthest_mm));
  if (!contact) return std::nullopt;
  return Eigen::Translation3d(contact->amount * axes.superior) * below;
}

//! Half a turn of the lower about each of its principal axes, through their centre.
std::array<Eigen::Isometry3d, 3> half_turns(const Solid& lower) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  const double count = 3.0 * static_cast<double>(lower.anatomy_faces);
  for (std::size_t face = 0; face < lower.anatomy_faces; ++face) {
    for (const std::uint32_t index : lower.mesh.faces[face]) {
      const Eigen::Vector3d& vertex = lower.mesh.vertices[index];
      sum += vertex;
      squares += vertex * vertex.transpose();
    }
  }
  const Eigen::Vector3d centre = sum / count;
  const Eigen::Matrix3d axes =
      principal_axes(Eigen::Matrix3d(squares / count - centre * centre.transpose())).vectors;
  std::array<Eigen::Isometry3d, 3> turns;
  for (int axis = 0; axis < 3; ++axis) {
    // 2·a·aᵀ − 1 is the half turn about a.
    const Eigen::Vector3d a = axes.col(axis).normalized();
    turns[static_cast<std::size_t>(axis)].setIdentity();
    turns[static_cast<std::size_t>(axis)].linear() = 2 * a * a.transpose() - Eigen::Matrix3d::Identity();
    turns[static_cast<std::size_t>(axis)].translation() =
        centre - turns[static_cast<std::size_t>(axis)].linear() * centre;
  }
  return turns;
}

//! A correction of the pose, with the anatomy that follows from it.
Mend posed(const LoadedCase& loaded, CaseFix::Kind kind, const Eigen::Isometry3d& pose) {
  CaseRequest request = loaded.request;
  request.upper_from_lower = pose;
  std::vector<Finding> after = find_anatomy({loaded.bite.upper, loaded.bite.lower, pose}).findings;
  std::ranges::copy(contradictions(loaded), std::back_inserter(after));
  return {kind, request, std::move(after)};
}

//! The half turn that makes an arch of both jaws most surely: another has the lower's
//! front at the upper's back.
std::optional<Eigen::Isometry3d> turned_over(const LoadedCase& loaded, const ContactSearch& search) {
  Bite best = loaded.bite;
  Anatomy found;
  for (const Eigen::Isometry3d& turn : half_turns(*loaded.bite.lower)) {
    Bite turned = loaded.bite;
    turned.upper_from_lower = turned.upper_from_lower * turn;
    Anatomy finding = find_anatomy(turned);
    if (!finding.axes || (found.axes && finding.confidence <= found.confidence)) continue;
    best = turned;
    found = std::move(finding);
  }
  return found.axes ? brought_together(best, search, *found.axes, false) : std::nullopt;
}

//! Whatever might help, the gentlest first.
std::vector<Mend> mends_of(const LoadedCase& loaded) {
  const ContactSearch search(loaded.bite.upper, loaded.bite.lower);
  std::vector<Mend> mends;
  if (!loaded.request.is_demo() && !both_look_like(loaded)) {
    const CaseRequest request = swapped(loaded.request);
    const Bite bite{loaded.bite.lower, loaded.bite.upper, request.upper_from_lower};
    mends.push_back({CaseFix::Kind::swap, request, find_anatomy(bite).findings});
  }
  for (const bool centred : {false, true}) {
    if (!loaded.anatomy.axes) break;
    if (const auto pose = brought_together(loaded.bite, search, *loaded.anatomy.axes, centred))
      mends.push_back(posed(loaded, CaseFix::Kind::bring_together, *pose));
  }
  if (const auto pose = turned_over(loaded, search))
    mends.push_back(posed(loaded, CaseFix::Kind::turn_over, *pose));
  return mends;
}

}  // namespace

std::string label_of(const CaseFix& fix) {
  switch (fix.kind) {
    case CaseFix::Kind::swap:
      return Text("Swap upper and lower");
    case CaseFix::Kind::bring_together:
      return Text("Bring the jaws together");
    case CaseFix::Kind::turn_over:
      return Text("Turn the lower over");
    case CaseFix::Kind::undo:
      return Text("Undo the correction");
    case CaseFix::Kind::unit:
      break;
  }
  const auto unit = std::ranges::find(units_of_files, fix.request.mm_per_unit, &Unit::mm);
  return unit == units_of_files.end() ? "" : phrase("The files are in {}", unit->name);
}

std::vector<CaseFix> fixes_for(const LoadedCase& loaded) {
  std::vector<CaseFix> fixes;
  std::vector<Finding> before = loaded.anatomy.findings;
  std::erase_if(before, [](const Finding& finding) {
    return finding.code == codes::teeth_sides_contradict;  // moving a jaw does not correct its numbers
  });
  std::ranges::copy(contradictions(loaded), std::back_inserter(before));
  if (before.empty()) return fixes;
  const std::vector<Mend> mends = mends_of(loaded);
  for (const Finding& finding : before) {
    for (const Mend& mend : mends) {
      const bool helps = find_code(mend.after, finding.code) == nullptr && mend.after.size() < before.size();
      const bool offered = std::ranges::find(fixes, mend.kind, &CaseFix::kind) != fixes.end();
      if (helps && !offered) fixes.push_back({mend.kind, sentence_of(finding), mend.request});
    }
  }
  return fixes;
}

std::optional<Jaw> both_look_like(const LoadedCase& loaded) {
  const std::vector<Finding> crowns = contradictions(loaded);
  if (crowns.size() != 1) return std::nullopt;
  const Jaw seen = crowns.front().text("seen") == "upper" ? Jaw::upper : Jaw::lower;
  // The other is given as the jaw that this one looks like. Numbers of the wrong jaw are never sure.
  const Solid& other = seen == Jaw::upper ? *loaded.bite.upper : *loaded.bite.lower;
  const auto sure = std::ranges::count(other.estimated_teeth, true, &EstimatedTooth::sure);
  const bool fits = 2 * static_cast<std::size_t>(sure) > other.estimated_teeth.size();
  const bool numbered_by_file = other.estimated_teeth.empty() && !other.labels.empty();
  return fits || numbered_by_file ? std::optional(seen) : std::nullopt;
}

std::optional<Finding> sign_of_swapped_jaws(const LoadedCase& loaded) {
  const std::vector<Finding>& anatomy = loaded.anatomy.findings;
  if (const Finding* const swapped = find_code(anatomy, codes::jaws_swapped)) return *swapped;
  const std::vector<Finding> crowns = contradictions(loaded);
  return crowns.empty() ? std::nullopt : std::optional(crowns.front());
}

std::vector<CaseFix> unit_fixes(const CaseRequest& request, const InputError& error) {
  if (!error.finding() || error.finding()->code != codes::odd_scale) return {};
  const double extent = error.finding()->number("extent");
  std::vector<double> units;
  for (const Unit& unit : units_of_files) units.push_back(unit.mm);
  // The geometric mean of 20 and 90 mm: units that bring the size near it come first.
  const double mouth_mm = std::sqrt(20.0 * 90.0);
  std::ranges::stable_sort(units, {}, [&](double mm) { return std::abs(std::log(extent * mm / mouth_mm)); });
  std::vector<CaseFix> fixes;
  for (const double mm : units) {
    CaseFix fix{CaseFix::Kind::unit, error.what(), request};
    fix.request.mm_per_unit = mm;
    fixes.push_back(std::move(fix));
  }
  return fixes;
}

}  // namespace intercusp::viewer
