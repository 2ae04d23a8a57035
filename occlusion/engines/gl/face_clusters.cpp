#include "occlusion/engines/gl/face_clusters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/geometry/morton_curve.h"

namespace intercusp::gl {
namespace {

double longest_side(const TriangleMesh& mesh, std::size_t face) {
  const auto& [a, b, c] = mesh.faces[face];
  return std::max({(mesh.vertices[a] - mesh.vertices[b]).norm(), (mesh.vertices[b] - mesh.vertices[c]).norm(),
                   (mesh.vertices[c] - mesh.vertices[a]).norm()});
}

NormalCone cone_around(const std::vector<Eigen::Vector3d>& normals) {
  NormalCone cone;
  for (const Eigen::Vector3d& normal : normals) cone.axis += normal;
  if (cone.axis.norm() < 1e-9) return {};
  cone.axis.normalize();
  double cosine = 1;
  for (const Eigen::Vector3d& normal : normals) cosine = std::min(cosine, normal.dot(cone.axis));
  if (cosine > 0) cone.sine = std::sqrt(std::max(0.0, 1 - cosine * cosine)) + 1e-9;
  return cone;
}

FaceCluster cluster_of(const TriangleMesh& mesh, const std::vector<std::int32_t>& order, FaceRange faces) {
  FaceCluster cluster{.faces = faces, .box = {}, .normals = {}};
  cluster.least_altitude_mm = std::numeric_limits<double>::infinity();
  std::vector<Eigen::Vector3d> normals;
  for (std::uint32_t place = faces.first; place < faces.first + faces.count; ++place) {
    const auto face = static_cast<std::size_t>(order[place]);
    for (const std::uint32_t vertex : mesh.faces[face]) cluster.box.extend(mesh.vertices[vertex]);
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, face);
    const double side_mm = longest_side(mesh, face);
    cluster.longest_side_mm = std::max(cluster.longest_side_mm, side_mm);
    cluster.least_altitude_mm =
        std::min(cluster.least_altitude_mm, side_mm > 0 ? normal.norm() / side_mm : 0);
    normals.push_back(normal.normalized());
  }
  cluster.normals = cone_around(normals);
  return cluster;
}

}  // namespace

std::vector<std::int32_t> order_along_curve(const TriangleMesh& mesh, std::size_t leading_faces) {
  const Bounds bounds = bounds_of(mesh);
  const Eigen::Array3d size = bounds.size().array().max(1e-12);
  std::vector<std::uint64_t> keys;  // the place, then the face: no two are equal
  keys.reserve(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& [a, b, c] = mesh.faces[f];
    const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
    const Eigen::Vector3d place = (middle - bounds.min).array() / size;
    keys.push_back(std::uint64_t{morton_place(place, 10)} << 32 | f);
  }
  const auto leading = static_cast<std::ptrdiff_t>(std::min(leading_faces, keys.size()));
  std::sort(keys.begin(), keys.begin() + leading);
  std::sort(keys.begin() + leading, keys.end());
  std::vector<std::int32_t> order;
  order.reserve(keys.size());
  for (const std::uint64_t key : keys) order.push_back(static_cast<std::int32_t>(key & 0xFFFFFFFFU));
  // Within a cluster the mesh's own order is as good and often better for the vertex cache.
  for (std::size_t first = 0; first < order.size(); first += faces_per_cluster) {
    const std::size_t end = std::min(order.size(), first + faces_per_cluster);
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
              order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return order;
}

std::vector<FaceCluster> clusters_of(const TriangleMesh& mesh, const std::vector<std::int32_t>& order) {
  std::vector<FaceCluster> clusters;
  for (std::size_t first = 0; first < order.size(); first += faces_per_cluster) {
    const std::size_t count = std::min(faces_per_cluster, order.size() - first);
    clusters.push_back(
        cluster_of(mesh, order, {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)}));
  }
  return clusters;
}

}  // namespace intercusp::gl
