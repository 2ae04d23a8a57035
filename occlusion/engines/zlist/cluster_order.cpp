#include "occlusion/engines/zlist/cluster_order.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "occlusion/base/run_both.h"
#include "occlusion/engines/zlist/kernels/kernels.h"

namespace intercusp::zlist {
namespace {

constexpr double thin_per_mm = 2000;
constexpr double long_edges = 4;  //!< times the usual edge, from which a face is long

//! A face as a point in a space of position and normal.
using Place = Eigen::Matrix<float, 6, 1>;
struct PlacedFace {
  Place place;
  std::uint32_t face;
};

//! The distance, in usual edges, between two faces whose unit normals differ by 1. Larger: more clusters that face away
//! as a whole; smaller: clusters of fewer pixels and vertices. The live map's time is flat from 1.5 to 6.
constexpr double weight_of_look = 3;

PlacedFace placed(const TriangleMesh& mesh, std::uint32_t face, double mm_per_look) {
  const auto& [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
  const Eigen::Vector3d look = mm_per_look * face_normal_twice_area(mesh, face).normalized();
  PlacedFace result{.place = {}, .face = face};
  result.place << middle.cast<float>(), look.cast<float>();
  return result;
}

//! Halves the faces across the widest extent until one cluster is left. The first half is a whole number of clusters of
//! `size` faces.
void order_by_halves(std::span<PlacedFace> faces, std::size_t size) {
  if (faces.size() <= size) return;
  Eigen::AlignedBox<float, 6> box;
  for (const PlacedFace& face : faces) box.extend(face.place);
  int axis = 0;
  box.sizes().maxCoeff(&axis);
  const std::size_t clusters = (faces.size() + size - 1) / size;
  const std::size_t half = clusters / 2 * size;
  std::nth_element(faces.begin(), faces.begin() + static_cast<std::ptrdiff_t>(half), faces.end(),
                   [axis](const PlacedFace& a, const PlacedFace& b) {
                     return a.place[axis] != b.place[axis] ? a.place[axis] < b.place[axis] : a.face < b.face;
                   });
  constexpr std::size_t worth_a_task = 16 * cluster_faces;
  run_both_if(
      faces.size() >= worth_a_task, [&] { order_by_halves(faces.first(half), size); },
      [&] { order_by_halves(faces.subspan(half), size); });
}

enum Kind { usual, long_edged, thin };
//! Faces per cluster of long faces. Few of them already have a large box and varying normals: with 128 per
//! cluster the live map took 1 to 4 % longer, 3 to 5 % at 1 mm overlap; 8 per cluster is slower as well.
constexpr std::array<std::size_t, 3> faces_of_cluster = {cluster_faces, cluster_faces / 8, cluster_faces};
Kind kind_of(const TriangleMesh& mesh, std::uint32_t face, double long_edge_mm) {
  const auto& [ia, ib, ic] = mesh.faces[face];
  const Eigen::Vector3d &a = mesh.vertices[ia], &b = mesh.vertices[ib], &c = mesh.vertices[ic];
  if (!(thinness_of(a, b, c) < thin_per_mm)) return thin;
  const double longest =
      std::sqrt(std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()}));
  return longest > long_edge_mm ? long_edged : usual;
}

}  // namespace

double thinness_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double twice_area = (b - a).cross(c - a).norm();
  const double perimeter = (b - a).norm() + (c - b).norm() + (a - c).norm();
  return twice_area > 0 ? perimeter / twice_area : std::numeric_limits<double>::infinity();
}

ClusterOrder cluster_order(const TriangleMesh& mesh, double usual_edge_mm) {
  const double mm_per_look = weight_of_look * usual_edge_mm;
  std::array<std::vector<PlacedFace>, 3> kinds;
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
    kinds[kind_of(mesh, face, long_edges * usual_edge_mm)].push_back(placed(mesh, face, mm_per_look));
  }
  ClusterOrder order;
  order.faces.reserve(mesh.faces.size());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::size_t size = faces_of_cluster[kind];
    order_by_halves(kinds[kind], size);
    for (std::size_t i = 0; i < kinds[kind].size(); ++i) {
      if (i % size == 0) order.begins.push_back(static_cast<std::uint32_t>(order.faces.size()));
      order.faces.push_back(kinds[kind][i].face);
    }
  }
  return order;
}

}  // namespace intercusp::zlist
