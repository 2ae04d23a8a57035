// All the fixed state of a draw in one value: a draw says what it uses and inherits nothing.
//
// Row 0 of every picture is the top (clip origin upper left), window depth is clip depth from 0 to 1, and
// front faces are those whose vertices run counter-clockwise in the picture as it lies in memory with
// row 0 at the bottom, which is how the viewer of a right-handed (u, v, towards the viewer) frame sees it.
#pragma once

#include <array>

#include "occlusion/gl/objects.h"

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

enum class Stencil {
  off,
  count_all,     //!< + 1 for every fragment, clamping
  count_passed,  //!< + 1 where the depth test passes, clamping
  toggle_passed  //!< inverts the lowest bit where the depth test passes
};

enum class Blend {
  off,
  add,           //!< new + old
  shift_quarter  //!< new + old / 4
};

struct DrawState {
  Depth depth = Depth::off;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  std::array<bool, 4> write_color = {true, true, true, true};
  Rectangle scissor = {};  //!< of no size: the whole target
};

//! Binds the target and sets everything above.
void apply(const DrawState& state, const Framebuffer& target);

}  // namespace intercusp::gl
