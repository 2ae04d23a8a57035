#include "occlusion/motion/tracks/surface_record.h"

#include <tbb/blocked_range.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

// Smaller clusters need more tests; larger ones hold more vertices that are not near contact.
constexpr double cluster_mm = 1.5;

}  // namespace

float SurfaceRecord::total_s(std::size_t vertex) const {
  return std::accumulate(contact_s[vertex].begin(), contact_s[vertex].end(), 0.0F);
}

std::optional<ContactKind> dominant_kind(const std::array<float, contact_kinds>& contact_s) {
  constexpr auto first_moving = static_cast<std::ptrdiff_t>(ContactKind::closing);
  const auto moving = contact_s.begin() + first_moving;  // closing and the kinds after it
  for (const auto& [begin, end] :
       {std::pair(moving, contact_s.end()), std::pair(contact_s.begin(), moving)}) {
    const auto longest = std::max_element(begin, end);
    if (*longest > 0) return static_cast<ContactKind>(longest - contact_s.begin());
  }
  return std::nullopt;
}
static_assert(ContactKind::unknown < ContactKind::closing && ContactKind::rest < ContactKind::closing &&
              ContactKind::opening < ContactKind::closing);

SurfaceRecorder::SurfaceRecorder(const Solid& solid, Jaw jaw, std::vector<std::uint8_t> left_side)
    : solid_(solid), jaw_(jaw), left_side_(std::move(left_side)) {
  const std::size_t count = solid.mesh.vertices.size();
  record_.contact_s.assign(count, {});
  record_.out_s.assign(count, {});
  record_.least_mm.assign(count, no_clearance);
  const std::vector<std::uint8_t> scanned = marked_anatomy(solid);
  const std::vector<Eigen::Vector3d> normals = vertex_normals(solid.mesh.vertices, solid.mesh.faces);
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    if (scanned[vertex] != 0) vertices_.push_back(vertex);
  }
  make_clusters();
  for (const std::uint32_t vertex : vertices_) normals_.push_back(normals[vertex]);
}

void SurfaceRecorder::make_clusters() {
  using Cell = std::array<double, 3>;
  std::vector<std::pair<Cell, std::uint32_t>> cells;
  for (const std::uint32_t vertex : vertices_) {
    const Eigen::Vector3d cell = (solid_.mesh.vertices[vertex] / cluster_mm).array().floor();
    cells.push_back({{cell.x(), cell.y(), cell.z()}, vertex});
  }
  std::ranges::sort(cells);
  for (std::size_t first = 0, end = 0; first < cells.size(); first = end) {
    Bounds box;
    for (; end < cells.size() && cells[end].first == cells[first].first; ++end) {
      vertices_[end] = cells[end].second;
      points_.push_back(solid_.mesh.vertices[cells[end].second]);
      box.add(points_.back());
    }
    clusters_.push_back({first, end, box.centre(), 0.5 * box.size().norm()});
  }
}

bool SurfaceRecorder::is_near_contact(const Cluster& cluster, const RecordedSample& sample,
                                      const Eigen::Isometry3d& view_from_solid) const {
  const PixelGrid& grid = sample.map.view.grid;
  const Eigen::Vector3d centre = view_from_solid * cluster.centre;
  const auto pixel = [&](double mm, double from_mm, int count) {
    return static_cast<int>(
        std::clamp(std::floor((mm - from_mm) / grid.pixel_mm), -1.0, static_cast<double>(count)));
  };
  // One pixel more on each side than rounding needs.
  const double reach_mm = cluster.radius_mm + grid.pixel_mm;
  const int left = pixel(centre.x() - reach_mm, grid.u0_mm, grid.width);
  const int right = pixel(centre.x() + reach_mm, grid.u0_mm, grid.width);
  const int top = pixel(centre.y() - reach_mm, grid.v0_mm, grid.height);
  const int bottom = pixel(centre.y() + reach_mm, grid.v0_mm, grid.height);
  if (right < 0 || bottom < 0 || left >= grid.width || top >= grid.height) return false;
  return sample.near_contact.any_in(grid, std::max(left, 0), std::max(top, 0),
                                    std::min(right, grid.width - 1), std::min(bottom, grid.height - 1));
}

void SurfaceRecorder::add(const RecordedSample& sample, const Eigen::Isometry3d& case_from_solid) {
  const Eigen::Isometry3d view_from_solid = sample.map.view.view_from_case * case_from_solid;
  const PixelGrid& grid = sample.map.view.grid;
  const double per_pixel = 1 / grid.pixel_mm;
  const Eigen::RowVector3d to_u = per_pixel * view_from_solid.linear().row(0),
                           to_v = per_pixel * view_from_solid.linear().row(1);
  const double u0 = per_pixel * (view_from_solid.translation().x() - grid.u0_mm),
               v0 = per_pixel * (view_from_solid.translation().y() - grid.v0_mm);
  const std::array<std::size_t, 2> kinds = {static_cast<std::size_t>(contact_kind(sample.movement, false)),
                                            static_cast<std::size_t>(contact_kind(sample.movement, true))};
  const auto add_point = [&](std::size_t i) {
    const double u = to_u.dot(points_[i]) + u0, v = to_v.dot(points_[i]) + v0;
    if (!(u >= 0 && v >= 0 && u < grid.width && v < grid.height)) return;
    if (sample.near_contact.pixels[grid.index(static_cast<int>(u), static_cast<int>(v))] == 0) return;
    const float clearance = clearance_at(sample.map, view_from_solid, view_from_solid * points_[i], i);
    if (!(static_cast<double>(clearance) <= sample.threshold_mm)) return;
    const std::uint32_t vertex = vertices_[i];
    const std::size_t kind = kinds[left_side_[vertex]];
    record_.contact_s[vertex][kind] += static_cast<float>(sample.standing_s);
    if (sample.out_of_centric) record_.out_s[vertex][kind] += static_cast<float>(sample.standing_s);
    float& least = record_.least_mm[vertex];
    if (!(least <= clearance)) least = clearance;
  };
  constexpr std::size_t grain = 64;  // clusters per task
  for_all(tbb::blocked_range<std::size_t>(0, clusters_.size(), grain), [&](const auto& range) {
    for (std::size_t c = range.begin(); c < range.end(); ++c) {
      if (!is_near_contact(clusters_[c], sample, view_from_solid)) continue;
      for (std::size_t i = clusters_[c].first; i < clusters_[c].end; ++i) add_point(i);
    }
  });
}

float SurfaceRecorder::clearance_at(const ClearanceMap& map, const Eigen::Isometry3d& view_from_solid,
                                    const Eigen::Vector3d& uvd, std::size_t candidate) const {
  const Eigen::Vector3d normal = view_from_solid.linear() * normals_[candidate];
  const double facing = jaw_ == Jaw::upper ? -normal.z() : normal.z();
  if (!(facing >= steep_cosine)) return no_clearance;
  const PixelGrid& grid = map.view.grid;
  const auto surface_at = [&](int column, int row) -> std::optional<SurfaceAtPixel> {
    const std::size_t pixel = grid.index(column, row);
    const std::int32_t named = jaw_ == Jaw::upper ? map.upper_face[pixel] : map.lower_face[pixel];
    if (named == no_face) return std::nullopt;
    Corners corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = solid_.mesh.faces[static_cast<std::size_t>(named)][k];
      corners[k] = view_from_solid * solid_.mesh.vertices[vertex];
    }
    const double cosine = std::abs(cosine_of(corners));
    if (!(cosine >= steep_cosine)) return std::nullopt;
    const Eigen::Vector2d centre = grid.centre(column, row);
    return SurfaceAtPixel{plane_depth(corners, centre.x(), centre.y(), grid.pixel_mm), slope_of(cosine)};
  };
  const std::optional<double> clearance = clearance_at_point(map, uvd, slope_of(facing), surface_at);
  return clearance ? static_cast<float>(*clearance) : no_clearance;
}

}  // namespace intercusp
