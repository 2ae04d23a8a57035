#include "occlusion/several/cinder/possible_intersections.h"

#include <algorithm>
#include <cmath>

namespace intercusp::cinder {
namespace {

//! The pixels that a box covers wholly or partly.
gl::Rectangle pixels_of(const Eigen::AlignedBox3d& box, const PixelGrid& grid) {
  const auto pixel = [&](double mm, double first_mm, int count) {
    return std::clamp((mm - first_mm) / grid.pixel_mm, 0.0, static_cast<double>(count));
  };
  const int left = static_cast<int>(std::floor(pixel(box.min().x(), grid.u0_mm, grid.width)));
  const int right = static_cast<int>(std::ceil(pixel(box.max().x(), grid.u0_mm, grid.width)));
  const int top = static_cast<int>(std::floor(pixel(box.min().y(), grid.v0_mm, grid.height)));
  const int bottom = static_cast<int>(std::ceil(pixel(box.max().y(), grid.v0_mm, grid.height)));
  return {left, top, right - left, bottom - top};
}

bool is_empty(const gl::Rectangle& window) { return window.width <= 0 || window.height <= 0; }

//! The bounding rectangle of both.
gl::Rectangle united(const gl::Rectangle& a, const gl::Rectangle& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const int left = std::min(a.x, b.x), top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left,
          std::max(a.y + a.height, b.y + b.height) - top};
}

}  // namespace

std::vector<PossibleIntersection> possible_intersections(std::span<const Eigen::AlignedBox3d> boxes,
                                                         const PixelGrid& grid) {
  std::vector<PossibleIntersection> intersections;
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      if (a == b || !boxes[a].intersects(boxes[b])) continue;
      const gl::Rectangle window = pixels_of(boxes[a].intersection(boxes[b]), grid);
      if (is_empty(window)) continue;
      intersections.push_back({{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)}, window});
    }
  }
  return intersections;
}

std::vector<std::uint32_t> edges_reaching(std::span<const Edge> edges,
                                          std::span<const Eigen::Vector3d> vertices,
                                          std::span<const Eigen::AlignedBox3d> boxes) {
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    Eigen::AlignedBox3d around(vertices[edges[i][0]]);
    around.extend(vertices[edges[i][1]]);
    const auto reached = [&](const Eigen::AlignedBox3d& box) { return box.intersects(around); };
    if (std::any_of(boxes.begin(), boxes.end(), reached)) places.push_back(static_cast<std::uint32_t>(i));
  }
  return places;
}

Drawing drawing_of(std::span<const PossibleIntersection> intersections, std::size_t bodies) {
  Drawing drawing;
  std::vector<bool> has_edges(bodies, false), is_counted(bodies, false);
  for (const auto& [possible, window] : intersections) {
    has_edges[possible.penetrating] = is_counted[possible.penetrated] = true;
    drawing.window = united(drawing.window, window);
  }
  for (std::size_t body = 0; body < bodies; ++body) {
    if (has_edges[body]) drawing.owners.push_back(body);
    if (is_counted[body]) drawing.counted.push_back(body);
  }
  return drawing;
}

}  // namespace intercusp::cinder
