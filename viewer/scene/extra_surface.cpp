#include "viewer/scene/extra_surface.h"

namespace intercusp::viewer {

std::optional<ExtraSurface> extra_surface(const AppState& state) {
  for (const Tool& tool : state.tools)
    if (auto surface = tool.surface != nullptr ? tool.surface(state) : std::nullopt) return surface;
  return std::nullopt;
}

CrossSection shown_section(const AppState& state, const std::optional<ExtraSurface>& extra) {
  const SectionPlane& plane = *state.view.section;
  CrossSection section = section_of(*state.loaded, state.document.upper_from_lower, plane);
  if (extra && extra->in_sections) {
    section.extra =
        outline_of(*extra->solid, plane.case_from_plane.inverse(Eigen::Isometry) * extra->case_from_solid);
    section.extra_of_upper = extra->of_upper;
  }
  return section;
}

}  // namespace intercusp::viewer
