#include "occlusion/rays/first_hits.h"

#include <tbb/parallel_for.h>

#include <limits>
#include <stdexcept>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/rays/ray_scene.h"

namespace intercusp {
namespace {

FirstHits nothing_seen(const PictureGrid& grid) {
  const std::size_t n = grid.size();
  return {.grid = grid,
          .face = std::vector<std::int32_t>(n, no_face),
          .second_weight = std::vector<float>(n, 0.0F),
          .third_weight = std::vector<float>(n, 0.0F),
          .depth_mm = std::vector<float>(n, std::numeric_limits<float>::infinity())};
}

//! The weighted mean of the depths of the face's vertices: never outside the face, however steep it is.
double depth_along(const rays::Line& line, const TriangleMesh& mesh, const rays::FirstFace& hit) {
  const auto depth = [&](int corner) {
    return (mesh.vertices[mesh.faces[hit.face][corner]] - line.origin).dot(line.direction);
  };
  const double first_weight = 1.0 - hit.second_weight - hit.third_weight;
  return first_weight * depth(0) + hit.second_weight * depth(1) + hit.third_weight * depth(2);
}

}  // namespace

PictureScene::PictureScene(const Solid& solid)
    : solid_(&solid), scene_(std::make_unique<rays::RayScene>(solid.mesh)) {}
PictureScene::~PictureScene() = default;
PictureScene::PictureScene(PictureScene&&) noexcept = default;
PictureScene& PictureScene::operator=(PictureScene&&) noexcept = default;

FirstHits PictureScene::first_hits(const Eigen::Isometry3d& view_from_solid, const PictureGrid& grid) const {
  if (grid.width < 0 || grid.height < 0 || !(grid.pixel_mm > 0)) {
    throw std::invalid_argument("a picture needs a size of at least 0 and a pixel of more than 0 mm");
  }
  const Eigen::Isometry3d solid_from_view = view_from_solid.inverse(Eigen::Isometry);
  FirstHits hits = nothing_seen(grid);
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (int column = 0; column < grid.width; ++column) {
      const rays::Line line = rays::line_at(solid_from_view, grid.x0_mm + (column + 0.5) * grid.pixel_mm,
                                            grid.y0_mm + (row + 0.5) * grid.pixel_mm);
      const auto hit = scene_->first_face(line);
      if (!hit) continue;
      const std::size_t i = grid.index(column, row);
      hits.face[i] = static_cast<std::int32_t>(hit->face);
      hits.second_weight[i] = hit->second_weight;
      hits.third_weight[i] = hit->third_weight;
      hits.depth_mm[i] = static_cast<float>(depth_along(line, solid_->mesh, *hit));
    }
  });
  return hits;
}

}  // namespace intercusp
