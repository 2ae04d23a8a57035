#include "occlusion/engines/stencil/stencil_view.h"

#include <algorithm>
#include <cmath>

#include "occlusion/engines/gl/map_view.h"

namespace intercusp::stencil {
namespace {

//! Powers of two keep round depths exact in floats.
constexpr double depth_step_mm = 8;
constexpr double least_range_mm = 512;

}  // namespace

StencilView fit_depths(const View& view, const Bounds& upper, const Bounds& lower,
                       const Eigen::Isometry3d& upper_from_lower, double tolerance_mm) {
  const Eigen::Isometry3d& view_from_case = view.view_from_case;
  Eigen::AlignedBox1d depths;
  for (const Bounds& seen :
       {viewed_bounds(view_from_case, upper), viewed_bounds(view_from_case * upper_from_lower, lower)}) {
    if (!seen.empty()) depths.extend(Eigen::AlignedBox1d(seen.min.tail<1>(), seen.max.tail<1>()));
  }
  if (depths.isEmpty()) depths.extend(Eigen::Matrix<double, 1, 1>(0.0));
  const double margin_mm = 0.01 + 2 * tolerance_mm;
  const double nearest = std::ceil((depths.max()[0] + margin_mm) / depth_step_mm) * depth_step_mm;
  double range = least_range_mm;
  while (nearest - range > depths.min()[0] - margin_mm) range *= 2;

  const PixelGrid& grid = view.grid;
  return {.width_px = grid.width,
          .height_px = grid.height,
          .depth_mm = range,
          .clip_from_case = gl::clip_from_view(grid, nearest, range) * view_from_case.matrix()};
}

void draw_jaw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program, gl::DrawState state,
              const gl::Framebuffer& target, const DrawnFor& pixels, double depth_shift) {
  program.set("clip_from_jaw", Eigen::Matrix4f(jaw.clip_from_vertex().cast<float>()));
  program.set("depth_shift", static_cast<float>(depth_shift));
  state.scissor =
      pixels.waiting != nullptr ? pixels.waiting->window : gl::Rectangle{0, 0, view.width_px, view.height_px};
  gl::apply(state, target);
  glUseProgram(program.get());
  jaw.draw(state.facing, pixels, depth_shift);
}

}  // namespace intercusp::stencil
