#include "occlusion/contacts/areas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/contact_rows.h"
#include "occlusion/contacts/pixel_contacts.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! Calls `use(rows, row)` for every row; a task handles the rows of one block.
template <typename Use>
void for_each_row(const ClearanceMap& map, double threshold_mm, const Use& use) {
  constexpr int block_rows = 16;
  const int height = map.view.grid.height;
  for_all(0, (height + block_rows - 1) / block_rows, [&](int block) {
    const int begin = block * block_rows, end = std::min(begin + block_rows, height);
    const ContactRows rows(map.view.grid, map.clearance_mm, threshold_mm, begin, end);
    for (int row = begin; row < end; ++row) use(rows, row);
  });
}

std::optional<std::size_t> pixel_of(const PixelGrid& grid, const Eigen::Vector3d& uvd) {
  const double column = std::floor((uvd.x() - grid.u0_mm) / grid.pixel_mm);
  const double row = std::floor((uvd.y() - grid.v0_mm) / grid.pixel_mm);
  if (!(column >= 0 && row >= 0 && column < grid.width && row < grid.height)) return std::nullopt;
  return grid.index(static_cast<int>(column), static_cast<int>(row));
}

Eigen::Vector3d centroid_of(const Corners& corners) { return (corners[0] + corners[1] + corners[2]) / 3; }

//! The surfaces from which steep faces are measured.
struct SteepScene {
  const ClearanceMap& map;
  ViewedMesh upper, lower;
};

//! Whether the lower's surface at this pixel is this face, or lies close enough to the piece.
bool is_seen(const SteepScene& scene, std::size_t pixel, std::size_t face, const Eigen::Vector3d& centroid,
             double slope) {
  const std::int32_t named = scene.map.lower_face[pixel];
  if (named == no_face || !std::isfinite(scene.map.clearance_mm[pixel])) return false;
  if (static_cast<std::size_t>(named) == face) return true;
  const PixelGrid& grid = scene.map.view.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const Eigen::Vector2d centre =
      grid.centre(static_cast<int>(pixel % width), static_cast<int>(pixel / width));
  const double there =
      plane_depth(scene.lower.corners(static_cast<std::size_t>(named)), centre.x(), centre.y(), 0);
  return std::abs(there - centroid.z()) <= grid.pixel_mm * slope;
}

//! The upper face that the map names at a pixel; empty without a finite clearance.
std::optional<std::size_t> upper_face_at(const ClearanceMap& map, std::optional<std::size_t> pixel) {
  if (!pixel || map.upper_face[*pixel] == no_face || !std::isfinite(map.clearance_mm[*pixel])) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(map.upper_face[*pixel]);
}

void add_piece(const SteepScene& scene, std::size_t face, const Corners& piece, double slope,
               std::vector<SteepPiece>& pieces) {
  const PixelGrid& grid = scene.map.view.grid;
  const Eigen::Vector3d centroid = centroid_of(piece);
  const std::optional<std::size_t> pixel = pixel_of(grid, centroid);
  if (!pixel || !is_seen(scene, *pixel, face, centroid, slope)) return;
  const std::optional<std::size_t> upper_at_centroid = upper_face_at(scene.map, pixel);
  if (!upper_at_centroid) return;
  SteepPiece result{.pixel = *pixel,
                    .lower_face = static_cast<std::int32_t>(face),
                    .area_mm2 = 0.5 * (piece[1] - piece[0]).cross(piece[2] - piece[0]).norm(),
                    .clearance_mm = {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d& corner = piece[i];
    const std::size_t upper = upper_face_at(scene.map, pixel_of(grid, corner)).value_or(*upper_at_centroid);
    result.clearance_mm[i] =
        plane_depth(scene.upper.corners(upper), corner.x(), corner.y(), grid.pixel_mm) - corner.z();
  }
  pieces.push_back(result);
}

//! Cuts the triangle into n² similar ones whose edges are short enough.
void add_pieces(const SteepScene& scene, std::size_t face, const Corners& corners,
                std::vector<SteepPiece>& pieces) {
  const Eigen::Vector3d p = corners[1] - corners[0];
  const Eigen::Vector3d q = corners[2] - corners[0];
  const double longest = std::sqrt(std::max({p.squaredNorm(), q.squaredNorm(), (q - p).squaredNorm()}));
  // No face of a tooth needs more cuts. Without a bound, a stray triangle metres long would use all memory.
  constexpr double most_cuts = 100;
  const int n = static_cast<int>(std::clamp(std::ceil(longest / steep_piece_mm), 1.0, most_cuts));
  const double slope = slope_of(cosine_of(corners));
  const auto at = [&](int i, int j) -> Eigen::Vector3d { return corners[0] + (i * p + j * q) / n; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; i + j < n; ++j) {
      add_piece(scene, face, {at(i, j), at(i + 1, j), at(i, j + 1)}, slope, pieces);
      if (i + j + 2 > n) continue;
      add_piece(scene, face, {at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, slope, pieces);
    }
  }
}

bool is_steep(const TriangleMesh& mesh, std::size_t face, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d normal = face_normal_twice_area(mesh, face);
  const double along = normal.dot(direction);
  return along > 0 && along * along < steep_cosine * steep_cosine * normal.squaredNorm();
}

}  // namespace

std::vector<float> contact_shares(const ClearanceMap& map, double threshold_mm) {
  const PixelGrid& grid = map.view.grid;
  std::vector<float> shares(grid.size());
  for_each_row(map, threshold_mm, [&](const ContactRows& rows, int row) {
    rows.for_each_pixel(
        row, [&](int column, double share) { shares[grid.index(column, row)] = static_cast<float>(share); });
  });
  return shares;
}

double contact_area_mm2(const ClearanceMap& map, double threshold_mm) {
  const PixelGrid& grid = map.view.grid;
  // Per row: added in order, so that the sum does not depend on the threads.
  std::vector<double> sums(static_cast<std::size_t>(grid.height));
  for_each_row(map, threshold_mm, [&](const ContactRows& shares, int row) {
    double& sum = sums[static_cast<std::size_t>(row)];
    shares.for_each_stretch(row, [&](int, const contacts::Shares& stretch) {
      sum += stretch.whole_count;
      sum = std::accumulate(stretch.part_share, stretch.part_share + stretch.part_count, sum);
    });
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) * grid.pixel_area_mm2();
}

std::vector<float> lower_surface_per_pixel(const ClearanceMap& map, const Bite& bite) {
  const PixelGrid& grid = map.view.grid;
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, map.view.view_from_case);
  std::vector<float> surface(grid.size());
  for_all(0, grid.height, [&](int row) {
    for (std::size_t pixel = grid.index(0, row); pixel < grid.index(0, row + 1); ++pixel) {
      const std::int32_t face = map.lower_face[pixel];
      if (face == no_face) continue;
      const double cosine = cosine_of(lower.corners(static_cast<std::size_t>(face)));
      if (cosine >= steep_cosine) surface[pixel] = static_cast<float>(grid.pixel_area_mm2() / cosine);
    }
  });
  return surface;
}

std::vector<SteepPiece> steep_pieces(const ClearanceMap& map, const Bite& bite) {
  if (map.view.grid.size() == 0) return {};
  const SteepScene scene{.map = map,
                         .upper = {*bite.upper, Eigen::Isometry3d::Identity(), map.view.view_from_case},
                         .lower = {*bite.lower, bite.upper_from_lower, map.view.view_from_case}};
  const Eigen::Vector3d direction = scene.lower.direction();
  // Chunks keep the order of the faces for any number of threads.
  constexpr std::size_t chunk_faces = 4096;
  const std::size_t faces = bite.lower->anatomy_faces;
  std::vector<std::vector<SteepPiece>> chunks((faces + chunk_faces - 1) / chunk_faces);
  for_all(std::size_t{0}, chunks.size(), [&](std::size_t chunk) {
    const std::size_t end = std::min(faces, (chunk + 1) * chunk_faces);
    for (std::size_t face = chunk * chunk_faces; face < end; ++face) {
      if (!is_steep(bite.lower->mesh, face, direction)) continue;
      add_pieces(scene, face, scene.lower.corners(face), chunks[chunk]);
    }
  });
  std::vector<SteepPiece> pieces;
  for (const auto& chunk : chunks) pieces.insert(pieces.end(), chunk.begin(), chunk.end());
  return pieces;
}

std::vector<SteepContact> steep_contacts(std::span<const SteepPiece> pieces, double threshold_mm) {
  std::vector<SteepContact> contacts;
  for (const SteepPiece& piece : pieces) {
    const auto& [a, b, c] = piece.clearance_mm;
    const double area = piece.area_mm2 * clip_triangle(a, b, c, threshold_mm).share;
    if (area > 0) contacts.push_back({piece.pixel, piece.lower_face, area});
  }
  return contacts;
}

}  // namespace intercusp
