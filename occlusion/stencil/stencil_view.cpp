#include "occlusion/stencil/stencil_view.h"

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

//! Powers of two keep round depths exact in floats.
constexpr double depth_step_mm = 8;
constexpr double least_range_mm = 512;

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

}  // namespace

StencilView fit_view(const MapFrame& frame, const Bounds& upper, const Bounds& lower,
                     const Eigen::Isometry3d& upper_from_lower, double tolerance_mm) {
  const Eigen::Isometry3d& view_from_case = frame.projection.view_from_case();
  Eigen::AlignedBox1d depths = depths_of(upper, view_from_case.matrix());
  depths.extend(depths_of(lower, (view_from_case * upper_from_lower).matrix()));
  if (depths.isEmpty()) depths.extend(Eigen::Matrix<double, 1, 1>(0.0));
  const double margin_mm = 0.01 + 2 * tolerance_mm;
  const double nearest = std::ceil((depths.max()[0] + margin_mm) / depth_step_mm) * depth_step_mm;
  double range = least_range_mm;
  while (nearest - range > depths.min()[0] - margin_mm) range *= 2;

  const PixelGrid& grid = frame.grid;
  const double width_mm = grid.width * grid.pixel_mm;
  const double height_mm = grid.height * grid.pixel_mm;
  Eigen::Matrix4d clip_from_view = Eigen::Matrix4d::Identity();
  clip_from_view.row(0) << 2 / width_mm, 0, 0, -2 * grid.u0_mm / width_mm - 1;
  clip_from_view.row(1) << 0, 2 / height_mm, 0, -2 * grid.v0_mm / height_mm - 1;
  clip_from_view.row(2) << 0, 0, -1 / range, nearest / range;
  return {.width_px = grid.width,
          .height_px = grid.height,
          .depth_mm = range,
          .clip_from_case = clip_from_view * view_from_case.matrix()};
}

void set_up_draw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program,
                 gl::DrawState state, const gl::Framebuffer& target, const DrawnFor& pixels,
                 double depth_shift) {
  program.set("clip_from_jaw", Eigen::Matrix4f(jaw.clip_from_vertex().cast<float>()));
  program.set("depth_shift", static_cast<float>(depth_shift));
  state.scissor =
      pixels.waiting != nullptr ? pixels.waiting->window : gl::Rectangle{0, 0, view.width_px, view.height_px};
  gl::apply(state, target);
  glUseProgram(program.get());
}

void draw_jaw(PlacedJaw& jaw, const StencilView& view, const gl::Program& program, gl::DrawState state,
              const gl::Framebuffer& target, const DrawnFor& pixels, double depth_shift) {
  set_up_draw(jaw, view, program, state, target, pixels, depth_shift);
  jaw.draw(state.facing, pixels, depth_shift);
}

}  // namespace intercusp::stencil
