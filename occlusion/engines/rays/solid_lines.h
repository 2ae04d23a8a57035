// Intervals of parallel lines inside one solid. Embree finds the faces; depths are computed in
// double precision.
#pragma once

#include <embree3/rtcore.h>

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/engines/rays/mesh_tree.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/view/view.h"

namespace intercusp::rays {

//! Finds the faces of a mesh that a line meets.
//!
//! Embree works in floats. The scene is in the mesh's own frame, relative to the mesh's centre, which keeps
//! rounding small. It is built once; a new pose moves the lines, not the mesh. line_reading.h computes in
//! double precision where a line meets a face.
class RayScene {
 public:
  //! \throw std::runtime_error if Embree has no device or cannot build the tree
  explicit RayScene(const TriangleMesh& mesh);

  //! Replaces `faces` by every face that the whole line meets, each once, in no particular order. If the line
  //! passes through a shared edge or vertex, some or all of the faces that share it are reported.
  void faces_along(const Line& line, std::vector<std::uint32_t>& faces) const;

  //! Greatest deviation of Embree's line from the true one, mm.
  [[nodiscard]] double reach_mm() const { return reach_mm_; }

 private:
  MeshTree tree_;
  double reach_mm_ = 0;
};

//! The intervals of all lines of one row of pixels through one solid.
struct RowOfLines {
  std::vector<std::uint32_t> first;  //!< where each pixel begins in `intervals`; one more entry marks the end
  std::vector<InsideInterval> intervals;

  [[nodiscard]] std::span<const InsideInterval> pixel(int column) const {
    return {intervals.data() + first[column], intervals.data() + first[column + 1]};
  }
};

//! One solid, prepared for lines. Several threads may read it at once.
class SolidLines {
 public:
  //! \throw std::runtime_error if Embree cannot be used
  explicit SolidLines(std::shared_ptr<const Solid> solid);

  [[nodiscard]] const Solid& solid() const { return *solid_; }

  //! \param faces working storage
  [[nodiscard]] LineReading read(const Eigen::Isometry3d& solid_from_view, double u_mm, double v_mm,
                                 std::vector<std::uint32_t>& faces) const;

  [[nodiscard]] RowOfLines read_row(const Eigen::Isometry3d& solid_from_view, const PixelGrid& grid,
                                    int row) const;

 private:
  std::shared_ptr<const Solid> solid_;
  RayScene scene_;
};

}  // namespace intercusp::rays
