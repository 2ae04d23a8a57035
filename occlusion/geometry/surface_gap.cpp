#include "occlusion/geometry/surface_gap.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;
using Node = BoxTree::Node;

double squared_gap(const Node& a, const Node& b) {
  const Eigen::Vector3d between = (a.centre() - b.centre()).cwiseAbs() - a.half() - b.half();
  return between.cwiseMax(0).squaredNorm();
}

bool edge_crosses(const Eigen::Vector3d& from, const Eigen::Vector3d& to, const Triangle& face) {
  const auto side = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                       const Eigen::Vector3d& d) { return (b - a).cross(c - a).dot(d - a) > 0; };
  if (side(face[0], face[1], face[2], from) == side(face[0], face[1], face[2], to)) return false;
  const bool turn = side(from, to, face[0], face[1]);
  return turn == side(from, to, face[1], face[2]) && turn == side(from, to, face[2], face[0]);
}

bool cross(const Triangle& a, const Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (edge_crosses(a[k], a[(k + 1) % 3], b) || edge_crosses(b[k], b[(k + 1) % 3], a)) return true;
  }
  return false;
}

//! Searches two box trees, nearer children first.
class LeastGap {
 public:
  LeastGap(const SomeFaces& a, const SomeFaces& b)
      : mesh_of_a_(a.mesh), mesh_of_b_(b.mesh), a_(a.mesh, a.faces, 1), b_(b.mesh, b.faces, 1) {
    descend(a_.nodes().front(), b_.nodes().front());
  }
  [[nodiscard]] SurfaceGap found() const {
    return {std::sqrt(best_.squared_mm2), 0.5 * (best_.on_first + best_.on_second)};
  }

 private:
  static Triangle triangle(const TriangleMesh& mesh, std::uint32_t face) {
    const auto& [a, b, c] = mesh.faces[face];
    return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
  }

  void descend(const Node& a, const Node& b) {
    if (squared_gap(a, b) >= best_.squared_mm2) return;
    if (a.is_leaf() && b.is_leaf()) return look_at(a_.faces(a)[0], b_.faces(b)[0]);
    if (b.is_leaf() || (!a.is_leaf() && a.half().squaredNorm() > b.half().squaredNorm())) {
      auto [near, far] = a_.children(a);
      if (squared_gap(*far, b) < squared_gap(*near, b)) std::swap(near, far);
      descend(*near, b);
      descend(*far, b);
    } else {
      auto [near, far] = b_.children(b);
      if (squared_gap(a, *far) < squared_gap(a, *near)) std::swap(near, far);
      descend(a, *near);
      descend(a, *far);
    }
  }

  void look_at(std::uint32_t face, std::uint32_t other) {
    const Triangle a = triangle(mesh_of_a_, face), b = triangle(mesh_of_b_, other);
    TriangleGap gap = triangle_gap(a, b);
    if (cross(a, b)) gap.squared_mm2 = 0;
    if (gap.squared_mm2 < best_.squared_mm2) best_ = gap;
  }

  const TriangleMesh &mesh_of_a_, &mesh_of_b_;
  BoxTree a_, b_;
  TriangleGap best_{std::numeric_limits<double>::infinity(), {0, 0, 0}, {0, 0, 0}};
};

}  // namespace

SurfaceGap surface_gap(const SomeFaces& a, const SomeFaces& b) { return LeastGap(a, b).found(); }

}  // namespace intercusp
