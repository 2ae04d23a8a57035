// Drops faces that cover no pixel centre. Faces of a scan are often smaller than a pixel, and software OpenGL
// spends most of a pass on setting up triangles. The map does not change.
//
// OpenGL snaps corners to the nearest fraction of a pixel (GL_SUBPIXEL_BITS) and computes in floats. A face is
// dropped only if no such shift could matter.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/stencil/tiles.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::stencil {

//! The bounding box of a small face holds at most this many columns and rows of pixel centres.
constexpr int small_columns = 8;
constexpr int small_rows = 4;

//! The window into which faces are drawn, no larger than max_window_px on either side.
struct SieveWindow {
  Eigen::Matrix4d clip_from_vertex = Eigen::Matrix4d::Identity();  //!< affine
  int width_px = 0;
  int height_px = 0;
  int subpixel_bits = 4;
};

//! How far OpenGL may move a corner, px. \param extent_px size of the whole mesh
[[nodiscard]] double corner_margin_px(const SieveWindow& window, double extent_px);

class FaceSieve {
 public:
  enum Seen : std::uint32_t { nothing = 0, front = 1, back = 2, large = 4 };

  //! Projects the corners into the window, on several threads.
  void place(std::span<const Eigen::Vector3f> vertices, const SieveWindow& window, double extent_px);

  //! Writes what may be visible of each face, as bits of Seen: its sides, and whether it may be larger than a
  //! small face; `nothing` if it covers no pixel centre of the window.
  //! \param faces indices into the placed vertices
  void look_at(std::span<const Face> faces, std::span<std::uint32_t> seen) const;

  //! The tiles of the window that a face may touch. \pre a side of it may be visible
  [[nodiscard]] TileRange tiles(const Face& face) const;

 private:
  using Point = std::array<float, 2>;

  std::vector<Point> corners_;  // pixel centres are integers, see unit_bits
  std::int32_t margin_ = 0;
  int width_px_ = 0;
  int height_px_ = 0;
};

}  // namespace intercusp::stencil
