#include "occlusion/engines/gl/gpu_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

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
  std::vector<std::uint64_t> keys;  // position, then face, so that no two are equal
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
  // Within a cluster the mesh's own order is as good, and often better for the vertex cache.
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

namespace {

constexpr std::uint32_t unknown = 0xFFFFFFFFU;

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

//! Rotates the corners so that a vertex that ends no face yet comes last, if there is one. Soon every vertex
//! of the mesh ends a face and needs no copy.
Face ending_with_new_vertex(const Face& face, const std::vector<std::uint32_t>& drawn_as) {
  for (std::size_t last : {2U, 0U, 1U}) {
    if (drawn_as[face.at(last)] == unknown) {
      return {face.at((last + 1) % 3), face.at((last + 2) % 3), face.at(last)};
    }
  }
  return face;
}

//! The mesh as it is drawn: coordinates about the centre, and the corners of each face in the GPU's order.
struct DrawnMesh {
  std::vector<Eigen::Vector3f> vertices;
  std::vector<Face> faces;
};

DrawnMesh drawn_mesh(const TriangleMesh& mesh, const std::vector<std::int32_t>& order,
                     const Eigen::Vector3d& centre) {
  DrawnMesh drawn;
  std::vector<std::uint32_t> drawn_as(mesh.vertices.size(), unknown);
  const auto position = [&](std::uint32_t vertex) -> Eigen::Vector3f {
    return (mesh.vertices[vertex] - centre).cast<float>();
  };
  for (const std::int32_t original : order) {
    const Face face = ending_with_new_vertex(mesh.faces[static_cast<std::size_t>(original)], drawn_as);
    drawn_as[face[2]] = 0;  // no longer unknown
    drawn.vertices.push_back(position(face[2]));
    drawn.faces.push_back(face);
  }
  // The first face that ends with a corner represents this corner in all other faces, so that they share it.
  // Corners that end no face are stored behind all faces.
  for (std::size_t f = drawn.faces.size(); f-- > 0;)
    drawn_as[drawn.faces[f][2]] = static_cast<std::uint32_t>(f);
  for (std::size_t f = 0; f < drawn.faces.size(); ++f) {
    for (const std::size_t corner : {0U, 1U}) {
      std::uint32_t& vertex = drawn.faces[f].at(corner);
      if (drawn_as[vertex] == unknown) {
        drawn_as[vertex] = static_cast<std::uint32_t>(drawn.vertices.size());
        drawn.vertices.push_back(position(vertex));
      }
      vertex = drawn_as[vertex];
    }
    drawn.faces[f][2] = static_cast<std::uint32_t>(f);
  }
  return drawn;
}

}  // namespace

GpuMesh::GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces) : bounds_(bounds_of(mesh)) {
  if (mesh.faces.size() > std::numeric_limits<std::int32_t>::max() / 3) {
    throw std::length_error("OpenGL cannot draw a mesh of " + std::to_string(mesh.faces.size()) + " faces");
  }
  if (mesh.faces.empty()) return;
  centre_ = bounds_.centre();
  original_faces_ = order_along_curve(mesh, leading_faces);
  clusters_ = clusters_of(mesh, original_faces_);
  const DrawnMesh drawn = drawn_mesh(mesh, original_faces_, centre_);
  vertex_buffer_ = Buffer(bytes_of(drawn.vertices));
  index_buffer_ = Buffer(bytes_of(drawn.faces));
  vertex_texels_ = BufferTexture(GL_RGB32F, vertex_buffer_);
  index_texels_ = BufferTexture(GL_RGB32UI, index_buffer_);
  glVertexArrayVertexBuffer(arrays_.get(), 0, vertex_buffer_.get(), 0, sizeof(Eigen::Vector3f));
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
}

void GpuMesh::draw(std::span<const FaceRange> ranges) const {
  std::vector<GLsizei> counts;
  std::vector<const void*> offsets;
  for (const FaceRange& range : ranges) {
    counts.push_back(static_cast<GLsizei>(3 * range.count));
    offsets.push_back(reinterpret_cast<const void*>(std::size_t{range.first} * sizeof(Face)));
  }
  if (counts.empty()) return;
  glVertexArrayElementBuffer(arrays_.get(), index_buffer_.get());
  glBindVertexArray(arrays_.get());
  glMultiDrawElements(GL_TRIANGLES, counts.data(), GL_UNSIGNED_INT, offsets.data(),
                      static_cast<GLsizei>(counts.size()));
}

void GpuMesh::bind(GLuint vertices_unit, GLuint faces_unit) const {
  if (original_faces_.empty()) return;
  vertex_texels_.bind(vertices_unit);
  index_texels_.bind(faces_unit);
}

}  // namespace intercusp::gl
