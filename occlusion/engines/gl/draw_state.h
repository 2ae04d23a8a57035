// All the fixed state of a draw in one value: a draw says what it uses and inherits nothing.
//
// Window depth is clip depth from 0 to 1. Row 0 of a texture is at clip y = -1; pictures whose row 0 is the
// top let clip y grow downwards, and with x to the right a face is front where the viewer of the right-handed
// frame (x, y, towards the viewer) sees it counter-clockwise. OpenGL leaves open whose a pixel is whose
// centre lies exactly on an edge; with this clip origin Mesa gives it to the face on whose row-0 or left side
// the edge lies (with the other origin, to the one below).
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
  keep_farthest_last,  //!< pass where not less, and write: of equals the one drawn last
  test_less,           //!< pass where less, write nothing
};

enum class Stencil {
  off,
  count_all,      //!< + 1 for every fragment, clamping
  count_passed,   //!< + 1 where the depth test passes, clamping
  toggle_passed,  //!< inverts the lowest bit where the depth test passes
  count_winding,  //!< where the depth test passes + 1 for a front face, - 1 for a back face, wrapping
  take_positive   //!< draws where count_winding ended above no_winding, and puts every pixel back to it
};

//! What count_winding counts from: the middle, so that a sign can be told. Clear the stencil to it.
constexpr GLint no_winding = 0x80;

enum class Blend {
  off,
  add,           //!< new + old
  shift_quarter  //!< new + old / 4
};

//! Which side of a face the viewer must see for it to be drawn.
enum class Facing { any, front, back };

struct DrawState {
  Depth depth = Depth::off;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  Facing facing = Facing::any;
  std::array<bool, 4> write_color = {true, true, true, true};
  Rectangle scissor = {};  //!< of no size: the whole target
};

//! Binds the target and sets everything above.
void apply(const DrawState& state, const Framebuffer& target);

}  // namespace intercusp::gl
