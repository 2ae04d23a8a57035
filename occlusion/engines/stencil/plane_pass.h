// The nearest or the farthest layer of a jaw at every pixel, and how many layers it has there.
//
// The line enters a closed solid through a face towards the viewer and leaves it through one that looks away, so only
// the former are drawn for the nearest layer and the latter for the farthest.
//
// Writes: depth (DEPTH32F, 1 where the nearest finds nothing, 0 where the farthest does), the face (R32I,
// -1), and the number of layers (stencil, clamping at 255).
#pragma once

#include "occlusion/engines/stencil/stencil_view.h"

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
  //! Writes only the number of layers; 0 at pixels that do not wait.
  void count_layers(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane,
                    const DrawnFor& pixels = {}) const;

 private:
  gl::Program item_program_, count_program_;
};

//! The counts against one plane of the upper. The plane must outlive this.
struct LayerCounts {
  LayerCounts(const JawPlane& upper, int width_px, int height_px);

  gl::Texture counts;  //!< RG32F
  gl::Framebuffer target;
};

//! How many layers of the lower lie in front of a kept depth of the upper: SC1 against its farthest, SC2
//! against its nearest depth. (Myszkowski et al. 1995, sections 4 and 5.)
//!
//! Reads: a depth of the upper, by the depth test. Writes: RG32F, the plain count and the winding number, added by
//! blending.
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
