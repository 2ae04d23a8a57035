#include "occlusion/gl/gpu_mesh.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace intercusp::gl {
namespace {

constexpr std::uint32_t faces_per_cluster = 256;

//! A draw call costs about as much as this many faces.
constexpr std::uint32_t worthwhile_gap = 512;

//! The lowest ten bits of a number, two zeros between each.
std::uint32_t spread(std::uint32_t bits) {
  bits &= 0x3FFU;
  bits = (bits | bits << 16) & 0x030000FFU;
  bits = (bits | bits << 8) & 0x0300F00FU;
  bits = (bits | bits << 4) & 0x030C30C3U;
  return (bits | bits << 2) & 0x09249249U;
}

//! Place of a point of the box along the Morton curve.
std::uint32_t morton_place(const Eigen::Vector3d& point, const Bounds& bounds) {
  const Eigen::Array3d size = bounds.size().array().max(1e-12);
  const Eigen::Array3d cell = ((point - bounds.min).array() / size * 1023).max(0).min(1023);
  return spread(static_cast<std::uint32_t>(cell.x())) | spread(static_cast<std::uint32_t>(cell.y())) << 1 |
         spread(static_cast<std::uint32_t>(cell.z())) << 2;
}

std::vector<std::int32_t> morton_order(const TriangleMesh& mesh, const Bounds& bounds,
                                       std::size_t leading_faces) {
  std::vector<std::uint64_t> keys;  // the place, then the face: no two are equal
  keys.reserve(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& [a, b, c] = mesh.faces[f];
    const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
    keys.push_back(std::uint64_t{morton_place(middle, bounds)} << 32 | f);
  }
  const auto leading = static_cast<std::ptrdiff_t>(std::min(leading_faces, keys.size()));
  std::sort(keys.begin(), keys.begin() + leading);
  std::sort(keys.begin() + leading, keys.end());
  std::vector<std::int32_t> order;
  order.reserve(keys.size());
  for (const std::uint64_t key : keys) order.push_back(static_cast<std::int32_t>(key & 0xFFFFFFFFU));
  // Within a cluster the mesh's own order is as good, and often kinder to the cache of vertices.
  for (std::size_t first = 0; first < order.size(); first += faces_per_cluster) {
    const std::size_t end = std::min(order.size(), first + faces_per_cluster);
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
              order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return order;
}

//! Faces and vertices in the order of drawing.
struct Drawn {
  std::vector<Eigen::Vector3f> vertices;  // about the centre
  std::vector<Face> faces;
};

Drawn in_order(const TriangleMesh& mesh, const std::vector<std::int32_t>& order,
               const Eigen::Vector3d& centre) {
  constexpr std::uint32_t unknown = 0xFFFFFFFFU;
  std::vector<std::uint32_t> new_index(mesh.vertices.size(), unknown);
  Drawn drawn;
  drawn.faces.reserve(order.size());
  for (const std::int32_t f : order) {
    Face face = mesh.faces[static_cast<std::size_t>(f)];
    for (std::uint32_t& vertex : face) {
      std::uint32_t& index = new_index[vertex];
      if (index == unknown) {
        index = static_cast<std::uint32_t>(drawn.vertices.size());
        drawn.vertices.emplace_back((mesh.vertices[vertex] - centre).cast<float>());
      }
      vertex = index;
    }
    drawn.faces.push_back(face);
  }
  return drawn;
}

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

//! The box around a box after an affine map.
Eigen::AlignedBox3d mapped(const Eigen::Matrix4d& map, const Eigen::AlignedBox3d& box) {
  const Eigen::Vector3d centre = (map.topLeftCorner<3, 3>() * box.center()) + map.topRightCorner<3, 1>();
  const Eigen::Vector3d half = map.topLeftCorner<3, 3>().cwiseAbs() * (0.5 * box.sizes());
  return {centre - half, centre + half};
}

}  // namespace

GpuMesh::GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces) : bounds_(bounds_of(mesh)) {
  if (mesh.faces.size() > std::numeric_limits<std::int32_t>::max() / 3) {
    throw std::length_error("OpenGL cannot draw a mesh of " + std::to_string(mesh.faces.size()) + " faces");
  }
  if (mesh.faces.empty()) return;
  centre_ = bounds_.centre();
  original_faces_ = morton_order(mesh, bounds_, leading_faces);
  const auto face_count = static_cast<std::uint32_t>(mesh.faces.size());
  for (std::uint32_t first = 0; first < face_count; first += faces_per_cluster) {
    Cluster cluster{.box = {}, .faces = {first, std::min(faces_per_cluster, face_count - first)}};
    for (std::uint32_t f = first; f < first + cluster.faces.count; ++f) {
      const Face& face = mesh.faces[static_cast<std::size_t>(original_faces_[f])];
      for (const std::uint32_t vertex : face) cluster.box.extend(mesh.vertices[vertex]);
    }
    clusters_.push_back(cluster);
  }
  const Drawn drawn = in_order(mesh, original_faces_, centre_);
  vertices_ = Buffer(bytes_of(drawn.vertices));
  indices_ = Buffer(bytes_of(drawn.faces));
  glVertexArrayVertexBuffer(arrays_.get(), 0, vertices_.get(), 0, sizeof(Eigen::Vector3f));
  glVertexArrayElementBuffer(arrays_.get(), indices_.get());
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
}

std::vector<FaceRange> GpuMesh::clusters_that(
    const std::function<bool(const Eigen::AlignedBox3d& clip_box)>& matters,
    const Eigen::Matrix4d& clip_from_mesh) const {
  std::vector<FaceRange> ranges;
  for (const Cluster& cluster : clusters_) {
    if (!matters(mapped(clip_from_mesh, cluster.box))) continue;
    const std::uint32_t end = cluster.faces.first + cluster.faces.count;
    if (!ranges.empty() &&
        cluster.faces.first - (ranges.back().first + ranges.back().count) <= worthwhile_gap) {
      ranges.back().count = end - ranges.back().first;
    } else {
      ranges.push_back(cluster.faces);
    }
  }
  return ranges;
}

void GpuMesh::draw(const Program& program, const std::vector<FaceRange>& ranges) const {
  glBindVertexArray(arrays_.get());
  for (const FaceRange& range : ranges) {
    program.set("first_face", range.first);
    const std::size_t offset = std::size_t{range.first} * sizeof(Face);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * range.count), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(offset));
  }
}

}  // namespace intercusp::gl
