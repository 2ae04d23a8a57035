#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/extra_surface.h"

namespace intercusp::viewer {
namespace {

//! Whether the plane only went along its normal, to where there still is something in the window.
bool stays_in_view(const LastSection& last, const Eigen::Isometry3d& plane) {
  constexpr double near_mm = 6, same_mm = 1e-6;
  const Eigen::Vector3d step =
      last.case_from_plane.linear().transpose() * (plane.translation() - last.case_from_plane.translation());
  return last.case_from_plane.linear() == plane.linear() && step.head<2>().norm() < same_mm &&
         nearest_on_outline(last.section, last.window.center(), near_mm);
}

//! Cuts again if something moved. The window stays the same while only the jaw moves, or the plane along its
//! normal, so that the drawing does not jump.
void follow(const AppState& state, LastSection& last) {
  const Eigen::Isometry3d& pose = state.document.upper_from_lower;
  const Eigen::Isometry3d& plane = state.view.section->case_from_plane;
  const std::optional<ExtraSurface> extra = surface_in_sections(state);
  const std::shared_ptr<const Solid> extra_solid = extra ? extra->solid : nullptr;
  const bool same_plane = last.loaded == state.loaded && last.case_from_plane.matrix() == plane.matrix();
  const bool same_extra =
      last.extra == extra_solid && (!extra_solid || same_pose(last.case_from_extra, extra->case_from_solid));
  if (same_plane && same_extra && last.upper_from_lower.matrix() == pose.matrix()) return;
  last.section = shown_section(state, extra);
  last.extra = extra_solid;
  if (extra_solid) last.case_from_extra = extra->case_from_solid;
  if (last.loaded != state.loaded || (!same_plane && !stays_in_view(last, plane)))
    last.window = window_of(last.section);
  last.loaded = state.loaded;
  last.upper_from_lower = pose;
  last.case_from_plane = plane;
}

SectionPlacement placement_of(const Eigen::AlignedBox2d& window, const SectionZoom& zoom,
                              const ViewBox& box) {
  const SectionPlacement fit = fitting(window, box);
  return {.middle_mm = fit.middle_mm + zoom.shift_mm, .pixels_per_mm = fit.pixels_per_mm * zoom.times};
}

Eigen::Vector2d mouse_mm(const SectionPlacement& placement, const ViewBox& box) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Eigen::Vector2d from_middle(mouse.x - box.x - box.width / 2, mouse.y - box.y - box.height / 2);
  return placement.middle_mm + from_middle / placement.pixels_per_mm;
}

void set_ruler(const AppState& state, Actions& actions, const std::optional<Ruler>& ruler) {
  change_view(state, actions, [&](ViewState& view) { view.ruler = ruler; });
}

//! The nearest surface within a few pixels, else the place itself.
Eigen::Vector2d snapped(const CrossSection& section, const SectionPlacement& placement,
                        const Eigen::Vector2d& place) {
  constexpr double reach_px = 9;
  return nearest_on_outline(section, place, reach_px / placement.pixels_per_mm).value_or(place);
}

//! Left drags measure, the others shift, the wheel zooms; a click removes the ruler.
void follow_mouse(const AppState& state, Actions& actions, SectionZoom& zoom, const CrossSection& section,
                  const SectionPlacement& placement, const ViewBox& box) {
  const ImGuiIO& io = ImGui::GetIO();
  const Eigen::Vector2d mouse = mouse_mm(placement, box);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const Eigen::Vector2d end = snapped(section, placement, mouse);
    const Eigen::Vector2d from = zoom.measuring && state.view.ruler ? state.view.ruler->from : end;
    if (!zoom.measuring) zoom.pressed_mm = mouse;
    zoom.measuring = true;
    set_ruler(state, actions, Ruler{from, end});
  } else {
    if (zoom.measuring && state.view.ruler) {
      constexpr double least_px = 3;
      const bool click = (mouse - zoom.pressed_mm).norm() * placement.pixels_per_mm < least_px;
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

//! How far the extra outline is from the jaw's own at the mouse.
void write_extra_distance(DrawListCanvas& canvas, const AppState& state, const CrossSection& section,
                          const SectionPlacement& placement, const ViewBox& box) {
  constexpr double reach_px = 12, farthest_mm = 3;
  if (section.extra.empty() || !ImGui::IsItemHovered()) return;
  const auto own = nearest_on_lines(section.extra_of == Jaw::upper ? section.upper : section.lower,
                                    mouse_mm(placement, box), reach_px / placement.pixels_per_mm);
  const auto other = own ? nearest_on_lines(section.extra, *own, farthest_mm) : std::nullopt;
  if (!other) return;
  const Eigen::Vector2d middle(box.x + box.width / 2, box.y + box.height / 2);
  const auto place = [&](const Eigen::Vector2d& mm) {
    return point(middle + (mm - placement.middle_mm) * placement.pixels_per_mm);
  };
  const ImU32 ink = ink_of(canvas.inks.strong.colour);
  canvas.list.AddLine(place(*own), place(*other), ink, 2);
  canvas.list.AddCircleFilled(place(*own), 3, ink);
  begin_hover(box);
  const std::optional<ExtraSurface> extra = surface_in_sections(state);
  ImGui::TextUnformatted(phrase("{}: {} mm in this plane", std::string(extra->name.value_or(Text("surface"))),
                                rounded((*other - *own).norm(), 3))
                             .c_str());
  ImGui::EndTooltip();
}

void offer_sections(const AppState& state, Actions& actions, const ViewBox& box) {
  const float margin = em(1.2F);
  ImGui::SetCursorScreenPos({box.x + margin, box.y + margin});
  ImGui::BeginChild("no section", {box.width - 2 * margin, box.height - 2 * margin});
  muted(Text("Right-click a tooth in the 3D view to cut through it, or choose a direction."));
  ImGui::Spacing();
  for (const SectionChoice& choice : section_choices)
    if (wide_button(choice.name)) actions.views.set_section(choice.kind, place_to_cut(state));
  ImGui::EndChild();
}

}  // namespace

Eigen::Vector3d place_to_cut(const AppState& state) {
  if (state.selected_contact && !state.selected_contact->spots.empty())
    return state.selected_contact->spots.front().case_point;
  if (state.rest) {
    const Measure measure = state.document.measure;
    const std::vector<ContactPair> pairs = contact_pairs(*state.live, state.rest.get(), measure);
    const auto largest = std::ranges::max_element(pairs, {}, &ContactPair::area_mm2);
    if (largest != pairs.end()) return spots_of(*state.rest, measure, largest->name).front().case_point;
  }
  return centre_of_lower(*state.loaded, state.document.upper_from_lower);
}

void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets,
                       const ViewParts& parts) {
  const ViewBox& box = parts.picture;
  if (!state.view.section) return offer_sections(state, actions, box);
  mouse_item("section", box);
  LastSection& last = widgets.last_section;
  follow(state, last);
  follow_mouse(state, actions, widgets.section, last.section, placement_of(last.window, widgets.section, box),
               box);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, parts.foot.y + parts.foot.height}, true);
  widgets.second_labels =
      draw_section(list, parts, state, last.section, placement_of(last.window, widgets.section, box));
  {
    DrawListCanvas canvas(list, box, state.settings.dark);
    write_extra_distance(canvas, state, last.section, placement_of(last.window, widgets.section, box), box);
  }
  list.PopClipRect();
}

bool drag_section(const AppState& state, Actions& actions, std::optional<SectionDrag>& drag,
                  const std::optional<SectionTrace>& trace) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Eigen::Vector2d mouse(at.x, at.y);
  const bool pressed = ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (pressed) {
    drag.reset();
    if (state.view.section && trace && trace->is_at(mouse))
      drag = SectionDrag{*trace, mouse, state.view.section->offset_mm()};
  }
  const bool held = drag && ImGui::IsItemActive() && state.view.section;
  if (held) {
    constexpr double farthest_mm = 100;
    const double by_mm = std::clamp(drag->trace.moved_mm(mouse - drag->start), -farthest_mm, farthest_mm);
    const double step_mm = drag->offset_mm + by_mm - state.view.section->offset_mm();
    if (step_mm != 0) actions.views.move_section(step_mm);
  }
  const bool on = held || (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && trace &&
                           trace->is_at(mouse));
  if (on) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  return on;
}

}  // namespace intercusp::viewer
