// The clearance map of the pose shown against ray tracing, and the stages of the stencil engine; for experts, in the Report
// step.
#pragma once

#include "occlusion/validation/validate.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! The result in the pose in which it was computed; the jaw may have moved since.
struct ValidationResult {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  Validation validation;
  ClearanceMap map;
  std::shared_ptr<const Picture> picture;  //!< error map with legend and figures
};

//! Null before the first.
[[nodiscard]] std::shared_ptr<const ValidationResult> validation_of(const AppState& state);

void validate_pose(const AppState& state, Actions& actions);  //!< in the background
//! Which stage of the stencil engine decides each pixel; in the background.
void compute_stages(const AppState& state, Actions& actions);

void draw_validation(const AppState& state, Actions& actions, WidgetState& widgets);

extern const StepPart validation_part;

}  // namespace intercusp::viewer
