#include "occlusion/teeth/jaw_scan.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

bool is_usable(const Face& face, std::span<const Eigen::Vector3d> vertices) {
  return std::all_of(face.begin(), face.end(),
                     [&](std::uint32_t v) { return v < vertices.size() && vertices[v].allFinite(); });
}

}  // namespace

bool is_collapsed(const Face& face) { return face[0] == face[1] || face[1] == face[2] || face[2] == face[0]; }

void put_in_order(std::vector<Face>& faces) {
  for (Face& face : faces) std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

WeldedScan welded(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  WeldedScan scan;
  scan.of_vertex.assign(vertices.size(), no_vertex);
  struct Placed {  // x is stored beside the number, since most comparisons need no more
    double x;
    std::uint32_t vertex;
  };
  std::vector<Placed> order;
  for (const Face& face : faces) {
    if (!is_usable(face, vertices)) continue;
    for (const std::uint32_t v : face) {
      if (scan.of_vertex[v] == no_vertex) order.push_back({vertices[v].x(), v});
      scan.of_vertex[v] = 0;
    }
  }
  std::ranges::sort(order, [&](const Placed& a, const Placed& b) {
    if (a.x != b.x) return a.x < b.x;
    const Eigen::Vector3d &p = vertices[a.vertex], &q = vertices[b.vertex];
    return std::tie(p.y(), p.z()) < std::tie(q.y(), q.z());
  });
  TriangleMesh& mesh = scan.mesh;
  for (const auto [x, v] : order) {
    if (mesh.vertices.empty() || mesh.vertices.back() != vertices[v]) mesh.vertices.push_back(vertices[v]);
    scan.of_vertex[v] = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  }
  for (const Face& face : faces) {
    if (!is_usable(face, vertices)) continue;
    const Face own = {scan.of_vertex[face[0]], scan.of_vertex[face[1]], scan.of_vertex[face[2]]};
    if (!is_collapsed(own)) mesh.faces.push_back(own);
  }
  put_in_order(mesh.faces);
  return scan;
}

namespace {

//! Corners on an edge are off it by the rounding of 32-bit floats, which is far below this.
constexpr double crack_mm = 0.001;

struct OpenSide {
  std::uint32_t face, corner;  //!< the side from this corner of the face to the next one
};

//! Position of a point along the segment from a to b, as a share of its length; empty at
//! its ends and off the segment.
std::optional<double> share_of(const Eigen::Vector3d& point, const Eigen::Vector3d& a,
                               const Eigen::Vector3d& b) {
  const Eigen::Vector3d along = b - a, d = point - a;
  const double share = d.dot(along) / along.squaredNorm();
  const bool on = share > 0 && share < 1 && (d - share * along).norm() < crack_mm && d.norm() > crack_mm &&
                  (point - b).norm() > crack_mm;
  return on ? std::optional(share) : std::nullopt;
}

//! Whether a corner lies on the opposite edge, as in polygons with corners in the middle of their sides.
bool is_flat(const TriangleMesh& mesh, const Face& f) {
  for (std::size_t i = 0; i < 3; ++i)
    if (share_of(mesh.vertices[f[i]], mesh.vertices[f[(i + 1) % 3]], mesh.vertices[f[(i + 2) % 3]]))
      return true;
  return false;
}

std::vector<OpenSide> open_sides(const TriangleMesh& mesh) {
  std::vector<OpenSide> edges;
  for_each_edge(mesh, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    if (sides.size() == 1) edges.push_back({sides[0].face, sides[0].corner});
  });
  return edges;
}

//! Vertices sorted along the x axis.
class AlongX {
 public:
  AlongX(const TriangleMesh& mesh, const std::vector<OpenSide>& edges) : mesh_(mesh) {
    for (const OpenSide& e : edges) {
      const std::uint32_t v = mesh.faces[e.face][e.corner];
      order_.push_back({mesh.vertices[v].x(), v});
    }
    std::sort(order_.begin(), order_.end());
    order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
  }

  //! Vertices on the open segment from a to b, each with its position along it as a share of the length.
  [[nodiscard]] std::vector<std::pair<double, std::uint32_t>> on_segment(std::uint32_t a,
                                                                         std::uint32_t b) const {
    const Eigen::Vector3d &from = mesh_.vertices[a], &to = mesh_.vertices[b];
    std::vector<std::pair<double, std::uint32_t>> on;
    for (const auto& [x, vertex] : beside(a, b)) {
      if (vertex == a || vertex == b) continue;
      if (const auto share = share_of(mesh_.vertices[vertex], from, to)) on.push_back({*share, vertex});
    }
    std::sort(on.begin(), on.end());
    return on;
  }

  //! Vertices whose x may lie on the segment.
  [[nodiscard]] std::span<const std::pair<double, std::uint32_t>> beside(std::uint32_t a,
                                                                         std::uint32_t b) const {
    const auto [low, high] = std::minmax(mesh_.vertices[a].x(), mesh_.vertices[b].x());
    const auto first = std::ranges::lower_bound(order_, std::pair{low - crack_mm, std::uint32_t{0}});
    const auto last = std::ranges::upper_bound(
        order_, std::pair{high + crack_mm, std::numeric_limits<std::uint32_t>::max()});
    return {first, last};
  }

 private:
  const TriangleMesh& mesh_;
  std::vector<std::pair<double, std::uint32_t>> order_;
};

//! Cuts a polygon that has corners in the middle of its sides into triangles, the shortest cut first.
void cut_up(std::vector<std::uint32_t> polygon, const std::vector<Eigen::Vector3d>& vertices,
            std::vector<Face>& faces) {
  while (polygon.size() > 3) {
    std::size_t best = 0;
    double shortest = std::numeric_limits<double>::infinity();
    const std::size_t n = polygon.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Eigen::Vector3d &before = vertices[polygon[(i + n - 1) % n]], &at = vertices[polygon[i]],
                            &after = vertices[polygon[(i + 1) % n]];
      const double length = (after - before).norm();
      const bool flat = (at - before).cross(after - at).norm() <= crack_mm * length;
      if (flat || length >= shortest) continue;
      shortest = length;
      best = i;
    }
    const std::size_t before = (best + n - 1) % n, after = (best + 1) % n;
    faces.push_back({polygon[before], polygon[best], polygon[after]});
    polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(best));
  }
  faces.push_back({polygon[0], polygon[1], polygon[2]});
}

}  // namespace

void close_cracks(TriangleMesh& mesh) {
  std::erase_if(mesh.faces, [&](const Face& f) { return is_flat(mesh, f); });
  const std::vector<OpenSide> edges = open_sides(mesh);
  const AlongX corners(mesh, edges);
  constexpr std::size_t most_pairs = 300'000'000;  // beyond this, long triangles make no surface
  std::size_t pairs = 0;
  for (const auto& [face, corner] : edges)
    pairs += corners.beside(mesh.faces[face][corner], mesh.faces[face][(corner + 1) % 3]).size();
  if (pairs > most_pairs) return;
  // The corners on each side of a face.
  std::map<std::uint32_t, std::array<std::vector<std::uint32_t>, 3>> on_face;
  for (const auto& [face, corner] : edges) {
    const Face& f = mesh.faces[face];
    for (const auto& [share, vertex] : corners.on_segment(f[corner], f[(corner + 1) % 3]))
      on_face[face][corner].push_back(vertex);
  }
  if (on_face.empty()) return;
  std::vector<Face> faces;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    const auto at = on_face.find(f);
    if (at == on_face.end()) {
      faces.push_back(mesh.faces[f]);
      continue;
    }
    std::vector<std::uint32_t> polygon;
    for (std::size_t i = 0; i < 3; ++i) {
      polygon.push_back(mesh.faces[f][i]);
      polygon.insert(polygon.end(), at->second[i].begin(), at->second[i].end());
    }
    cut_up(std::move(polygon), mesh.vertices, faces);
  }
  mesh.faces = std::move(faces);
}

std::vector<int> welded_labels(std::span<const int> labels, std::span<const std::uint32_t> of_vertex,
                               std::size_t vertices) {
  std::vector<int> welded(vertices, 0);
  for (std::size_t v = 0; v < labels.size(); ++v)
    if (of_vertex[v] != no_vertex) welded[of_vertex[v]] = std::max(welded[of_vertex[v]], labels[v]);
  return welded;
}

JawScan in_order(const JawScan& scan, std::vector<std::uint32_t>* of_vertex) {
  WeldedScan once = welded(scan.mesh.vertices, scan.mesh.faces);
  JawScan ordered{.mesh = std::move(once.mesh), .labels = {}};
  if (!scan.labels.empty())
    ordered.labels = welded_labels(scan.labels, once.of_vertex, ordered.mesh.vertices.size());
  if (of_vertex != nullptr) *of_vertex = std::move(once.of_vertex);
  return ordered;
}

JawScan scanned(const Solid& solid) {
  const auto anatomy_end = solid.mesh.faces.begin() + static_cast<std::ptrdiff_t>(solid.anatomy_faces);
  return {.mesh = {solid.mesh.vertices, {solid.mesh.faces.begin(), anatomy_end}}, .labels = solid.labels};
}

Solid drawn(const JawScan& scan, std::vector<std::uint32_t>* of_vertex) {
  JawScan once = in_order(scan, of_vertex);
  Solid solid = solid_of(std::move(once.mesh));
  solid.labels = std::move(once.labels);
  return solid;
}

}  // namespace intercusp
