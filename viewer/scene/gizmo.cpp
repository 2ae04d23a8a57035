#include "viewer/scene/gizmo.h"

#include <imgui.h>

#include <array>
#include <cmath>
#include <numbers>

#include "viewer/scene/view_marks.h"

namespace intercusp::viewer {
namespace {

// Sizes on the screen, independent of the zoom.
constexpr double arrow_px = 72, arrow_start_px = 18, ring_px = 46, disc_px = 10, grab_px = 8;
constexpr double least_foreshortening = 0.2;  // of arrows; of rings, minor over major axis as seen
constexpr int ring_points = 64;

constexpr std::array<Handle, 3> arrows = {Handle::shift_left, Handle::shift_anterior, Handle::shift_superior};
constexpr std::array<Handle, 3> rings = {Handle::turn_left, Handle::turn_anterior, Handle::turn_superior};

//! The axis of a shift or turn: 0 left, 1 anterior, 2 superior.
std::size_t axis_number(Handle handle) { return static_cast<std::size_t>(handle) % 3; }

Eigen::Vector3d axis_of(const AnatomicalAxes& axes, Handle handle) {
  return std::array{axes.left, axes.anterior, axes.superior}.at(
      static_cast<std::size_t>(axis_number(handle)));
}

//! The handles of a pose in one picture.
struct Gizmo {
  const LoadedCase& loaded;
  const Camera& camera;
  PictureSize size;
  Eigen::Vector3d centre;  //!< case frame
  Eigen::Vector2d centre_px;
  AnatomicalAxes axes;

  Gizmo(const LoadedCase& of_case, const Eigen::Isometry3d& pose, const Camera& seen_by,
        const PictureSize& picture)
      : loaded(of_case),
        camera(seen_by),
        size(picture),
        centre(centre_of_lower(of_case, pose)),
        centre_px(pixel_of(seen_by, picture, centre)),
        axes(of_case.axes()) {}

  [[nodiscard]] Eigen::Vector3d in_view(Handle handle) const {
    return camera.view_from_case * axis_of(axes, handle);
  }
  [[nodiscard]] double pixels_per_mm() const { return size.height_px / camera.height_mm; }

  [[nodiscard]] Eigen::Vector2d on_arrow(Handle handle, double along_px) const {
    return centre_px + in_view(handle).head<2>() * along_px;
  }
  [[nodiscard]] bool arrow_is_seen(Handle handle) const {
    return in_view(handle).head<2>().norm() >= least_foreshortening;
  }
  [[nodiscard]] bool ring_is_seen(Handle handle) const {
    return std::abs(in_view(handle).z()) >= least_foreshortening;
  }

  //! A point of a ring, and whether it lies on the side towards the viewer.
  [[nodiscard]] std::pair<Eigen::Vector2d, bool> on_ring(Handle handle, int point) const {
    const Eigen::Vector3d axis = in_view(handle);
    const Eigen::Vector3d u = axis.unitOrthogonal(), v = axis.cross(u);
    const double angle = 2 * std::numbers::pi * point / ring_points;
    const Eigen::Vector3d place = ring_px * (std::cos(angle) * u + std::sin(angle) * v);
    return {centre_px + place.head<2>(), place.z() <= 0.15 * ring_px};
  }
};

double distance_to_ring(const Gizmo& gizmo, Handle handle, const Eigen::Vector2d& pixel) {
  double nearest = grab_px + 1;
  for (int i = 0; i < ring_points; ++i) {
    const auto [from, from_near] = gizmo.on_ring(handle, i);
    const auto [to, to_near] = gizmo.on_ring(handle, i + 1);
    if (from_near && to_near) nearest = std::min(nearest, distance_to_segment(pixel, from, to));
  }
  return nearest;
}

//! Moves the pose along the arrow, following the cursor.
Eigen::Vector3d shift_along(const Gizmo& gizmo, Handle handle, const Eigen::Vector2d& way_px) {
  const Eigen::Vector2d axis = gizmo.in_view(handle).head<2>();
  const double square = axis.squaredNorm();
  if (square < least_foreshortening * least_foreshortening) return Eigen::Vector3d::Zero();
  return axis_of(gizmo.axes, handle) * (way_px.dot(axis) / square / gizmo.pixels_per_mm());
}

//! The angle of the cursor about the centre, in the picture; right-handed about the line of sight, which is z
//! of the view.
double angle_between(const Gizmo& gizmo, const Eigen::Vector2d& start, const Eigen::Vector2d& now) {
  const Eigen::Vector2d a = start - gizmo.centre_px, b = now - gizmo.centre_px;
  return std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
}

Eigen::Isometry3d turned(const Gizmo& gizmo, Handle handle, double sight_angle_rad,
                         const Eigen::Isometry3d& pose) {
  const double angle = gizmo.in_view(handle).z() > 0 ? sight_angle_rad : -sight_angle_rad;
  return Eigen::Translation3d(gizmo.centre) * Eigen::AngleAxisd(angle, axis_of(gizmo.axes, handle)) *
         Eigen::Translation3d(-gizmo.centre) * pose;
}

ImU32 colour_of(Handle handle, bool highlighted) {
  if (highlighted) return IM_COL32(255, 214, 64, 255);
  if (handle == Handle::shift_in_view) return IM_COL32(240, 240, 244, 235);
  constexpr std::array<ImU32, 3> of_axes = {IM_COL32(222, 92, 84, 235), IM_COL32(96, 186, 110, 235),
                                            IM_COL32(88, 148, 232, 235)};
  return of_axes.at(axis_number(handle));
}

void draw_arrow(ImDrawList& list, const Gizmo& gizmo, const Eigen::Vector2d& corner, Handle handle,
                ImU32 colour) {
  const Eigen::Vector2d along = gizmo.in_view(handle).head<2>().normalized();
  const Eigen::Vector2d across(-along.y(), along.x());
  const Eigen::Vector2d from = corner + gizmo.on_arrow(handle, arrow_start_px),
                        to = corner + gizmo.on_arrow(handle, arrow_px);
  list.AddLine(point(from), point(to), IM_COL32(0, 0, 0, 90), 5);
  list.AddLine(point(from), point(to), colour, 3);
  list.AddTriangleFilled(point(to + 11 * along), point(to + 5.5 * across), point(to - 5.5 * across), colour);
}

void draw_ring(ImDrawList& list, const Gizmo& gizmo, const Eigen::Vector2d& corner, Handle handle,
               ImU32 colour) {
  for (int i = 0; i < ring_points; ++i) {
    const auto [from, from_near] = gizmo.on_ring(handle, i);
    const auto [to, to_near] = gizmo.on_ring(handle, i + 1);
    if (!from_near || !to_near) continue;  // the half behind the centre is not drawn
    list.AddLine(point(corner + from), point(corner + to), IM_COL32(0, 0, 0, 70), 4.5F);
    list.AddLine(point(corner + from), point(corner + to), colour, 2.5F);
  }
}

}  // namespace

bool is_near_handles(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                     const Camera& camera, const PictureSize& size, const Eigen::Vector2d& pixel) {
  return (pixel - pixel_of(camera, size, centre_of_lower(loaded, upper_from_lower))).norm() <=
         arrow_px + 2 * grab_px;
}

std::optional<Handle> handle_at(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                const Camera& camera, const PictureSize& size, const Eigen::Vector2d& pixel) {
  const Gizmo gizmo(loaded, upper_from_lower, camera, size);
  if ((pixel - gizmo.centre_px).norm() <= disc_px) return Handle::shift_in_view;
  std::optional<Handle> nearest;
  double nearest_px = grab_px;
  const auto offer = [&](Handle handle, double distance_px) {
    if (distance_px <= nearest_px) nearest = handle, nearest_px = distance_px;
  };
  for (const Handle ring : rings) {
    if (gizmo.ring_is_seen(ring)) offer(ring, distance_to_ring(gizmo, ring, pixel));
  }
  for (const Handle arrow : arrows) {
    if (gizmo.arrow_is_seen(arrow))
      offer(arrow, distance_to_segment(pixel, gizmo.on_arrow(arrow, arrow_start_px),
                                       gizmo.on_arrow(arrow, arrow_px)));
  }
  return nearest;
}

Eigen::Isometry3d dragged(const LoadedCase& loaded, const Eigen::Isometry3d& pose_at_start, Handle handle,
                          const Camera& camera, const PictureSize& size, const Eigen::Vector2d& start,
                          const Eigen::Vector2d& now) {
  if (now == start) return pose_at_start;
  const Gizmo gizmo(loaded, pose_at_start, camera, size);
  const Eigen::Vector2d way_px = now - start;
  if (handle == Handle::shift_in_view) {
    const Eigen::Vector2d way_mm = way_px / gizmo.pixels_per_mm();
    return Eigen::Translation3d(camera.view_from_case.conjugate() *
                                Eigen::Vector3d(way_mm.x(), way_mm.y(), 0)) *
           pose_at_start;
  }
  if (handle < Handle::turn_left)
    return Eigen::Translation3d(shift_along(gizmo, handle, way_px)) * pose_at_start;
  return turned(gizmo, handle, angle_between(gizmo, start, now), pose_at_start);
}

void draw_gizmo(ImDrawList& list, const ViewBox& box, const LoadedCase& loaded,
                const Eigen::Isometry3d& upper_from_lower, const Camera& camera,
                const std::optional<Handle>& highlighted) {
  const Gizmo gizmo(loaded, upper_from_lower, camera, size_of(box));
  const Eigen::Vector2d corner(box.x, box.y);
  for (const Handle ring : rings) {
    if (gizmo.ring_is_seen(ring)) draw_ring(list, gizmo, corner, ring, colour_of(ring, highlighted == ring));
  }
  for (const Handle arrow : arrows) {
    if (gizmo.arrow_is_seen(arrow))
      draw_arrow(list, gizmo, corner, arrow, colour_of(arrow, highlighted == arrow));
  }
  const ImVec2 centre = point(corner + gizmo.centre_px);
  const bool over_disc = highlighted == Handle::shift_in_view;
  list.AddCircleFilled(centre, disc_px - 2, IM_COL32(0, 0, 0, 70));
  list.AddCircle(centre, disc_px - 2, colour_of(Handle::shift_in_view, over_disc), 0, 2.5F);
}

}  // namespace intercusp::viewer
