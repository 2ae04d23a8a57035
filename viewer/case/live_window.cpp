#include "viewer/case/live_window.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {
namespace {

constexpr double step_mm = 10;  // a moving jaw seldom needs another window

struct Grown {
  int before = 0, pixels = 0;
};

//! Along one axis of the window. If both margins together are too large, neither is added.
Grown grown(double from_mm, int pixels, double pixel_mm, double least_mm, double most_mm) {
  const int step = static_cast<int>(std::ceil(step_mm / pixel_mm));
  const auto steps = [&](double beyond_mm) {
    return beyond_mm <= 0 ? 0.0 : std::ceil(beyond_mm / (step * pixel_mm));
  };
  const double before = steps(from_mm - least_mm), after = steps(most_mm - (from_mm + pixels * pixel_mm));
  const double wanted = pixels + step * (before + after);
  if (wanted > std::max(most_pixels_across, pixels)) return {0, pixels};
  return {step * static_cast<int>(before), static_cast<int>(wanted)};
}

}  // namespace

LiveWindow::LiveWindow(const LoadedCase& loaded)
    : usual_(loaded.view), lower_(loaded.bite.lower), scanned_(marked_anatomy(*loaded.bite.lower)) {
  const Eigen::Isometry3d view_from_lower = usual_.view_from_case * loaded.bite.upper_from_lower;
  const Bounds box = lower_in(view_from_lower);
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const auto side = [&](int axis) { return (i >> axis & 1U) != 0 ? box.max[axis] : box.min[axis]; };
    corners_[i] = view_from_lower.inverse() * Eigen::Vector3d(side(0), side(1), side(2));
  }
}

Bounds LiveWindow::lower_in(const Eigen::Isometry3d& view_from_lower) const {
  Bounds lower;
  for (std::size_t vertex = 0; vertex < scanned_.size(); ++vertex)
    if (scanned_[vertex] != 0) lower.add(view_from_lower * lower_->mesh.vertices[vertex]);
  return lower;
}

bool LiveWindow::surely_holds(const Eigen::Isometry3d& view_from_lower) const {
  const PixelGrid& grid = usual_.grid;
  return std::ranges::all_of(corners_, [&](const Eigen::Vector3d& corner) {
    const Eigen::Vector3d at = view_from_lower * corner;
    return at.x() >= grid.u0_mm && at.x() <= grid.u0_mm + grid.width * grid.pixel_mm &&
           at.y() >= grid.v0_mm && at.y() <= grid.v0_mm + grid.height * grid.pixel_mm;
  });
}

View LiveWindow::in_pose(const Eigen::Isometry3d& upper_from_lower) const {
  View view = usual_;
  if (view.grid.size() == 0) return view;
  const Eigen::Isometry3d view_from_lower = view.view_from_case * upper_from_lower;
  if (surely_holds(view_from_lower)) return view;
  const Bounds lower = lower_in(view_from_lower);
  if (lower.empty()) return view;
  PixelGrid& grid = view.grid;
  const Grown across = grown(grid.u0_mm, grid.width, grid.pixel_mm, lower.min.x(), lower.max.x());
  const Grown down = grown(grid.v0_mm, grid.height, grid.pixel_mm, lower.min.y(), lower.max.y());
  if (across.pixels == grid.width && down.pixels == grid.height) return view;
  grid.u0_mm -= across.before * grid.pixel_mm;
  grid.v0_mm -= down.before * grid.pixel_mm;
  grid.width = across.pixels;
  grid.height = down.pixels;
  return view;
}

}  // namespace intercusp::viewer
