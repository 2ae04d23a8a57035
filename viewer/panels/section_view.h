// The cross-section view, with a ruler.
#pragma once

#include <array>

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {

struct SectionChoice {
  SectionKind kind;
  Text name;
};
constexpr std::array<SectionChoice, 4> section_choices = {{{SectionKind::across_arch, Text("Across arch")},
                                                           {SectionKind::sagittal, Text("Sagittal")},
                                                           {SectionKind::frontal, Text("Frontal")},
                                                           {SectionKind::horizontal, Text("Horizontal")}}};

//! Where a section is cut without a click: the selected contact, else the largest, else the middle of the lower.
//! \pre a case is open
[[nodiscard]] Eigen::Vector3d place_to_cut(const AppState& state);

//! \pre a case is open
void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets, const ViewParts& parts);

}  // namespace intercusp::viewer
