#include "viewer/case/live_distances.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {
namespace {

//! How squarely each face looks along π, from either side.
std::vector<float> cosines_of(const Solid& upper, const Eigen::Isometry3d& view_from_case) {
  const Eigen::Vector3d direction = view_from_case.linear().row(2);
  std::vector<float> cosines(upper.mesh.faces.size(), 0);
  for (std::size_t face = 0; face < cosines.size(); ++face) {
    const Eigen::Vector3d normal = face_normal_twice_area(upper.mesh, face);
    if (normal.norm() > 0)
      cosines[face] = static_cast<float>(std::abs(normal.dot(direction)) / normal.norm());
  }
  return cosines;
}

//! On a wall the clearance is larger than the distance by 1/cosine. Steeper walls are hardly painted (jaw_view.vert).
constexpr double least_painted_cosine = 0.35;

//! Whether a coarse search asks for the pixel: for every other of every other row.
bool is_asked(int column, int row) { return column % 2 == 0 && row % 2 == 0; }

constexpr int block_px = 8;  // each way

//! In each block the pixel where the jaws are nearest along the direction; none of blocks without a clearance.
std::vector<std::size_t> nearest_of_blocks(const ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  const int across = (grid.width + block_px - 1) / block_px, down = (grid.height + block_px - 1) / block_px;
  std::vector<std::size_t> nearest(static_cast<std::size_t>(across) * down, grid.size());
  for_all(0, down, [&](int block_row) {
    const int end = std::min((block_row + 1) * block_px, grid.height);
    for (int row = block_row * block_px; row < end; ++row) {
      for (int column = 0; column < grid.width; ++column) {
        const std::size_t i = grid.index(column, row);
        std::size_t& kept = nearest[static_cast<std::size_t>(block_row) * across + column / block_px];
        if (!std::isfinite(map.clearance_mm[i])) continue;
        if (kept == grid.size() || map.clearance_mm[i] < map.clearance_mm[kept]) kept = i;
      }
    }
  });
  std::erase(nearest, grid.size());
  return nearest;
}

float certain_mm(const DistanceMap& found, std::size_t pixel) {
  return found.mark[pixel] == DistanceMark::certain ? found.distance_mm[pixel] : unlimited_clearance;
}

}  // namespace

//! Chooses at which pixels to search for distances, and how far, so that all distances up to `goal_mm` are found.
struct LiveDistances::Search {
  double goal_mm, pixel_mm;

  //! A wall reads 1/cosine of its distance as clearance, and areas count walls down to `steep_cosine`.
  [[nodiscard]] double reach_along_pi_mm() const { return goal_mm / steep_cosine; }
  //! With a margin for the contour: it runs to the centres of pixels beside.
  [[nodiscard]] double farthest_mm() const { return goal_mm + 1.5 * pixel_mm; }
  //! The plane of the upper's face above is this far: faces that curve towards the lower are nearer. Areas by
  //! distance come out 0.2 % too small at 0.1 mm, 0.5 % at 0.5 mm, on dentitions whose pixels were all looked
  //! at.
  [[nodiscard]] double farthest_plane_mm() const { return 1.5 * goal_mm + pixel_mm; }
};

LiveDistances::LiveDistances(const Bite& bite, const Eigen::Isometry3d& view_from_case)
    : true_distance_(bite.upper, bite.lower), upper_cosines_(cosines_of(*bite.upper, view_from_case)) {}

const std::vector<float>& LiveDistances::at(const ClearanceMap& map,
                                            const Eigen::Isometry3d& upper_from_lower, double threshold_mm) {
  assert(threshold_mm <= near_contact_mm);
  bound_mm_.resize(map.view.grid.size());
  distance_mm_.resize(map.view.grid.size());
  found_.resize(map.view.grid.size());
  // The least distance is at most the least clearance.
  const auto least_mm = static_cast<double>(least_clearance(map.clearance_mm));
  const Search search{std::max(threshold_mm, std::min(least_mm, near_contact_mm)), map.view.grid.pixel_mm};
  choose_pixels(map, search);
  put_distances(map, true_distance_.compute(map, bound_mm_, upper_from_lower, search.reach_along_pi_mm()),
                search);
  return distance_mm_;
}

//! Sets how far to search at each pixel; unlimited_clearance at pixels that are surely too far. The clearance
//! bounds the distance, so a smaller one shortens the search.
void LiveDistances::choose_pixels(const ClearanceMap& map, const Search& search) {
  const PixelGrid& grid = map.view.grid;
  const auto goal = static_cast<float>(search.goal_mm),
             reach = static_cast<float>(search.reach_along_pi_mm());
  const auto farthest = static_cast<float>(search.farthest_mm());
  const auto farthest_plane = static_cast<float>(search.farthest_plane_mm());
  for_all(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const float clearance = map.clearance_mm[i];
      const std::int32_t face = map.upper_face[i];
      const bool wanted =
          clearance <= goal || (clearance <= reach && face != no_face &&
                                clearance * upper_cosines_[static_cast<std::size_t>(face)] <= farthest_plane);
      bound_mm_[i] = wanted ? std::min(clearance, farthest) : unlimited_clearance;
    }
  });
}

void LiveDistances::put_distances(const ClearanceMap& map, const DistanceMap& found, const Search& search) {
  const PixelGrid& grid = map.view.grid;
  const auto farthest = static_cast<float>(search.farthest_mm());
  for_all(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const bool asked = bound_mm_[i] < unlimited_clearance;
      const bool far = found.mark[i] == DistanceMark::none && (!asked || map.clearance_mm[i] > farthest);
      found_[i] = found.mark[i] != DistanceMark::none ? 1 : 0;
      distance_mm_[i] = found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                        : far                                  ? map.clearance_mm[i]
                                                               : no_clearance;
    }
  });
}

const std::vector<float>& LiveDistances::up_to(const ClearanceMap& map,
                                               const Eigen::Isometry3d& upper_from_lower, double end_mm,
                                               bool coarse) {
  const PixelGrid& grid = map.view.grid;
  farther_bound_mm_.resize(grid.size());
  farther_mm_.resize(grid.size());
  const auto end = static_cast<float>(end_mm), reach = static_cast<float>(end_mm / least_painted_cosine);
  for_all(0, grid.height, [&](int row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      const float clearance = map.clearance_mm[i];
      const bool wanted = clearance <= reach && found_[i] == 0 && (!coarse || is_asked(column, row));
      farther_bound_mm_[i] = wanted ? std::min(clearance, end) : unlimited_clearance;
    }
  });
  const DistanceMap& found = true_distance_.compute(map, farther_bound_mm_, upper_from_lower, end_mm);
  const auto put = [&](std::size_t i) {
    const bool beyond = found.mark[i] == DistanceMark::none && !(map.clearance_mm[i] <= end);
    farther_mm_[i] = found_[i] != 0                           ? distance_mm_[i]
                     : found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                     : beyond                                 ? map.clearance_mm[i]
                                                              : no_clearance;
  };
  for_all(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) put(i);
  });
  if (coarse) {
    for_all(0, grid.height, [&](int row) {
      for (int column = 0; column < grid.width; ++column) {
        const std::size_t i = grid.index(column, row);
        const bool left_out = map.clearance_mm[i] <= reach && found_[i] == 0 && !is_asked(column, row);
        if (left_out) put_between(map, column, row);
      }
    });
  }
  return farther_mm_;
}

std::optional<double> LiveDistances::least_far(const ClearanceMap& map,
                                               const Eigen::Isometry3d& upper_from_lower) {
  constexpr float hardly_more_mm = 0.5F;  // from one block to the next the distance changes by less
  const float most = least_clearance(map.clearance_mm);
  const std::vector<std::size_t> nearest = nearest_of_blocks(map);
  farther_bound_mm_.assign(map.view.grid.size(), unlimited_clearance);
  for (const std::size_t pixel : nearest) farther_bound_mm_[pixel] = std::min(map.clearance_mm[pixel], most);
  const DistanceMap& sampled = true_distance_.compute(map, farther_bound_mm_, upper_from_lower, most);
  float least = unlimited_clearance;
  for (const std::size_t pixel : nearest) least = std::min(least, certain_mm(sampled, pixel));
  const float bound = std::min(least, most);
  farther_bound_mm_.assign(map.view.grid.size(), unlimited_clearance);
  for (const std::size_t pixel : nearest)
    if (certain_mm(sampled, pixel) <= bound + hardly_more_mm) ask_block(map, pixel, bound);
  const DistanceMap& all = true_distance_.compute(map, farther_bound_mm_, upper_from_lower, bound);
  for (std::size_t i = 0; i < all.mark.size(); ++i) least = std::min(least, certain_mm(all, i));
  return least < unlimited_clearance ? std::optional<double>(least) : std::nullopt;
}

void LiveDistances::ask_block(const ClearanceMap& map, std::size_t pixel, float bound_mm) {
  const PixelGrid& grid = map.view.grid;
  const int left = static_cast<int>(pixel % grid.width) / block_px * block_px,
            top = static_cast<int>(pixel / grid.width) / block_px * block_px;
  for (int row = top; row < std::min(top + block_px, grid.height); ++row)
    for (int column = left; column < std::min(left + block_px, grid.width); ++column) {
      const std::size_t i = grid.index(column, row);
      if (std::isfinite(map.clearance_mm[i])) farther_bound_mm_[i] = std::min(map.clearance_mm[i], bound_mm);
    }
}

//! Distance is about clearance times the cosine of the wall, which changes little from pixel to pixel.
void LiveDistances::put_between(const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  float sum = 0, count = 0;
  for (const int y : {row & ~1, (row + 1) & ~1}) {
    for (const int x : {column & ~1, (column + 1) & ~1}) {
      if (x >= grid.width || y >= grid.height) continue;
      const std::size_t asked = grid.index(x, y);
      if (!(map.clearance_mm[asked] > 0) || std::isnan(farther_mm_[asked])) continue;
      sum += farther_mm_[asked] / map.clearance_mm[asked];
      ++count;
    }
  }
  farther_mm_[grid.index(column, row)] =
      count > 0 ? map.clearance_mm[grid.index(column, row)] * (sum / count) : no_clearance;
}

}  // namespace intercusp::viewer
