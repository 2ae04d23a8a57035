#include "occlusion/validation/near_silhouette.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! The orientations and kinds of the faces at an edge or a vertex, as bits.
enum Looks : std::uint8_t { along_depth = 1, against_depth = 2, on_edge = 4, scanned = 8, added = 16 };

//! Faces count as edge-on below this cosine, because of rounding. The normal of a scan's face, some 0.1 mm
//! wide at coordinates of 100 mm, is known to about 1e-12.
constexpr double edge_on_cosine = 1e-11;

std::uint8_t look_of(const Eigen::Vector3d& normal, const Eigen::Vector3d& depth_direction) {
  const double along = normal.dot(depth_direction);
  if (std::abs(along) <= edge_on_cosine * normal.norm()) return on_edge;
  return along > 0 ? along_depth : against_depth;
}

bool is_silhouette(std::uint8_t looks) {
  const int ways = looks & (along_depth | against_depth | on_edge);
  return (ways != along_depth && ways != against_depth) || ((looks & scanned) != 0 && (looks & added) != 0);
}

struct Edge {
  std::uint32_t a = 0, b = 0;  //!< vertices, a < b
  std::uint8_t looks = 0;
};

std::pair<std::uint32_t, std::uint32_t> ends_of(const Edge& edge) { return {edge.a, edge.b}; }

//! Edges between two vertices whose faces have different orientations. There are few besides silhouettes.
std::vector<Edge> candidate_sides(const Solid& solid, const Eigen::Vector3d& depth_direction) {
  const TriangleMesh& mesh = solid.mesh;
  std::vector<std::uint8_t> face_looks(mesh.faces.size());
  for_all(std::size_t{0}, mesh.faces.size(), [&](std::size_t face) {
    const std::uint8_t kind = solid.is_anatomy(face) ? scanned : added;
    face_looks[face] = look_of(face_normal_twice_area(mesh, face), depth_direction) | kind;
  });
  std::vector<std::uint8_t> vertex_looks(mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    for (const std::uint32_t vertex : mesh.faces[face]) vertex_looks[vertex] |= face_looks[face];
  }
  std::vector<Edge> sides;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto [a, b] = std::minmax(mesh.faces[face][corner], mesh.faces[face][(corner + 1) % 3]);
      if (is_silhouette(vertex_looks[a]) && is_silhouette(vertex_looks[b]))
        sides.push_back({a, b, face_looks[face]});
    }
  }
  return sides;
}

std::vector<Edge> silhouette_edges(const Solid& solid, const Eigen::Vector3d& depth_direction) {
  std::vector<Edge> sides = candidate_sides(solid, depth_direction);
  std::sort(sides.begin(), sides.end(), [](const Edge& x, const Edge& y) { return ends_of(x) < ends_of(y); });
  std::vector<Edge> edges;
  for (const Edge& side : sides) {
    if (edges.empty() || ends_of(edges.back()) != ends_of(side)) {
      if (!edges.empty() && !is_silhouette(edges.back().looks)) edges.pop_back();
      edges.push_back(side);
    } else {
      edges.back().looks |= side.looks;
    }
  }
  if (!edges.empty() && !is_silhouette(edges.back().looks)) edges.pop_back();
  return edges;
}

double squared_distance(const Eigen::Vector2d& point, const Eigen::Vector2d& from,
                        const Eigen::Vector2d& to) {
  const Eigen::Vector2d along = to - from;
  const double length_squared = along.squaredNorm();
  const double share =
      length_squared > 0 ? std::clamp((point - from).dot(along) / length_squared, 0.0, 1.0) : 0.0;
  return (point - from - share * along).squaredNorm();
}

//! Marks every pixel whose centre is within `reach` of a segment. All lengths are in pixels; the centre of
//! pixel (column, row) is (column, row).
class Capsules {
 public:
  Capsules(const PixelGrid& grid, double reach, std::vector<std::uint8_t>& marks)
      : grid_(grid), reach_(reach), marks_(marks) {}

  void draw(Eigen::Vector2d from, Eigen::Vector2d to) const {
    if (from.y() > to.y()) std::swap(from, to);
    const int first = first_inside(from.y() - reach_), last = last_inside(to.y() + reach_, grid_.height);
    for (int row = first; row <= last; ++row) draw_row(from, to, row);
  }

 private:
  [[nodiscard]] static int first_inside(double at) {
    return static_cast<int>(std::ceil(std::clamp(at, 0.0, 1e9)));
  }
  [[nodiscard]] static int last_inside(double at, int size) {
    return static_cast<int>(std::floor(std::clamp(at, -1.0, size - 1.0)));
  }

  void draw_row(const Eigen::Vector2d& from, const Eigen::Vector2d& to, int row) const {
    // Only the part of the segment whose v is within reach of the row can be near its pixels.
    const double climb = to.y() - from.y();
    const auto share_at = [&](double v) {
      return climb > 0 ? std::clamp((v - from.y()) / climb, 0.0, 1.0) : 0.0;
    };
    const double u_begin = from.x() + share_at(row - reach_) * (to.x() - from.x());
    const double u_end = from.x() + (climb > 0 ? share_at(row + reach_) : 1.0) * (to.x() - from.x());
    constexpr double rounding = 1e-6;  // an exact test follows
    const int first = first_inside(std::min(u_begin, u_end) - reach_ - rounding);
    const int last = last_inside(std::max(u_begin, u_end) + reach_ + rounding, grid_.width);
    for (int column = first; column <= last; ++column) {
      if (squared_distance(Eigen::Vector2d(column, row), from, to) > reach_ * reach_) continue;
      // Several edges may mark one pixel at once; all write an equal value.
      std::atomic_ref(marks_[grid_.index(column, row)]).store(1, std::memory_order_relaxed);
    }
  }

  const PixelGrid& grid_;
  double reach_;
  std::vector<std::uint8_t>& marks_;
};

void mark_jaw(const View& view, const Solid& solid, const Eigen::Isometry3d& case_from_mesh,
              const Capsules& capsules) {
  const Eigen::Isometry3d view_from_mesh = view.view_from_case * case_from_mesh;
  const std::vector<Edge> edges = silhouette_edges(solid, view_from_mesh.linear().row(2).transpose());
  const PixelGrid& grid = view.grid;
  const auto in_pixels = [&](std::uint32_t vertex) -> Eigen::Vector2d {
    const Eigen::Vector3d uvd = view_from_mesh * solid.mesh.vertices[vertex];
    return {(uvd.x() - grid.u0_mm) / grid.pixel_mm - 0.5, (uvd.y() - grid.v0_mm) / grid.pixel_mm - 0.5};
  };
  for_all(std::size_t{0}, edges.size(),
          [&](std::size_t i) { capsules.draw(in_pixels(edges[i].a), in_pixels(edges[i].b)); });
}

}  // namespace

std::vector<std::uint8_t> near_silhouette(const View& view, const Bite& bite, double reach_px) {
  std::vector<std::uint8_t> marks(view.grid.size(), 0);
  const Capsules capsules(view.grid, reach_px, marks);
  mark_jaw(view, *bite.upper, Eigen::Isometry3d::Identity(), capsules);
  mark_jaw(view, *bite.lower, bite.upper_from_lower, capsules);
  return marks;
}

}  // namespace intercusp
