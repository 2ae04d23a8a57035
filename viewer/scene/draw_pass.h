// The complete OpenGL state of one pass of the scene; a pass inherits nothing.
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
  bool both_sides = false;  //!< false: faces that look away are culled
  bool clip = false;        //!< by gl_ClipDistance[0]
};

void apply(const DrawPass& pass, const gl::Framebuffer& target);

//! Restores the caller's framebuffer and viewport, and resets the state that our passes change.
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
