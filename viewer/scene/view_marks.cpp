#include "viewer/scene/view_marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/wording/definitions.h"
#include "viewer/scene/looks.h"

namespace intercusp::viewer {

PictureSize size_of(const ViewBox& box) {
  return {.width_px = static_cast<int>(box.width), .height_px = static_cast<int>(box.height)};
}

double distance_to_segment(const Eigen::Vector2d& place, const Eigen::Vector2d& from,
                           const Eigen::Vector2d& to) {
  const Eigen::Vector2d along = to - from;
  const double length = along.squaredNorm();
  const double share = length > 0 ? std::clamp((place - from).dot(along) / length, 0.0, 1.0) : 0;
  return (place - from - share * along).norm();
}

Eigen::Vector2d pixel_in_scene(const Camera& camera, const ViewBox& box, const Eigen::Vector3d& case_point) {
  const double pixels_per_mm = static_cast<double>(box.height) / camera.height_mm;
  return Eigen::Vector2d(box.x + box.width / 2, box.y + box.height / 2) +
         pixels_per_mm * (camera.pose() * case_point).head<2>();
}

Eigen::Vector2d pixel_in_map(const View& view, const MapPlacement& placement,
                             const Eigen::Vector3d& case_point) {
  const Eigen::Vector2d from_corner =
      (view.view_from_case * case_point).head<2>() - Eigen::Vector2d(view.grid.u0_mm, view.grid.v0_mm);
  return Eigen::Vector2d(placement.x, placement.y) +
         static_cast<double>(placement.scale) / view.grid.pixel_mm * from_corner;
}

void draw_place_mark(DrawListCanvas& canvas, const Eigen::Vector2d& at) {
  const double inner = 0.25 * canvas.em, outer = 0.7 * canvas.em;
  for (const auto& [ink, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity), 5.0F},
        {ink_of(place_mark_colour), 2.0F}})
    for (const Eigen::Vector2d& way :
         {Eigen::Vector2d(1, 0), Eigen::Vector2d(-1, 0), Eigen::Vector2d(0, 1), Eigen::Vector2d(0, -1)})
      canvas.list.AddLine(point(at + inner * way), point(at + outer * way), ink, thickness);
}

void draw_space_ruler(DrawListCanvas& canvas, const Eigen::Vector2d& from, const Eigen::Vector2d& to,
                      double length_mm) {
  for (const auto& [ink, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity), 4.5F},
        {ink_of(canvas.inks.strong.colour), 2.0F}}) {
    canvas.list.AddLine(point(from), point(to), ink, thickness);
    for (const Eigen::Vector2d& end : {from, to})
      canvas.list.AddCircleFilled(point(end), 1.5F + thickness, ink);
  }
  const Letters letters{canvas.em, canvas.inks.strong, true};
  const Eigen::Vector2d middle = (from + to) / 2;
  const std::string length = fmt::format("{} mm", rounded(length_mm, 2));
  const double top = middle.y() - 1.6 * canvas.em, half = canvas.text_width(length, letters) / 2;
  const double pad = 0.3 * canvas.em;
  canvas.list.AddRectFilled(point({middle.x() - half - pad, top - pad / 2}),
                            point({middle.x() + half + pad, top + canvas.em + pad / 2}),
                            ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity),
                            static_cast<float>(pad));
  canvas.write(middle.x(), top, length, letters, Align::centre);
}

namespace {

constexpr double half_side_mm = 14;  // somewhat more than the section view shows
constexpr double reach_px = 6;
constexpr double least_px_per_mm = 1;

}  // namespace

bool SectionTrace::is_at(const Eigen::Vector2d& pixel) const {
  if (px_per_mm.norm() < least_px_per_mm) return false;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (distance_to_segment(pixel, corners[i], corners[(i + 1) % corners.size()]) <= reach_px) return true;
  return false;
}

SectionTrace trace_in_scene(const SectionPlane& plane, const Camera& camera, const ViewBox& box) {
  const auto pixel = [&](double x, double y, double z) -> Eigen::Vector2d {
    const Eigen::Vector3d place = plane.case_from_plane * Eigen::Vector3d(x, y, z);
    return Eigen::Vector2d(box.x, box.y) + pixel_of(camera, size_of(box), place);
  };
  const double side = half_side_mm;
  return {
      .corners = {pixel(-side, -side, 0), pixel(side, -side, 0), pixel(side, side, 0), pixel(-side, side, 0)},
      .px_per_mm = pixel(0, 0, 1) - pixel(0, 0, 0)};
}

std::optional<SectionTrace> trace_in_map(const SectionPlane& plane, const View& view,
                                         const MapPlacement& placement) {
  const Eigen::Vector2d normal = (view.view_from_case.linear() * plane.normal()).head<2>();
  constexpr double flat = 0.3;
  if (normal.norm() < flat) return std::nullopt;
  const double px_per_mm = static_cast<double>(placement.scale) / view.grid.pixel_mm;
  const Eigen::Vector2d at = pixel_in_map(view, placement, plane.case_from_plane.translation());
  const Eigen::Vector2d along = Eigen::Vector2d(-normal.y(), normal.x()).normalized();
  const Eigen::Vector2d half = half_side_mm * px_per_mm * along;
  return SectionTrace{.corners = {at - half, at + half},
                      .px_per_mm = px_per_mm / normal.squaredNorm() * normal};
}

void draw_trace(DrawListCanvas& canvas, const SectionTrace& trace) {
  const bool line = trace.corners.size() == 2;
  for (const auto& [colour, thickness] :
       {std::pair{ink_of(canvas.inks.halo.colour, canvas.inks.halo.opacity), 3.5F},
        {ink_of(looks::section_trace), 1.6F}}) {
    for (std::size_t i = 0; i < trace.corners.size() - (line ? 1 : 0); ++i)
      canvas.list.AddLine(point(trace.corners[i]), point(trace.corners[(i + 1) % trace.corners.size()]),
                          colour, thickness);
  }
}

}  // namespace intercusp::viewer
