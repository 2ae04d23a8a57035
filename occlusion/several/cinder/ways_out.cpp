#include "occlusion/several/cinder/ways_out.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace intercusp::cinder {
namespace {

//! The angle of a face at one of its corners.
double angle_at(const TriangleMesh& mesh, const Face& face, std::size_t corner) {
  const Eigen::Vector3d& here = mesh.vertices[face[corner]];
  const Eigen::Vector3d to_next = mesh.vertices[face[(corner + 1) % 3]] - here;
  const Eigen::Vector3d to_last = mesh.vertices[face[(corner + 2) % 3]] - here;
  return std::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
}

std::vector<Eigen::Vector3d> unit_normals_of_faces(const TriangleMesh& mesh) {
  std::vector<Eigen::Vector3d> normals;
  normals.reserve(mesh.faces.size());
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    normals.push_back(face_normal_twice_area(mesh, face).stableNormalized());  // zero stays zero
  }
  return normals;
}

}  // namespace

std::vector<Eigen::Vector3d> ways_out(const TriangleMesh& mesh) {
  const std::vector<Eigen::Vector3d> normals = unit_normals_of_faces(mesh);
  std::vector<Eigen::Vector3d> ways(mesh.vertices.size(), Eigen::Vector3d::Zero());
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      ways[mesh.faces[i][corner]] += angle_at(mesh, mesh.faces[i], corner) * normals[i];
    }
  }
  for (Eigen::Vector3d& way : ways) way.stableNormalize();

  // A step along the normal brings a face only its cosine below the plane.
  std::vector<double> least_cosines(ways.size(), 1);
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    if (normals[i].isZero(0)) continue;
    for (const std::uint32_t vertex : mesh.faces[i]) {
      least_cosines[vertex] = std::min(least_cosines[vertex], normals[i].dot(ways[vertex]));
    }
  }
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] /= std::max(least_cosines[i], 1 / longest_way_out);
  return ways;
}

}  // namespace intercusp::cinder
