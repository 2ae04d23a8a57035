// A triangle mesh on the GPU, in floats relative to its centre to keep precision.
//
// Faces are drawn in clusters (face_clusters.h). A face's index on the GPU is its place in that order. Vertex
// f is the last corner of face f and of no other face, so gl_VertexID, flat from the provoking vertex, is the
// face index in any draw range. (gl_PrimitiveID would need the start of the range and costs half a pass in
// Mesa's software renderer.) This needs as many vertices as faces, twice the minimum.
#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "occlusion/engines/gl/face_clusters.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::gl {

//! A buffer that shaders read by texelFetch, one texel per element.
class BufferTexture {
 public:
  BufferTexture() = default;
  //! \param buffer must live at least as long.
  BufferTexture(GLenum format, const Buffer& buffer) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_BUFFER, 1, &name);
    name_ = Name<delete_texture>(name);
    glTextureBuffer(name, format, buffer.get());
  }

  void bind(GLuint unit) const { glBindTextureUnit(unit, name_.get()); }

 private:
  Name<delete_texture> name_;
};

class GpuMesh {
 public:
  //! \param leading_faces the first that many faces stay first in the new order
  //! \throw std::length_error for more faces than 32-bit indices can name.
  explicit GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces = 0);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const std::vector<FaceCluster>& clusters() const { return clusters_; }

  //! The mesh's own number of the face at each place of the GPU's order.
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return original_faces_; }

  //! Draws ranges of faces, in one call, with the program and the state that are set.
  void draw(std::span<const FaceRange> ranges) const;

  //! For a shader that fetches them: binds the vertices (vec4, w = 1) and all faces (uvec4: three corners, of which
  //! the last is the face).
  void bind(GLuint vertices_unit, GLuint faces_unit) const;

 private:
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  Bounds bounds_;
  std::vector<std::int32_t> original_faces_;
  std::vector<FaceCluster> clusters_;
  Buffer vertex_buffer_, index_buffer_;
  BufferTexture vertex_texels_, index_texels_;
  VertexArray arrays_;
};

}  // namespace intercusp::gl
