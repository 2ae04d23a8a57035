#include "occlusion/case/case.h"

#include <chrono>
#include <tuple>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Estimated teeth on the wrong side of the patient are counted along the arch instead if they are separate pieces;
//! otherwise they are not sure.
void check_estimated_sides(Case& prepared, const AnatomicalAxes& axes) {
  const auto check = [&](std::shared_ptr<const Solid>& jaw, const Eigen::Isometry3d& case_from_jaw,
                         const char* name) {
    if (jaw->estimated_teeth.empty() || !sides_are_mirrored(*jaw, case_from_jaw, axes)) return;
    const bool upper = &jaw == &prepared.bite.upper;
    const auto counted = with_counted_teeth(*jaw, axes, upper, case_from_jaw);
    prepared.anatomy.findings.push_back({"teeth_sides_contradict",
                                         Severity::warning,
                                         {{"jaw", name}, {"reason", counted ? "counted" : "not_sure"}}});
    if (counted) {
      jaw = counted;
      return;
    }
    Solid doubtful = *jaw;
    for (EstimatedTooth& tooth : doubtful.estimated_teeth) tooth.sure = false;
    jaw = std::make_shared<const Solid>(std::move(doubtful));
  };
  check(prepared.bite.upper, Eigen::Isometry3d::Identity(), "upper");
  check(prepared.bite.lower, prepared.bite.upper_from_lower, "lower");
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
  const auto look_at_teeth = [&](const Solid& jaw, const Eigen::Isometry3d& case_from_jaw, bool upper) {
    std::vector<int> teeth = face_teeth(jaw);
    std::vector<ToothAxes> axes;
    if (prepared.anatomy.axes) axes = tooth_axes(jaw, teeth, case_from_jaw, *prepared.anatomy.axes, upper);
    return std::pair(std::move(teeth), std::move(axes));
  };
  run_both(
      [&] {
        std::tie(prepared.upper_teeth, prepared.upper_axes) =
            look_at_teeth(*prepared.bite.upper, Eigen::Isometry3d::Identity(), true);
      },
      [&] {
        std::tie(prepared.lower_teeth, prepared.lower_axes) =
            look_at_teeth(*prepared.bite.lower, prepared.bite.upper_from_lower, false);
      });
  prepared.prepare_ms = ms_since(start);
  return std::make_shared<const Case>(std::move(prepared));
}

std::vector<Finding> anatomy_findings(const Case& bite_case, bool direction_given) {
  if (!bite_case.anatomy.axes && direction_given) return {};
  return bite_case.anatomy.findings;
}

}  // namespace intercusp
