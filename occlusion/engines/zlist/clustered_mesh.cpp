#include "occlusion/engines/zlist/clustered_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/base/run_both.h"

namespace intercusp::zlist {
namespace {

//! Rounds to whole millimetres, so that differences of the single-precision numbers that scanners
//! write stay exact.
Eigen::Vector3d shared_centre(const Bounds& bounds) { return bounds.centre().array().round(); }

//! The usual edge, from some thousand evenly chosen faces.
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

//! State of the current cluster while the mesh is sorted into clusters.
struct ClusteredMesh::Workspace {
  // The last cluster that used a vertex, and the vertex's number there.
  std::vector<std::uint32_t> cluster_of_vertex;
  std::vector<std::uint8_t> local_index;
  std::vector<std::uint8_t> is_anatomy;
  ClusterRange range{};
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
    // Enough for a face that shares no vertex.
    const bool no_room = work.range.vertex_count + 3 > cluster_vertices;
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
    // Walls that import added share a vertex with the scan. The caps in the base plane do not, and the caps
    // of two margins may overlap.
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
  const ClusterRange& range = ranges_[index];
  return {.x = x_.data() + range.first_vertex,
          .y = y_.data() + range.first_vertex,
          .z = z_.data() + range.first_vertex,
          .vertex_count = range.vertex_count,
          .corners = corners_.data() + range.first_corner,
          .faces = faces_.data() + range.first_face,
          .face_count = range.face_count};
}

namespace {

constexpr double thin_per_mm = 2000;
constexpr double long_edges = 4;  //!< a face is long from this many usual edges on

//! A face as a point in a space of position and normal.
using FacePlace = Eigen::Matrix<float, 6, 1>;
struct PlacedFace {
  FacePlace place;
  std::uint32_t face;
};

//! Distance, in usual edges, that weighs as much as a difference of 1 between unit normals. With a larger
//! value more clusters face away as a whole; with a smaller one clusters have fewer pixels and vertices. The
//! live map's time is flat from 1.5 to 6.
constexpr double weight_of_look = 3;

PlacedFace placed(const TriangleMesh& mesh, std::uint32_t face, double mm_per_look) {
  const auto& [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
  const Eigen::Vector3d look = mm_per_look * face_normal_twice_area(mesh, face).normalized();
  PlacedFace result{.place = {}, .face = face};
  result.place << middle.cast<float>(), look.cast<float>();
  return result;
}

//! Halves the faces across their widest extent until one cluster is left. The first half is a whole number of
//! clusters of `size` faces.
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
//! Faces per cluster, by kind. A few long faces already have a large box and varying normals. With 128
//! of them per cluster the live map took 1 to 4 % longer, 3 to 5 % at 1 mm overlap; 8 per cluster are
//! slower as well.
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
