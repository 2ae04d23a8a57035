#include "occlusion/motion/closing/labelled_teeth.h"

#include <algorithm>

#include "occlusion/contacts/contacts.h"

namespace intercusp {
namespace {

std::vector<int> estimated_teeth(const Solid& jaw, const AnatomicalAxes& axes, bool upper,
                                 const Eigen::Isometry3d& case_from_jaw) {
  Solid labelled = jaw;
  labelled.labels = estimate_labels(jaw, axes, upper, case_from_jaw);
  return face_teeth(labelled);
}

bool any_tooth(const std::vector<int>& teeth) {
  return std::ranges::any_of(teeth, [](int tooth) { return tooth != 0; });
}

}  // namespace

LabelledTeeth labelled_teeth(const Bite& bite) {
  LabelledTeeth teeth{
      .anatomy = find_anatomy(bite), .upper = face_teeth(*bite.upper), .lower = face_teeth(*bite.lower)};
  const bool labelled = !bite.upper->labels.empty() || !bite.lower->labels.empty();
  if (labelled || !teeth.anatomy.axes) return teeth;
  const AnatomicalAxes& axes = *teeth.anatomy.axes;
  teeth.upper = estimated_teeth(*bite.upper, axes, true, Eigen::Isometry3d::Identity());
  teeth.lower = estimated_teeth(*bite.lower, axes, false, bite.upper_from_lower);
  teeth.estimated = any_tooth(teeth.upper) || any_tooth(teeth.lower);
  return teeth;
}

}  // namespace intercusp
