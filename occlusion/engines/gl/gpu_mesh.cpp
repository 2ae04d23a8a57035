#include "occlusion/engines/gl/gpu_mesh.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace intercusp::gl {
namespace {

constexpr std::uint32_t unknown = 0xFFFFFFFFU;

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

//! As drawn: coordinates about the centre, and the corners of each face in the GPU's order.
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
  // The first face that ends with a corner represents it in all others, so that they share it; corners that end no face
  // follow after all faces.
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
