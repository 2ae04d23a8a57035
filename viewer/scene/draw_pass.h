// The fixed state of one pass of the scene: a pass says what it uses and inherits nothing.
//
// Pictures have row 0 at the top: clip y grows downwards, and faces that the viewer sees counter-clockwise
// are clockwise to OpenGL. Clip z runs from -1 near to +1 far.
#pragma once

#include <epoxy/gl.h>

#include "occlusion/engines/gl/objects.h"

namespace intercusp::viewer {

struct DrawPass {
  enum class Depth { off, nearest, equal };
  enum class Stencil {
    off,
    count_inside,
    where_inside
  };  //!< back faces +1, front faces -1; then where not 0
  enum class Blend { off, over, add };
  Depth depth = Depth::nearest;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  bool write_colour = true;
  bool both_sides = false;  //!< else faces that look away are left out
  bool clip = false;        //!< by gl_ClipDistance[0]
};

void apply(const DrawPass& pass, const gl::Framebuffer& target);

//! Gives the caller of our drawing back the framebuffer and viewport he had, and none of our state.
class CallersTarget {
 public:
  CallersTarget();
  ~CallersTarget();
  CallersTarget(const CallersTarget&) = delete;
  CallersTarget& operator=(const CallersTarget&) = delete;

 private:
  GLint framebuffer_ = 0;
  GLint viewport_[4] = {};
};

}  // namespace intercusp::viewer
