#include "viewer/scene/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/compass_picture.h"
#include "io/picture/legend.h"
#include "io/picture/tooth_numbers.h"
#include "io/wording/definitions.h"
#include "viewer/scene/finding.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/section_picture.h"
#include "viewer/scene/section_trace.h"
#include "viewer/scene/tooth_colours.h"
#include "viewer/text/scene.h"

namespace intercusp::viewer {
namespace {

double margin(const Canvas& canvas) { return 0.75 * canvas.em; }

double legend_width(const Canvas& canvas) { return 9 * canvas.em; }

//! Sentences at the foot of the view, the last lowest.  \return their top
double write_foot(DrawListCanvas& canvas, const std::string& finding, const std::string& small_print) {
  const Letters large{canvas.em, canvas.inks.strong}, small{0.78 * canvas.em, canvas.inks.pale};
  const Area& view = canvas.bounds;
  const double across = view.right - view.left - 2 * margin(canvas);
  const std::vector<std::string> print = canvas.lines(small_print, across, small);
  const std::vector<std::string> lines =
      finding.empty() ? std::vector<std::string>{} : canvas.lines(finding, across, large);
  const double top = view.bottom - 0.5 * margin(canvas) -
                     1.25 * small.size_px * static_cast<double>(print.size()) -
                     1.3 * canvas.em * static_cast<double>(lines.size());
  canvas.list.AddRectFilled(point({view.left, top - 0.3 * canvas.em}), point({view.right, view.bottom}),
                            canvas.plate);
  double y = top;
  for (const std::string& line : lines) {
    canvas.write(view.left + margin(canvas), y, line, large);
    y += 1.3 * canvas.em;
  }
  for (const std::string& line : print) {
    canvas.write(view.left + margin(canvas), y, line, small);
    y += 1.25 * small.size_px;
  }
  return top;
}

std::string finding_line(const AppState& state, Caption caption) {
  if (caption == Caption::without_finding) return {};
  return fmt::format("{}", fmt::join(finding_parts(state), "  ·  "));
}

using Swatch = std::pair<Rgb, std::string>;

//! Squares of colours and what they stand for, below each other.
void draw_swatches(Canvas& canvas, const std::vector<Swatch>& swatches, double x, double y) {
  for (const auto& [colour, meaning] : swatches)
    y += draw_swatch(canvas, x, y, legend_width(canvas), colour, meaning);
}

std::vector<Swatch> compass_swatches() {
  return {{compass_colour(ContactKind::closing), text::compass_closing},
          {compass_colour(ContactKind::protrusion), text::compass_protrusion},
          {compass_colour(ContactKind::retrusion), text::compass_retrusion},
          {compass_colour(ContactKind::working), text::compass_working},
          {compass_colour(ContactKind::balancing), text::compass_balancing},
          {compass_colour(ContactKind::rest), text::compass_other}};
}

std::vector<Swatch> teeth_swatches() {
  return {{shown_colour({.fdi = 16, .sure = true}), text::sure_tooth},
          {shown_colour({.fdi = 16, .sure = false}), text::unsure_tooth}};
}

bool shows_teeth(const AppState& state) { return state.shows_teeth && state.teeth; }

bool shows_compass(const AppState& state) {
  return !shows_teeth(state) && state.view.show_compass && state.film && state.film->contacts;
}

bool shows_paint(const AppState& state) {
  const ViewState& view = state.view;
  return state.live && !shows_teeth(state) &&
         ((view.upper.shown && view.upper.painted) || (view.lower.shown && view.lower.painted));
}

//! Where the legend of a view with colours of clearance goes.
Area legend_area(const Canvas& canvas) {
  const double right = canvas.bounds.right - margin(canvas), top = canvas.bounds.top + margin(canvas);
  const double height = std::min(17 * canvas.em, 0.55 * (canvas.bounds.bottom - canvas.bounds.top));
  return {right - legend_width(canvas), top, right, top + height};
}

void write_legend_title(Canvas& canvas, const std::string& title) {
  const Area area = legend_area(canvas);
  canvas.write(area.left, area.top, title, {canvas.em, canvas.inks.strong});
}

void draw_scene_legend(Canvas& canvas, const AppState& state) {
  const Area area = legend_area(canvas);
  if (shows_teeth(state)) {
    write_legend_title(canvas, text::teeth_legend);
    draw_swatches(canvas, teeth_swatches(), area.left, area.top + 1.6 * canvas.em);
  } else if (shows_compass(state)) {
    write_legend_title(canvas, text::compass_legend);
    draw_swatches(canvas, compass_swatches(), area.left, area.top + 1.6 * canvas.em);
  } else if (shows_paint(state)) {
    draw_clearance_legend(canvas, {state.view.scale()}, {state.document.threshold_mm}, area);
  }
}

//! The patient's superior, anterior and left as small arrows.  \return its right edge
double draw_orientation_marker(DrawListCanvas& canvas, const Camera& camera, const AnatomicalAxes& axes,
                               double bottom) {
  const double length = 1.7 * canvas.em, room = length + canvas.em;
  const Eigen::Vector2d middle(canvas.bounds.left + margin(canvas) + room, bottom - room);
  const std::array<std::pair<Eigen::Vector3d, const char*>, 3> arrows = {
      {{axes.superior, text::superior_letter},
       {axes.anterior, text::anterior_letter},
       {axes.left, text::left_letter}}};
  const ImU32 strong = ink_of(canvas.inks.strong.colour);
  canvas.take({middle.x() - room, middle.y() - room, middle.x() + room, middle.y() + room});
  canvas.list.AddCircleFilled(point(middle), static_cast<float>(room), canvas.plate);
  const Letters letters{0.85 * canvas.em, canvas.inks.strong};
  for (const auto& [axis, letter] : arrows) {
    const Eigen::Vector2d in_view = (camera.view_from_case * axis).head<2>();
    const double foreshortened = in_view.norm();
    const Eigen::Vector2d end = middle + length * in_view;
    canvas.list.AddLine(point(middle), point(end), strong, 2);
    canvas.list.AddCircleFilled(point(end), 2.5F, strong);
    if (foreshortened < 0.35) continue;  // it runs into or out of the picture
    const Eigen::Vector2d place = end + 0.55 * letters.size_px / foreshortened * in_view;
    canvas.write(place.x(), place.y() - letters.size_px / 2, letter, letters, Align::centre);
  }
  return middle.x() + room;
}

//! A ring around a contact chosen from the list. Seen through whatever lies in front of it.
void draw_ring(DrawListCanvas& canvas, const Eigen::Vector2d& middle, double radius_px) {
  const double radius = std::max(radius_px, 0.4 * canvas.em) + 0.3 * canvas.em;
  for (const auto& [stroke, thickness] : {std::pair{canvas.inks.halo, 5.0F}, {canvas.inks.strong, 2.2F}})
    canvas.list.AddCircle(point(middle), static_cast<float>(radius), ink_of(stroke.colour, stroke.opacity), 0,
                          thickness);
}

void ring_contact(DrawListCanvas& canvas, const AppState& state, const Camera& camera) {
  if (!state.selected_contact || shows_teeth(state)) return;
  const Area& box = canvas.bounds;
  const double pixels_per_mm = (box.bottom - box.top) / camera.height_mm;
  const Eigen::Vector2d middle(box.left + box.right, box.top + box.bottom);
  for (const ContactSpot& spot : state.selected_contact->spots)
    draw_ring(canvas, middle / 2 + pixels_per_mm * (camera.pose() * spot.case_point).head<2>(),
              pixels_per_mm * spot.radius_mm);
}

void ring_contact(DrawListCanvas& canvas, const AppState& state, const MapPlacement& placement) {
  if (!state.selected_contact) return;
  const View& view = state.live->map().view;
  const double pixels_per_mm = placement.scale / view.grid.pixel_mm;
  for (const ContactSpot& spot : state.selected_contact->spots) {
    const Eigen::Vector2d from_corner =
        (view.view_from_case * spot.case_point).head<2>() - Eigen::Vector2d(view.grid.u0_mm, view.grid.v0_mm);
    draw_ring(canvas, Eigen::Vector2d(placement.x, placement.y) + pixels_per_mm * from_corner,
              pixels_per_mm * spot.radius_mm);
  }
}

//! Numbers of the teeth of the jaws that are shown and not cut away.
void write_tooth_numbers(DrawListCanvas& canvas, const AppState& state, const Camera& camera) {
  const double pixels_per_mm = (canvas.bounds.bottom - canvas.bounds.top) / camera.height_mm;
  const Eigen::Vector2d middle(canvas.bounds.left + canvas.bounds.right,
                               canvas.bounds.top + canvas.bounds.bottom);
  const Eigen::Affine3d px_from_case =
      Eigen::Affine3d(Eigen::Translation3d(middle.x() / 2, middle.y() / 2, 0)) *
      Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) * camera.pose();
  const Eigen::Affine3d case_from_px = px_from_case.inverse();
  const auto is_kept = [&](const Eigen::Vector3d& place) {
    const std::optional<SectionPlane>& section = state.view.section;
    return !section || !state.view.section_cuts ||
           section->normal().dot(case_from_px * place) >= section->offset_mm();
  };
  const auto write = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                         const Eigen::Vector3d& root) {
    draw_tooth_numbers(canvas, solid,
                       {.px_from_solid = px_from_case * case_from_solid,
                        .pixels_per_mm = pixels_per_mm,
                        .root = (camera.view_from_case * root).head<2>(),
                        .letter_px = 0.92 * canvas.em},
                       is_kept);
  };
  const Bite& bite = state.loaded->bite;
  const Eigen::Vector3d superior = state.loaded->axes().superior;
  if (state.view.upper.shown) write(*bite.upper, Eigen::Isometry3d::Identity(), superior);
  if (state.view.lower.shown) write(*bite.lower, state.document.upper_from_lower, -superior);
}

//! Around the map.
void write_upper_numbers(DrawListCanvas& canvas, const AppState& state, const View& view,
                         const MapPlacement& placement) {
  const double pixels_per_mm = static_cast<double>(placement.scale) / view.grid.pixel_mm;
  const Eigen::Affine3d px_from_case =
      Eigen::Translation3d(placement.x, placement.y, 0) * Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) *
      Eigen::Translation3d(-view.grid.u0_mm, -view.grid.v0_mm, 0) * view.view_from_case;
  draw_tooth_numbers(
      canvas, *state.loaded->bite.upper,
      {.px_from_solid = px_from_case, .pixels_per_mm = pixels_per_mm, .letter_px = 0.92 * canvas.em});
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

//! The view's name at its top left.  \return where it is
Area write_title(Canvas& canvas, const char* title) {
  return canvas.write(canvas.bounds.left + margin(canvas), canvas.bounds.top + margin(canvas), title,
                      {1.15 * canvas.em, canvas.inks.strong});
}

//! R and L and the other sides within the view's margins, above `bottom`.
void write_sides(Canvas& canvas, double top, double bottom, const PatientSides& sides) {
  draw_sides(canvas, {canvas.bounds.left + margin(canvas), top, canvas.bounds.right - margin(canvas), bottom},
             sides, legend_width(canvas) + 0.75 * canvas.em);
}

//! The view's name, legend, what the figures mean and how the areas are closed.  \return where the name is
Area write_section_head(DrawListCanvas& canvas) {
  const Letters small{0.78 * canvas.em, canvas.inks.pale};
  const Area legend = legend_area(canvas);
  const double left = canvas.bounds.left + margin(canvas);
  const std::vector<std::string> lines =
      canvas.lines(text::section_notes, legend.left - canvas.em - left, small);
  const double notes = legend.top + 1.65 * canvas.em;
  const double end = notes + 1.25 * small.size_px * static_cast<double>(lines.size());
  canvas.list.AddRectFilled(
      point({canvas.bounds.left, canvas.bounds.top}),
      point({canvas.bounds.right, std::max(end, canvas.bounds.top + section_head_em * canvas.em)}),
      canvas.plate);
  for (std::size_t i = 0; i < lines.size(); ++i)
    canvas.write(left, notes + 1.25 * small.size_px * static_cast<double>(i), lines[i], small);
  draw_swatches(canvas,
                {{looks::upper_section, text::section_upper},
                 {looks::lower_section, text::section_lower},
                 {looks::overlap, text::section_overlap}},
                legend.left, legend.top);
  return write_title(canvas, text::section_view);
}

}  // namespace

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

void annotate_scene(ImDrawList& list, const ViewBox& box, const AppState& state, const Camera& camera,
                    Caption caption) {
  if (!state.loaded) return;
  DrawListCanvas canvas(list, box, state.settings.dark);
  if (state.view.section && !state.shows_teeth)
    draw_trace(canvas, trace_in_scene(*state.view.section, camera, box));
  write_title(canvas, title_of(camera, state.loaded->axes()));
  draw_scene_legend(canvas, state);
  std::string print = state.live && caption == Caption::with_finding ? finding_definition(state) + " " : "";
  if (shows_paint(state) && !shows_compass(state)) print += std::string(text::painted_clearance) + " ";
  const double foot =
      write_foot(canvas, finding_line(state, caption), print + text::disclaimer) - 0.5 * canvas.em;

  const std::optional<AnatomicalAxes>& axes = state.loaded->anatomy.axes;
  double left = canvas.bounds.left + margin(canvas);
  if (axes) left = draw_orientation_marker(canvas, camera, *axes, foot) + canvas.em;
  draw_scale_bar(canvas, left, foot - 0.3 * canvas.em, static_cast<double>(box.height) / camera.height_mm,
                 box.width);
  write_sides(canvas, canvas.bounds.top + margin(canvas), foot, patient_sides(camera.pose(), axes));
  if (state.view.tooth_numbers) write_tooth_numbers(canvas, state, camera);
  ring_contact(canvas, state, camera);
}

void annotate_map(ImDrawList& list, const ViewBox& box, const AppState& state, const MapPlacement& placement,
                  Caption caption) {
  if (!state.loaded || !state.live) return;
  DrawListCanvas canvas(list, box, state.settings.dark);
  if (state.view.section) {
    const auto trace = trace_in_map(*state.view.section, state.live->map().view, placement);
    if (trace) draw_trace(canvas, *trace);
  }
  const bool by_stage = state.view.map_colouring == MapColouring::resolved_by;
  const Area title = write_title(canvas, by_stage ? text::map_view_by_stage : text::map_view);
  if (state.loaded->anatomy.axes)
    canvas.write(title.right + canvas.em, title.top + 0.2 * canvas.em, text::map_seen_from,
                 {canvas.small(), canvas.inks.pale});

  ring_contact(canvas, state, placement);

  const ColourScale scale = state.view.scale();
  const Area area = legend_area(canvas);
  if (by_stage) {
    write_legend_title(canvas, text::stages_legend);
    draw_swatches(canvas, stage_swatches(scale), area.left, area.top + 1.6 * canvas.em);
  } else {
    draw_clearance_legend(canvas, {scale}, {state.document.threshold_mm}, area);
    draw_swatches(canvas, jaw_swatches(scale), area.left, area.bottom + 0.6 * canvas.em);
  }
  std::string print;
  if (by_stage && state.stages &&
      state.stages->upper_from_lower.matrix() != state.document.upper_from_lower.matrix())
    print = std::string(text::other_pose) + " ";
  if (!by_stage && state.view.contours)
    print = phrase(text::map_lines, shortest(state.document.threshold_mm), usual_contours()) + " ";
  if (caption == Caption::with_finding) print += finding_definition(state) + " ";
  const double foot =
      write_foot(canvas, finding_line(state, caption), print + text::disclaimer) - 0.5 * canvas.em;

  const View& view = state.live->map().view;
  if (state.view.tooth_numbers) write_upper_numbers(canvas, state, view, placement);
  draw_scale_bar(canvas, canvas.bounds.left + margin(canvas), foot - 0.3 * canvas.em,
                 static_cast<double>(placement.scale) / view.grid.pixel_mm, box.width);
  write_sides(canvas, title.top + 1.6 * canvas.em, foot,
              patient_sides(view.view_from_case, state.loaded->anatomy.axes));
}

void draw_section(ImDrawList& list, const ViewBox& box, const AppState& state, const Section& section,
                  const SectionPlacement& placement) {
  if (!state.loaded || !state.view.section) return;
  DrawListCanvas canvas(list, box, state.settings.dark);
  fill_section(canvas, section, placement);

  const double bottom = canvas.bounds.bottom - margin(canvas);
  const Area title = write_section_head(canvas);
  draw_scale_bar(canvas, canvas.bounds.left + margin(canvas), bottom, placement.pixels_per_mm, box.width);
  write_sides(canvas, title.top, bottom,
              patient_sides(state.view.section->case_from_plane.inverse(), state.loaded->anatomy.axes));
  if (state.view.ruler) draw_ruler(canvas, *state.view.ruler, placement);
  write_gaps(canvas, section, placement);
}

}  // namespace intercusp::viewer
