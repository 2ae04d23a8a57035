// The complete fixed-function state of a draw. Nothing is inherited from earlier draws.
//
// Window depth is clip depth, from 0 to 1. Row 0 of a texture is at clip y = -1. For pictures with row 0 at
// the top, clip y grows downwards. With x to the right, a face is a front face if the viewer of the
// right-handed frame (x, y, towards the viewer) sees it counter-clockwise. OpenGL does not define which face
// owns a pixel centre exactly on an edge. With this clip origin, Mesa gives it to the face for which the edge
// is on the row-0 or left side (with the other origin, to the face below).
#pragma once

#include <Eigen/Core>
#include <array>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/view/view.h"

namespace intercusp::gl {

//! Pixels [x, x + width) × [y, y + height).
struct Rectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

enum class Depth {
  off,
  keep_nearest,   //!< pass if less, and write
  keep_farthest,  //!< pass if greater, and write
  test_less,      //!< pass if less, write nothing
};

enum class Blend {
  off,
  add,           //!< new + old
  shift_quarter  //!< new + old / 4
};

//! Which side of a face must be visible for it to be drawn.
enum class Facing { any, front, back };

struct DrawState {
  Depth depth = Depth::off;
  bool counts_fragments = false;  //!< every fragment adds 1 to the stencil, with saturation
  Blend blend = Blend::off;
  Facing facing = Facing::any;
  std::array<bool, 4> write_color = {true, true, true, true};
  Rectangle scissor = {};  //!< empty: no scissor
};

//! Binds the target and sets everything above.
void apply(const DrawState& state, const Framebuffer& target);

// The clip space of an orthographic map.

//! Transform from (u, v, depth) to clip space, looking against the direction of depth. Clip x grows with u
//! and clip y with v (row 0 of a texture is row 0 of the map). Window depth is 0 at `nearest_mm` and 1 at a
//! depth smaller by `range_mm`. (u, v, towards the viewer) is right-handed, so nothing is mirrored.
[[nodiscard]] inline Eigen::Matrix4d clip_from_view(const PixelGrid& grid, double nearest_mm,
                                                    double range_mm) {
  const double width_mm = grid.width * grid.pixel_mm;
  const double height_mm = grid.height * grid.pixel_mm;
  Eigen::Matrix4d clip = Eigen::Matrix4d::Identity();
  clip.row(0) << 2 / width_mm, 0, 0, -2 * grid.u0_mm / width_mm - 1;
  clip.row(1) << 0, 2 / height_mm, 0, -2 * grid.v0_mm / height_mm - 1;
  clip.row(2) << 0, 0, -1 / range_mm, nearest_mm / range_mm;
  return clip;
}

}  // namespace intercusp::gl
