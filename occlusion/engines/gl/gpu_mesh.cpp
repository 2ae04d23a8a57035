#include "occlusion/engines/gl/gpu_mesh.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace intercusp::gl {
namespace {

constexpr std::uint32_t unknown = 0xFFFFFFFFU;

//! Enough to be worth a separate batch.
constexpr std::size_t faces_per_batch = 12000;

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

//! The corners, rotated so that a vertex that ends no face yet comes last, if there is one. Soon every vertex of the
//! mesh ends a face and needs no copy.
Face ending_with_new_vertex(const Face& face, const std::vector<std::uint32_t>& drawn_as) {
  for (std::size_t last : {2U, 0U, 1U}) {
    if (drawn_as[face.at(last)] == unknown) {
      return {face.at((last + 1) % 3), face.at((last + 2) % 3), face.at(last)};
    }
  }
  return face;
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
  fill_vertices(mesh);
  vertex_buffer_ = Buffer(bytes_of(vertices_));
  index_buffer_ = Buffer(bytes_of(faces_));
  vertex_texels_ = BufferTexture(GL_RGB32F, vertex_buffer_);
  index_texels_ = BufferTexture(GL_RGB32UI, index_buffer_);
  glVertexArrayVertexBuffer(arrays_.get(), 0, vertex_buffer_.get(), 0, sizeof(Eigen::Vector3f));
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
}

void GpuMesh::fill_vertices(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> drawn_as(mesh.vertices.size(), unknown);
  const auto position = [&](std::uint32_t vertex) -> Eigen::Vector3f {
    return (mesh.vertices[vertex] - centre_).cast<float>();
  };
  for (const std::int32_t original : original_faces_) {
    const Face face = ending_with_new_vertex(mesh.faces[static_cast<std::size_t>(original)], drawn_as);
    drawn_as[face[2]] = 0;  // no longer unknown
    vertices_.push_back(position(face[2]));
    faces_.push_back(face);
  }
  // The first face that ends with a corner represents it in all others, so that they share it; corners that end no face
  // follow after all faces.
  for (std::size_t f = faces_.size(); f-- > 0;) drawn_as[faces_[f][2]] = static_cast<std::uint32_t>(f);
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    for (const std::size_t corner : {0U, 1U}) {
      std::uint32_t& vertex = faces_[f].at(corner);
      if (drawn_as[vertex] == unknown) {
        drawn_as[vertex] = static_cast<std::uint32_t>(vertices_.size());
        vertices_.push_back(position(vertex));
      }
      vertex = drawn_as[vertex];
    }
    faces_[f][2] = static_cast<std::uint32_t>(f);
  }
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

void GpuMesh::make_listed_buffer() {
  if (listed_buffer_.size() > 0) return;
  listed_buffer_ = Buffer(sizeof(Face) * faces_.size());
  listed_texels_ = BufferTexture(GL_RGB32UI, listed_buffer_);
}

void GpuMesh::draw(std::span<const std::vector<Face>> lists, std::size_t first) {
  if (faces_.empty()) return;
  make_listed_buffer();
  glVertexArrayElementBuffer(arrays_.get(), listed_buffer_.get());
  glBindVertexArray(arrays_.get());
  std::size_t listed = first;
  std::size_t in_batch = 0;
  for (const std::vector<Face>& list : lists) {
    if (list.empty()) continue;
    const std::size_t offset = sizeof(Face) * listed;
    listed_buffer_.write(offset, bytes_of(list));
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * list.size()), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(offset));
    listed += list.size();
    in_batch += list.size();
    if (in_batch < faces_per_batch) continue;
    glFlush();
    in_batch = 0;
  }
}

std::size_t GpuMesh::bind_listed(std::span<const std::vector<Face>> lists, GLuint vertices_unit,
                                 GLuint faces_unit) {
  if (faces_.empty()) return 0;
  make_listed_buffer();
  std::size_t count = 0;
  for (const std::vector<Face>& list : lists) {
    listed_buffer_.write(sizeof(Face) * count, bytes_of(list));
    count += list.size();
  }
  vertex_texels_.bind(vertices_unit);
  listed_texels_.bind(faces_unit);
  return count;
}

std::size_t GpuMesh::bind_all(GLuint vertices_unit, GLuint faces_unit) {
  if (faces_.empty()) return 0;
  vertex_texels_.bind(vertices_unit);
  index_texels_.bind(faces_unit);
  return faces_.size();
}

}  // namespace intercusp::gl
