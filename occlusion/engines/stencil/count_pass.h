// How many layers of the lower lie in front of a kept depth of the upper: SC1 against its farthest, SC2
// against its nearest depth. (Myszkowski et al. 1995, sections 4 and 5.)
//
// Reads: a depth of the upper, by the depth test. Writes: RG32F, the plain count and the winding number, added by
// blending.
#pragma once

#include "occlusion/engines/stencil/plane_pass.h"

namespace intercusp::stencil {

//! The counts against one plane of the upper. The plane must outlive this.
struct LayerCounts {
  LayerCounts(const JawPlane& upper, int width_px, int height_px);

  gl::Texture counts;  //!< RG32F
  gl::Framebuffer target;
};

class CountPass {
 public:
  CountPass();
  //! \param depth_shift moves the lower away from the viewer: the depth tolerance as a share of the depth range,
  //!        so that the upper's faces count as shifted inwards
  void run(const PlacedJaw& lower, const StencilView& view, double depth_shift, const LayerCounts& counts,
           const DrawnFor& pixels) const;

 private:
  gl::Program program_;
};

}  // namespace intercusp::stencil
