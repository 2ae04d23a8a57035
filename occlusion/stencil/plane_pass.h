// The nearest or the farthest layer of a jaw at every pixel.
//
// Writes: depth (DEPTH32F, 1 where the nearest finds nothing, 0 where the farthest does), the face (R32I,
// -1), and with the nearest, in the same pass, how many layers the jaw has (stencil, clamping at 255).
#pragma once

#include "occlusion/stencil/stencil_view.h"

namespace intercusp::stencil {

struct JawPlane {
  JawPlane(int width_px, int height_px);

  gl::Texture depth;    //!< DEPTH32F_STENCIL8, reads as depth
  gl::Texture stencil;  //!< the same, reads as stencil
  gl::Texture face;     //!< R32I
  gl::Framebuffer target;
};

class PlanePass {
 public:
  PlanePass();
  void draw_nearest(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane) const;
  void draw_farthest(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane,
                     const DrawnFor& pixels = {}) const;

 private:
  gl::Program program_;
};

}  // namespace intercusp::stencil
