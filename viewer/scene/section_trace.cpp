#include "viewer/scene/section_trace.h"

#include <algorithm>

#include "viewer/scene/looks.h"

namespace intercusp::viewer {
namespace {

constexpr double half_side_mm = 14;  // somewhat more than the section view shows
constexpr double reach_px = 6;
constexpr double least_px_per_mm = 1;

double distance_to(const Eigen::Vector2d& from, const Eigen::Vector2d& to, const Eigen::Vector2d& place) {
  const Eigen::Vector2d along = to - from;
  const double share = along.squaredNorm() > 0 ? (place - from).dot(along) / along.squaredNorm() : 0;
  return (from + std::clamp(share, 0.0, 1.0) * along - place).norm();
}

}  // namespace

bool SectionTrace::is_at(const Eigen::Vector2d& pixel) const {
  if (px_per_mm.norm() < least_px_per_mm) return false;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (distance_to(corners[i], corners[(i + 1) % corners.size()], pixel) <= reach_px) return true;
  return false;
}

SectionTrace trace_in_scene(const SectionPlane& plane, const Camera& camera, const ViewBox& box) {
  const PictureSize size{.width_px = static_cast<int>(box.width), .height_px = static_cast<int>(box.height)};
  const auto pixel = [&](double x, double y, double z) -> Eigen::Vector2d {
    const Eigen::Vector3d place = plane.case_from_plane * Eigen::Vector3d(x, y, z);
    return Eigen::Vector2d(box.x, box.y) + pixel_of(camera, size, place);
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
  const Eigen::Vector2d place = (view.view_from_case * plane.case_from_plane.translation()).head<2>();
  const Eigen::Vector2d at = Eigen::Vector2d(placement.x, placement.y) +
                             px_per_mm * (place - Eigen::Vector2d(view.grid.u0_mm, view.grid.v0_mm));
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
