#include "viewer/app/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/base/limits.h"
#include "occlusion/geometry/decompositions.h"
#include "viewer/app/state_json.h"

namespace intercusp::viewer {
namespace {

Eigen::Matrix3d rotation_looking(const Eigen::Vector3d& away, const Eigen::Vector3d& down) {
  Eigen::Matrix3d view_from_case;
  view_from_case.row(0) = down.cross(away);
  view_from_case.row(1) = down;
  view_from_case.row(2) = away;
  return view_from_case;
}

Eigen::Matrix3d matrix_of(StandardView view, const AnatomicalAxes& axes) {
  switch (view) {
    case StandardView::frontal:
      return rotation_looking(axes.posterior(), -axes.superior);
    case StandardView::right:
      return rotation_looking(axes.left, -axes.superior);
    case StandardView::left:
      return rotation_looking(-axes.left, -axes.superior);
    case StandardView::upper_occlusal:
      return rotation_looking(axes.superior, axes.posterior());
    case StandardView::lower_occlusal:
      return rotation_looking(-axes.superior, axes.anterior);
  }
  return Eigen::Matrix3d::Identity();
}

void add_anatomy(Bounds& bounds, const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      bounds.add(view_from_solid * solid.mesh.vertices[vertex]);
  }
}

double mm_per_pixel(const Camera& camera, const PictureSize& size) {
  return camera.height_mm / size.height_px;
}

//! From the middle of the picture, mm in the view.
Eigen::Vector2d view_mm(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& pixel) {
  return (pixel - Eigen::Vector2d(size.width_px, size.height_px) / 2) * mm_per_pixel(camera, size);
}

//! Case vector of a shift in the plane of the picture.
Eigen::Vector3d case_shift(const Camera& camera, const Eigen::Vector2d& view_shift) {
  return camera.view_from_case.conjugate() * Eigen::Vector3d(view_shift.x(), view_shift.y(), 0);
}

//! The point of a ball in the middle of the picture under a pixel, towards the viewer; outside of the ball
//! a hyperbola that meets it smoothly (Bell's trackball), so that no drag has a jump.
Eigen::Vector3d on_ball(const PictureSize& size, const Eigen::Vector2d& pixel) {
  const double radius_px = 0.5 * std::min(size.width_px, size.height_px);
  const Eigen::Vector2d place =
      (pixel - Eigen::Vector2d(size.width_px, size.height_px) / 2) / std::max(1.0, radius_px);
  const double square = place.squaredNorm();
  const double towards_viewer = square < 0.5 ? std::sqrt(1 - square) : 0.5 / std::sqrt(square);
  return Eigen::Vector3d(place.x(), place.y(), -towards_viewer).normalized();
}

constexpr double least_height_mm = 0.5;
constexpr double most_height_mm = 1000;

}  // namespace

Eigen::Isometry3d Camera::pose() const {
  return Eigen::Isometry3d(view_from_case) * Eigen::Translation3d(-target);
}

Eigen::Quaterniond rotation_of(StandardView view, const AnatomicalAxes& axes) {
  return Eigen::Quaterniond(matrix_of(view, axes));
}

namespace {

//! \param bounds in the view's directions, about the case's origin
Camera around(const Bounds& bounds, const Eigen::Quaterniond& view_from_case, const ViewRoom& room) {
  Camera camera{.view_from_case = view_from_case};
  if (bounds.empty()) return camera;
  const double across = 1 - room.left - room.right, down = 1 - room.top - room.bottom;
  // Jaws a kilometre apart do not fit: a session holds no such camera.
  camera.height_mm =
      std::clamp(std::max(bounds.size().x() / across / room.width_over_height, bounds.size().y() / down),
                 least_read_height_mm, most_read_height_mm);
  // The middle of the room, from that of the picture.
  const Eigen::Vector3d shift(camera.height_mm * room.width_over_height * (room.left - room.right) / 2,
                              camera.height_mm * (room.top - room.bottom) / 2, 0);
  camera.target = view_from_case.conjugate() * (bounds.centre() - shift);
  constexpr double farthest_mm = 0.99 * limits::farthest_mm;
  if (camera.target.norm() > farthest_mm) camera.target = farthest_mm * camera.target.normalized();
  return camera;
}

}  // namespace

Camera fitted(const Bite& bite, const Eigen::Isometry3d& upper_from_lower,
              const Eigen::Quaterniond& view_from_case, bool upper, bool lower, const ViewRoom& room) {
  const Eigen::Isometry3d turned(view_from_case);
  Bounds bounds;
  if (bite.upper && (upper || !lower)) add_anatomy(bounds, *bite.upper, turned);
  if (bite.lower && (lower || !upper)) add_anatomy(bounds, *bite.lower, turned * upper_from_lower);
  return around(bounds, view_from_case, room);
}

std::optional<StandardView> view_of(const Camera& camera, const AnatomicalAxes& axes) {
  for (const auto& [view, name] : enum_names<StandardView>.entries) {
    if (camera.view_from_case.angularDistance(rotation_of(view, axes)) <= rad_per_deg) return view;
  }
  return std::nullopt;
}

Camera orbited(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& from,
               const Eigen::Vector2d& to) {
  Camera turned = camera;
  turned.view_from_case =
      (turn_between(on_ball(size, from), on_ball(size, to)) * camera.view_from_case).normalized();
  return turned;
}

Camera panned(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& from,
              const Eigen::Vector2d& to) {
  Camera shifted = camera;
  shifted.target -= case_shift(camera, (to - from) * mm_per_pixel(camera, size));
  return shifted;
}

Camera zoomed(const Camera& camera, const PictureSize& size, const Eigen::Vector2d& at, double factor) {
  Camera nearer = camera;
  nearer.height_mm = std::clamp(camera.height_mm / factor, least_height_mm, most_height_mm);
  nearer.target += case_shift(camera, view_mm(camera, size, at) - view_mm(nearer, size, at));
  return nearer;
}

Eigen::Vector2d pixel_of(const Camera& camera, const PictureSize& size, const Eigen::Vector3d& case_point) {
  const Eigen::Vector3d view = camera.view_from_case * (case_point - camera.target);
  return view.head<2>() / mm_per_pixel(camera, size) + Eigen::Vector2d(size.width_px, size.height_px) / 2;
}

Eigen::ParametrizedLine<double, 3> pick_ray_through(const Camera& camera, const PictureSize& size,
                                                    const Eigen::Vector2d& pixel) {
  constexpr double in_front_mm = 1000;
  const Eigen::Vector3d away = camera.view_from_case.conjugate() * Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d on_target_plane = camera.target + case_shift(camera, view_mm(camera, size, pixel));
  return {on_target_plane - in_front_mm * away, away};
}

}  // namespace intercusp::viewer
