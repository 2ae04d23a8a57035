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
  keep_nearest,        //!< pass where less, and write
  keep_farthest,       //!< pass where greater, and write
  keep_farthest_last,  //!< pass where not less, and write: the last drawn of equal depths
  test_less,           //!< pass where less, write nothing
};

enum class Stencil {
  off,
  count_all,      //!< + 1 for every fragment, clamping
  count_passed,   //!< + 1 where the depth test passes, clamping
  toggle_passed,  //!< inverts the lowest bit where the depth test passes
  count_winding,  //!< where the depth test passes + 1 for a front face, - 1 for a back face, wrapping
  take_positive   //!< draws where count_winding ended above no_winding, and resets every pixel to it
};

//! Middle of the stencil range, so that counts are signed. Clear the stencil to it.
constexpr GLint no_winding = 0x80;

enum class Blend {
  off,
  add,           //!< new + old
  shift_quarter  //!< new + old / 4
};

//! The side of a face that must be visible for it to be drawn.
enum class Facing { any, front, back };

struct DrawState {
  Depth depth = Depth::off;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  Facing facing = Facing::any;
  std::array<bool, 4> write_color = {true, true, true, true};
  Rectangle scissor = {};  //!< empty: the whole target
};

//! Binds the target and sets everything above.
void apply(const DrawState& state, const Framebuffer& target);

}  // namespace intercusp::gl
