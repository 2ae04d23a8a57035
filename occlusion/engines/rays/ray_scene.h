// One mesh as Embree sees it: a tree to find faces with, never the source of a number.
//
// Embree works in floats. The scene is kept in the mesh's own frame, relative to the mesh's centre, so that
// floats lose as little as they can, and it is built once: a new pose moves the lines, not the mesh. It
// answers which faces a line meets; where it meets them is worked out in double by line_reading.h.
//
// Internal to occlusion/rays.
#pragma once

#include <embree3/rtcore.h>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/engines/rays/line.h"
#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::rays {

class RayScene {
 public:
  //! \throw std::runtime_error if Embree has no device or cannot build the tree.
  explicit RayScene(const TriangleMesh& mesh);

  //! Every face that the whole line meets, in no particular order, into `faces` (its content is replaced). A
  //! line through a shared edge or vertex may name some or all of the faces that share it; a face is named
  //! once.
  void faces_along(const Line& line, std::vector<std::uint32_t>& faces) const;

  //! How far the line that Embree follows may run beside the true one, mm.
  [[nodiscard]] double reach_mm() const { return reach_mm_; }

 private:
  MeshTree tree_;
  double reach_mm_ = 0;
};

}  // namespace intercusp::rays
