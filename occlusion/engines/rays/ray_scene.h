// Finds the faces of a mesh that a line meets.
//
// Embree works in floats. The scene is in the mesh's own frame, relative to the mesh's centre, to keep
// rounding small. It is built once: a new pose moves the lines, not the mesh. line_reading.h computes in
// double where a line meets a face.
//
// Internal to occlusion/engines/rays.
#pragma once

#include <embree3/rtcore.h>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::rays {

class RayScene {
 public:
  //! \throw std::runtime_error if Embree has no device or cannot build the tree.
  explicit RayScene(const TriangleMesh& mesh);

  //! Replaces `faces` by every face that the whole line meets, each once, in no particular order. A line
  //! through a shared edge or vertex may report some or all of the faces that share it.
  void faces_along(const Line& line, std::vector<std::uint32_t>& faces) const;

  //! How far Embree's line may deviate from the true one, mm.
  [[nodiscard]] double reach_mm() const { return reach_mm_; }

 private:
  MeshTree tree_;
  double reach_mm_ = 0;
};

}  // namespace intercusp::rays
