// Draws the nearest or farthest layer of a jaw at every pixel, and counts the jaw's layers there.
//
// A line enters a closed solid through a face towards the viewer and leaves it through a face that looks
// away. So only the former are drawn for the nearest layer, and only the latter for the farthest.
//
// Writes: depth (DEPTH32F; without a layer 1 for the nearest and 0 for the farthest), face (R32I; -1 without
// a layer), and the number of layers (stencil, saturating at 255).
#pragma once

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"

namespace intercusp::stencil {

struct JawPlane {
  JawPlane(int width_px, int height_px);

  gl::Texture depth;    //!< DEPTH32F_STENCIL8, reads as depth
  gl::Texture stencil;  //!< the same texture, reads as stencil
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

//! Counts relative to one depth plane of the upper. The plane must outlive this object.
struct LayerCounts {
  LayerCounts(const JawPlane& upper, int width_px, int height_px);

  gl::Texture counts;  //!< RG32F
  gl::Framebuffer target;
};

//! Counts the layers of the lower in front of a kept depth of the upper: SC1 relative to its farthest depth,
//! SC2 relative to its nearest (Myszkowski et al. 1995, sections 4 and 5).
//!
//! Reads: a depth of the upper, by the depth test. Writes: RG32F, the plain count and the winding number, added by
//! blending.
class CountPass {
 public:
  CountPass();
  //! \param depth_shift moves the lower away from the viewer. It is the depth tolerance as a share of the
  //! depth range, so that the upper's faces count as shifted inwards.
  void run(const PlacedJaw& lower, const StencilView& view, double depth_shift, const LayerCounts& counts,
           const DrawnFor& pixels) const;

 private:
  gl::Program program_;
};

// Finds the nearest layer of a jaw by compute shaders, one face per invocation (Laine & Karras 2011,
// "High-performance software rasterization on GPUs"). Faces of a scan are about as small as a pixel, and only
// a small part of a compute GPU can draw. In software OpenGL, large faces are drawn instead, because Mesa
// silently ends a compute shader's loops after 65535 iterations.
//
// The first of two rounds over the faces writes the smallest depth of each pixel by atomic minima; the second
// writes the first face with that depth. Coverage equals the rasteriser's: corners snap to equal fractions of
// a pixel, and a centre on an edge belongs to an equal face (shaders/fill_face.glsl). The depth is that of
// the unsnapped face.

//! See shaders/nearest_layer.glsl.
struct FilledPlane {
  FilledPlane(int width_px, int height_px);

  //! Binds the buffers for shaders that write or read them.
  void bind() const;

  gl::Buffer depth;  //!< 32-bit floats
  gl::Buffer face;   //!< 32-bit integers
};

class FillPass {
 public:
  //! \param info of the context
  //! \param invocations see gl::Program::compute
  FillPass(const gl::ContextInfo& info, int invocations);

  //! \param window as large as the view; nothing is written to it
  void run(const PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane,
           const gl::Framebuffer& window) const;

 private:
  //! One of the two rounds. They differ in what their shaders write for a face at a pixel.
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
