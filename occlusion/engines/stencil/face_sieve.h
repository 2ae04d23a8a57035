// Finds faces that cover a pixel centre. A scan's face is often smaller than a pixel, and software OpenGL
// spends most of a pass setting up triangles that cover none.
//
// OpenGL snaps corners to parts of a pixel (GL_SUBPIXEL_BITS) and computes in floats; a face is dropped only
// if no such shift could matter.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::stencil {

constexpr int tile_px = 16;
constexpr int max_window_px = 4096;

//! A small face's box holds no more pixel centres than this.
constexpr int small_columns = 8;
constexpr int small_rows = 4;

//! The window into which faces are drawn, no larger than max_window_px on either side.
struct SieveWindow {
  Eigen::Matrix4d clip_from_vertex = Eigen::Matrix4d::Identity();  //!< affine
  int width_px = 0;
  int height_px = 0;
  int subpixel_bits = 4;
};

//! How far OpenGL may move a corner, in pixels. \param extent_px of the whole mesh
[[nodiscard]] double corner_margin_px(const SieveWindow& window, double extent_px);

//! Tiles [first, last] of 16 × 16 pixels.
struct TileRange {
  int first_column, last_column, first_row, last_row;
};

class FaceSieve {
 public:
  enum Seen : std::uint32_t { nothing = 0, front = 1, back = 2, large = 4 };

  //! Finds the corners in the window, by several threads.
  void place(std::span<const Eigen::Vector3f> vertices, const SieveWindow& window, double extent_px);

  //! What may be seen of each face, as bits: its sides, and whether it may be larger than a small face;
  //! nothing where it holds no pixel's centre of the window. \param faces indices into the vertices that were
  //! placed
  void look_at(std::span<const Face> faces, std::span<std::uint32_t> seen) const;

  //! The tiles of the window that it may meet.
  //! \pre a side of it may be seen
  [[nodiscard]] TileRange tiles(const Face& face) const;

 private:
  using Point = std::array<float, 2>;

  std::vector<Point> corners_;  // pixel centres on whole pixels, see unit_bits
  std::int32_t margin_ = 0;
  int width_px_ = 0;
  int height_px_ = 0;
};

}  // namespace intercusp::stencil
