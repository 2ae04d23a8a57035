#include <algorithm>
#include <cmath>
#include <cstdint>

#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

MapPlacement placement_of(const ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room) {
  const double fit = std::min(room.width / extent_px.x(), room.height / extent_px.y());
  const double scale = fit * zoom.times;
  return {.x = static_cast<float>(room.x + room.width / 2 - scale * extent_px.x() * zoom.middle.x()),
          .y = static_cast<float>(room.y + room.height / 2 - scale * extent_px.y() * zoom.middle.y()),
          .scale = static_cast<float>(scale)};
}

Eigen::Vector2d pixel_under_mouse(const MapPlacement& placement) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {(mouse.x - placement.x) / placement.scale, (mouse.y - placement.y) / placement.scale};
}

void follow_mouse(ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room) {
  const ImGuiIO& io = ImGui::GetIO();
  const MapPlacement before = placement_of(zoom, extent_px, room);
  if (ImGui::IsItemActive()) {
    zoom.middle -= Eigen::Vector2d(io.MouseDelta.x, io.MouseDelta.y).cwiseQuotient(before.scale * extent_px);
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    constexpr double per_notch = 1.2, most = 200;
    const Eigen::Vector2d held = pixel_under_mouse(before).cwiseQuotient(extent_px);
    const double times = std::clamp(zoom.times * std::pow(per_notch, io.MouseWheel), 1.0, most);
    zoom.middle = held + (zoom.middle - held) * (zoom.times / times);
    zoom.times = times;
    if (times == 1) zoom.middle = {0.5, 0.5};
  }
  zoom.middle = zoom.middle.cwiseMax(0).cwiseMin(1);
}

void draw_image(ImDrawList& list, unsigned texture, const Eigen::Vector2d& extent_px,
                const MapPlacement& placement) {
  const auto width = static_cast<float>(extent_px.x()), height = static_cast<float>(extent_px.y());
  list.AddImage(texture_id(texture), {placement.x, placement.y},
                {placement.x + placement.scale * width, placement.y + placement.scale * height});
}

namespace {

//! RGBA8, row 0 the top of the picture. \pre the picture has pixels
gl::Texture texture_of(const Picture& picture) {
  gl::Texture texture = linear_texture(picture.width, picture.height);  // it bears text
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);                                // three bytes a pixel
  glTextureSubImage2D(texture.get(), 0, 0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE,
                      picture.pixels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return texture;
}

//! The picture of the first tool that has one, or null.
const SidePicture* side_picture_of(const AppState& state) {
  for (const Tool* const tool : state.tools) {
    const SidePicture* const side = tool->side_picture();
    if (side != nullptr && (state.settings.expert || !side->for_experts) && side->picture(state)) return side;
  }
  return nullptr;
}

//! \pre there is one
void draw_picture_view(const AppState& state, WidgetState& widgets, const ViewBox& box) {
  DrawnPicture& shown = widgets.side_picture;
  if (const auto picture = side_picture_of(state)->picture(state); shown.of != picture) {
    shown.texture = texture_of(*picture);
    shown.of = picture;
    shown.zoom = {};
  }
  const Eigen::Vector2d extent(shown.texture.width_px(), shown.texture.height_px());
  mouse_item("picture", box);
  follow_mouse(shown.zoom, extent, box);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_image(list, shown.texture.get(), extent, placement_of(shown.zoom, extent, box));
  list.PopClipRect();
}

//! Shows the whole picture again after zooming or shifting.
void draw_fit_button(WidgetState& widgets, float width) {
  ImageZoom& flat = widgets.second == SecondView::picture ? widgets.side_picture.zoom : widgets.map;
  const bool section = widgets.second == SecondView::section;
  const bool zoomed =
      section ? widgets.section.times != 1 || !widgets.section.shift_mm.isZero() : flat.times != 1;
  ImGui::BeginDisabled(!zoomed);
  const bool clicked = ImGui::Button(Text("Fit"), {width, 0});
  explain(Text("Shows all of the picture again."));
  ImGui::EndDisabled();
  if (!clicked) return;
  if (section) {
    widgets.section.times = 1;
    widgets.section.shift_mm.setZero();
  } else {
    flat = {};
  }
}

//! With that of the pose compared with, once it is read.
void draw_maps(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
               const ViewParts& parts) {
  const std::optional<ComparedPose> comparison = state.comparison;  // a click may end it
  if (!comparison || !comparison->live) return draw_map_view(state, actions, renderer, widgets, parts);
  const ComparedBoxes boxes = compared_boxes(parts.picture, *comparison, actions);
  draw_map_view(state, actions, renderer, widgets, {boxes.present, parts.foot, parts.caption});
  draw_compared_map(state, *comparison->live, renderer, widgets, boxes.other);
}

void draw_map_or_section(const AppState& state, Actions& actions, SceneRenderer& renderer,
                         WidgetState& widgets, const ViewBox& box, Caption caption) {
  const bool map = widgets.second == SecondView::map;
  if (!map && !state.view.section)  // it offers sections
    return draw_section_view(state, actions, widgets, {box, {}});
  const PictureOf what = map ? PictureOf::map : PictureOf::section;
  const ViewParts parts = parts_of(*ImGui::GetWindowDrawList(), box, state, what, caption);
  if (map) {
    draw_maps(state, actions, renderer, widgets, parts);
  } else {
    draw_section_view(state, actions, widgets, parts);
  }
  notes_mark(parts.foot, view_notes(state, what));
}

//! A section without a user's place goes across the arch where the jaws touch most.
void show_second(const AppState& state, Actions& actions, WidgetState& widgets, SecondView view) {
  widgets.second = view;
  if (view == SecondView::section && state.loaded && !state.view.section)
    actions.views.set_section(SectionKind::across_arch, place_to_cut(state));
}

}  // namespace

void draw_second_view(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
                      const ViewBox& box, Caption caption) {
  const float pad = ImGui::GetStyle().WindowPadding.y / 2;
  if (!state.loaded) {  // its jaws are shown already
    const std::string missing = what_is_missing(state);
    const ImVec2 size = ImGui::CalcTextSize(missing.c_str());
    ImGui::SetCursorPos({std::max(pad, (box.width - size.x) / 2), (box.height - size.y) / 2});
    return muted(missing);
  }
  ImGui::SetCursorPos({pad, pad});
  std::vector<const char*> names = {Text("Contact map"), Text("Cross-section")};
  const SidePicture* const side = side_picture_of(state);
  if (side != nullptr) names.push_back(side->name);
  if (side == nullptr && widgets.second == SecondView::picture) widgets.second = SecondView::map;
  const float fit = ImGui::CalcTextSize(Text("Fit")).x + em(1.4F);
  ImGui::BeginChild("choice", {box.width - 3 * pad - fit, ImGui::GetFrameHeight()});
  if (const auto clicked = choice("view", names, static_cast<int>(widgets.second)))
    show_second(state, actions, widgets, static_cast<SecondView>(*clicked));
  ImGui::EndChild();
  ImGui::SameLine(0, pad);
  draw_fit_button(widgets, fit);
  ViewBox canvas = box;
  canvas.y = std::floor(box.y + 2 * pad + ImGui::GetFrameHeight());
  canvas.height = std::max(box.y + box.height - canvas.y, 1.F);
  if (widgets.second == SecondView::picture) {
    draw_picture_view(state, widgets, canvas);
  } else {
    draw_map_or_section(state, actions, renderer, widgets, canvas, caption);
  }
}

}  // namespace intercusp::viewer
