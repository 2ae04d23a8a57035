#include "occlusion/geometry/patch_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace intercusp {
namespace {

constexpr double same_share = 1e-7;  // of the whole size
constexpr int first_steps = 8;

//! Control points of a curve, times their weights, and the weights.
using Controls = std::array<Eigen::Vector4d, highest_patch_degree + 1>;

//! De Casteljau's scheme.
Eigen::Vector4d on_curve(Controls points, int degree, double t) {
  for (int end = degree; end > 0; --end) {
    for (int i = 0; i < end; ++i) points[i] += t * (points[i + 1] - points[i]);
  }
  return points[0];
}

//! For each point the first that lies within `near` of it along every axis.
std::vector<std::uint32_t> merged_points(const std::vector<Eigen::Vector3d>& points, double near) {
  // In order along an oblique line: many points may lie in one plane across an axis.
  const Eigen::Vector3d oblique(0.48, 0.6, 0.64);
  const auto along = [&](std::uint32_t i) { return oblique.dot(points[i]); };
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, along);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::uint32_t here = order[k];
    first[here] = here;
    for (std::size_t before = k; before-- > 0 && along(here) - along(order[before]) <= 2 * near;) {
      if ((points[here] - points[order[before]]).cwiseAbs().maxCoeff() > near) continue;
      first[here] = first[order[before]];
      break;
    }
  }
  return first;
}

//! All patches in the same number of steps, so that they meet along their edges.
class Steps {
 public:
  Steps(std::span<const BezierPatch> patches, int steps) : patches_(patches), steps_(steps) {
    std::vector<Eigen::Vector3d> points;
    for (const BezierPatch& patch : patches) {
      first_point_.push_back(points.size());
      points.insert(points.end(), patch.points.begin(), patch.points.end());
    }
    Bounds bounds;
    for (const Eigen::Vector3d& point : points) bounds.add(point);
    same_ = merged_points(points, same_share * bounds.size().maxCoeff());
  }

  PatchMesh mesh() {
    for (std::size_t i = 0; i < patches_.size(); ++i) add(i);
    made_.error_mm *= 1.5;
    return std::move(made_);
  }

 private:
  //! An edge by its control points and the ratios of their weights, from the end that makes it the lesser.
  using Edge = std::vector<std::pair<std::uint32_t, std::int64_t>>;

  [[nodiscard]] std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(steps_ + 1) + static_cast<std::size_t>(i);
  }
  [[nodiscard]] double share(int i) const { return static_cast<double>(i) / steps_; }

  std::uint32_t add_vertex(const Eigen::Vector3d& point) {
    made_.mesh.vertices.push_back(point);
    return static_cast<std::uint32_t>(made_.mesh.vertices.size() - 1);
  }

  [[nodiscard]] Edge edge_of(std::size_t number, const std::vector<std::size_t>& controls) const {
    const BezierPatch& patch = patches_[number];
    Edge edge;
    for (const std::size_t control : controls) {
      // As a logarithm, which no weight takes out of the range of whole numbers.
      const double ratio = std::log(patch.weights[control]) - std::log(patch.weights[controls.front()]);
      edge.emplace_back(same_[first_point_[number] + control], std::llround(1e6 * ratio));
    }
    return edge;
  }

  //! \param controls of the edge  \param places its vertices in the grid; both from one end to the other
  template <typename PointAt>
  void add_edge(std::size_t number, std::vector<std::size_t> controls, std::vector<std::size_t> places,
                std::vector<std::uint32_t>& grid, PointAt point_at_place) {
    Edge edge = edge_of(number, controls);
    std::ranges::reverse(controls);
    const Edge backward = edge_of(number, controls);
    if (backward < edge) {
      edge = backward;
      std::ranges::reverse(places);
    }
    std::vector<std::uint32_t>& vertices = edges_[edge];
    if (vertices.empty()) {
      const bool is_point =
          std::ranges::all_of(edge, [&](const auto& c) { return c.first == edge[0].first; });
      for (const std::size_t place : places) {
        const bool end = place == places.front() || place == places.back();
        const std::uint32_t corner = place == places.front() ? edge.front().first : edge.back().first;
        if (!end && !is_point) {
          vertices.push_back(add_vertex(point_at_place(place)));
          continue;
        }
        const auto [known, is_new] = corners_.try_emplace(is_point ? edge[0].first : corner, 0U);
        if (is_new) known->second = add_vertex(point_at_place(place));
        vertices.push_back(known->second);
      }
    }
    for (std::size_t k = 0; k < places.size(); ++k) grid[places[k]] = vertices[k];
  }

  void add_edges(std::size_t number, std::vector<std::uint32_t>& grid) {
    const BezierPatch& patch = patches_[number];
    const auto along = [](int count, auto index) {
      std::vector<std::size_t> list;
      for (int i = 0; i <= count; ++i) list.push_back(index(i));
      return list;
    };
    const auto control = [&](int i, int j) { return static_cast<std::size_t>(j * (patch.degree_u + 1) + i); };
    const auto point = [&](std::size_t place) {
      const auto row = static_cast<std::size_t>(steps_ + 1);
      return point_at(patch, share(static_cast<int>(place % row)), share(static_cast<int>(place / row)));
    };
    for (const int end : {0, 1}) {
      const int v = end * patch.degree_v, u = end * patch.degree_u, step = end * steps_;
      add_edge(number, along(patch.degree_u, [&](int i) { return control(i, v); }),
               along(steps_, [&](int i) { return at(i, step); }), grid, point);
      add_edge(number, along(patch.degree_v, [&](int j) { return control(u, j); }),
               along(steps_, [&](int j) { return at(step, j); }), grid, point);
    }
  }

  void add(std::size_t number) {
    const BezierPatch& patch = patches_[number];
    std::vector<std::uint32_t> grid(at(steps_, steps_) + 1);
    add_edges(number, grid);
    for (int j = 1; j < steps_; ++j) {
      for (int i = 1; i < steps_; ++i) grid[at(i, j)] = add_vertex(point_at(patch, share(i), share(j)));
    }
    for (int j = 0; j < steps_; ++j) {
      for (int i = 0; i < steps_; ++i) {
        add_triangle(patch, grid, {{{i, j}, {i + 1, j}, {i + 1, j + 1}}});
        add_triangle(patch, grid, {{{i, j}, {i + 1, j + 1}, {i, j + 1}}});
      }
    }
  }

  void add_triangle(const BezierPatch& patch, const std::vector<std::uint32_t>& grid,
                    const std::array<std::array<int, 2>, 3>& corners) {
    Face face{};
    for (std::size_t k = 0; k < 3; ++k) face[k] = grid[at(corners[k][0], corners[k][1])];
    if (face[0] == face[1] || face[1] == face[2] || face[2] == face[0]) return;  // at an edge that is a point
    made_.mesh.faces.push_back(face);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto &one = corners[k], &other = corners[(k + 1) % 3];
      const Eigen::Vector3d middle =
          0.5 * (made_.mesh.vertices[face[k]] + made_.mesh.vertices[face[(k + 1) % 3]]);
      const Eigen::Vector3d there =
          point_at(patch, 0.5 * (share(one[0]) + share(other[0])), 0.5 * (share(one[1]) + share(other[1])));
      made_.error_mm = std::max(made_.error_mm, (there - middle).norm());
    }
  }

  std::span<const BezierPatch> patches_;
  int steps_;
  std::vector<std::size_t> first_point_;  //!< of each patch, in the points of all
  std::vector<std::uint32_t> same_;       //!< for each of these the first at its place
  std::map<std::uint32_t, std::uint32_t> corners_;
  std::map<Edge, std::vector<std::uint32_t>> edges_;
  PatchMesh made_;
};

}  // namespace

Eigen::Vector3d point_at(const BezierPatch& patch, double u, double v) {
  Controls across, along;
  for (int j = 0; j <= patch.degree_v; ++j) {
    for (int i = 0; i <= patch.degree_u; ++i) {
      const auto k = static_cast<std::size_t>(j * (patch.degree_u + 1) + i);
      along[i] << patch.weights[k] * patch.points[k], patch.weights[k];
    }
    across[j] = on_curve(along, patch.degree_u, u);
  }
  const Eigen::Vector4d point = on_curve(across, patch.degree_v, v);
  return point.head<3>() / point.w();
}

PatchMesh mesh_of(std::span<const BezierPatch> patches, double tolerance_mm, std::size_t most_triangles) {
  const double most_steps =
      std::sqrt(static_cast<double>(most_triangles) / (2 * static_cast<double>(patches.size())));
  const int most = std::max(first_steps, static_cast<int>(most_steps));
  PatchMesh made = Steps(patches, first_steps).mesh();
  // The error falls with the square of the number of steps, at last.
  for (int steps = first_steps; made.error_mm > tolerance_mm && steps < most;) {
    const double wanted = std::ceil(1.02 * steps * std::sqrt(made.error_mm / tolerance_mm));
    steps = wanted < most ? static_cast<int>(wanted) : most;
    made = Steps(patches, steps).mesh();
  }
  return made;
}

}  // namespace intercusp
