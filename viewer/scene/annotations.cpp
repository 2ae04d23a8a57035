#include "viewer/scene/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/compass_picture.h"
#include "io/wording/definitions.h"
#include "viewer/scene/finding.h"
#include "viewer/scene/legends.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/tooth_labels.h"
#include "viewer/text/scene.h"

namespace intercusp::viewer {
namespace {

const char* title_of(const Camera& camera, const AnatomicalAxes& axes) {
  const std::optional<StandardView> view = view_of(camera, axes);
  if (!view) return text::free_view;
  switch (*view) {
    case StandardView::frontal:
      return text::frontal_view;
    case StandardView::right:
      return text::right_view;
    case StandardView::left:
      return text::left_view;
    case StandardView::upper_occlusal:
      return text::upper_occlusal_view;
    case StandardView::lower_occlusal:
      return text::lower_occlusal_view;
  }
  return text::free_view;
}

float margin(const Pen& pen) { return 0.75F * pen.em; }

//! Sentences at the foot of the view, the last lowest.  \return their top
float write_foot(Pen& pen, const std::string& finding, const std::string& small_print) {
  const float across = pen.box.width - 2 * margin(pen), small = 0.78F * pen.em;
  float y = pen.box.y + pen.box.height - 0.5F * margin(pen);
  const std::vector<std::string> print = pen.lines(small_print, across, small);
  const std::vector<std::string> lines = pen.lines(finding, across, pen.em);
  const float height =
      1.25F * small * static_cast<float>(print.size()) + 1.3F * pen.em * static_cast<float>(lines.size());
  pen.list.AddRectFilled(ImVec2(pen.box.x, y - height - 0.3F * pen.em),
                         ImVec2(pen.box.x + pen.box.width, pen.box.y + pen.box.height), pen.ink.plate);
  for (auto line = print.rbegin(); line != print.rend(); ++line) {
    y -= 1.25F * small;
    pen.write(pen.box.x + margin(pen), y, *line, small, pen.ink.pale);
  }
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    y -= 1.3F * pen.em;
    pen.write(pen.box.x + margin(pen), y, *line, pen.em, pen.ink.strong);
  }
  return y;
}

std::string finding_line(const AppState& state) {
  return fmt::format("{}", fmt::join(finding_parts(state), "  ·  "));
}

std::vector<Swatch> compass_swatches() {
  return {{compass_colour(ContactKind::closing), text::compass_closing},
          {compass_colour(ContactKind::protrusion), text::compass_protrusion},
          {compass_colour(ContactKind::retrusion), text::compass_retrusion},
          {compass_colour(ContactKind::working), text::compass_working},
          {compass_colour(ContactKind::balancing), text::compass_balancing},
          {compass_colour(ContactKind::rest), text::compass_other}};
}

bool shows_compass(const AppState& state) {
  return state.view.show_compass && state.film && state.film->contacts;
}

bool shows_paint(const AppState& state) {
  const ViewState& view = state.view;
  return state.live && ((view.upper.shown && view.upper.painted) || (view.lower.shown && view.lower.painted));
}

ColourScale scale_of(const AppState& state) {
  return scale_for(state.view.palette, std::max(0.0, -state.live->reading().least_clearance_mm.value_or(0)));
}

float bar_height(const Pen& pen) { return std::min(17 * pen.em, 0.55F * pen.box.height); }

void draw_scene_legend(Pen& pen, const AppState& state) {
  const float right = pen.box.x + pen.box.width - margin(pen), left = right - legend_width(pen);
  const float top = pen.box.y + margin(pen);
  if (shows_compass(state)) {
    draw_swatches(pen, text::compass_legend, compass_swatches(), left, top);
    return;
  }
  if (!shows_paint(state)) return;
  draw_clearance_legend(pen, scale_of(state), state.document.threshold_mm, left, top, bar_height(pen));
}

//! The patient's superior, anterior and left as small arrows.  \return its right edge
float draw_orientation_marker(Pen& pen, const Camera& camera, const AnatomicalAxes& axes, float bottom) {
  const float length = 1.7F * pen.em, room = length + pen.em;
  const ImVec2 middle(pen.box.x + margin(pen) + room, bottom - room);
  const std::array<std::pair<Eigen::Vector3d, const char*>, 3> arrows = {
      {{axes.superior, text::superior_letter},
       {axes.anterior, text::anterior_letter},
       {axes.left, text::left_letter}}};
  pen.take({middle.x - room, middle.y - room, middle.x + room, middle.y + room});
  pen.list.AddCircleFilled(middle, room, pen.ink.plate);
  const float size = 0.85F * pen.em;
  for (const auto& [axis, letter] : arrows) {
    const Eigen::Vector3d in_view = camera.view_from_case * axis;
    const auto x = static_cast<float>(in_view.x()), y = static_cast<float>(in_view.y());
    const float foreshortened = std::hypot(x, y);
    const ImVec2 end(middle.x + length * x, middle.y + length * y);
    pen.list.AddLine(middle, end, pen.ink.strong, 2);
    pen.list.AddCircleFilled(end, 2.5F, pen.ink.strong);
    if (foreshortened < 0.35F) continue;  // it runs into or out of the picture
    const float beyond = 0.55F * size / foreshortened;
    pen.write(end.x + beyond * x, end.y + beyond * y - size / 2, letter, size, pen.ink.strong,
              Anchor::middle);
  }
  return middle.x + room;
}

std::vector<Swatch> jaw_swatches(const ColourScale& scale) {
  return {{scale.upper_only(), text::upper_only},
          {scale.lower_only(), text::lower_only},
          {scale.not_anatomy(), text::not_scanned}};
}

std::vector<Swatch> stage_swatches(const ColourScale& scale) {
  return {{stage_colour(Stage::pass1), text::stage_pass1},
          {stage_colour(Stage::pass2), text::stage_pass2},
          {stage_colour(Stage::layers), text::stage_layers},
          {stage_colour(Stage::rays), text::stage_rays},
          {scale.upper_only(), text::upper_only},
          {scale.lower_only(), text::lower_only}};
}

std::string usual_contours() {
  return fmt::format("{}, {} and {}", shortest(usual_contours_mm[0]), shortest(usual_contours_mm[1]),
                     shortest(usual_contours_mm[2]));
}

void draw_lines(Pen& pen, const std::vector<SectionLine>& lines, const SectionPlacement& placement,
                Rgb colour) {
  const Eigen::Vector2d middle(pen.box.x + pen.box.width / 2, pen.box.y + pen.box.height / 2);
  const auto place = [&](const Eigen::Vector2d& mm) {
    const Eigen::Vector2d at = middle + (mm - placement.middle_mm) * placement.pixels_per_mm;
    return ImVec2(static_cast<float>(at.x()), static_cast<float>(at.y()));
  };
  for (const SectionLine& line : lines)
    pen.list.AddLine(place(line.from), place(line.to), ink_of(line.anatomy ? colour : looks::added.colour),
                     line.anatomy ? 2.0F : 1.2F);
}

void draw_ruler(Pen& pen, const Ruler& ruler, const SectionPlacement& placement) {
  const Eigen::Vector2d middle(pen.box.x + pen.box.width / 2, pen.box.y + pen.box.height / 2);
  const Eigen::Vector2d from = middle + (ruler.from - placement.middle_mm) * placement.pixels_per_mm,
                        to = middle + (ruler.to - placement.middle_mm) * placement.pixels_per_mm;
  const auto point = [](const Eigen::Vector2d& at) {
    return ImVec2(static_cast<float>(at.x()), static_cast<float>(at.y()));
  };
  const Eigen::Vector2d along = (to - from).stableNormalized();
  const Eigen::Vector2d across = 5 * Eigen::Vector2d(-along.y(), along.x());
  for (const auto& [ink, thickness] : {std::pair{pen.ink.halo, 4.0F}, {pen.ink.strong, 1.6F}}) {
    pen.list.AddLine(point(from), point(to), ink, thickness);
    pen.list.AddLine(point(from - across), point(from + across), ink, thickness);
    pen.list.AddLine(point(to - across), point(to + across), ink, thickness);
  }
  const ImVec2 label = point((from + to) / 2 + 3 * across);
  pen.write(label.x, label.y - pen.em / 2,
            fmt::format(text::millimetres, rounded((ruler.to - ruler.from).norm(), 2)), pen.em,
            pen.ink.strong, across.x() < 0 ? Anchor::right : Anchor::left);
}

}  // namespace

void annotate_scene(ImDrawList& list, const ViewBox& box, const AppState& state, const Camera& camera) {
  if (!state.loaded) return;
  Pen pen(list, box, state.settings.dark);
  list.PushClipRect(ImVec2(box.x, box.y), ImVec2(box.x + box.width, box.y + box.height), true);
  pen.write(box.x + margin(pen), box.y + margin(pen), title_of(camera, state.loaded->axes()), 1.15F * pen.em,
            pen.ink.strong);
  draw_scene_legend(pen, state);
  std::string print = state.live ? finding_definition(state) + " " : "";
  if (shows_paint(state) && !shows_compass(state)) print += std::string(text::painted_clearance) + " ";
  const float foot = write_foot(pen, finding_line(state), print + text::disclaimer) - 0.5F * pen.em;

  const std::optional<AnatomicalAxes>& axes = state.loaded->anatomy.axes;
  float left = box.x + margin(pen);
  if (axes) left = draw_orientation_marker(pen, camera, *axes, foot) + pen.em;
  draw_scale_bar(pen, left, foot - 0.3F * pen.em, static_cast<double>(box.height) / camera.height_mm,
                 box.width / 4);
  draw_sides(pen, {box.x + margin(pen), box.y + margin(pen), box.x + box.width - margin(pen), foot},
             patient_sides(camera.pose(), axes));
  if (state.view.tooth_numbers) draw_tooth_labels(pen, state, camera);
  list.PopClipRect();
}

void annotate_map(ImDrawList& list, const ViewBox& box, const AppState& state,
                  const MapPlacement& placement) {
  if (!state.loaded || !state.live) return;
  Pen pen(list, box, state.settings.dark);
  list.PushClipRect(ImVec2(box.x, box.y), ImVec2(box.x + box.width, box.y + box.height), true);
  const bool by_stage = state.view.map_colouring == MapColouring::resolved_by;
  const float top = box.y + margin(pen);
  const Area title = pen.write(box.x + margin(pen), top, by_stage ? text::map_view_by_stage : text::map_view,
                               1.15F * pen.em, pen.ink.strong);
  if (state.loaded->anatomy.axes)
    pen.write(title.right + pen.em, top + 0.2F * pen.em, text::map_seen_from, 0.88F * pen.em, pen.ink.pale);

  const ColourScale scale = scale_of(state);
  const float left = box.x + box.width - margin(pen) - legend_width(pen);
  if (by_stage) {
    draw_swatches(pen, text::stages_legend, stage_swatches(scale), left, top);
  } else {
    const float end =
        draw_clearance_legend(pen, scale, state.document.threshold_mm, left, top, bar_height(pen));
    draw_swatches(pen, "", jaw_swatches(scale), left, end + 0.6F * pen.em);
  }
  std::string print;
  if (by_stage && state.stages &&
      state.stages->upper_from_lower.matrix() != state.document.upper_from_lower.matrix())
    print = std::string(text::other_pose) + " ";
  if (!by_stage && state.view.contours)
    print = fmt::format(text::map_lines, shortest(state.document.threshold_mm), usual_contours()) + " ";
  const float foot =
      write_foot(pen, finding_line(state), print + finding_definition(state) + " " + text::disclaimer) -
      0.5F * pen.em;

  const MapFrame& frame = state.live->map().frame;
  draw_scale_bar(pen, box.x + margin(pen), foot - 0.3F * pen.em,
                 static_cast<double>(placement.scale) / frame.grid.pixel_mm, box.width / 4);
  draw_sides(pen, {box.x + margin(pen), top + 1.6F * pen.em, box.x + box.width - margin(pen), foot},
             patient_sides(frame.projection.view_from_case(), state.loaded->anatomy.axes));
  list.PopClipRect();
}

void draw_section(ImDrawList& list, const ViewBox& box, const AppState& state, const SectionOutline& outline,
                  const SectionPlacement& placement) {
  if (!state.loaded || !state.view.section) return;
  Pen pen(list, box, state.settings.dark);
  list.PushClipRect(ImVec2(box.x, box.y), ImVec2(box.x + box.width, box.y + box.height), true);
  draw_lines(pen, outline.upper, placement, looks::upper_section);
  draw_lines(pen, outline.lower, placement, looks::lower_section);
  if (state.view.ruler) draw_ruler(pen, *state.view.ruler, placement);

  const float top = box.y + margin(pen), bottom = box.y + box.height - margin(pen);
  pen.write(box.x + margin(pen), top, text::section_view, 1.15F * pen.em, pen.ink.strong);
  draw_swatches(pen, "",
                {{looks::upper_section, text::section_upper},
                 {looks::lower_section, text::section_lower},
                 {looks::added.colour, text::section_added}},
                box.x + box.width - margin(pen) - legend_width(pen), top);
  draw_scale_bar(pen, box.x + margin(pen), bottom, placement.pixels_per_mm, box.width / 4);
  draw_sides(pen, {box.x + margin(pen), top, box.x + box.width - margin(pen), bottom},
             patient_sides(state.view.section->case_from_plane.inverse(), state.loaded->anatomy.axes));
  list.PopClipRect();
}

}  // namespace intercusp::viewer
