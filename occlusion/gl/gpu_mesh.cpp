#include "occlusion/gl/gpu_mesh.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace intercusp::gl {
namespace {

constexpr std::uint32_t faces_per_cluster = 256;

std::vector<Eigen::Vector3f> about(const Eigen::Vector3d& centre,
                                   const std::vector<Eigen::Vector3d>& points) {
  std::vector<Eigen::Vector3f> result;
  result.reserve(points.size());
  for (const Eigen::Vector3d& point : points) result.emplace_back((point - centre).cast<float>());
  return result;
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

GpuMesh::GpuMesh(const TriangleMesh& mesh) : bounds_(bounds_of(mesh)) {
  if (mesh.faces.size() > std::numeric_limits<std::int32_t>::max() / 3) {
    throw std::length_error("OpenGL cannot draw a mesh of " + std::to_string(mesh.faces.size()) + " faces");
  }
  if (mesh.faces.empty()) return;
  centre_ = bounds_.centre();
  const auto face_count = static_cast<std::uint32_t>(mesh.faces.size());
  for (std::uint32_t first = 0; first < face_count; first += faces_per_cluster) {
    Cluster cluster{.box = {}, .faces = {first, std::min(faces_per_cluster, face_count - first)}};
    for (std::uint32_t f = first; f < first + cluster.faces.count; ++f) {
      for (const std::uint32_t vertex : mesh.faces[f]) cluster.box.extend(mesh.vertices[vertex]);
    }
    clusters_.push_back(cluster);
  }
  vertices_ = Buffer(bytes_of(about(centre_, mesh.vertices)));
  indices_ = Buffer(bytes_of(mesh.faces));
  glVertexArrayVertexBuffer(arrays_.get(), 0, vertices_.get(), 0, sizeof(Eigen::Vector3f));
  glVertexArrayElementBuffer(arrays_.get(), indices_.get());
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
}

std::vector<FaceRange> GpuMesh::faces_in(const Eigen::Matrix4d& clip_from_mesh,
                                         const Eigen::AlignedBox2d& clip_window) const {
  std::vector<FaceRange> ranges;
  for (const Cluster& cluster : clusters_) {
    const Eigen::AlignedBox3d box = mapped(clip_from_mesh, cluster.box);
    const Eigen::AlignedBox2d shadow(box.min().head<2>(), box.max().head<2>());
    if (!shadow.intersects(clip_window)) continue;
    if (!ranges.empty() && ranges.back().first + ranges.back().count == cluster.faces.first) {
      ranges.back().count += cluster.faces.count;
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
