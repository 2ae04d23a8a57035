
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "occlusion/view/viewed_mesh.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/view_marks.h"

namespace intercusp::viewer {
namespace {

//! The area inside the letters and numbers around the map.
ViewBox room_for_map(const ViewBox& box) {
  constexpr float side_em = 2.5F, end_em = 1.9F, least_share = 0.4F;
  const float font = box.font_px;
  return {.x = box.x + side_em * font,
          .y = box.y + end_em * font,
          .width = std::max(box.width - 2 * side_em * font, least_share * box.width),
          .height = std::max(box.height - 2 * end_em * font, least_share * box.height),
          .font_px = font};
}

//! The intersection of a pixel's line with the measured jaw: the lower, else the upper. Case frame.
std::optional<Eigen::Vector3d> place_of(const LiveBite& live, int column, int row) {
  const ClearanceMap& map = live.map();
  const PixelGrid& grid = map.view.grid;
  const std::size_t pixel = grid.index(column, row);
  const bool on_lower = map.lower_face[pixel] != no_face;
  const std::int32_t face = on_lower ? map.lower_face[pixel] : map.upper_face[pixel];
  if (face == no_face) return std::nullopt;
  const Bite& bite = live.loaded().bite;
  const ViewedMesh jaw(on_lower ? *bite.lower : *bite.upper,
                       on_lower ? live.reading().upper_from_lower : Eigen::Isometry3d::Identity(),
                       map.view.view_from_case);
  const Eigen::Vector2d uv = grid.centre(column, row);
  const double depth =
      plane_depth(jaw.corners(static_cast<std::size_t>(face)), uv.x(), uv.y(), grid.pixel_mm);
  return map.view.view_from_case.inverse(Eigen::Isometry) * Eigen::Vector3d(uv.x(), uv.y(), depth);
}

std::string clearance_text(const ClearanceMap& map, std::size_t pixel) {
  const float clearance = map.clearance_mm[pixel];
  if (std::isfinite(clearance)) return phrase(text::hover_clearance, rounded(clearance, 3));
  return map.state[pixel] == PixelState::free ? Text("Nothing above the lower jaw here")
                                              : text::hover_no_clearance;
}

std::string distance_text(const PixelDistance& found) {
  if (found.mark == DistanceMark::undecided)
    return Text("Surface distance: unknown beyond the edge of a scan");
  const std::string distance = phrase(text::hover_distance, rounded(found.mm, 3));
  return found.mark == DistanceMark::at_rim ? distance + '\n' + text::hover_at_rim : distance;
}

//! \pre a jaw is there
const char* name_of_state(const ClearanceMap& map, std::size_t pixel) {
  switch (map.state[pixel]) {
    case PixelState::outside:
      return map.coverage[pixel] == Coverage::upper_only ? Text("Upper only") : Text("Lower only");
    case PixelState::free:
      return Text("Free");
    case PixelState::interfering:
      return Text("Overlapping");
    case PixelState::not_anatomy:
      return Text("Added by import, not scanned");
  }
  return "";
}

//! The stage of the stencil engine where it ran in this pose, else that of the live map.
Stage stage_of(const AppState& state, std::size_t pixel) {
  const bool staged = state.view.map_colouring == MapColouring::resolved_by && state.stages &&
                      state.stages->map.resolved_by.size() == state.live->map().resolved_by.size() &&
                      state.stages->upper_from_lower.isApprox(state.document.upper_from_lower, 0);
  return (staged ? state.stages->map : state.live->map()).resolved_by[pixel];
}

//! The content of a pixel that shows a jaw.
void write_hover(const AppState& state, LiveBite& live, const ViewBox& box, int column, int row) {
  const ClearanceMap& map = live.map();
  const std::size_t pixel = map.view.grid.index(column, row);
  if (map.coverage[pixel] == Coverage::none) return;
  begin_hover(box);
  ImGui::TextUnformatted(name_of_state(map, pixel));
  if (map.coverage[pixel] == Coverage::both) {
    ImGui::TextUnformatted(clearance_text(map, pixel).c_str());
    const std::optional<PixelDistance> distance = live.distance_at(pixel);
    if (distance && distance->mark != DistanceMark::none)
      ImGui::TextUnformatted(distance_text(*distance).c_str());
    if (state.settings.expert && &live == state.live.get())
      ImGui::TextUnformatted(
          phrase("Decided by: {}", std::string(stage_words[stage_of(state, pixel)])).c_str());
  }
  if (const auto place = place_of(live, column, row)) {
    ImGui::TextDisabled("%s", phrase("x {}  y {}  z {} mm", rounded(place->x(), 2), rounded(place->y(), 2),
                                     rounded(place->z(), 2))
                                  .c_str());
  }
  ImGui::EndTooltip();
}

//! Pixel of the map below the mouse, which is over the map's item; empty outside the map.
std::optional<Eigen::Vector2i> pixel_pointed_at(const PixelGrid& grid, const MapPlacement& placement) {
  const Eigen::Vector2d at = pixel_under_mouse(placement);  // without a mouse it does not fit an int
  if (!ImGui::IsItemHovered() || !(at.x() >= 0 && at.y() >= 0 && at.x() < grid.width && at.y() < grid.height))
    return std::nullopt;
  return Eigen::Vector2i(static_cast<int>(at.x()), static_cast<int>(at.y()));
}

bool drag_section_in_map(const AppState& state, Actions& actions, WidgetState& widgets,
                         const MapPlacement& placement) {
  if (!state.view.section) return false;
  const auto trace = trace_in_map(*state.view.section, state.live->map().view, placement);
  return drag_section(state, actions, widgets.section_drag, trace);
}

}  // namespace

void draw_map_view(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
                   const ViewParts& parts) {
  const ViewBox& box = parts.picture;
  mouse_item("map", box);
  const PixelGrid& grid = state.live->map().view.grid;
  if (grid.size() == 0) {
    muted(Text("The jaws do not overlap when viewed along the direction of the map."));
    return;
  }
  const Eigen::Vector2d extent(grid.width, grid.height);
  const ViewBox room = room_for_map(box);
  const bool on_section =
      drag_section_in_map(state, actions, widgets, placement_of(widgets.map, extent, room));
  if (!on_section) follow_mouse(widgets.map, extent, room);
  const MapPlacement placement = placement_of(widgets.map, extent, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_image(list, renderer.map_texture(), extent, placement);
  if (widgets.pointed && !widgets.pointed->in_map) {
    DrawListCanvas canvas(list, box, state.settings.dark);
    draw_place_mark(canvas, pixel_in_map(state.live->map().view, placement, widgets.pointed->case_point));
  }
  list.PopClipRect();
  widgets.second_labels = annotate_map(list, parts, state, placement);
  if (widgets.pointed && widgets.pointed->in_map) widgets.pointed.reset();
  const std::optional<Eigen::Vector2i> pixel = pixel_pointed_at(grid, placement);
  if (!pixel) return;
  const std::optional<Eigen::Vector3d> place = place_of(*state.live, pixel->x(), pixel->y());
  if (!state.moving() && !on_section) {
    write_hover(state, *state.live, box, pixel->x(), pixel->y());
    if (place) widgets.pointed = {*place, true};
  }
  if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return;
  if (place) actions.views.fly_to(*place);
}

void draw_compared_map(const AppState& state, LiveBite& other, SceneRenderer& renderer, WidgetState& widgets,
                       const ViewBox& box) {
  mouse_item("compared map", box);
  const PixelGrid& grid = other.map().view.grid;
  if (grid.size() == 0) return;
  const Eigen::Vector2d extent(grid.width, grid.height);
  const ViewBox room = room_for_map(box);
  follow_mouse(widgets.map, extent, room);
  const MapPlacement placement = placement_of(widgets.map, extent, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_image(list, renderer.compared_map_texture(), extent, placement);
  list.PopClipRect();
  annotate_compared_map(list, box, state, placement);
  const std::optional<Eigen::Vector2i> pixel = pixel_pointed_at(grid, placement);
  if (pixel && !state.moving()) write_hover(state, other, box, pixel->x(), pixel->y());
}

}  // namespace intercusp::viewer
