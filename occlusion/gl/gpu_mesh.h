// A triangle mesh on the GPU, in floats about its centre so that no digits are lost to its place in the case.
//
// Faces are sorted along a space-filling curve into clusters of neighbours, so that a draw can leave out the
// clusters that cannot matter to it. On the GPU a face is known by its place in that order (the uniform
// `first_face`, set for every draw call, plus gl_PrimitiveID); `original_faces` leads back.
#pragma once

#include <Eigen/Geometry>
#include <functional>
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
  //! \param leading_faces the first that many faces stay before all others, whatever their order becomes
  //! \throw std::length_error for more faces than 32-bit indices can name.
  explicit GpuMesh(const TriangleMesh& mesh, std::size_t leading_faces = 0);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

  //! The mesh's own number of the face at each place of the GPU's order.
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return original_faces_; }

  //! The clusters whose box may matter, neighbours joined, also across small gaps.
  //! \param clip_from_mesh affine, from the mesh's own frame (not its centre)
  //! \param matters asked for each cluster, with its box in clip space
  [[nodiscard]] std::vector<FaceRange> clusters_that(
      const std::function<bool(const Eigen::AlignedBox3d& clip_box)>& matters,
      const Eigen::Matrix4d& clip_from_mesh) const;

  //! Draws with the program and the state that are set; `program` must be in use.
  void draw(const Program& program, const std::vector<FaceRange>& ranges) const;

 private:
  struct Cluster {
    Eigen::AlignedBox3d box;
    FaceRange faces;
  };

  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  Bounds bounds_;
  std::vector<std::int32_t> original_faces_;
  std::vector<Cluster> clusters_;
  Buffer vertices_, indices_;
  VertexArray arrays_;
};

}  // namespace intercusp::gl
