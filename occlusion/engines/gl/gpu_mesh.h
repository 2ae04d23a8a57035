// A triangle mesh on the GPU. Floats are relative to its centre, which keeps precision.
//
// Faces are drawn in clusters, see FaceClusters. The index of a face on the GPU is its position in that
// order. Vertex f is the last corner of face f and of no other face, so gl_VertexID of the provoking vertex,
// passed as flat, is the face index in any draw range. (gl_PrimitiveID would need the start of the range and
// costs half a pass in Mesa's software renderer.) This needs as many vertices as faces, twice the minimum.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::gl {

// Clusters of neighbouring faces that a draw includes or skips as a whole.
//
// Faces are sorted along a space-filling curve, so that consecutive faces have a small box and similar
// normals. A cone around the normals tells whether a whole cluster faces away.

//! Faces [first, first + count).
struct FaceRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

//! A cone that contains every face's unit normal, or is unknown.
struct NormalCone {
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  //! Sine of the half angle; above 1 if normals differ by a right angle or more, or if the cone is unknown.
  double sine = 2;

  //! Whether every normal n has n · direction < -least.
  //! \pre `direction` has unit length
  [[nodiscard]] bool turned_from(const Eigen::Vector3d& direction, double least) const {
    return axis.dot(direction) < -(sine + least);
  }
};

constexpr std::size_t faces_per_cluster = 128;

struct FaceCluster {
  FaceRange faces;  //!< positions in the order
  Eigen::AlignedBox3d box;
  NormalCone normals;
  //! Least altitude of a face, mm. OpenGL snaps vertices to fractions of a pixel, which may
  //! flip smaller faces.
  double least_altitude_mm = 0;
  double longest_side_mm = 0;  //!< longest side of any face
};

//! Sorts faces along a Morton curve. Within a cluster they keep the mesh's order.
//! \param leading_faces the first so many faces stay before all others
[[nodiscard]] std::vector<std::int32_t> order_along_curve(const TriangleMesh& mesh,
                                                          std::size_t leading_faces);

[[nodiscard]] std::vector<FaceCluster> clusters_of(const TriangleMesh& mesh,
                                                   const std::vector<std::int32_t>& order);

//! A buffer that shaders read by texelFetch, with one texel per element.
class BufferTexture {
 public:
  BufferTexture() = default;
  //! \param buffer must outlive this object
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
  //! \param leading_faces the first so many faces stay first in the new order
  //! \throw std::length_error for more faces than 32-bit indices can hold
  explicit GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces = 0);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const std::vector<FaceCluster>& clusters() const { return clusters_; }

  //! Number in the mesh of the face at each position of the GPU's order.
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return original_faces_; }

  //! Draws ranges of faces in one call, with the current program and state.
  void draw(std::span<const FaceRange> ranges) const;

  //! Binds the vertices (vec4, w = 1) and all faces (uvec4: three corners, of which the last is the face's
  //! index) for a shader that fetches them.
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
