#include <algorithm>
#include <array>
#include <cmath>

#include "io/language/tooth_names.h"
#include "io/wording/definitions.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {
namespace {

//! The camera of the moment when the pose was saved: the whole jaws, or the visible part if it was close.
Camera camera_of(const AppState& state, const NamedPose& pose) {
  constexpr double margin = 0.03;
  const double aspect = static_cast<double>(thumbnail_px.width_px) / thumbnail_px.height_px;
  const ViewRoom room{
      .width_over_height = aspect, .left = margin, .right = margin, .top = margin, .bottom = margin};
  const Eigen::Quaterniond direction =
      pose.camera ? pose.camera->view_from_case : rotation_of(StandardView::frontal, state.loaded->axes());
  const Camera whole = fitted(state.loaded->bite, pose.upper_from_lower, direction, true, true, room);
  Camera near = pose.camera.value_or(whole);
  near.height_mm *= std::max(1.0, state.view_room.width_over_height / aspect);
  return near.height_mm < whole.height_mm ? near : whole;
}

//! The map of a pose, where one is there.
std::shared_ptr<LiveBite> map_of(const AppState& state, const NamedPose& pose) {
  for (const std::shared_ptr<LiveBite>& live : {state.live, state.pose_map.shared()})
    if (live && same_pose(live->reading().upper_from_lower, pose.upper_from_lower)) return live;
  return nullptr;
}

//! The renderer's picture of the pose.
AppState state_in(const AppState& state, const NamedPose& pose, std::shared_ptr<LiveBite> live) {
  AppState shown;
  shown.loaded = state.loaded;
  shown.case_number = state.case_number;
  shown.document = state.document;
  shown.document.upper_from_lower = pose.upper_from_lower;
  shown.view = state.view;
  shown.view.upper.shown = shown.view.lower.shown = true;
  shown.view.section_cuts = false;
  shown.settings = state.settings;
  shown.live = std::move(live);
  return shown;
}

gl::Texture copy_of(const SceneRenderer& renderer) {
  gl::Texture copy = linear_texture(thumbnail_px.width_px, thumbnail_px.height_px);
  glCopyImageSubData(renderer.texture(), GL_TEXTURE_2D, 0, 0, 0, 0, copy.get(), GL_TEXTURE_2D, 0, 0, 0, 0,
                     thumbnail_px.width_px, thumbnail_px.height_px, 1);
  return copy;
}

//! Null until it is drawn.
const PoseThumbnail* thumbnail_of(const std::vector<PoseThumbnail>& thumbnails, const NamedPose& pose) {
  const auto found = std::ranges::find_if(thumbnails, [&](const PoseThumbnail& thumbnail) {
    return thumbnail.pose.camera == pose.camera &&
           same_pose(thumbnail.pose.upper_from_lower, pose.upper_from_lower);
  });
  return found == thumbnails.end() ? nullptr : &*found;
}

}  // namespace

bool draw_missing_thumbnail(const AppState& state, Actions& actions, SceneRenderer& renderer,
                            std::vector<PoseThumbnail>& thumbnails) {
  if (!state.live || state.moving()) return false;
  const std::vector<NamedPose>& poses = state.document.poses;
  const auto missing = std::ranges::find_if(
      poses, [&](const NamedPose& pose) { return thumbnail_of(thumbnails, pose) == nullptr; });
  if (missing == poses.end()) return false;
  const std::shared_ptr<LiveBite> live = map_of(state, *missing);
  if (!live) {
    actions.pose.prepare_map(missing->upper_from_lower);
    return false;
  }
  renderer.follow(state_in(state, *missing, live));
  const Camera camera = camera_of(state, *missing);
  while (renderer.draw(camera, thumbnail_px, SceneRenderer::Effort::best)) {
  }
  thumbnails.push_back({*missing, copy_of(renderer)});
  actions.pose.forget_map();
  return true;
}

namespace {

constexpr auto end_comparison_explained = Text("End the comparison. Key: Esc.");

bool is_compared(const AppState& state, const NamedPose& pose) {
  return state.comparison && state.comparison->other.name == pose.name &&
         same_pose(state.comparison->other.upper_from_lower, pose.upper_from_lower);
}

//! A button that stays pressed while the pose is compared.
bool compare_button(bool compared) {
  if (compared) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  const bool clicked = ImGui::SmallButton(Text("Compare"));
  if (compared) ImGui::PopStyleColor();
  explain(compared ? end_comparison_explained
                   : Text("Shows the map of this pose below or beside that of the present one, in the same "
                          "colours, and what differs tooth by tooth."));
  return clicked;
}

std::string both_poses(const ToothDifference& row, const std::string& other) {
  const auto words = [](const std::string& pose, const ToothFigures& figures) {
    return phrase("{}: {} mm\u00b2, {} mm deep, {} %", pose, rounded(figures.area_mm2, 2),
                  rounded(figures.depth_mm, 3), rounded(100 * figures.share, 0));
  };
  return words(Text("Present pose"), row.now) + "\n" + words(other, row.other);
}

Figures<ToothDifference> difference_columns() {
  using Row = ToothDifference;
  const auto number = [](std::string heading, ToothFigures Row::*pose, double ToothFigures::*figure,
                         int digits) {
    return Figure<Row>{"", "", "", [=](const Row& row) { return row.*pose.*figure; }}.headed(
        std::move(heading), digits);
  };
  return {
      Figure<Row>{"tooth", "", "FDI number.", [](const Row& row) { return tooth_value(row.tooth); }}.headed(
          Text("Tooth"),
          [](const Row& row) { return row.tooth == 0 ? std::string(Text("All")) : tooth_name(row.tooth); }),
      number(phrase("mm²\nbefore"), &Row::other, &ToothFigures::area_mm2, 1),
      number(phrase("mm²\nnow"), &Row::now, &ToothFigures::area_mm2, 1),
      number(phrase("Depth\nbefore"), &Row::other, &ToothFigures::depth_mm, 2),
      number(phrase("Depth\nnow"), &Row::now, &ToothFigures::depth_mm, 2)};
}

//! The slider between the two poses; the numbers below belong to its position.
void choose_between(Actions& actions, const ComparedPose& comparison) {
  constexpr double percent = 100;
  const auto moved =
      slider(phrase("From “{}” (0 %) to where the comparison began (100 %)", comparison.other.name).c_str(),
             percent * comparison.share, 0, percent, "%.0f %%");
  if (moved) actions.pose.go_between(*moved / percent);
}

void show_differences(const AppState& state, Actions& actions, const ComparedPose& comparison) {
  choose_between(actions, comparison);
  muted(phrase("Before: \u201c{}\u201d; now: the present pose. Contact of the lower teeth, depth in mm",
               comparison.other.name));
  if (!state.rest || !comparison.rest) return muted(Text("Both are measured when the mandible is at rest."));
  const Figures<ToothDifference> figures = difference_columns();
  figure_table("differences", figures, {}, [&] {
    for (const ToothDifference& row :
         tooth_differences(*state.rest, *comparison.rest, state.document.measure))
      figure_row(figures, row, [&] {
        (void)ImGui::Selectable(text_of(figures[0], row).c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
        explain(both_poses(row, comparison.other.name));
      });
  });
}

//! The request of a click in the list.
struct Clicked {
  std::optional<std::size_t> gone_to, removed, compared;
};

//! The picture, or the room for it.
void draw_thumbnail(const PoseThumbnail* thumbnail) {
  constexpr float high_em = 3.2F;
  const ImVec2 size{em(high_em) * thumbnail_px.width_px / thumbnail_px.height_px, em(high_em)};
  if (thumbnail == nullptr) return ImGui::Dummy(size);
  ImGui::Image(texture_id(thumbnail->texture.get()), size);
}

//! Its picture, with the name and the buttons on the right.
void pose_row(const AppState& state, const WidgetState& widgets, std::size_t index, Clicked& clicked) {
  const NamedPose& pose = state.document.poses[index];
  ImGui::PushID(static_cast<int>(index));
  draw_thumbnail(thumbnail_of(widgets.thumbnails, pose));
  if (ImGui::IsItemClicked()) clicked.gone_to = index;
  ImGui::SameLine();
  ImGui::BeginGroup();
  if (named_line("##pose", pose.name)) clicked.gone_to = index;
  if (compare_button(is_compared(state, pose))) clicked.compared = index;
  ImGui::SameLine();
  if (ImGui::SmallButton("\xc3\x97")) clicked.removed = index;
  explain(Text("Delete pose"));
  ImGui::EndGroup();
  ImGui::PopID();
}

void follow_click(const AppState& state, Actions& actions, WidgetState& widgets, const Clicked& clicked) {
  if (clicked.compared) {
    if (is_compared(state, state.document.poses[*clicked.compared])) return actions.pose.end_comparison();
    actions.pose.compare_with(*clicked.compared);
    widgets.second = SecondView::map;
  }
  if (clicked.gone_to) actions.pose.go_to_named(*clicked.gone_to);
  if (clicked.removed) actions.pose.remove_named(*clicked.removed);
}

void name_box(ViewBox& box, const std::string& name) {
  const float height = ImGui::GetFrameHeight();
  ImGui::TextUnformatted(elided(name, box.width - em(2.5F)).c_str());
  box.y += height;
  box.height = std::max(box.height - height, 1.F);
}

}  // namespace

void draw_named_poses(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("Named poses"));
  Clicked clicked;
  for (std::size_t i = 0; i < state.document.poses.size(); ++i) pose_row(state, widgets, i, clicked);
  follow_click(state, actions, widgets, clicked);
  ImGui::SetNextItemWidth(-(ImGui::CalcTextSize(Text("Save pose")).x + em(1.4F)));
  const bool entered = text_field("##pose", Text("Name of this pose"), widgets.pose_name);
  ImGui::SameLine();
  ImGui::BeginDisabled(widgets.pose_name.empty());
  if (ImGui::Button(Text("Save pose")) || (entered && !widgets.pose_name.empty())) {
    actions.pose.add_named(widgets.pose_name);
    widgets.pose_name.clear();
  }
  ImGui::EndDisabled();
  if (const auto comparison = state.comparison) show_differences(state, actions, *comparison);
}

ComparedBoxes compared_boxes(const ViewBox& picture, const ComparedPose& comparison, Actions& actions) {
  ComparedBoxes boxes{picture, picture};
  if (picture.width > picture.height) {
    boxes.present.width = boxes.other.width = std::floor(picture.width / 2);
    boxes.other.x += boxes.present.width;
  } else {
    boxes.present.height = boxes.other.height = std::floor(picture.height / 2);
    boxes.other.y += boxes.present.height;
  }
  const float pad = em(0.4F);
  ImGui::SetCursorScreenPos({boxes.present.x + pad, boxes.present.y});
  name_box(boxes.present, Text("Present pose"));
  ImGui::SetCursorScreenPos({boxes.other.x + pad, boxes.other.y});
  const bool ends = ImGui::SmallButton("\xc3\x97##comparison");
  explain(end_comparison_explained);
  ImGui::SameLine();
  name_box(boxes.other, comparison.other.name);
  if (ends) actions.pose.end_comparison();
  return boxes;
}

}  // namespace intercusp::viewer
