// Frames that are only laid out.
#pragma once

#include <epoxy/gl.h>

namespace intercusp::testing {

//! While it exists, OpenGL calls are made and checked, but no pixel is drawn: in software pixels take most of the time.
class WithoutPixels {
 public:
  WithoutPixels() { glEnable(GL_RASTERIZER_DISCARD); }
  ~WithoutPixels() { glDisable(GL_RASTERIZER_DISCARD); }
  WithoutPixels(const WithoutPixels&) = delete;
  WithoutPixels& operator=(const WithoutPixels&) = delete;
};

}  // namespace intercusp::testing
