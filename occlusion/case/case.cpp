#include "occlusion/case/case.h"

#include <chrono>

#include "occlusion/base/ms_since.h"
#include "occlusion/case/teeth.h"

namespace intercusp {

Case prepare_case(const Bite& bite, bool labels_are_estimates) {
  const auto start = std::chrono::steady_clock::now();
  Case prepared{.bite = bite,
                .labels_estimated = labels_are_estimates,
                .anatomy = find_anatomy(bite, labels_are_estimates)};
  if (const std::optional<AnatomicalAxes>& axes = prepared.anatomy.axes) {
    if (std::optional<Bite> numbered = estimate_teeth(bite, *axes)) {
      prepared.bite = std::move(*numbered);
      prepared.labels_estimated = true;
    }
    prepared.sides = arch_sides(prepared.bite, *axes);
    prepared.incisal_point = lower_incisal_point(prepared.bite, *axes);
  }
  prepared.upper_teeth = face_teeth(*prepared.bite.upper);
  prepared.lower_teeth = face_teeth(*prepared.bite.lower);
  prepared.prepare_ms = ms_since(start);
  return prepared;
}

}  // namespace intercusp
