#include "occlusion/registration/gap_volume.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace intercusp {
namespace {

//! Where a column enters or leaves a solid, seen from outside.
struct Crossing {
  double depth_mm;
  int turns;  //!< +1: into the solid, −1: out of it
};

using Column = std::vector<Crossing>;

//! Pixels across a direction, over a place.
class Grid {
 public:
  Grid(const Eigen::Matrix3d& rows, const Bounds& box, double pixel_mm)
      : rows_(rows), pixel_mm_(pixel_mm), from_(box.min.head<2>()) {
    width_ = 1 + static_cast<int>((box.max.x() - box.min.x()) / pixel_mm);
    height_ = 1 + static_cast<int>((box.max.y() - box.min.y()) / pixel_mm);
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width_) * height_; }
  [[nodiscard]] Eigen::Vector3d across(const Eigen::Vector3d& place) const { return rows_ * place; }

  //! Calls visit(pixel, depth, turns) for each pixel whose middle a face covers; corners in the grid's axes.
  template <class Visit>
  void cover(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
             const Visit& visit) const {
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    if (normal.z() == 0) return;
    const auto pixel_of = [&](double at, double from) { return (at - from) / pixel_mm_ - 0.5; };
    const auto [x_least, x_most] = std::minmax({a.x(), b.x(), c.x()});
    const auto [y_least, y_most] = std::minmax({a.y(), b.y(), c.y()});
    const auto first = [&](double at, double from) {
      return static_cast<int>(std::max(0.0, std::ceil(pixel_of(at, from))));
    };
    const auto last = [&](double at, double from, int count) {
      return static_cast<int>(std::min(count - 1.0, std::floor(pixel_of(at, from))));
    };
    for (int y = first(y_least, from_.y()); y <= last(y_most, from_.y(), height_); ++y) {
      for (int x = first(x_least, from_.x()); x <= last(x_most, from_.x(), width_); ++x) {
        const Eigen::Vector2d at = from_ + pixel_mm_ * Eigen::Vector2d(x + 0.5, y + 0.5);
        if (!is_within(at, a, b, c, normal.z() > 0)) continue;
        const Eigen::Vector2d from_a = at - a.head<2>();
        const double z = a.z() - normal.head<2>().dot(from_a) / normal.z();
        visit(static_cast<std::size_t>(y) * width_ + x, -z, normal.z() > 0 ? 1 : -1);
      }
    }
  }

 private:
  //! Each point of a shared edge belongs to one of its faces.
  static bool is_within(const Eigen::Vector2d& at, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                        const Eigen::Vector3d& c, bool faces_up) {
    const auto left_of = [&](Eigen::Vector2d p, Eigen::Vector2d q) {
      const bool swapped = p.x() > q.x() || (p.x() == q.x() && p.y() > q.y());
      if (swapped) std::swap(p, q);
      const Eigen::Vector2d along = q - p, to = at - p;
      const bool left = along.x() * to.y() - along.y() * to.x() >= 0;
      return left != swapped;
    };
    const bool ab = left_of(a.head<2>(), b.head<2>()), bc = left_of(b.head<2>(), c.head<2>()),
               ca = left_of(c.head<2>(), a.head<2>());
    return faces_up ? ab && bc && ca : !ab && !bc && !ca;
  }

  Eigen::Matrix3d rows_;
  double pixel_mm_;
  Eigen::Vector2d from_;
  int width_ = 0, height_ = 0;
};

struct Solidity {
  double solid_mm = 0;   //!< how much of the window
  bool is_open = false;  //!< it does not leave the solid again
};

Solidity solidity_of(Column& column, double end_mm) {
  std::ranges::sort(column, {}, &Crossing::depth_mm);
  int inside = 0;
  double solid = 0, entered = 0;
  for (const Crossing& crossing : column) {
    const bool was_inside = inside > 0;
    inside = std::max(0, inside + crossing.turns);
    if (!was_inside && inside > 0) entered = crossing.depth_mm;
    if (was_inside && inside == 0) solid += crossing.depth_mm - entered;
  }
  if (inside > 0) solid += std::max(0.0, end_mm - entered);
  return {solid, inside > 0};
}

Eigen::Matrix3d rows_along(const Eigen::Vector3d& normal) {
  Eigen::Matrix3d rows;
  const Eigen::Vector3d u = normal.unitOrthogonal();
  rows << u.transpose(), normal.cross(u).transpose(), normal.transpose();
  return rows;
}

//! The faces of a place, all of whose corners belong to it.
struct PlaceFaces {
  std::vector<std::uint32_t> faces;
  Eigen::Vector3d normal{0, 0, 0};  //!< the sum of theirs, twice the area long each
  double twice_area_mm2 = 0;
};

PlaceFaces faces_of(const TriangleMesh& mesh, std::span<const std::uint32_t> place) {
  std::vector<std::uint8_t> is_place(mesh.vertices.size(), 0);
  for (const std::uint32_t v : place) is_place[v] = 1;
  PlaceFaces found;
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
    const auto& [a, b, c] = mesh.faces[face];
    if (is_place[a] == 0 || is_place[b] == 0 || is_place[c] == 0) continue;
    found.faces.push_back(face);
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, face);
    found.normal += normal;
    found.twice_area_mm2 += normal.norm();
  }
  return found;
}

}  // namespace

double gap_volume_mm3(const TriangleMesh& outer, std::span<const std::uint32_t> place,
                      const TriangleMesh& inner, const Eigen::Isometry3d& outer_from_inner,
                      const Eigen::Vector3d& along) {
  const PlaceFaces columns_of = faces_of(outer, place);
  if (columns_of.faces.empty()) return 0;
  constexpr double one_sided = 0.6;
  const bool has_side = columns_of.normal.norm() > one_sided * columns_of.twice_area_mm2;
  const Eigen::Matrix3d rows = rows_along(has_side ? Eigen::Vector3d(columns_of.normal.normalized()) : along);
  Bounds box;
  for (const std::uint32_t v : place) box.add(Eigen::Vector3d(rows * outer.vertices[v]));
  constexpr double per_side = 150, least_mm = 0.02;
  const double pixel_mm = std::max(least_mm, box.size().head<2>().maxCoeff() / per_side);
  const Grid grid(rows, box, pixel_mm);
  std::vector<std::uint8_t> counts(grid.size(), 0);
  for (const std::uint32_t face : columns_of.faces) {
    const auto& [a, b, c] = outer.faces[face];
    grid.cover(grid.across(outer.vertices[a]), grid.across(outer.vertices[b]), grid.across(outer.vertices[c]),
               [&](std::size_t pixel, double, int) { counts[pixel] = 1; });
  }
  constexpr double above_mm = 0.5, deepest_mm = 8;  // a crown's height below the place
  const double start_mm = -box.max.z() - above_mm, end_mm = -box.min.z() + deepest_mm;
  const auto columns_through = [&](const TriangleMesh& mesh, const Eigen::Isometry3d& outer_from_mesh) {
    std::vector<Column> columns(grid.size());
    std::vector<Eigen::Vector3d> corners;
    corners.reserve(mesh.vertices.size());
    for (const Eigen::Vector3d& vertex : mesh.vertices)
      corners.push_back(grid.across(outer_from_mesh * vertex));
    for (const Face& face : mesh.faces) {
      grid.cover(corners[face[0]], corners[face[1]], corners[face[2]],
                 [&](std::size_t pixel, double depth_mm, int turns) {
                   if (counts[pixel] != 0 && depth_mm > start_mm && depth_mm < end_mm)
                     columns[pixel].push_back({depth_mm, turns});
                 });
    }
    return columns;
  };
  std::vector<Column> of_outer = columns_through(outer, Eigen::Isometry3d::Identity()),
                      of_inner = columns_through(inner, outer_from_inner);
  double volume_mm3 = 0;
  for (std::size_t pixel = 0; pixel < counts.size(); ++pixel) {
    const Solidity on_outer = solidity_of(of_outer[pixel], end_mm),
                   on_inner = solidity_of(of_inner[pixel], end_mm);
    // Where one surface lets the column out and the other does not, one of them ends.
    if (on_outer.is_open != on_inner.is_open) continue;
    volume_mm3 += pixel_mm * pixel_mm * (on_outer.solid_mm - on_inner.solid_mm);
  }
  return volume_mm3;
}

double volume_under_curves_mm3(const TriangleMesh& mesh, std::span<const Eigen::Vector3d> normals,
                               std::span<const std::uint32_t> place) {
  double volume_mm3 = 0;
  for (const std::uint32_t face : faces_of(mesh, place).faces) {
    const double area_mm2 = 0.5 * face_normal_twice_area(mesh, face).norm();
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = mesh.faces[face][i], b = mesh.faces[face][(i + 1) % 3];
      const double sag_mm = (normals[a] - normals[b]).dot(mesh.vertices[a] - mesh.vertices[b]) / 8;
      volume_mm3 += area_mm2 * sag_mm / 3;
    }
  }
  return volume_mm3;
}

}  // namespace intercusp
