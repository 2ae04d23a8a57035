#include "occlusion/stencil/stencil_view.h"

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

constexpr double depth_step_mm = 8;

//! Depths of a box's corners, the third coordinate after an affine map.
Eigen::AlignedBox1d depths_of(const Bounds& bounds, const Eigen::Matrix4d& map) {
  Eigen::AlignedBox1d depths;
  if (bounds.empty()) return depths;
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d point((corner & 1) != 0 ? bounds.max.x() : bounds.min.x(),
                                (corner & 2) != 0 ? bounds.max.y() : bounds.min.y(),
                                (corner & 4) != 0 ? bounds.max.z() : bounds.min.z());
    depths.extend((map * point.homogeneous()).segment<1>(2));
  }
  return depths;
}

//! The pixels that a box in clip space may touch, one more on each side: OpenGL moves vertices by parts of a
//! pixel.
Eigen::AlignedBox2d pixels_of(const Eigen::AlignedBox3d& clip_box, const StencilView& view) {
  const Eigen::Array2d scale(0.5 * view.width_px, 0.5 * view.height_px);
  const Eigen::Array2d min = (clip_box.min().head<2>().array() + 1) * scale - 1;
  const Eigen::Array2d max = (clip_box.max().head<2>().array() + 1) * scale + 1;
  return {min.matrix(), max.matrix()};
}

Eigen::AlignedBox2d box_of(const gl::Rectangle& window) {
  return {Eigen::Vector2d(window.x, window.y),
          Eigen::Vector2d(window.x + window.width, window.y + window.height)};
}

}  // namespace

StencilView fit_view(const MapFrame& frame, const Bounds& upper, const Bounds& lower,
                     const Eigen::Isometry3d& upper_from_lower, double tolerance_mm) {
  const Eigen::Isometry3d& view_from_case = frame.projection.view_from_case();
  Eigen::AlignedBox1d depths = depths_of(upper, view_from_case.matrix());
  depths.extend(depths_of(lower, (view_from_case * upper_from_lower).matrix()));
  if (depths.isEmpty()) depths.extend(Eigen::Matrix<double, 1, 1>(0.0));
  const double margin_mm = 0.01 + 2 * tolerance_mm;
  const double nearest = std::ceil((depths.max()[0] + margin_mm) / depth_step_mm) * depth_step_mm;
  const double farthest = std::floor((depths.min()[0] - margin_mm) / depth_step_mm) * depth_step_mm;

  const PixelGrid& grid = frame.grid;
  const double width_mm = grid.width * grid.pixel_mm;
  const double height_mm = grid.height * grid.pixel_mm;
  Eigen::Matrix4d clip_from_view = Eigen::Matrix4d::Identity();
  clip_from_view.row(0) << 2 / width_mm, 0, 0, -2 * grid.u0_mm / width_mm - 1;
  clip_from_view.row(1) << 0, 2 / height_mm, 0, -2 * grid.v0_mm / height_mm - 1;
  clip_from_view.row(2) << 0, 0, -1 / (nearest - farthest), nearest / (nearest - farthest);
  return {.width_px = grid.width,
          .height_px = grid.height,
          .depth_mm = nearest - farthest,
          .clip_from_case = clip_from_view * view_from_case.matrix()};
}

void draw_jaw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program, gl::DrawState state,
              const gl::Framebuffer& target, const DrawnFor& pixels, double depth_shift) {
  const Eigen::Affine3d mesh_from_centre(Eigen::Translation3d(jaw.mesh.centre()));
  const Eigen::Matrix4d clip_from_centre = jaw.clip_from_mesh * mesh_from_centre.matrix();
  program.set("clip_from_jaw", Eigen::Matrix4f(clip_from_centre.cast<float>()));
  program.set("depth_shift", static_cast<float>(depth_shift));
  const gl::Rectangle window =
      pixels.waiting != nullptr ? pixels.waiting->window : gl::Rectangle{0, 0, view.width_px, view.height_px};
  state.scissor = window;
  gl::apply(state, target);
  glUseProgram(program.get());
  const auto matters = [&](const Eigen::AlignedBox3d& clip_box) {
    const Eigen::AlignedBox2d touched = pixels_of(clip_box, view);
    return touched.intersects(box_of(window)) && clip_box.min().z() + depth_shift <= pixels.max_depth &&
           (pixels.waiting == nullptr || pixels.waiting->any(touched));
  };
  jaw.mesh.draw(program, jaw.mesh.clusters_that(matters, jaw.clip_from_mesh));
}

Eigen::AlignedBox1d depths_of(const PlacedJaw& jaw) {
  return depths_of(jaw.mesh.bounds(), jaw.clip_from_mesh);
}

}  // namespace intercusp::stencil
