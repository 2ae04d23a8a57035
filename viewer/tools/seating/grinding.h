// Grinding as a calculation for the bite shown: goal and jaw chosen, patches outlined on the jaw, figures before and after.
#pragma once

#include <memory>

#include "occlusion/motion/grinding/grinding.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! In the background, for the pose shown, as `intercusp grind` does.
void calculate_grinding(const AppState& state, Actions& actions, const GrindOptions& options);

//! The last calculation; null before, and where the jaw has moved since.
[[nodiscard]] std::shared_ptr<const GrindProposal> shown_grinding(const AppState& state);

void draw_grinding(const AppState& state, Actions& actions, WidgetState& widgets);

//! Outlines and depths of the patches. \param px_from_case as for Tool::draw_marks
void draw_grind_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case);

//! Before and after, as `grind` draws it.
extern const PictureExport grinding_export;

}  // namespace intercusp::viewer
