
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "io/language/tooth_names.h"
#include "occlusion/case/fdi.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

constexpr double between_points_mm = 0.3;  //!< of a stroke
constexpr const char* tooth_chart = "tooth chart";

ClickedPlace clicked_place(const AppState& state, const Picked& picked) {
  return {.tooth = {picked.jaw, picked.tooth},
          .jaw_point = state.place_on_jaw(picked.jaw, picked.case_point).jaw_point};
}

void click_to_split(Actions& actions, TeethWidgets& teeth, const ClickedPlace& place) {
  if (!teeth.first || teeth.first->tooth.jaw != place.tooth.jaw) {
    if (place.tooth.fdi == 0)
      return actions.messages.refuse(phrase("There is no tooth here. Click on a tooth to split it."));
    select_tooth_in_place(actions, place.tooth);
    teeth.first = place;
    return;
  }
  edit_teeth(actions, place.tooth.jaw,
             {.kind = TeethEdit::Kind::split,
              .tooth = teeth.first->tooth.fdi,
              .points_mm = {teeth.first->jaw_point, place.jaw_point}});
  teeth.first.reset();
}

//! A row of one jaw's numbers, as one faces the patient; those that are taken cannot be chosen.  \return the one clicked
std::optional<int> chart_row(const FoundTeeth& found, bool milk) {
  std::optional<int> chosen;
  bool first = true;
  for (int place = 0; place < arch_places; ++place) {
    const int fdi = fdi_at(found.jaw, place, milk);
    if (fdi == 0) continue;
    if (!std::exchange(first, false)) ImGui::SameLine(0, em(0.15F));
    const bool taken = std::ranges::find(found.teeth, fdi, &FoundTooth::fdi) != found.teeth.end();
    ImGui::BeginDisabled(taken);
    if (ImGui::Button(tooth_name(fdi).c_str(), {em(2.1F), 0})) chosen = fdi;
    ImGui::EndDisabled();
  }
  return chosen;
}

class TeethMouse : public SceneMouse {
  bool wants(const AppState& state) const override { return state.shows_teeth; }

  bool takes_double_clicks(const WidgetState& widgets) const override {
    return widgets.parts.get<TeethWidgets>().tool != TeethTool::select;
  }

  void click(const AppState& state, Actions& actions, WidgetState& widgets,
             const MousePlace& mouse) const override {
    if (!state.teeth) return;
    TeethWidgets& teeth = widgets.parts.of<TeethWidgets>();
    const std::optional<Picked>& picked = mouse.picked;
    const bool needs_jaw = teeth.tool == TeethTool::split || teeth.tool == TeethTool::add;
    if (!picked && needs_jaw)
      return actions.messages.refuse(phrase("There is no jaw here. Click on the jaw."));
    if (!picked) return;
    const ClickedPlace place = clicked_place(state, *picked);
    switch (teeth.tool) {
      case TeethTool::split:
        return click_to_split(actions, teeth, place);
      case TeethTool::add:
        if (place.tooth.fdi != 0)  // which says why not
          return edit_teeth(actions, place.tooth.jaw,
                            {.kind = TeethEdit::Kind::add, .points_mm = {place.jaw_point}});
        teeth.added = place;
        return ImGui::OpenPopup(tooth_chart);
      case TeethTool::select:
      case TeethTool::grow:
      case TeethTool::shrink:
        if (place.tooth.fdi != 0) select_tooth_in_place(actions, place.tooth);
    }
  }

  //! The numbers of the jaw that was clicked to add a tooth.
  void popups(const AppState& state, Actions& actions, WidgetState& widgets) const override {
    if (!ImGui::BeginPopup(tooth_chart)) return;
    TeethWidgets& teeth = widgets.parts.of<TeethWidgets>();
    if (teeth.added && state.teeth) {
      const ClickedPlace place = *teeth.added;
      const FoundTeeth& found = state.teeth_of(place.tooth.jaw)->found;
      ImGui::TextUnformatted(phrase("Which tooth is it?").c_str());
      std::optional<int> number = chart_row(found, false);
      ImGui::Dummy({0, em(0.2F)});
      if (const auto of_milk = chart_row(found, true)) number = of_milk;
      if (number) {
        edit_teeth(actions, place.tooth.jaw,
                   {.kind = TeethEdit::Kind::add, .number = *number, .points_mm = {place.jaw_point}});
        teeth.added.reset();
        ImGui::CloseCurrentPopup();
      }
    }
    ImGui::EndPopup();
  }

  bool paints(const AppState& state, const WidgetState& widgets) const override {
    const TeethTool tool = widgets.parts.get<TeethWidgets>().tool;
    return (tool == TeethTool::grow || tool == TeethTool::shrink) && state.selected_tooth;
  }

  void stroke(const AppState& state, WidgetState& widgets, const MousePlace& mouse) const override {
    const std::optional<Picked>& picked = mouse.picked;
    if (!picked || !state.selected_tooth || picked->jaw != state.selected_tooth->jaw) return;
    const Eigen::Vector3d point = clicked_place(state, *picked).jaw_point;
    std::vector<Eigen::Vector3d>& points = widgets.parts.of<TeethWidgets>().stroke;
    if (points.empty() || (points.back() - point).norm() >= between_points_mm) points.push_back(point);
  }

  void end_stroke(const AppState& state, Actions& actions, WidgetState& widgets) const override {
    TeethWidgets& teeth = widgets.parts.of<TeethWidgets>();
    const std::vector<Eigen::Vector3d> stroke = std::exchange(teeth.stroke, {});
    if (stroke.empty() || !state.selected_tooth) return;
    const bool grow = teeth.tool == TeethTool::grow;
    edit_teeth(actions, state.selected_tooth->jaw,
               {.kind = grow ? TeethEdit::Kind::grow : TeethEdit::Kind::shrink,
                .tooth = state.selected_tooth->fdi,
                .points_mm = stroke,
                .radius_mm = teeth.brush_mm});
  }

  void cancel(WidgetState& widgets) const override {
    TeethWidgets& teeth = widgets.parts.of<TeethWidgets>();
    teeth.first.reset();
    teeth.stroke.clear();
  }

  //! The brush, its stroke and the first point of a split.
  void draw(const AppState& state, const WidgetState& widgets, const ViewBox& box) const override {
    const TeethWidgets& teeth = widgets.parts.get<TeethWidgets>();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const PictureSize size{.width_px = static_cast<int>(box.width),
                           .height_px = static_cast<int>(box.height)};
    const auto in_window = [&](Jaw jaw, const Eigen::Vector3d& jaw_point) {
      const Eigen::Vector2d pixel = pixel_of(state.view.camera, size, state.case_point({jaw, jaw_point}));
      return ImVec2(box.x + static_cast<float>(pixel.x()), box.y + static_cast<float>(pixel.y()));
    };
    const auto px_per_mm = static_cast<float>(box.height / state.view.camera.height_mm);
    constexpr ImU32 dark = IM_COL32(20, 22, 26, 255), light = IM_COL32(255, 255, 255, 255);
    if (teeth.first) {
      const ImVec2 at = in_window(teeth.first->tooth.jaw, teeth.first->jaw_point);
      list.AddCircleFilled(at, 6, dark);
      list.AddCircleFilled(at, 4, light);
    }
    if (!paints(state, widgets)) return;
    const float radius = static_cast<float>(teeth.brush_mm) * px_per_mm;
    const bool grow = teeth.tool == TeethTool::grow;
    const ImU32 paint = grow ? IM_COL32(90, 200, 120, 70) : IM_COL32(230, 90, 90, 70);
    for (const Eigen::Vector3d& point : teeth.stroke)
      list.AddCircleFilled(in_window(state.selected_tooth->jaw, point), radius, paint);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool over =
        mouse.x >= box.x && mouse.x < box.x + box.width && mouse.y >= box.y && mouse.y < box.y + box.height;
    if (!over) return;
    list.AddCircle(mouse, radius, dark, 0, 3);
    list.AddCircle(mouse, radius, light, 0, 1.4F);
  }
};

}  // namespace

const SceneMouse& teeth_mouse() { return the<TeethMouse>; }

}  // namespace intercusp::viewer
