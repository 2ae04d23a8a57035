#include "occlusion/view/map_frame.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace intercusp {
namespace {

Bounds projected_bounds(const Solid& solid, const Projection& projection,
                        const Eigen::Isometry3d& case_from_solid) {
  Bounds bounds;
  if (projection.kind() == Projection::Kind::orthographic) {
    const Eigen::Isometry3d view_from_solid = projection.view_from_case() * case_from_solid;
    for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(view_from_solid * vertex);
  } else {
    for (const Eigen::Vector3d& vertex : solid.mesh.vertices)
      bounds.add(projection.map(case_from_solid * vertex));
  }
  return bounds;
}

int pixels_across(double length_mm, double pixel_mm) {
  // A whole number of pixels stays that number although the division is rounded.
  return static_cast<int>(std::ceil(length_mm / pixel_mm - 1e-6)) + 2;
}

}  // namespace

Bounds viewed_bounds(const Eigen::Isometry3d& view_from_frame, const Bounds& box) {
  Bounds viewed;
  if (box.empty()) return viewed;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int axis) { return (corner >> axis & 1) != 0 ? box.max[axis] : box.min[axis]; };
    viewed.add(view_from_frame * Eigen::Vector3d(side(0), side(1), side(2)));
  }
  return viewed;
}

bool same_frame(const MapFrame& a, const MapFrame& b) {
  return a.projection.kind() == b.projection.kind() &&
         a.projection.view_from_case().matrix() == b.projection.view_from_case().matrix() &&
         a.grid.u0_mm == b.grid.u0_mm && a.grid.v0_mm == b.grid.v0_mm && a.grid.pixel_mm == b.grid.pixel_mm &&
         a.grid.width == b.grid.width && a.grid.height == b.grid.height;
}

MapFrame fit_frame(const Bite& bite, const Projection& projection, double pixel_mm, std::size_t max_pixels) {
  if (!(pixel_mm > 0) || !std::isfinite(pixel_mm))
    throw std::invalid_argument("the pixel size must be positive");
  const Bounds upper = projected_bounds(*bite.upper, projection, Eigen::Isometry3d::Identity());
  const Bounds lower = projected_bounds(*bite.lower, projection, bite.upper_from_lower);
  return frame_of_window(projection, upper.min.cwiseMax(lower.min).head<2>(),
                         upper.max.cwiseMin(lower.max).head<2>(), pixel_mm, max_pixels);
}

MapFrame frame_of_window(const Projection& projection, const Eigen::Vector2d& min, const Eigen::Vector2d& max,
                         double pixel_mm, std::size_t max_pixels) {
  MapFrame frame{projection, {.u0_mm = 0, .v0_mm = 0, .pixel_mm = pixel_mm, .width = 0, .height = 0}};
  if (!(min.array() <= max.array()).all()) return frame;

  const Eigen::Vector2d size = max - min;
  const double wanted = (size.x() / pixel_mm + 2) * (size.y() / pixel_mm + 2);
  if (wanted > static_cast<double>(max_pixels) || size.maxCoeff() / pixel_mm > 1e6) {
    const double fitting =
        std::max(std::sqrt(size.x() * size.y() / static_cast<double>(max_pixels)), size.maxCoeff() / 1e6) *
        1.01;
    throw std::length_error("a map of " + std::to_string(size.x()) + " mm × " + std::to_string(size.y()) +
                            " mm would have " + std::to_string(wanted) + " pixels; use a pixel of at least " +
                            std::to_string(fitting) + " mm");
  }
  frame.grid.u0_mm = min.x() - pixel_mm;
  frame.grid.v0_mm = min.y() - pixel_mm;
  frame.grid.width = pixels_across(size.x(), pixel_mm);
  frame.grid.height = pixels_across(size.y(), pixel_mm);
  return frame;
}

}  // namespace intercusp
