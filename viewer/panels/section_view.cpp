#include "viewer/panels/section_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

//! The box around what was scanned.
Eigen::AlignedBox2d extent_of(const SectionOutline& outline) {
  Eigen::AlignedBox2d extent;
  for (const auto* lines : {&outline.upper, &outline.lower}) {
    for (const SectionLine& line : *lines) {
      if (line.anatomy) extent.extend(line.from).extend(line.to);
    }
  }
  return extent;
}

//! Cuts again if something moved. The extent stays the same while only the jaw moves, so that the drawing does
//! not jump.
void follow(const AppState& state, CutOutline& kept) {
  const Eigen::Isometry3d& pose = state.document.upper_from_lower;
  const Eigen::Isometry3d& plane = state.view.section->case_from_plane;
  const bool same_plane = kept.loaded == state.loaded && kept.case_from_plane.matrix() == plane.matrix();
  if (same_plane && kept.upper_from_lower.matrix() == pose.matrix()) return;
  kept.outline = cut(*state.loaded, pose, *state.view.section);
  if (!same_plane) kept.extent = extent_of(kept.outline);
  kept.loaded = state.loaded;
  kept.upper_from_lower = pose;
  kept.case_from_plane = plane;
}

SectionPlacement placement_of(const Eigen::AlignedBox2d& extent, const SectionZoom& zoom,
                              const ViewBox& box) {
  if (extent.isEmpty()) return {};
  constexpr double room = 0.8, least_mm = 5;
  const Eigen::Vector2d size = extent.sizes().cwiseMax(least_mm);
  const double fit = room * std::min(box.width / size.x(), box.height / size.y());
  return {.middle_mm = extent.center() + zoom.shift_mm, .pixels_per_mm = fit * zoom.times};
}

Eigen::Vector2d mouse_mm(const SectionPlacement& placement, const ViewBox& box) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Eigen::Vector2d from_middle(mouse.x - box.x - box.width / 2, mouse.y - box.y - box.height / 2);
  return placement.middle_mm + from_middle / placement.pixels_per_mm;
}

void set_ruler(const AppState& state, Actions& actions, const std::optional<Ruler>& ruler) {
  ViewState view = state.view;
  view.ruler = ruler;
  actions.set_view(view);
}

//! Left drags measure, the others shift, the wheel zooms; a click removes the ruler.
void follow_mouse(const AppState& state, Actions& actions, SectionZoom& zoom,
                  const SectionPlacement& placement, const ViewBox& box) {
  const ImGuiIO& io = ImGui::GetIO();
  const Eigen::Vector2d mouse = mouse_mm(placement, box);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const Eigen::Vector2d from = zoom.measuring && state.view.ruler ? state.view.ruler->from : mouse;
    zoom.measuring = true;
    set_ruler(state, actions, Ruler{from, mouse});
  } else {
    if (zoom.measuring && state.view.ruler) {
      constexpr double least_px = 3;
      const Ruler& ruler = *state.view.ruler;
      const bool click = (ruler.to - ruler.from).norm() * placement.pixels_per_mm < least_px;
      if (click) set_ruler(state, actions, std::nullopt);
    }
    zoom.measuring = false;
    if (ImGui::IsItemActive()) {
      zoom.shift_mm -= Eigen::Vector2d(io.MouseDelta.x, io.MouseDelta.y) / placement.pixels_per_mm;
    }
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    constexpr double per_notch = 1.2, most = 500, least = 0.2;
    const double times = std::clamp(zoom.times * std::pow(per_notch, io.MouseWheel), least, most);
    const Eigen::Vector2d middle = mouse + (placement.middle_mm - mouse) * (zoom.times / times);
    zoom.shift_mm += middle - placement.middle_mm;
    zoom.times = times;
  }
}

void offer_sections(const AppState& state, Actions& actions) {
  muted(theme_of(state.settings.dark), text::no_section);
  constexpr std::array<std::pair<const char*, SectionKind>, 4> kinds = {
      {{text::section_across_arch, SectionKind::across_arch},
       {text::section_sagittal, SectionKind::sagittal},
       {text::section_frontal, SectionKind::frontal},
       {text::section_horizontal, SectionKind::horizontal}}};
  for (const auto& [name, kind] : kinds) {
    if (!wide_button(name)) continue;
    actions.set_section(kind, centre_of_lower(*state.loaded, state.document.upper_from_lower));
  }
}

}  // namespace

void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  ImGui::SetCursorScreenPos({box.x, box.y});
  if (!state.view.section) return offer_sections(state, actions);
  ImGui::InvisibleButton("section", {box.width, box.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  follow(state, widgets.cut);
  follow_mouse(state, actions, widgets.section, placement_of(widgets.cut.extent, widgets.section, box), box);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_section(list, box, state, widgets.cut.outline, placement_of(widgets.cut.extent, widgets.section, box));
  list.PopClipRect();
}

}  // namespace intercusp::viewer
