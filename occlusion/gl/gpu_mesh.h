// A triangle mesh on the GPU, in floats about its centre so that no digits are lost to its place in the case.
//
// Faces are drawn in their order, in clusters of neighbours in that order; a cluster whose box lies outside
// the window is left out. gl_PrimitiveID counts from the first face of each draw, so every draw sets the
// uniform `first_face`.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/gl/objects.h"
#include "occlusion/gl/program.h"

namespace intercusp::gl {

//! Faces [first, first + count).
struct FaceRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

class GpuMesh {
 public:
  //! \throw std::length_error for more faces than 32-bit indices can name.
  explicit GpuMesh(const TriangleMesh& mesh);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

  //! The faces that can touch the box [-1, 1]² of clip space (or a part of it), neighbouring clusters joined.
  //! \param clip_from_mesh affine, from the mesh's own frame (not its centre)
  [[nodiscard]] std::vector<FaceRange> faces_in(const Eigen::Matrix4d& clip_from_mesh,
                                                const Eigen::AlignedBox2d& clip_window) const;

  //! Draws with the program and the state that are set; `program` must be in use.
  void draw(const Program& program, const std::vector<FaceRange>& ranges) const;

 private:
  struct Cluster {
    Eigen::AlignedBox3d box;
    FaceRange faces;
  };

  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  Bounds bounds_;
  std::vector<Cluster> clusters_;
  Buffer vertices_, indices_;
  VertexArray arrays_;
};

}  // namespace intercusp::gl
