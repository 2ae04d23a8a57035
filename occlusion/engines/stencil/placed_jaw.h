// A jaw placed in a view, and the faces that a draw needs.
//
// Skipped are clusters of faces that face the wrong way, lie outside the requested pixels or behind the relevant
// depth, or have no face as large as requested. The draw fills the same pixels with the same values without them.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/gpu_mesh.h"
#include "occlusion/engines/stencil/tallies.h"
#include "occlusion/geometry/solid.h"

namespace intercusp::stencil {

//! Purpose of a draw.
struct DrawnFor {
  const WaitingPixels* waiting = nullptr;  //!< nullptr: all pixels
  double max_depth = 1;                    //!< parts beyond this window depth do not matter
  double sides_above_px = 0;               //!< faces whose sides are all shorter do not matter
};

class PlacedJaw {
 public:
  PlacedJaw(const Solid& solid, int subpixel_bits)
      : mesh_(solid.mesh, solid.anatomy_faces), subpixel_bits_(subpixel_bits) {}

  //! \param clip_from_case, width_px, height_px of the view. \param case_from_jaw a rigid pose
  void place(const Eigen::Matrix4d& clip_from_case, const Eigen::Isometry3d& case_from_jaw, int width_px,
             int height_px);

  [[nodiscard]] const Bounds& bounds() const { return mesh_.bounds(); }
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return mesh_.original_faces(); }
  [[nodiscard]] int subpixel_bits() const { return subpixel_bits_; }

  // For the last pose.
  [[nodiscard]] const Eigen::Matrix4d& clip_from_vertex() const { return clip_from_vertex_; }
  [[nodiscard]] Eigen::AlignedBox1d depths() const;  //!< in the window

  //! Draws with the program and the state that are set.
  //! \param depth_shift by which the program moves it away from the viewer
  void draw(gl::Facing facing, const DrawnFor& pixels, double depth_shift) const;

  //! Binds all faces for a shader that fetches them; see GpuMesh::bind.
  void bind(GLuint vertices_unit, GLuint faces_unit) const { mesh_.bind(vertices_unit, faces_unit); }

 private:
  struct Needed;
  [[nodiscard]] bool may_need(const gl::FaceCluster& cluster, const Needed& needed) const;
  [[nodiscard]] Eigen::AlignedBox2d pixels_of(const Eigen::AlignedBox3d& clip_box, double margin_px) const;

  gl::GpuMesh mesh_;
  int subpixel_bits_;
  int width_px_ = 0;
  int height_px_ = 0;
  Eigen::Matrix4d clip_from_jaw_ = Eigen::Matrix4d::Identity();
  Eigen::Matrix4d clip_from_vertex_ = Eigen::Matrix4d::Identity();
  Eigen::Vector3d to_viewer_ = Eigen::Vector3d::UnitZ();  // in the jaw's frame
  double px_per_mm_ = 1;
  double margin_px_ = 0;
};

}  // namespace intercusp::stencil
