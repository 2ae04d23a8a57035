// Frames of which only the layout counts.
#pragma once

#include <epoxy/gl.h>

namespace intercusp::testing {

//! While it lives every call of OpenGL is made and checked, but no pixel is drawn: in software they take most of the time.
class WithoutPixels {
 public:
  WithoutPixels() { glEnable(GL_RASTERIZER_DISCARD); }
  ~WithoutPixels() { glDisable(GL_RASTERIZER_DISCARD); }
  WithoutPixels(const WithoutPixels&) = delete;
  WithoutPixels& operator=(const WithoutPixels&) = delete;
};

}  // namespace intercusp::testing
