#include "viewer/scene/extra_surface.h"

#include <utility>

#include "viewer/scene/looks.h"

namespace intercusp::viewer {

const Materials& materials_of(const ExtraSurface& surface) {
  using Kind = ExtraSurface::Kind;
  return surface.kind == Kind::scan   ? looks::extra_materials
         : surface.kind == Kind::body ? looks::body_materials
                                      : looks::buccal_materials;
}

std::vector<ExtraSurface> extra_surfaces(const AppState& state) {
  std::vector<ExtraSurface> surfaces;
  for (const Tool* const tool : state.tools) tool->add_surfaces(state, surfaces);
  return surfaces;
}

std::optional<ExtraSurface> surface_in_sections(const AppState& state) {
  for (ExtraSurface& surface : extra_surfaces(state))
    if (surface.solid) return std::move(surface);
  return std::nullopt;
}

CrossSection shown_section(const AppState& state, const std::optional<ExtraSurface>& extra) {
  const SectionPlane& plane = *state.view.section;
  CrossSection section = section_of(*state.loaded, state.document.upper_from_lower, plane);
  if (extra) {
    section.extra =
        outline_of(*extra->solid, plane.case_from_plane.inverse(Eigen::Isometry) * extra->case_from_solid);
    section.extra_of = extra->jaw;
  }
  return section;
}

}  // namespace intercusp::viewer
