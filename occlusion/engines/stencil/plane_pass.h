// The nearest or the farthest layer of a jaw at every pixel, and how many layers it has there.
//
// The line enters a closed solid through a face towards the viewer and leaves it through one that looks away, so only
// the former are drawn for the nearest layer and the latter for the farthest.
//
// Writes: depth (DEPTH32F, 1 where the nearest finds nothing, 0 where the farthest does), the face (R32I,
// -1), and the number of layers (stencil, clamping at 255).
#pragma once

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
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

// Finds the nearest layer of a jaw by compute shaders, one face per invocation. Faces of a scan are about as small as a
// pixel, and only a small part of a compute GPU can draw. (Laine & Karras 2011, "High-performance software
// rasterization on GPUs".) In software large faces are drawn: Mesa silently ends a compute shader's loops after 65535
// turns.
//
// Two rounds over the faces write, first, the smallest depth of each pixel by atomic minima, then the first face with
// that depth. Coverage is the rasteriser's: corners snap to the same fractions of a pixel, and a centre on an edge
// belongs to the same face (shaders/fill_face.glsl). Depth is that of the unsnapped face.

//! See shaders/nearest_layer.glsl.
struct FilledPlane {
  FilledPlane(int width_px, int height_px);

  //! For shaders that write or read them.
  void bind() const;

  gl::Buffer depth;  //!< 32-bit floats
  gl::Buffer face;   //!< 32-bit whole numbers
};

class FillPass {
 public:
  //! \param info of the context. \param invocations see gl::Program::compute
  FillPass(const gl::ContextInfo& info, int invocations);

  //! \param window as large as the view; stays unwritten
  void run(const PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane,
           const gl::Framebuffer& window) const;

 private:
  //! One of the two rounds. Their shaders differ in what they write for a face at a pixel.
  struct Round {
    gl::Program fill, draw;
  };
  void run_round(const Round& round, const PlacedJaw& jaw, const StencilView& view,
                 const gl::Framebuffer& window) const;

  bool draws_large_;
  gl::Program clear_;
  Round depths_, faces_;
};

}  // namespace intercusp::stencil
