// The complete fixed-function state of a draw. Nothing is inherited from earlier draws.
//
// Window depth is clip depth from 0 to 1. Row 0 of a texture is at clip y = -1. Pictures whose row 0 is the
// top let clip y grow downwards; with x to the right, a face is front if the viewer of the right-handed frame
// (x, y, towards the viewer) sees it counter-clockwise. OpenGL does not define the owner of a pixel centre
// exactly on an edge; with this clip origin Mesa gives it to the face whose row-0 or left side the edge is
// (with the other origin, to the one below).
#pragma once

#include <array>

#include "occlusion/engines/gl/objects.h"

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
  keep_nearest,   //!< pass where less, and write
  keep_farthest,  //!< pass where greater, and write
  test_less,      //!< pass where less, write nothing
};

enum class Blend {
  off,
  add,           //!< new + old
  shift_quarter  //!< new + old / 4
};

//! The side of a face that must be visible for it to be drawn.
enum class Facing { any, front, back };

struct DrawState {
  Depth depth = Depth::off;
  bool counts_fragments = false;  //!< every fragment adds 1 to the stencil, clamping
  Blend blend = Blend::off;
  Facing facing = Facing::any;
  std::array<bool, 4> write_color = {true, true, true, true};
  Rectangle scissor = {};  //!< empty: the whole target
};

//! Binds the target and sets everything above.
void apply(const DrawState& state, const Framebuffer& target);

}  // namespace intercusp::gl
