#include "occlusion/zlist/binned_mesh.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <stdexcept>

namespace intercusp::zlist {
namespace {

constexpr std::size_t vertices_per_task = 8192;
constexpr std::size_t faces_per_task = 16384;

//! The corners of the mesh's box bound every vertex.
double largest_extent_px(const TriangleMesh& mesh, const Eigen::Isometry3d& view_from_mesh,
                         const PixelGrid& grid) {
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

void append(std::vector<std::uint32_t>& whole, const std::vector<std::uint32_t>& part) {
  whole.insert(whole.end(), part.begin(), part.end());
}

}  // namespace

BinnedMesh::BinnedMesh(const TriangleMesh& mesh, const Eigen::Isometry3d& case_from_mesh,
                       const MapFrame& frame, double depth_origin)
    : mesh_(&mesh), grid_(frame.grid) {
  if (frame.projection.kind() != Projection::Kind::orthographic) {
    throw std::invalid_argument(
        "the z-list engine draws straight faces: it needs an orthographic projection");
  }
  const Eigen::Isometry3d view_from_mesh = frame.projection.view_from_case() * case_from_mesh;
  scale_ = RasterScale::for_extent(largest_extent_px(mesh, view_from_mesh, grid_));
  project(view_from_mesh, depth_origin);
  sort_into_bands();
}

void BinnedMesh::project(const Eigen::Isometry3d& view_from_mesh, double depth_origin) {
  const double px_per_mm = 1 / grid_.pixel_mm;
  vertices_.resize(mesh_->vertices.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, vertices_.size(), vertices_per_task),
                    [&](const auto& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) {
                        const Eigen::Vector3d p = view_from_mesh * mesh_->vertices[i];
                        const double u = (p.x() - grid_.u0_mm) * px_per_mm;
                        const double v = (p.y() - grid_.v0_mm) * px_per_mm;
                        vertices_[i] = {u, v, p.z() - depth_origin, scale_.snap(u), scale_.snap(v)};
                      }
                    });
}

void BinnedMesh::sort_into_bands() {
  const auto band_count = static_cast<std::size_t>((grid_.height + band_rows - 1) / band_rows);
  const std::size_t tasks = (mesh_->faces.size() + faces_per_task - 1) / faces_per_task;
  std::vector<std::vector<BandFaces>> parts(tasks, std::vector<BandFaces>(band_count));
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    const std::size_t end = std::min(mesh_->faces.size(), (task + 1) * faces_per_task);
    for (std::size_t face = task * faces_per_task; face < end; ++face) {
      const auto& [ia, ib, ic] = mesh_->faces[face];
      const RasterVertex& a = vertices_[ia];
      const RasterVertex& b = vertices_[ib];
      const RasterVertex& c = vertices_[ic];
      const PixelRange rows =
          centres_between(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), scale_.steps, grid_.height);
      if (rows.empty()) continue;
      const PixelRange columns = columns_of(a, b, c);
      const std::int64_t area = twice_area(a, b, c);
      if (columns.empty() || area == 0) continue;
      for (std::int64_t band = rows.begin / band_rows; band <= (rows.end - 1) / band_rows; ++band) {
        BandFaces& faces = parts[task][static_cast<std::size_t>(band)];
        (area > 0 ? faces.leaving : faces.entering).push_back(static_cast<std::uint32_t>(face));
      }
    }
  });
  bands_.resize(band_count);
  tbb::parallel_for(std::size_t{0}, band_count, [&](std::size_t band) {
    for (const std::vector<BandFaces>& part : parts) {
      append(bands_[band].entering, part[band].entering);
      append(bands_[band].leaving, part[band].leaving);
    }
  });
}

}  // namespace intercusp::zlist
