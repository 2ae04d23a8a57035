// The cross-section view, with a ruler.
#pragma once

#include <array>

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {

constexpr std::array<Text, 4> section_names = {Text("Across arch"), Text("Sagittal"), Text("Frontal"),
                                               Text("Horizontal")};
constexpr std::array<SectionKind, 4> section_kinds = {SectionKind::across_arch, SectionKind::sagittal,
                                                      SectionKind::frontal, SectionKind::horizontal};

//! Where a section is cut without a click: the selected contact, else the largest, else the middle of the lower.
//! \pre a case is open
[[nodiscard]] Eigen::Vector3d place_to_cut(const AppState& state);

//! \pre a case is open
void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets, const ViewParts& parts);

}  // namespace intercusp::viewer
