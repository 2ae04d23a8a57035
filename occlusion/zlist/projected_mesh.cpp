#include "occlusion/zlist/projected_mesh.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <array>
#include <stdexcept>

namespace intercusp::zlist {
namespace {

constexpr std::size_t vertices_per_task = 8192;
constexpr std::size_t faces_per_task = 16384;

double largest_extent_px(const TriangleMesh& mesh, const Eigen::Isometry3d& view_from_mesh,
                         const PixelGrid& grid) {
  // The corners of the mesh's box bound every vertex.
  const Bounds box = bounds_of(mesh);
  double largest = std::max(grid.width, grid.height);
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d p = view_from_mesh * Eigen::Vector3d((corner & 1) != 0 ? box.max.x() : box.min.x(),
                                                               (corner & 2) != 0 ? box.max.y() : box.min.y(),
                                                               (corner & 4) != 0 ? box.max.z() : box.min.z());
    largest = std::max({largest, std::abs(p.x() - grid.u0_mm) / grid.pixel_mm,
                        std::abs(p.y() - grid.v0_mm) / grid.pixel_mm});
  }
  return largest;
}

//! The rows and columns of pixel centres within a face's rectangle.
struct Reach {
  PixelRange rows, columns;
};
Reach reach_of(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, std::int64_t steps,
               const PixelGrid& grid) {
  return {centres_between(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), steps, grid.height),
          centres_between(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), steps, grid.width)};
}

bool drawn(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, Facing facing) {
  const std::int64_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return facing == Facing::leaving ? area > 0 : area != 0;
}

}  // namespace

ProjectedMesh project(const TriangleMesh& mesh, const Eigen::Isometry3d& case_from_mesh,
                      const MapFrame& frame, double depth_origin) {
  if (frame.projection.kind() != Projection::Kind::orthographic) {
    throw std::invalid_argument(
        "the z-list engine draws straight faces: it needs an orthographic projection");
  }
  const Eigen::Isometry3d view_from_mesh = frame.projection.view_from_case() * case_from_mesh;
  const PixelGrid& grid = frame.grid;
  ProjectedMesh projected;
  projected.scale = RasterScale::for_extent(largest_extent_px(mesh, view_from_mesh, grid));
  projected.vertices.resize(mesh.vertices.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, mesh.vertices.size(), vertices_per_task),
                    [&](const auto& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) {
                        const Eigen::Vector3d p = view_from_mesh * mesh.vertices[i];
                        const double u = (p.x() - grid.u0_mm) / grid.pixel_mm;
                        const double v = (p.y() - grid.v0_mm) / grid.pixel_mm;
                        projected.vertices[i] = {u, v, p.z() - depth_origin, projected.scale.snap(u),
                                                 projected.scale.snap(v)};
                      }
                    });
  return projected;
}

std::vector<std::vector<std::uint32_t>> faces_by_band(const TriangleMesh& mesh,
                                                      const ProjectedMesh& projected, const PixelGrid& grid,
                                                      int band_rows, Facing facing) {
  const auto bands = static_cast<std::size_t>((grid.height + band_rows - 1) / band_rows);
  const std::size_t tasks = (mesh.faces.size() + faces_per_task - 1) / faces_per_task;
  std::vector<std::vector<std::vector<std::uint32_t>>> parts(tasks);  // by task, then band
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    std::vector<std::vector<std::uint32_t>>& mine = parts[task];
    mine.resize(bands);
    const std::size_t end = std::min(mesh.faces.size(), (task + 1) * faces_per_task);
    for (std::size_t face = task * faces_per_task; face < end; ++face) {
      const RasterVertex& a = projected.vertices[mesh.faces[face][0]];
      const RasterVertex& b = projected.vertices[mesh.faces[face][1]];
      const RasterVertex& c = projected.vertices[mesh.faces[face][2]];
      const Reach reach = reach_of(a, b, c, projected.scale.steps, grid);
      if (reach.rows.empty() || reach.columns.empty() || !drawn(a, b, c, facing)) continue;
      for (std::int64_t band = reach.rows.begin / band_rows; band <= (reach.rows.end - 1) / band_rows;
           ++band) {
        mine[static_cast<std::size_t>(band)].push_back(static_cast<std::uint32_t>(face));
      }
    }
  });
  std::vector<std::vector<std::uint32_t>> faces(bands);
  tbb::parallel_for(std::size_t{0}, bands, [&](std::size_t band) {
    std::size_t count = 0;
    for (const auto& part : parts) count += part[band].size();
    faces[band].reserve(count);
    for (const auto& part : parts)
      faces[band].insert(faces[band].end(), part[band].begin(), part[band].end());
  });
  return faces;
}

}  // namespace intercusp::zlist
