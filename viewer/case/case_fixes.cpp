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

//! Findings that the crowns contradict the stated jaws.
std::vector<Finding> contradictions(const LoadedCase& loaded) {
  std::vector<Finding> found;
  for (const MeshReport* const report : {&loaded.upper, &loaded.lower}) {
    std::ranges::copy_if(report->findings, std::back_inserter(found),
                         [](const Finding& finding) { return finding.code == codes::jaw_contradicted; });
  }
  return found;
}

}  // namespace

CaseRequest swapped(const CaseRequest& request) {
  CaseRequest other = request;
  std::swap(other.upper, other.lower);
  other.upper_from_lower = request.upper_from_lower.inverse(Eigen::Isometry);
  return other;
}

std::string label_of(const CaseFix& fix) {
  if (fix.kind == CaseFix::Kind::swap) return Text("Swap upper and lower");
  const auto unit = std::ranges::find(units_of_files, fix.request.mm_per_unit, &Unit::mm);
  return unit == units_of_files.end() ? "" : phrase("The files are in {}", unit->name);
}

std::vector<CaseFix> fixes_for(const LoadedCase& loaded) {
  const std::optional<Finding> sign = sign_of_swapped_jaws(loaded);
  if (!sign || loaded.request.is_demo() || both_look_like(loaded)) return {};
  const CaseRequest request = swapped(loaded.request);
  const std::vector<Finding> after =
      find_anatomy({loaded.bite.lower, loaded.bite.upper, request.upper_from_lower}).findings;
  if (find_code(after, sign->code) != nullptr) return {};
  return {{CaseFix::Kind::swap, sentence_of(*sign), request}};
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
