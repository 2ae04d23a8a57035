#include "viewer/scene/annotations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "io/picture/legend.h"
#include "io/picture/paint.h"
#include "io/picture/tooth_numbers.h"
#include "viewer/app/tool.h"
#include "viewer/scene/view_marks.h"

namespace intercusp::viewer {
namespace {

double margin(const Canvas& canvas) { return 0.75 * canvas.em; }

//! The patient's superior, anterior and left as small arrows.  \return its right edge
double draw_orientation_marker(DrawListCanvas& canvas, const Camera& camera, const AnatomicalAxes& axes,
                               double bottom) {
  const double length = 1.25 * canvas.em, room = length + 0.85 * canvas.em;
  const Eigen::Vector2d middle(canvas.bounds.left + margin(canvas) + room, bottom - room);
  const std::array<std::pair<Eigen::Vector3d, const char*>, 3> arrows = {
      {{axes.superior, "S"}, {axes.anterior, Text("A")}, {axes.left, Text("L")}}};
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

//! A ring around a contact chosen from the list, visible through everything in front of it.
void draw_ring(DrawListCanvas& canvas, const Eigen::Vector2d& middle, double radius_px) {
  const double radius = std::max(radius_px, 0.4 * canvas.em) + 0.3 * canvas.em;
  for (const auto& [stroke, thickness] : {std::pair{canvas.inks.halo, 5.0F}, {canvas.inks.strong, 2.2F}})
    canvas.list.AddCircle(point(middle), static_cast<float>(radius), ink_of(stroke.colour, stroke.opacity), 0,
                          thickness);
}

Eigen::Affine3d px_from_case(const Canvas& canvas, const Camera& camera) {
  const Area& box = canvas.bounds;
  const double pixels_per_mm = (box.bottom - box.top) / camera.height_mm;
  return Eigen::Affine3d(Eigen::Translation3d((box.left + box.right) / 2, (box.top + box.bottom) / 2, 0)) *
         Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) * camera.pose();
}

Eigen::Affine3d px_from_case(const View& view, const MapPlacement& placement) {
  const double pixels_per_mm = static_cast<double>(placement.scale) / view.grid.pixel_mm;
  return Eigen::Translation3d(placement.x, placement.y, 0) *
         Eigen::Scaling(pixels_per_mm, pixels_per_mm, 1.0) *
         Eigen::Translation3d(-view.grid.u0_mm, -view.grid.v0_mm, 0) * view.view_from_case;
}

//! \param pixel_of a place in the case frame
void ring_contact(DrawListCanvas& canvas, const AppState& state, double pixels_per_mm,
                  const std::function<Eigen::Vector2d(const Eigen::Vector3d&)>& pixel_of) {
  if (!state.selected_contact) return;
  for (const ContactSpot& spot : state.selected_contact->spots)
    draw_ring(canvas, pixel_of(spot.case_point), pixels_per_mm * spot.radius_mm);
}

//! Numbers of the teeth of the jaws that are shown and not cut away.
void write_tooth_numbers(DrawListCanvas& canvas, const AppState& state, const Camera& camera) {
  const double pixels_per_mm = (canvas.bounds.bottom - canvas.bounds.top) / camera.height_mm;
  const Eigen::Affine3d px = px_from_case(canvas, camera), case_from_px = px.inverse();
  const auto is_kept = [&](const Eigen::Vector3d& place) {
    const std::optional<SectionPlane>& section = state.view.section;
    return !section || !state.view.section_cuts ||
           section->normal().dot(case_from_px * place) >= section->offset_mm();
  };
  const auto write = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                         const Eigen::Vector3d& root) {
    draw_tooth_numbers(canvas, solid,
                       {.px_from_solid = px * case_from_solid,
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
  draw_tooth_numbers(canvas, *state.loaded->bite.upper,
                     {.px_from_solid = px_from_case(view, placement),
                      .pixels_per_mm = static_cast<double>(placement.scale) / view.grid.pixel_mm,
                      .letter_px = 0.92 * canvas.em});
}

//! The view's name at its top left.  \return where it is
Area write_title(Canvas& canvas, const char* title) {
  return canvas.write(canvas.bounds.left + margin(canvas), canvas.bounds.top + margin(canvas), title,
                      {1.15 * canvas.em, canvas.inks.strong});
}

//! R and L and the other sides within the view's margins.
void write_sides(Canvas& canvas, double top, const PatientSides& sides) {
  draw_sides(canvas,
             {canvas.bounds.left + margin(canvas), top, canvas.bounds.right - margin(canvas),
              canvas.bounds.bottom - 0.5 * canvas.em},
             sides);
}

//! Numbers of the upper teeth, scale and sides: the same in every pose.
void write_around_map(DrawListCanvas& canvas, const AppState& state, const MapPlacement& placement,
                      double top) {
  const View& view = state.live->map().view;
  if (state.view.tooth_numbers) write_upper_numbers(canvas, state, view, placement);
  draw_scale_bar(canvas, canvas.bounds.left + margin(canvas), canvas.bounds.bottom - 0.8 * canvas.em,
                 static_cast<double>(placement.scale) / view.grid.pixel_mm,
                 canvas.bounds.right - canvas.bounds.left);
  write_sides(canvas, top, patient_sides(view.view_from_case, state.loaded->told_axes()));
}

//! In a saved picture; in the window the bar above the view has it.  \return where the sides may begin
double write_title_if_saved(Canvas& canvas, const char* title, Caption caption) {
  const double top = canvas.bounds.top + margin(canvas);
  return caption == Caption::with_finding ? write_title(canvas, title).bottom : top;
}

//! \return what is written in it
std::vector<Label> write_foot(ImDrawList& list, const ViewParts& parts, const AppState& state,
                              PictureOf what) {
  DrawListCanvas foot(list, parts.foot, state.settings.dark);
  draw_foot(foot, state, what, parts.caption);
  return foot.labels();
}

std::vector<Label> joined(std::vector<Label> labels, const std::vector<Label>& more) {
  labels.insert(labels.end(), more.begin(), more.end());
  return labels;
}

//! Name, axes, scale and sides.
void write_around_scene(DrawListCanvas& canvas, const Camera& camera, const AnatomicalAxes& axes_for_name,
                        const std::optional<AnatomicalAxes>& axes, Caption caption) {
  const double top = write_title_if_saved(canvas, title_of(camera, axes_for_name), caption);
  const double bottom = canvas.bounds.bottom - 0.5 * canvas.em;
  double left = canvas.bounds.left + margin(canvas);
  if (axes) left = draw_orientation_marker(canvas, camera, *axes, bottom) + canvas.em;
  draw_scale_bar(canvas, left, bottom - 0.3 * canvas.em,
                 (canvas.bounds.bottom - canvas.bounds.top) / camera.height_mm,
                 canvas.bounds.right - canvas.bounds.left);
  write_sides(canvas, top, patient_sides(camera.pose(), axes));
}

//! Draws the marks of tools. \param px_from_case x and y in px of the canvas
void draw_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                PictureOf picture) {
  if (state.shows_teeth) return;
  for (const Tool* const tool : state.tools) tool->draw_marks(canvas, state, px_from_case, picture);
}

}  // namespace

constexpr auto view_titles =
    enum_table<StandardView, Wording>({{StandardView::frontal, Text("Frontal view")},
                                       {StandardView::right, Text("View from the right")},
                                       {StandardView::left, Text("View from the left")},
                                       {StandardView::upper_occlusal, Text("Upper jaw, occlusal view")},
                                       {StandardView::lower_occlusal, Text("Lower jaw, occlusal view")}});

const char* title_of(const Camera& camera, const AnatomicalAxes& axes) {
  const std::optional<StandardView> view = view_of(camera, axes);
  return view ? view_titles[*view] : Text("Free view");
}

ViewParts parts_of(ImDrawList& list, const ViewBox& box, const AppState& state, PictureOf what,
                   Caption caption) {
  ViewParts parts{box, box, caption};
  parts.foot.height = 0;
  if (!state.loaded) return parts;
  const DrawListCanvas canvas(list, box, state.settings.dark);
  constexpr double most_share = 0.5;
  const double height = std::min(foot_height(canvas, state, what, caption),
                                 std::floor(most_share * static_cast<double>(box.height)));
  parts.foot.height = static_cast<float>(height);
  parts.picture.height -= parts.foot.height;
  parts.foot.y += parts.picture.height;
  return parts;
}

ViewRoom room_in(const ViewBox& picture) {
  constexpr double side_em = 2.8, end_em = 2.3, most_share = 0.25;
  const double font = picture.font_px, side = std::min(side_em * font / picture.width, most_share);
  const double end = std::min(end_em * font / picture.height, most_share);
  return {.width_over_height = static_cast<double>(picture.width) / static_cast<double>(picture.height),
          .left = side,
          .right = side,
          .top = end,
          .bottom = end};
}

std::vector<Label> annotate_scene(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                  const Camera& camera) {
  if (!state.shown_axes()) return {};
  if (!state.loaded) {
    DrawListCanvas canvas(list, parts.picture, state.settings.dark);
    write_around_scene(canvas, camera, *state.shown_axes(), state.read ? state.read->axes : state.lone->axes,
                       parts.caption);
    return canvas.labels();
  }
  const std::vector<Label> foot = write_foot(list, parts, state, PictureOf::scene);
  DrawListCanvas canvas(list, parts.picture, state.settings.dark);
  if (state.view.section && !state.shows_teeth)
    draw_trace(canvas, trace_in_scene(*state.view.section, camera, parts.picture));
  write_around_scene(canvas, camera, state.loaded->axes(), state.loaded->told_axes(), parts.caption);
  draw_marks(canvas, state, px_from_case(canvas, camera), PictureOf::scene);
  if (state.view.tooth_numbers) write_tooth_numbers(canvas, state, camera);
  const auto pixel = [&](const Eigen::Vector3d& place) {
    return pixel_in_scene(camera, parts.picture, place);
  };
  if (!shows_teeth(state))
    ring_contact(canvas, state, static_cast<double>(parts.picture.height) / camera.height_mm, pixel);
  if (const std::optional<SpaceRuler>& ruler = state.view.space_ruler; ruler && !state.shows_teeth) {
    const Eigen::Vector3d from = state.case_point(ruler->from), to = state.case_point(ruler->to);
    draw_space_ruler(canvas, pixel(from), pixel(to), (to - from).norm());
  }
  return joined(foot, canvas.labels());
}

std::vector<Label> annotate_map(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                const MapPlacement& placement) {
  if (!state.loaded || !state.live) return {};
  const std::vector<Label> foot = write_foot(list, parts, state, PictureOf::map);
  DrawListCanvas canvas(list, parts.picture, state.settings.dark);
  if (state.view.section) {
    const auto trace = trace_in_map(*state.view.section, state.live->map().view, placement);
    if (trace) draw_trace(canvas, *trace);
  }
  const bool by_stage = state.view.map_colouring == MapColouring::resolved_by;
  const double top = write_title_if_saved(
      canvas, by_stage ? Text("Deciding stage of each pixel") : Text("Contact map"), parts.caption);
  const View& view = state.live->map().view;
  draw_marks(canvas, state, px_from_case(view, placement), PictureOf::map);
  ring_contact(canvas, state, static_cast<double>(placement.scale) / view.grid.pixel_mm,
               [&](const Eigen::Vector3d& place) { return pixel_in_map(view, placement, place); });
  write_around_map(canvas, state, placement, top);
  return joined(foot, canvas.labels());
}

void annotate_compared_map(ImDrawList& list, const ViewBox& picture, const AppState& state,
                           const MapPlacement& placement) {
  DrawListCanvas canvas(list, picture, state.settings.dark);
  write_around_map(canvas, state, placement, canvas.bounds.top + margin(canvas));
}

std::vector<Label> draw_section(ImDrawList& list, const ViewParts& parts, const AppState& state,
                                const CrossSection& section, const SectionPlacement& placement) {
  if (!state.loaded || !state.view.section) return {};
  const std::vector<Label> foot = write_foot(list, parts, state, PictureOf::section);
  DrawListCanvas canvas(list, parts.picture, state.settings.dark);
  fill_section(canvas, section, placement);
  const double top = write_title_if_saved(canvas, Text("Section"), parts.caption);
  draw_scale_bar(canvas, canvas.bounds.left + margin(canvas), canvas.bounds.bottom - 0.8 * canvas.em,
                 placement.pixels_per_mm, parts.picture.width);
  write_sides(canvas, top,
              patient_sides(state.view.section->case_from_plane.inverse(), state.loaded->told_axes()));
  if (state.view.ruler) draw_ruler(canvas, *state.view.ruler, placement);
  write_gaps(canvas, section, placement);
  return joined(foot, canvas.labels());
}

}  // namespace intercusp::viewer
