#include "io/mesh/repair/steps.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "io/language/language.h"
#include "io/mesh/repair/make_solid.h"

namespace intercusp::repair {
namespace {

Bounds bounds_of_faces(const WorkingMesh& mesh) {
  Bounds bounds;
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) {
      if (!mesh.vertices[v].allFinite()) throw RepairError(phrase("a vertex is not finite after repair"));
      bounds.add(mesh.vertices[v]);
    }
  }
  return bounds;
}

void check_edges(const WorkingMesh& mesh) {
  const EdgeTable table = edges_of(mesh);
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = table.edge(e);
    if (edge.size() == 2 && mesh.from(edge[0]) == mesh.to(edge[1])) continue;
    const std::string place = place_text(mesh.vertices[mesh.from(edge[0])]);
    throw RepairError(
        edge.size() == 2
            ? phrase("the surface could not be closed: an edge at {} has two faces that face opposite sides",
                     place)
            : phrase("the surface could not be closed: an edge at {} has {} faces", place, edge.size()));
  }
}

void check_volume(const WorkingMesh& mesh, const Bounds& bounds) {
  const Eigen::Vector3d middle = bounds.centre();
  double volume = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    volume += (mesh.point(f, 0) - middle).dot(mesh.normal(f)) / 6;
  // The largest volume that rounding gives a flat body. A plate of 1 µm on 100 mm has ten million times as
  // much.
  if (volume > 1e-12 * std::pow(bounds.size().norm(), 3)) return;
  throw RepairError(phrase("the surface encloses no volume; it lies about {}", place_text(middle)));
}

//! A grid of parallel lines, in a direction with which no mesh is likely to be aligned.
class TestLines {
 public:
  static constexpr int per_side = 20;
  using Crossings = std::array<int, per_side * per_side>;

  TestLines(const WorkingMesh& mesh, double shift) {
    const Eigen::Vector3d direction = Eigen::Vector3d(0.3217, 0.5471, 0.7731).normalized();
    const Eigen::Vector3d u = direction.unitOrthogonal();
    const Eigen::Vector3d v = direction.cross(u);
    flat_.reserve(mesh.vertices.size());
    for (const Eigen::Vector3d& p : mesh.vertices) flat_.emplace_back(u.dot(p), v.dot(p));
    Eigen::Vector2d min = flat_[mesh.faces[0][0]];
    Eigen::Vector2d max = min;
    for (const Face& face : mesh.faces) {
      for (const std::uint32_t corner : face) {
        min = min.cwiseMin(flat_[corner]);
        max = max.cwiseMax(flat_[corner]);
      }
    }
    step_ = (max - min).cwiseMax(1e-300) / per_side;
    origin_ = min + shift * step_;
  }

  //! For each line, +1 for each face that looks along it and −1 for each face that looks against it.
  [[nodiscard]] Crossings signed_crossings(const WorkingMesh& mesh) const {
    Crossings sums{};
    for (const Face& face : mesh.faces) {
      const auto& [a, b, c] = face;
      const Eigen::Array2d low = grid(flat_[a].cwiseMin(flat_[b]).cwiseMin(flat_[c])).ceil().max(0);
      const Eigen::Array2d high =
          grid(flat_[a].cwiseMax(flat_[b]).cwiseMax(flat_[c])).floor().min(per_side - 1);
      for (int j = static_cast<int>(low.y()); j <= static_cast<int>(high.y()); ++j) {
        for (int i = static_cast<int>(low.x()); i <= static_cast<int>(high.x()); ++i) {
          const Eigen::Vector2d line = origin_ + Eigen::Vector2d(i, j).cwiseProduct(step_);
          const int side = side_of(a, b, line);
          if (side_of(b, c, line) == side && side_of(c, a, line) == side)
            sums[static_cast<std::size_t>(j * per_side + i)] += side;
        }
      }
    }
    return sums;
  }

 private:
  [[nodiscard]] Eigen::Array2d grid(const Eigen::Vector2d& p) const {
    return (p - origin_).array() / step_.array();
  }

  //! The result agrees for both faces at an edge, even on the edge itself: no line slips through or counts
  //! twice.
  [[nodiscard]] int side_of(std::uint32_t a, std::uint32_t b, const Eigen::Vector2d& p) const {
    if (a > b) return -side_of(b, a, p);
    const Eigen::Vector2d ab = flat_[b] - flat_[a];
    const Eigen::Vector2d ap = p - flat_[a];
    return ab.x() * ap.y() - ab.y() * ap.x() >= 0 ? 1 : -1;
  }

  std::vector<Eigen::Vector2d> flat_;
  Eigen::Vector2d origin_;
  Eigen::Vector2d step_;
};

void check_lines(const WorkingMesh& mesh) {
  // Rounding may miscount a line through a vertex, but not the shifted line as well.
  const auto first = TestLines(mesh, 0.5).signed_crossings(mesh);
  if (std::all_of(first.begin(), first.end(), [](int sum) { return sum == 0; })) return;
  const auto second = TestLines(mesh, 0.5371).signed_crossings(mesh);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != 0 && second[i] != 0) {
      throw RepairError(phrase("a test line enters the surface {} times more or less often than it leaves it",
                               std::abs(first[i])));
    }
  }
}

}  // namespace

void check_solid(const WorkingMesh& mesh) {
  const Bounds bounds = bounds_of_faces(mesh);
  check_edges(mesh);
  check_volume(mesh, bounds);
  check_lines(mesh);
}

}  // namespace intercusp::repair
