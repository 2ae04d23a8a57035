// A jaw placed in a view, and the faces that a draw needs.
//
// Skipped are clusters of faces that face the wrong way, lie outside the requested pixels or behind the relevant
// depth; and, if the CPU draws, every face that covers no pixel centre. The draw fills the same pixels with the
// same values without them.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/gpu_mesh.h"
#include "occlusion/engines/stencil/software/face_sieve.h"
#include "occlusion/engines/stencil/tallies.h"
#include "occlusion/geometry/solid.h"

namespace intercusp::stencil {

//! Purpose of a draw.
struct DrawnFor {
  const WaitingPixels* waiting = nullptr;  //!< nullptr: all pixels
  double max_depth = 1;                    //!< parts beyond this window depth do not matter
};

class PlacedJaw {
 public:
  //! \param face_by_face whether to test every face, which pays if the CPU draws
  PlacedJaw(const Solid& solid, bool face_by_face, int subpixel_bits);

  //! \param clip_from_case, width_px, height_px of the view. \param case_from_jaw a rigid pose
  void place(const Eigen::Matrix4d& clip_from_case, const Eigen::Isometry3d& case_from_jaw, int width_px,
             int height_px);

  [[nodiscard]] const Bounds& bounds() const { return mesh_.bounds(); }
  [[nodiscard]] const std::vector<std::int32_t>& original_faces() const { return mesh_.original_faces(); }

  // For the last pose.
  [[nodiscard]] Eigen::Matrix4d clip_from_vertex() const;
  [[nodiscard]] Eigen::AlignedBox1d depths() const;  //!< in the window

  //! Draws with the program and the state that are set.
  //! \param depth_shift by which the program moves it away from the viewer
  void draw(gl::Facing facing, const DrawnFor& pixels, double depth_shift);

  [[nodiscard]] int subpixel_bits() const { return window_.subpixel_bits; }

  //! Binds the faces that FillPass computes. If the jaw is drawn face by face: the small faces in the window that may
  //! face the viewer; draw_large_fronts draws the large ones. Otherwise: all faces of the jaw.
  //! \return how many; see GpuMesh::bind_listed
  std::size_t bind_fronts(GLuint vertices_unit, GLuint faces_unit);

  //! With the program and the state that are set. \pre bind_fronts was the last call that listed faces
  void draw_large_fronts() { mesh_.draw(large_lists_, small_fronts_); }

 private:
  struct Needed;
  [[nodiscard]] bool may_need(const gl::FaceCluster& cluster, const Needed& needed) const;
  [[nodiscard]] std::vector<gl::FaceRange> clusters_needed(const Needed& needed) const;
  enum class Sizes { together, apart };
  void list_faces(const Needed& needed, Sizes sizes);
  //! \param large takes the large ones; nullptr: they go with the others
  //! \return how many of these faces are needed in `list`, which has room for all
  std::size_t list_cluster(const gl::FaceRange& faces, const Needed& needed, Face* list,
                           std::vector<Face>* large) const;

  gl::GpuMesh mesh_;
  bool face_by_face_;
  SieveWindow window_;
  Eigen::Matrix4d clip_from_jaw_ = Eigen::Matrix4d::Identity();
  Eigen::Vector3d to_viewer_ = Eigen::Vector3d::UnitZ();  // in the jaw's frame
  double px_per_mm_ = 1;
  double margin_px_ = 0;
  FaceSieve sieve_;
  std::vector<std::vector<Face>> lists_, large_lists_;  // kept for their memory
  std::size_t small_fronts_ = 0;
};

}  // namespace intercusp::stencil
