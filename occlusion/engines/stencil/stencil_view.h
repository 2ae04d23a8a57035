// The window and depth range of a map as OpenGL sees it: looking along -pi, so that the upper is nearer.
//
// Clip x grows with u and clip y with v (row 0 of a texture is row 0 of the map). Window depth runs from 0 at
// the viewer to 1. (u, v, towards the viewer) is right-handed, so nothing is mirrored.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/gpu_mesh.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/tallies.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp::stencil {

// A jaw placed in a view, with a selection of the faces that a draw needs.
//
// A draw skips clusters whose faces look the wrong way, lie outside the requested pixels or behind
// the relevant depth, or are all smaller than requested. Without them it fills the same pixels with
// the same values.

//! What a draw is for, which decides the faces that it needs.
struct DrawnFor {
  const WaitingPixels* waiting = nullptr;  //!< nullptr: all pixels
  double max_depth = 1;                    //!< parts beyond this window depth are not needed
  double sides_above_px = 0;               //!< faces whose sides are all shorter are not needed
};

class PlacedJaw {
 public:
  PlacedJaw(const Solid& solid, int subpixel_bits)
      : mesh_(solid.mesh, solid.anatomy_faces), subpixel_bits_(subpixel_bits) {}

  //! \param clip_from_case,width_px,height_px of the view
  //! \param case_from_jaw a rigid pose
  void place(const Eigen::Matrix4d& clip_from_case, const Eigen::Isometry3d& case_from_jaw, int width_px,
             int height_px);

  [[nodiscard]] const Bounds& bounds() const { return mesh_.bounds(); }
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return mesh_.original_faces(); }
  [[nodiscard]] int subpixel_bits() const { return subpixel_bits_; }

  // The following refer to the last pose.
  [[nodiscard]] const Eigen::Matrix4d& clip_from_vertex() const { return clip_from_vertex_; }
  [[nodiscard]] Eigen::AlignedBox1d depths() const;  //!< range of window depth

  //! Draws with the current program and state.
  //! \param depth_shift shift of window depth, away from the viewer, that the program applies
  void draw(gl::Facing facing, const DrawnFor& pixels, double depth_shift) const;

  //! Binds all faces for a shader that fetches them (see GpuMesh::bind).
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

struct StencilView {
  int width_px = 0;
  int height_px = 0;
  double depth_mm = 1;  //!< length of window depth 0 to 1, mm
  Eigen::Matrix4d clip_from_case = Eigen::Matrix4d::Identity();

  //! Whether the planes of the upper that were drawn for `other` are valid here.
  [[nodiscard]] bool operator==(const StencilView& other) const = default;
};

//! Returns the view of a frame. Its depth range contains both jaws, starts at a multiple of 8 mm above them,
//! and is 512 mm long, or twice that, …, to hold a distant lower. So the range changes, and the upper's
//! planes are drawn again, only if the lower rises above the upper or moves very far. The result depends only
//! on this pose. The length costs no precision: a depth is a float between 0 and 1, as fine as its distance
//! from the start of the range.
[[nodiscard]] StencilView fit_depths(const View& view, const Bounds& upper, const Bounds& lower,
                                     const Eigen::Isometry3d& upper_from_lower, double tolerance_mm);

//! Draws a placed jaw with a program of shaders/jaw.vert. Replaces `state.scissor` by the window.
//! \param depth_shift moves the jaw away from the viewer, as a share of the depth range
void draw_jaw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program, gl::DrawState state,
              const gl::Framebuffer& target, const DrawnFor& pixels = {}, double depth_shift = 0);

}  // namespace intercusp::stencil
