// Finds the nearest layer of a jaw by compute shaders, one face per invocation. Faces of a scan are about as small as a
// pixel, and only a small part of a compute GPU can draw. (Laine & Karras 2011, "High-performance software
// rasterization on GPUs".) In software large faces are drawn: Mesa silently ends a compute shader's loops after 65535
// turns.
//
// Two rounds over the faces write, first, the smallest depth of each pixel by atomic minima, then the first face with
// that depth. Coverage is the rasteriser's: corners snap to the same fractions of a pixel, and a centre on an edge
// belongs to the same face (shaders/fill_face.glsl). Depth is that of the unsnapped face.
#pragma once

#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"

namespace intercusp::stencil {

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
