#include "occlusion/engines/zlist/clustered_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/engines/zlist/cluster_order.h"

namespace intercusp::zlist {
namespace {

//! Rounds to whole millimetres: differences of the single-precision numbers that scanners write stay exact.
Eigen::Vector3d shared_centre(const Bounds& bounds) { return bounds.centre().array().round(); }

//! The usual edge of some thousand faces, evenly taken.
double usual_edge_of(const TriangleMesh& mesh) {
  std::vector<double> longest;
  const std::size_t step = mesh.faces.size() / 4096 + 1;
  for (std::size_t f = 0; f < mesh.faces.size(); f += step) {
    const auto& [a, b, c] = mesh.faces[f];
    longest.push_back(
        std::max({(mesh.vertices[b] - mesh.vertices[a]).norm(), (mesh.vertices[c] - mesh.vertices[b]).norm(),
                  (mesh.vertices[a] - mesh.vertices[c]).norm()}));
  }
  return nth_smallest(longest, longest.size() * 9 / 10);
}

}  // namespace

//! The current cluster while the mesh is sorted into clusters.
struct ClusteredMesh::Workspace {
  std::vector<std::uint32_t> cluster_of_vertex;  // the last cluster that used a vertex, and its number there
  std::vector<std::uint8_t> local_index;
  std::vector<std::uint8_t> is_anatomy;
  Range range{};
  ClusterBounds bounds{};
  std::array<PackedFace, cluster_faces> corners{};
};

ClusteredMesh::ClusteredMesh(const Solid& jaw) : centre_(Eigen::Vector3d::Zero()) {
  const TriangleMesh& mesh = jaw.mesh;
  if (mesh.faces.empty()) return;
  if (mesh.faces.size() > face_bits) throw std::length_error("a jaw of more faces than can be numbered");
  const Bounds mesh_bounds = bounds_of(mesh);
  centre_ = shared_centre(mesh_bounds);
  usual_edge_mm_ = usual_edge_of(mesh);
  const ClusterOrder order = cluster_order(mesh, usual_edge_mm_);
  Workspace work{.cluster_of_vertex = std::vector<std::uint32_t>(mesh.vertices.size(), 0xFFFF'FFFFU),
                 .local_index = std::vector<std::uint8_t>(mesh.vertices.size()),
                 .is_anatomy = marked_anatomy(jaw)};
  faces_.reserve(order.faces.size());
  auto next = order.begins.begin();
  for (std::size_t i = 0; i < order.faces.size(); ++i) {
    const bool no_room = work.range.vertex_count + 3 > cluster_vertices;  // faces that are not connected
    const bool begins = next != order.begins.end() && *next == i;
    if (begins) ++next;
    if (begins || no_room) end_cluster(work);
    add_face(jaw, order.faces[i], work);
  }
  end_cluster(work);
  for (std::vector<float>* coordinates : {&x_, &y_, &z_}) {
    coordinates->resize(coordinates->size() + padded_vertices);  // read, but not used
  }
}

void ClusteredMesh::add_face(const Solid& jaw, std::uint32_t face, Workspace& work) {
  const TriangleMesh& mesh = jaw.mesh;
  const auto cluster = static_cast<std::uint32_t>(ranges_.size());
  std::array<Eigen::Vector3d, 3> points;
  bool sheet = !jaw.is_anatomy(face);
  PackedFace packed = PackedFace{work.range.face_count} << 24;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const std::uint32_t vertex = mesh.faces[face][corner];
    points[corner] = mesh.vertices[vertex] - centre_;
    // Walls that import added share a vertex with the scan; the caps in the base plane do not, and caps of two margins
    // may overlap.
    sheet = sheet && work.is_anatomy[vertex] == 0;
    if (work.cluster_of_vertex[vertex] != cluster) {
      const Eigen::Vector3f rounded = points[corner].cast<float>();
      work.cluster_of_vertex[vertex] = cluster;
      work.local_index[vertex] = static_cast<std::uint8_t>(work.range.vertex_count++);
      work.bounds.box.extend(rounded);
      x_.push_back(rounded.x());
      y_.push_back(rounded.y());
      z_.push_back(rounded.z());
    }
    packed |= PackedFace{work.local_index[vertex]} << (8 * corner);
  }
  work.corners[work.range.face_count++] = packed;
  faces_.push_back(sheet ? face | sheet_bit : face);

  const Eigen::Vector3d normal = (points[1] - points[0]).cross(points[2] - points[0]);
  const double thinness = thinness_of(points[0], points[1], points[2]);
  work.bounds.thinness = std::max(work.bounds.thinness, static_cast<float>(thinness));
  if (std::isfinite(thinness)) work.bounds.normals.extend(normal.normalized().cast<float>());
}

void ClusteredMesh::end_cluster(Workspace& work) {
  if (work.range.face_count > 0) {
    work.range.first_corner = static_cast<std::uint32_t>(corners_.size());
    const std::size_t padded = (work.range.face_count + padded_faces - 1u) / padded_faces * padded_faces;
    std::fill(work.corners.begin() + work.range.face_count, work.corners.end(), PackedFace{0});
    corners_.insert(corners_.end(), work.corners.begin(),
                    work.corners.begin() + static_cast<std::ptrdiff_t>(padded));
    box_.extend(work.bounds.box);
    ranges_.push_back(work.range);
    bounds_.push_back(work.bounds);
  }
  work.range = {.first_vertex = static_cast<std::uint32_t>(x_.size()),
                .first_face = static_cast<std::uint32_t>(faces_.size())};
  work.bounds = {};
}

ClusterView ClusteredMesh::cluster(std::size_t index) const {
  const Range& range = ranges_[index];
  return {.x = x_.data() + range.first_vertex,
          .y = y_.data() + range.first_vertex,
          .z = z_.data() + range.first_vertex,
          .vertex_count = range.vertex_count,
          .corners = corners_.data() + range.first_corner,
          .faces = faces_.data() + range.first_face,
          .face_count = range.face_count};
}

}  // namespace intercusp::zlist
