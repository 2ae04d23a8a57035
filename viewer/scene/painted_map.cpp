#include "viewer/scene/painted_map.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"

namespace intercusp::viewer {
namespace {

PixelBox holding(const PixelBox& a, const PixelBox& b) {
  if (a.width == 0) return b;
  if (b.width == 0) return a;
  const int left = std::min(a.left, b.left), top = std::min(a.top, b.top);
  return {left, top, std::max(a.left + a.width, b.left + b.width) - left,
          std::max(a.top + a.height, b.top + b.height) - top};
}

PixelBox box_of(const std::vector<std::array<int, 2>>& columns) {
  PixelBox box;
  for (int row = 0; row < static_cast<int>(columns.size()); ++row) {
    const auto [first, last] = columns[static_cast<std::size_t>(row)];
    if (first <= last) box = holding(box, {first, row, last - first + 1, 1});
  }
  return box;
}

//! Depth of one face along a row of pixels.
struct DepthAlongRow {
  float at_first_column = 0, per_column = 0;
  bool known = false;
};

}  // namespace

PaintedMap::PaintedMap(const Solid& lower)
    : lower_(lower), centre_(bounds_of(lower.mesh).centre()), planes_(lower.mesh.faces.size()) {
  for_all(std::size_t{0}, planes_.size(), [&](std::size_t face) {
    const Eigen::Vector3d normal = face_normal_twice_area(lower.mesh, face);
    const Eigen::Vector3d corner = lower.mesh.vertices[lower.mesh.faces[face][0]] - centre_;
    planes_[face] << normal.cast<float>(), static_cast<float>(normal.dot(corner));
  });
}

PixelBox PaintedMap::update(const ClearanceMap& map, std::span<const float> values_mm,
                            const Eigen::Isometry3d& upper_from_lower, double farthest_mm) {
  const PixelGrid& grid = map.view.grid;
  const bool other_view = grid.width != width_ || grid.height != height_;
  width_ = grid.width, height_ = grid.height;
  texels_.resize(grid.size());
  columns_.resize(static_cast<std::size_t>(grid.height));

  const Eigen::Isometry3d view_from_lower = map.view.view_from_case * upper_from_lower;
  const Eigen::Matrix3f turn = view_from_lower.linear().cast<float>();
  const Eigen::Vector3d centre = view_from_lower * centre_;
  const auto pixel = static_cast<float>(grid.pixel_mm);
  const auto first_u = static_cast<float>(grid.u0_mm + 0.5 * grid.pixel_mm - centre.x());
  const auto depth = static_cast<float>(centre.z());
  const auto farthest = static_cast<float>(farthest_mm);
  const auto least_cosine = static_cast<float>(steep_cosine);

  const auto depth_along_row = [&](std::int32_t face, float v) {
    const Eigen::Vector4f& plane = planes_[static_cast<std::size_t>(face)];
    const Eigen::Vector3f normal = turn * plane.head<3>();
    DepthAlongRow along;
    along.known = normal.z() > least_cosine * normal.norm();
    if (!along.known) return along;
    along.per_column = -normal.x() / normal.z() * pixel;
    along.at_first_column = depth + (plane.w() - normal.x() * first_u - normal.y() * v) / normal.z();
    return along;
  };

  for_all(0, grid.height, [&](int row) {
    const auto v = static_cast<float>(grid.v0_mm + (row + 0.5) * grid.pixel_mm - centre.y());
    std::array<int, 2> painted = {grid.width, -1};
    std::int32_t last_face = no_face;
    DepthAlongRow along;
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      texels_[i] = {};
      const std::int32_t face = map.lower_face[i];
      if (!(values_mm[i] <= farthest) || face == no_face) continue;
      if (face != last_face) along = depth_along_row(face, v), last_face = face;
      if (!along.known) continue;
      const float depth_here = along.at_first_column + along.per_column * static_cast<float>(column);
      texels_[i] = {values_mm[i], depth_here, depth_here + map.clearance_mm[i]};
      painted = {std::min(painted[0], column), column};
    }
    columns_[static_cast<std::size_t>(row)] = painted;
  });

  const PixelBox before = painted_;
  painted_ = box_of(columns_);
  return other_view ? PixelBox{0, 0, width_, height_} : holding(before, painted_);
}

void PaintValues::follow(const AppState& state, const std::shared_ptr<LiveBite>& live, bool quick) {
  if (!live) return;
  const bool by_distance = state.document.measure == Measure::surface_distance;
  const Key wanted{.live = live.get(),
                   .pose = live->reading().upper_from_lower.matrix(),
                   .end_mm = by_distance ? state.view.paint_scale(state.document.threshold_mm).end_mm() : -1,
                   .coarse = by_distance && quick};
  if (wanted == key_ && live_ == live) return;
  key_ = wanted;
  live_ = live;
  ++version_;
  values_ = by_distance ? &live->distances_up_to(wanted.end_mm + paint_edge_mm, wanted.coarse)
                        : &live->map().clearance_mm;
}

}  // namespace intercusp::viewer
