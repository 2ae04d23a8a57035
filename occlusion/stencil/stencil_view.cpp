#include "occlusion/stencil/stencil_view.h"

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

constexpr double depth_step_mm = 8;

//! Depths along the view of a box's corners.
Eigen::AlignedBox1d depths_of(const Bounds& bounds, const Eigen::Isometry3d& view_from_jaw) {
  Eigen::AlignedBox1d depths;
  if (bounds.empty()) return depths;
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d point((corner & 1) != 0 ? bounds.max.x() : bounds.min.x(),
                                (corner & 2) != 0 ? bounds.max.y() : bounds.min.y(),
                                (corner & 4) != 0 ? bounds.max.z() : bounds.min.z());
    depths.extend((view_from_jaw * point).tail<1>());
  }
  return depths;
}

//! The rectangle in clip space, a pixel larger on each side: OpenGL moves vertices by parts of a pixel.
Eigen::AlignedBox2d clip_window(const StencilView& view, const gl::Rectangle& scissor) {
  const bool whole = scissor.width <= 0 || scissor.height <= 0;
  const gl::Rectangle rectangle = whole ? gl::Rectangle{0, 0, view.width_px, view.height_px} : scissor;
  const auto clip_x = [&](int column) { return 2.0 * column / view.width_px - 1; };
  const auto clip_y = [&](int row) { return 2.0 * row / view.height_px - 1; };
  return {
      Eigen::Vector2d(clip_x(rectangle.x - 1), clip_y(rectangle.y - 1)),
      Eigen::Vector2d(clip_x(rectangle.x + rectangle.width + 1), clip_y(rectangle.y + rectangle.height + 1))};
}

}  // namespace

StencilView fit_view(const MapFrame& frame, const Bounds& upper, const Bounds& lower,
                     const Eigen::Isometry3d& upper_from_lower, double tolerance_mm) {
  const Eigen::Isometry3d& view_from_case = frame.projection.view_from_case();
  Eigen::AlignedBox1d depths = depths_of(upper, view_from_case);
  depths.extend(depths_of(lower, view_from_case * upper_from_lower));
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

void draw_jaw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program,
              const gl::DrawState& state, const gl::Framebuffer& target, double depth_shift) {
  const Eigen::Affine3d mesh_from_centre(Eigen::Translation3d(jaw.mesh.centre()));
  const Eigen::Matrix4d clip_from_centre = jaw.clip_from_mesh * mesh_from_centre.matrix();
  program.set("clip_from_jaw", Eigen::Matrix4f(clip_from_centre.cast<float>()));
  program.set("depth_shift", static_cast<float>(depth_shift));
  gl::apply(state, target);
  glUseProgram(program.get());
  jaw.mesh.draw(program, jaw.mesh.faces_in(jaw.clip_from_mesh, clip_window(view, state.scissor)));
}

}  // namespace intercusp::stencil
