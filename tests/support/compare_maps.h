// Two maps of the same view by different engines, pixel by pixel.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::testing {

//! A pixel is compared only if it lies more than half a pixel from every silhouette, where two pictures of a jaw may
//! differ by one row of pixels. Silhouettes show in the reference as a neighbour with other intervals or coverage, or
//! as a facing face so steep that it hides a fold.
inline std::vector<std::uint8_t> away_from_silhouettes(const ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  std::vector<std::uint8_t> inner(grid.size(), 0);
  for (int row = 1; row + 1 < grid.height; ++row) {
    for (int column = 1; column + 1 < grid.width; ++column) {
      const std::size_t centre = grid.index(column, row);
      bool same = true;
      for (int dv = -1; dv <= 1; ++dv) {
        for (int du = -1; du <= 1; ++du) {
          const std::size_t i = grid.index(column + du, row + dv);
          same &= map.coverage[i] == map.coverage[centre] && map.state[i] == map.state[centre] &&
                  map.upper_intervals[i] == map.upper_intervals[centre] &&
                  map.lower_intervals[i] == map.lower_intervals[centre];
        }
      }
      inner[centre] = same ? 1 : 0;
    }
  }
  return inner;
}

//! The greatest slope, mm per mm, of the clearance around a pixel: it gives the depth error of half a snapping step.
inline double slope_at(const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  double steepest = 0;
  for (const auto& [du, dv] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    const double step =
        map.clearance_mm[grid.index(column + du, row + dv)] - map.clearance_mm[grid.index(column, row)];
    if (std::isfinite(step)) steepest = std::max(steepest, std::abs(step) / grid.pixel_mm);
  }
  return steepest;
}

inline std::size_t faces_crossed(const TriangleMesh& mesh, const Eigen::Vector3d& point,
                                 const Eigen::Vector3d& direction) {
  const auto from_point = [&](std::int32_t vertex) -> Eigen::Vector3d {
    return mesh.vertices[static_cast<std::size_t>(vertex)].cast<double>() - point;
  };
  return static_cast<std::size_t>(std::count_if(mesh.faces.begin(), mesh.faces.end(), [&](const auto& face) {
    const Eigen::Vector3d a = from_point(face[0]), b = from_point(face[1]), c = from_point(face[2]);
    const double ab = direction.dot(a.cross(b)), bc = direction.dot(b.cross(c)),
                 ca = direction.dot(c.cross(a));
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
  }));
}

//! Whether a silhouette of either jaw, hidden or not, lies so near to a pixel's centre that snapping vertices to
//! multiples of 1/256 pixel may move it across (in OpenGL, whose depths are those of unsnapped vertices): the two sides
//! of the fold may then be in the wrong order, and one interval look like two.
inline bool is_beside_a_fold(const Bite& bite, const View& view, int column, int row) {
  const Eigen::Isometry3d lower_from_upper = bite.upper_from_lower.inverse();
  const double step_mm = view.grid.pixel_mm / 256;
  std::set<std::pair<std::size_t, std::size_t>> crossed;
  for (const double du : {-step_mm, 0., step_mm}) {
    for (const double dv : {-step_mm, 0., step_mm}) {
      View beside = view;
      beside.grid.u0_mm += du;
      beside.grid.v0_mm += dv;
      const Eigen::Vector3d point = beside.case_point(column, row, 0);
      const Eigen::Vector3d direction = beside.case_point(column, row, 1) - point;
      crossed.emplace(
          faces_crossed(bite.upper->mesh, point, direction),
          faces_crossed(bite.lower->mesh, lower_from_upper * point, lower_from_upper.linear() * direction));
    }
  }
  return crossed.size() > 1;
}

inline bool same_intervals(const ClearanceMap& a, const ClearanceMap& b, std::size_t pixel) {
  return a.upper_intervals[pixel] == b.upper_intervals[pixel] &&
         a.lower_intervals[pixel] == b.lower_intervals[pixel];
}

struct Comparison {
  std::size_t compared = 0, other_state = 0, other_intervals = 0, other_clearance = 0;
  double worst_mm = 0;
};

//! \param bite the bite of both maps
inline Comparison compare(const Bite& bite, const ClearanceMap& reference, const ClearanceMap& other) {
  Comparison result;
  const PixelGrid& grid = reference.view.grid;
  const std::vector<std::uint8_t> inner = away_from_silhouettes(reference);
  for (int row = 1; row + 1 < grid.height; ++row) {
    for (int column = 1; column + 1 < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      if (inner[i] == 0) continue;
      ++result.compared;
      // A state may differ where the clearance lies within the bound of the boundary between the states.
      const double bound = 0.001 + grid.pixel_mm / 256 * slope_at(reference, column, row);
      const double off = std::abs(reference.clearance_mm[i] - other.clearance_mm[i]);
      const bool near_boundary = std::abs(reference.clearance_mm[i]) < bound;
      result.other_state += reference.coverage[i] != other.coverage[i] ||
                            (reference.state[i] != other.state[i] && !near_boundary);
      result.other_intervals +=
          !same_intervals(reference, other, i) && !is_beside_a_fold(bite, reference.view, column, row);
      if (std::isfinite(off)) {
        result.worst_mm = std::max(result.worst_mm, off);
        result.other_clearance += off > bound;
      } else {
        result.other_clearance +=
            std::isfinite(reference.clearance_mm[i]) != std::isfinite(other.clearance_mm[i]);
      }
    }
  }
  return result;
}

}  // namespace intercusp::testing
