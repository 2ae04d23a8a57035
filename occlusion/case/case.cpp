#include "occlusion/case/case.h"

#include <chrono>
#include <tuple>
#include <utility>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Estimated teeth on the wrong side of the patient are counted along the arch instead if they are separate pieces;
//! otherwise they are not sure.
void check_estimated_sides(Case& prepared, const AnatomicalAxes& axes) {
  const auto check = [&](std::shared_ptr<const Solid>& jaw, Jaw which) {
    const Eigen::Isometry3d case_from_jaw = prepared.bite.case_from(which);
    if (jaw->estimated_teeth.empty() || !sides_are_mirrored(*jaw, case_from_jaw, axes)) return;
    const auto counted = with_counted_teeth(*jaw, axes, which, case_from_jaw);
    prepared.anatomy.findings.push_back(
        {codes::teeth_sides_contradict,
         Severity::warning,
         {{"jaw", name_of(which)}, {"reason", counted ? "counted" : "not_sure"}}});
    if (counted) {
      jaw = counted;
      return;
    }
    Solid doubtful = *jaw;
    for (EstimatedTooth& tooth : doubtful.estimated_teeth) tooth.sure = false;
    jaw = std::make_shared<const Solid>(std::move(doubtful));
  };
  check(prepared.bite.upper, Jaw::upper);
  check(prepared.bite.lower, Jaw::lower);
}

}  // namespace

std::shared_ptr<const Case> prepare_case(const Bite& bite) {
  const auto start = std::chrono::steady_clock::now();
  Case prepared{.bite = bite, .anatomy = find_anatomy(bite)};
  if (const std::optional<AnatomicalAxes>& axes = prepared.anatomy.axes) {
    if (std::optional<Bite> numbered = estimate_teeth(bite, *axes)) prepared.bite = std::move(*numbered);
    check_estimated_sides(prepared, *axes);
    prepared.sides = arch_sides(prepared.bite, *axes);
    prepared.incisal_point = lower_incisal_point(prepared.bite, *axes);
  }
  const auto look_at_teeth = [&](Jaw jaw) {
    const Solid& solid = *prepared.bite.of(jaw);
    std::vector<int> teeth = face_teeth(solid);
    std::vector<ToothAxes> axes;
    if (prepared.anatomy.axes)
      axes = tooth_axes(solid, teeth, prepared.bite.case_from(jaw), *prepared.anatomy.axes, jaw);
    return std::pair(std::move(teeth), std::move(axes));
  };
  run_both([&] { std::tie(prepared.upper_teeth, prepared.upper_axes) = look_at_teeth(Jaw::upper); },
           [&] { std::tie(prepared.lower_teeth, prepared.lower_axes) = look_at_teeth(Jaw::lower); });
  prepared.prepare_ms = ms_since(start);
  return std::make_shared<const Case>(std::move(prepared));
}

std::vector<Finding> anatomy_findings(const Case& bite_case, bool direction_given) {
  if (!bite_case.anatomy.axes && direction_given) return {};
  return bite_case.anatomy.findings;
}

}  // namespace intercusp
