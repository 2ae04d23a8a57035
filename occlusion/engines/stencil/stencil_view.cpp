#include "occlusion/engines/stencil/stencil_view.h"

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

//! The bounding box of a box after an affine map.
Eigen::AlignedBox3d mapped(const Eigen::Matrix4d& map, const Eigen::AlignedBox3d& box) {
  const Eigen::Vector3d centre = (map.topLeftCorner<3, 3>() * box.center()) + map.topRightCorner<3, 1>();
  const Eigen::Vector3d half = map.topLeftCorner<3, 3>().cwiseAbs() * (0.5 * box.sizes());
  return {centre - half, centre + half};
}

Eigen::AlignedBox3d box_of(const Bounds& bounds) { return {bounds.min, bounds.max}; }

Eigen::AlignedBox2d box_of(const gl::Rectangle& window) {
  return {Eigen::Vector2d(window.x, window.y),
          Eigen::Vector2d(window.x + window.width, window.y + window.height)};
}

//! How far OpenGL may move a corner: rounding to fractions of a pixel, and a few roundings of floats as
//! large as the mesh.
double corner_margin_px(int subpixel_bits, double extent_px) {
  return std::ldexp(1, -subpixel_bits) + std::ldexp(8 * extent_px, -24);
}

}  // namespace

struct PlacedJaw::Needed {
  gl::Facing facing;
  const DrawnFor& pixels;
  double depth_shift;
};

void PlacedJaw::place(const Eigen::Matrix4d& clip_from_case, const Eigen::Isometry3d& case_from_jaw,
                      int width_px, int height_px) {
  clip_from_jaw_ = clip_from_case * case_from_jaw.matrix();
  clip_from_vertex_ = clip_from_jaw_ * Eigen::Affine3d(Eigen::Translation3d(mesh_.centre())).matrix();
  width_px_ = width_px;
  height_px_ = height_px;
  to_viewer_ = -clip_from_jaw_.row(2).head<3>().transpose().normalized();
  px_per_mm_ = 0.5 * width_px * clip_from_jaw_.row(0).head<3>().norm();
  double extent_px = 0;
  if (!mesh_.clusters().empty()) {
    const Eigen::AlignedBox2d pixels = pixels_of(mapped(clip_from_jaw_, box_of(mesh_.bounds())), 0);
    extent_px = std::max(pixels.min().cwiseAbs().maxCoeff(), pixels.max().cwiseAbs().maxCoeff());
  }
  margin_px_ = corner_margin_px(subpixel_bits_, extent_px);
}

Eigen::AlignedBox1d PlacedJaw::depths() const {
  if (mesh_.clusters().empty()) return {};
  const Eigen::AlignedBox3d box = mapped(clip_from_jaw_, box_of(mesh_.bounds()));
  return {box.min().tail<1>(), box.max().tail<1>()};
}

//! The pixels that a box in clip space may touch.
Eigen::AlignedBox2d PlacedJaw::pixels_of(const Eigen::AlignedBox3d& clip_box, double margin_px) const {
  const Eigen::Array2d scale(0.5 * width_px_, 0.5 * height_px_);
  const Eigen::Array2d min = (clip_box.min().head<2>().array() + 1) * scale - margin_px;
  const Eigen::Array2d max = (clip_box.max().head<2>().array() + 1) * scale + margin_px;
  return {min.matrix(), max.matrix()};
}

bool PlacedJaw::may_need(const gl::FaceCluster& cluster, const Needed& needed) const {
  if (cluster.longest_side_mm * px_per_mm_ < needed.pixels.sides_above_px) return false;
  if (needed.facing != gl::Facing::any) {
    // A face as narrow as the margin may flip. This compares the sum of its sides' shifts with its altitude.
    const double least = 6 * margin_px_ / (px_per_mm_ * cluster.least_altitude_mm);
    const Eigen::Vector3d wanted = needed.facing == gl::Facing::front ? to_viewer_ : -to_viewer_;
    if (cluster.normals.turned_from(wanted, least)) return false;
  }
  const Eigen::AlignedBox3d clip_box = mapped(clip_from_jaw_, cluster.box);
  if (clip_box.min().z() + needed.depth_shift > needed.pixels.max_depth) return false;
  const Eigen::AlignedBox2d touched = pixels_of(clip_box, 1 + margin_px_);
  const WaitingPixels* waiting = needed.pixels.waiting;
  if (waiting == nullptr) return touched.intersects(box_of({0, 0, width_px_, height_px_}));
  return touched.intersects(box_of(waiting->window)) && waiting->any(touched);
}

void PlacedJaw::draw(gl::Facing facing, const DrawnFor& pixels, double depth_shift) const {
  const Needed needed{facing, pixels, depth_shift};
  std::vector<gl::FaceRange> ranges;
  for (const gl::FaceCluster& cluster : mesh_.clusters()) {
    if (!may_need(cluster, needed)) continue;
    if (!ranges.empty() && ranges.back().first + ranges.back().count == cluster.faces.first) {
      ranges.back().count += cluster.faces.count;
    } else {
      ranges.push_back(cluster.faces);
    }
  }
  mesh_.draw(ranges);
}

namespace {

//! A power of two keeps round depths exact in floats.
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
