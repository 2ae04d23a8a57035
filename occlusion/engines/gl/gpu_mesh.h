// A triangle mesh on the GPU, in floats about its centre so that no digits are lost to its place in the case.
//
// Faces are drawn in clusters of neighbours (face_clusters.h). On the GPU a face is known by its place in
// that order, and vertex f is the last corner of face f, which belongs to no other face's end: so
// gl_VertexID, taken flat from the provoking vertex, is the face, whatever part of the mesh a draw takes.
// (gl_PrimitiveID would need to be told where the part begins, and costs Mesa's software half of a pass.) The
// mesh has as many vertices as faces for that, twice what it would need.
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
  //! \param leading_faces the first that many faces stay before all others, whatever their order becomes
  //! \throw std::length_error for more faces than 32-bit indices can name.
  explicit GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces = 0);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const std::vector<FaceCluster>& clusters() const { return clusters_; }

  //! As drawn: about the centre, and the corners of each face in the GPU's order.
  [[nodiscard]] const std::vector<Eigen::Vector3f>& vertices() const { return vertices_; }
  [[nodiscard]] const std::vector<Face>& faces() const { return faces_; }

  //! The mesh's own number of the face at each place of the GPU's order.
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return original_faces_; }

  //! Draws ranges of faces, in one call, with the program and the state that are set.
  void draw(std::span<const FaceRange> ranges) const;

  //! Draws lists of faces, each given by its corners; all of them no more than the mesh has. The driver is
  //! sent off now and then, so that it can rasterise one batch while it sets up the next.
  //! \param first as many faces as bind_listed has listed, if a shader still fetches those
  void draw(std::span<const std::vector<Face>> lists, std::size_t first = 0);

  //! Lists of faces, as above, for a shader that fetches them: binds the vertices (vec4, w = 1) and the
  //! listed faces (uvec4: three corners, of which the last is the face). \return how many faces are listed
  std::size_t bind_listed(std::span<const std::vector<Face>> lists, GLuint vertices_unit, GLuint faces_unit);

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
  BufferTexture vertex_texels_, listed_texels_;
  VertexArray arrays_;
};

}  // namespace intercusp::gl
