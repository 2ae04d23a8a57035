#include "viewer/case/live_window.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {
namespace {

constexpr double step_mm = 10;  // a moving jaw seldom needs another window

struct Grown {
  int before = 0, pixels = 0;
};

//! Along one axis of the window. Where both sides together were too much, neither is given.
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
    : usual_(loaded.view), lower_(loaded.bite.lower), scanned_(marked_anatomy(*loaded.bite.lower)) {}

View LiveWindow::in_pose(const Eigen::Isometry3d& upper_from_lower) const {
  View view = usual_;
  if (view.grid.size() == 0) return view;
  const Eigen::Isometry3d view_from_lower = view.view_from_case * upper_from_lower;
  Bounds lower;
  for (std::size_t vertex = 0; vertex < scanned_.size(); ++vertex)
    if (scanned_[vertex] != 0) lower.add(view_from_lower * lower_->mesh.vertices[vertex]);
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
