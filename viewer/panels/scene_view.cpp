#include "viewer/panels/panels.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <utility>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/view_marks.h"

namespace intercusp::viewer {
namespace {

Eigen::Vector2d mouse_in(const ViewBox& box) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {mouse.x - box.x, mouse.y - box.y};
}

void set_camera(const AppState& state, Actions& actions, const Camera& camera) {
  change_view(state, actions, [&](ViewState& view) { view.camera = camera; });
}

//! Clicks pass through transparent jaws, unless nothing else is hit.
Picker::Ray pick_ray_of(const AppState& state, const PictureSize& size, const Eigen::Vector2d& pixel) {
  const auto line = pick_ray_through(state.view.camera, size, pixel);
  const auto solid = [](const JawLook& look) { return look.shown && !look.transparent; };
  const ViewState& view = state.view;
  const bool any_solid = solid(view.upper) || solid(view.lower);
  Picker::Ray ray{.origin = line.origin(),
                  .direction = line.direction(),
                  .upper = any_solid ? solid(view.upper) : view.upper.shown,
                  .lower = any_solid ? solid(view.lower) : view.lower.shown};
  if (view.section && view.section_cuts) {
    ray.cut = Eigen::Hyperplane<double, 3>(-view.section->normal(), view.section->offset_mm());
  }
  return ray;
}

std::optional<Picked> picked_at(const AppState& state, const PictureSize& size,
                                const Eigen::Vector2d& pixel) {
  if (!state.picker || !state.live) return std::nullopt;
  auto picked =
      state.picker->pick(pick_ray_of(state, size, pixel), state.document.upper_from_lower, state.live->map());
  if (!picked) return picked;
  // The picker knows the numbers from before the last corrections.
  if (const EditedTeeth* const teeth = state.teeth_of(picked->jaw)) {
    const TriangleMesh& mesh = state.loaded->bite.of(picked->jaw)->mesh;
    picked->tooth = tooth_at(*teeth, mesh.faces[static_cast<std::size_t>(picked->face)]);
  }
  return picked;
}

//! The handles would lie over the teeth to be corrected.
bool has_gizmo(const AppState& state) {
  return state.loaded && state.view.gizmo && state.view.lower.shown && !state.shows_teeth;
}

//! In the Bite step, else where the mouse comes near: they lie over the front teeth.
bool shows_gizmo(const AppState& state, const ViewBox& box, const SceneDrag& drag) {
  if (!has_gizmo(state)) return false;
  const bool near =
      ImGui::IsWindowHovered() && is_near_handles(*state.loaded, state.document.upper_from_lower,
                                                  state.view.camera, size_of(box), mouse_in(box));
  return near || state.step == PanelKind::mandible || drag.kind == SceneDrag::Kind::handle;
}

//! The mouse of the first tool that wants the left button now, or null.
const SceneMouse* mouse_of_tool(const AppState& state) {
  if (!state.loaded) return nullptr;
  for (const Tool* const tool : state.tools)
    if (tool->mouse() != nullptr && tool->mouse()->wants(state)) return tool->mouse();
  return nullptr;
}

MousePlace mouse_place(const AppState& state, const ViewBox& box) {
  const Eigen::Vector2d at = mouse_in(box);
  return {pick_ray_through(state.view.camera, size_of(box), at), picked_at(state, size_of(box), at)};
}

void begin(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  SceneDrag& drag = widgets.drag;
  drag = {
      .start = mouse_in(box), .camera = state.view.camera, .pose_at_start = state.document.upper_from_lower};
  const bool left = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const SceneMouse* const mouse = mouse_of_tool(state);
  if (left && mouse != nullptr && mouse->paints(state, widgets)) {
    drag.kind = SceneDrag::Kind::stroke;
    drag.mouse = mouse;
    mouse->stroke(state, widgets, mouse_place(state, box));
  } else if (left && widgets.hovered) {
    drag.kind = SceneDrag::Kind::handle;
    drag.handle = *widgets.hovered;
    actions.pose.begin_drag(Text("drag"));
  } else if (left && widgets.section_drag) {
    drag.kind = SceneDrag::Kind::section;
  } else {
    drag.kind = left ? SceneDrag::Kind::orbit : SceneDrag::Kind::pan;
  }
}

void go_on(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  const SceneDrag& drag = widgets.drag;
  const Eigen::Vector2d now = mouse_in(box);
  switch (drag.kind) {
    case SceneDrag::Kind::none:
    case SceneDrag::Kind::section:
      break;
    case SceneDrag::Kind::orbit:
      set_camera(state, actions, orbited(drag.camera, size_of(box), drag.start, now));
      break;
    case SceneDrag::Kind::pan:
      set_camera(state, actions, panned(drag.camera, size_of(box), drag.start, now));
      break;
    case SceneDrag::Kind::stroke:
      drag.mouse->stroke(state, widgets, mouse_place(state, box));
      break;
    case SceneDrag::Kind::handle:
      actions.pose.drag_to(dragged(*state.loaded, drag.pose_at_start, drag.handle, drag.camera, size_of(box),
                                   drag.start, now));
      break;
  }
}

void end(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (widgets.drag.kind == SceneDrag::Kind::handle) actions.pose.end_drag();
  if (widgets.drag.kind == SceneDrag::Kind::stroke) widgets.drag.mouse->end_stroke(state, actions, widgets);
  widgets.drag.kind = SceneDrag::Kind::none;
}

//! Escape puts the jaw back to where the drag began.
void cancel(Actions& actions, WidgetState& widgets) {
  SceneDrag& drag = widgets.drag;
  if (drag.kind == SceneDrag::Kind::handle) actions.pose.cancel_drag();
  if (drag.kind == SceneDrag::Kind::stroke) drag.mouse->cancel(widgets);
  drag.kind = SceneDrag::Kind::none;
}

void zoom_by_wheel(const AppState& state, Actions& actions, const ViewBox& box) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0) return;
  constexpr double per_notch = 1.15;
  set_camera(state, actions,
             zoomed(state.view.camera, size_of(box), mouse_in(box), std::pow(per_notch, wheel)));
}

//! Escape ends measuring; after that it removes what was measured.
void escape_measuring(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (std::exchange(widgets.measuring, {}).on || !state.view.space_ruler) return;
  change_view(state, actions, [](ViewState& view) { view.space_ruler.reset(); });
}

//! The actions for a place: the menu of the right button.
void place_menu(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::BeginPopup("place")) return;
  if (widgets.menu_place && ImGui::MenuItem(Text("Centre the view here")))
    actions.views.fly_to(*widgets.menu_place);
  if (widgets.menu_place && ImGui::MenuItem(Text("Measure from here"), "D"))
    widgets.measuring = {.on = true, .from = state.place_on_jaw(widgets.menu_jaw, *widgets.menu_place)};
  if (state.view.space_ruler && ImGui::MenuItem(Text("Remove the measured distance"), "Esc"))
    escape_measuring(state, actions, widgets);
  struct Cut {
    Text name;
    SectionKind kind;
  };
  constexpr std::array<Cut, 4> cuts = {{{Text("Cut across the arch here"), SectionKind::across_arch},
                                        {Text("Cut sagittally here"), SectionKind::sagittal},
                                        {Text("Cut frontally here"), SectionKind::frontal},
                                        {Text("Cut horizontally here"), SectionKind::horizontal}}};
  for (const Cut& cut : cuts) {
    if (!widgets.menu_place || !ImGui::MenuItem(cut.name)) continue;
    actions.views.set_section(cut.kind, *widgets.menu_place);
    widgets.second = SecondView::section;
  }
  if (state.view.section && ImGui::MenuItem(Text("Remove the section")))
    change_view(state, actions, [](ViewState& view) { view.section.reset(); });
  ImGui::EndPopup();
}

void open_menu_after_click(const AppState& state, WidgetState& widgets, const ViewBox& box) {
  constexpr double still_px = 3;
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right) ||
      (mouse_in(box) - widgets.drag.start).norm() > still_px) {
    return;
  }
  const std::optional<Picked> picked = picked_at(state, size_of(box), mouse_in(box));
  if (!picked) return;
  widgets.menu_place = picked->case_point;
  widgets.menu_jaw = picked->jaw;
  ImGui::OpenPopup("place");
}

//! A click that no tool takes is an end of the distance; a drag turns the view.
void follow_click(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  constexpr double still_px = 3;
  Measuring& measuring = widgets.measuring;
  const bool clicked = widgets.drag.kind == SceneDrag::Kind::orbit &&
                       ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       (mouse_in(box) - widgets.drag.start).norm() <= still_px;
  if (!clicked) return;
  if (const SceneMouse* const mouse = mouse_of_tool(state))
    return mouse->click(state, actions, widgets, mouse_place(state, box));
  if (!measuring.on) return;
  const std::optional<Picked> picked = picked_at(state, size_of(box), mouse_in(box));
  if (!picked) return;
  const JawPlace place = state.place_on_jaw(picked->jaw, picked->case_point);
  if (!measuring.from) {
    measuring.from = place;
    return;
  }
  const SpaceRuler ruler{*std::exchange(measuring, {}).from, place};
  change_view(state, actions, [&](ViewState& view) { view.space_ruler = ruler; });
}

//! Draws the hint for the next click, and the line so far.
void draw_measuring(ImDrawList& list, const ViewBox& box, const AppState& state, const WidgetState& widgets) {
  if (!widgets.measuring.on || state.shows_teeth) return;
  DrawListCanvas canvas(list, box, state.settings.dark);
  const std::optional<JawPlace>& from = widgets.measuring.from;
  canvas.write(box.x + box.width / 2, box.y + 2.2 * canvas.em,
               from ? Text("Click the second place. Esc stops.")
                    : Text("Click the first place to measure from. Esc stops."),
               {canvas.em, canvas.inks.strong}, Align::centre);
  if (!from || !widgets.pointed || widgets.pointed->in_map) return;
  const Eigen::Vector3d start = state.case_point(*from), end = widgets.pointed->case_point;
  draw_space_ruler(canvas, pixel_in_scene(state.view.camera, box, start),
                   pixel_in_scene(state.view.camera, box, end), (end - start).norm());
}

//! \return where the mouse is on a jaw
std::optional<Eigen::Vector3d> write_hover(const AppState& state, const ViewBox& box) {
  const std::optional<Picked> picked = picked_at(state, size_of(box), mouse_in(box));
  if (!picked) return std::nullopt;
  const char* const jaw = picked->jaw == Jaw::upper ? Text("Upper jaw") : Text("Lower jaw");
  begin_hover(box);
  ImGui::TextUnformatted(picked->tooth == 0 ? jaw : phrase("Tooth {}, {}", picked->tooth, jaw).c_str());
  if (state.shows_teeth) {
    ImGui::EndTooltip();
    return picked->case_point;
  }
  ImGui::TextUnformatted(picked->clearance_mm
                             ? phrase(text::hover_clearance, rounded(*picked->clearance_mm, 3)).c_str()
                             : text::hover_no_clearance);
  if (picked->distance_mm) {
    ImGui::TextUnformatted(phrase(text::hover_distance, rounded(*picked->distance_mm, 3)).c_str());
    if (picked->at_rim) ImGui::TextDisabled("%s", static_cast<const char*>(text::hover_at_rim));
  } else {
    ImGui::TextUnformatted(Text("No surface distance here"));
  }
  ImGui::EndTooltip();
  return picked->case_point;
}

//! A drag that reaches all edges of the view; the view takes the focus of the keyboard.
void follow_buttons(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  SceneDrag& drag = widgets.drag;
  const SceneMouse* const mouse = mouse_of_tool(state);
  const bool tool = mouse != nullptr && mouse->takes_double_clicks(widgets);
  const bool left_twice =
      !tool && !widgets.measuring.on && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (ImGui::IsItemActivated()) begin(state, actions, widgets, box);
  if (ImGui::IsItemHovered() && left_twice && drag.kind != SceneDrag::Kind::handle &&
      drag.kind != SceneDrag::Kind::stroke) {
    if (const auto picked = picked_at(state, size_of(box), mouse_in(box)))
      actions.views.fly_to(picked->case_point);
    drag.kind = SceneDrag::Kind::none;
  }
  if (drag.kind == SceneDrag::Kind::none) return;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) return cancel(actions, widgets);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x != 0 || moved.y != 0) go_on(state, actions, widgets, box);
  if (!ImGui::IsItemActive()) {
    open_menu_after_click(state, widgets, box);
    follow_click(state, actions, widgets, box);
    end(state, actions, widgets);
  }
}

//! Fine pictures take long in software: they wait until nothing has moved for a moment, so that the next turn
//! of the wheel or press of a key is not kept waiting by them.
struct JustMoved {
  bool anything = false, jaw = false;
};
JustMoved what_has_just_moved(const AppState& state, LastMove& last) {
  constexpr double moment_s = 0.15;
  const double now_s = ImGui::GetTime();
  const Camera& camera = state.view.camera;
  const Eigen::Isometry3d& pose = state.document.upper_from_lower;
  if (last.camera && last.upper_from_lower.matrix() != pose.matrix()) last.at_s = last.of_jaw_s = now_s;
  if (last.camera && !(*last.camera == camera)) last.at_s = now_s;
  last.camera = camera;
  last.upper_from_lower = pose;
  const auto is_recent = [&](double at_s) { return at_s >= 0 && now_s - at_s < moment_s; };
  return {is_recent(last.at_s), state.moving() || is_recent(last.of_jaw_s)};
}

bool drag_section_in_scene(const AppState& state, Actions& actions, WidgetState& widgets,
                           const ViewBox& box) {
  std::optional<SectionTrace> trace;
  if (state.view.section && !state.shows_teeth)
    trace = trace_in_scene(*state.view.section, state.view.camera, box);
  return drag_section(state, actions, widgets.section_drag, trace);
}

}  // namespace

void cancel_mouse(const AppState& state, WidgetState& widgets) {
  for (const Tool* const tool : state.tools)
    if (tool->mouse() != nullptr) tool->mouse()->cancel(widgets);
}

void follow_mouse(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box) {
  mouse_item("scene", box);
  if (!state.shown_axes()) return;
  if (widgets.drag.kind == SceneDrag::Kind::none) {
    widgets.hovered = ImGui::IsItemHovered() && has_gizmo(state)
                          ? handle_at(*state.loaded, state.document.upper_from_lower, state.view.camera,
                                      size_of(box), mouse_in(box))
                          : std::nullopt;
  }
  const bool on_section = !widgets.hovered && drag_section_in_scene(state, actions, widgets, box);
  follow_buttons(state, actions, widgets, box);
  if (ImGui::IsItemHovered() && widgets.drag.kind == SceneDrag::Kind::none) {
    zoom_by_wheel(state, actions, box);
    std::optional<Eigen::Vector3d> place;
    if (!state.moving() && !widgets.hovered && !on_section) place = write_hover(state, box);
    widgets.pointed.reset();
    if (place) widgets.pointed = {*place, false};
  } else if (widgets.pointed && !widgets.pointed->in_map) {
    widgets.pointed.reset();
  }
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) && widgets.view_has_focus) {
    cancel_mouse(state, widgets);
    if (widgets.drag.kind == SceneDrag::Kind::none) escape_measuring(state, actions, widgets);
  }
  place_menu(state, actions, widgets);
  const SceneMouse* const mouse = mouse_of_tool(state);
  if (mouse != nullptr) mouse->popups(state, actions, widgets);
}

bool draw_scene_view(const AppState& state, SceneRenderer& renderer, WidgetState& widgets,
                     const ViewParts& parts, SceneRenderer::Effort at_rest) {
  const ViewBox& box = parts.picture;
  const float density = ImGui::GetIO().DisplayFramebufferScale.x;
  const SceneSize size{static_cast<int>(box.width * density), static_cast<int>(box.height * density)};
  const JustMoved moved = what_has_just_moved(state, widgets.last_move);
  const bool quick = moved.anything || moved.jaw || widgets.drag.kind != SceneDrag::Kind::none;
  renderer.follow(state, moved.jaw);
  const bool gets_better =
      renderer.draw(state.view.camera, size, quick ? SceneRenderer::Effort::quick : at_rest);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddImage(texture_id(renderer.texture()), {box.x, box.y}, {box.x + box.width, box.y + box.height});
  if (shows_gizmo(state, box, widgets.drag)) {
    const bool dragging = widgets.drag.kind == SceneDrag::Kind::handle;
    draw_gizmo(list, box, *state.loaded, state.document.upper_from_lower, state.view.camera,
               dragging ? std::optional(widgets.drag.handle) : widgets.hovered);
  }
  draw_measuring(list, box, state, widgets);
  if (widgets.pointed && widgets.pointed->in_map) {
    DrawListCanvas canvas(list, box, state.settings.dark);
    draw_place_mark(canvas, pixel_in_scene(state.view.camera, box, widgets.pointed->case_point));
  }
  widgets.labels = annotate_scene(list, parts, state, state.view.camera);
  const SceneMouse* const mouse = mouse_of_tool(state);
  if (mouse != nullptr) mouse->draw(state, widgets, box);
  if (state.loaded) notes_mark(parts.foot, view_notes(state, PictureOf::scene));
  return gets_better || quick;
}

}  // namespace intercusp::viewer
