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

#include "occlusion/engines/gl/buffer_texture.h"
#include "occlusion/engines/gl/face_clusters.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::gl {

class GpuMesh {
 public:
  //! \param leading_faces the first that many faces stay first in the new order
  //! \throw std::length_error for more faces than 32-bit indices can name.
  explicit GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces = 0);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const std::vector<FaceCluster>& clusters() const { return clusters_; }

  //! As drawn: coordinates about the centre, and the corners of each face in the GPU's order.
  [[nodiscard]] const std::vector<Eigen::Vector3f>& vertices() const { return vertices_; }
  [[nodiscard]] const std::vector<Face>& faces() const { return faces_; }

  //! The mesh's own number of the face at each place of the GPU's order.
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return original_faces_; }

  //! Draws ranges of faces, in one call, with the program and the state that are set.
  void draw(std::span<const FaceRange> ranges) const;

  //! Draws lists of faces given by their corners, together at most as many as the mesh has. Flushes now and
  //! then, so that the driver rasterises one batch while setting up the next.
  //! \param first the number of faces that bind_listed has listed, if a shader still fetches them
  void draw(std::span<const std::vector<Face>> lists, std::size_t first = 0);

  //! Lists of faces, as above, for a shader that fetches them: binds the vertices (vec4, w = 1) and the
  //! listed faces (uvec4: three corners, of which the last is the face). \return how many faces are listed
  std::size_t bind_listed(std::span<const std::vector<Face>> lists, GLuint vertices_unit, GLuint faces_unit);
  //! The same with all faces.
  std::size_t bind_all(GLuint vertices_unit, GLuint faces_unit);

 private:
  void make_listed_buffer();
  void fill_vertices(const TriangleMesh& mesh);

  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  Bounds bounds_;
  std::vector<std::int32_t> original_faces_;
  std::vector<FaceCluster> clusters_;
  std::vector<Eigen::Vector3f> vertices_;
  std::vector<Face> faces_;
  Buffer vertex_buffer_, index_buffer_, listed_buffer_;
  BufferTexture vertex_texels_, index_texels_, listed_texels_;
  VertexArray arrays_;
};

}  // namespace intercusp::gl
