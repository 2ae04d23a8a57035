// Draws the nearest layer of a jaw on software OpenGL, for faces about as small as a pixel. There, setting up a
// triangle takes longer than finding the one or two pixel centres that it covers. A compute shader finds them,
// one face per invocation; the few large faces are drawn. (Laine & Karras 2011, "High-performance software
// rasterization on GPUs", do the same on graphics processors.)
//
// Two rounds over the faces write, first, the smallest depth of each pixel by atomic minima, then the first face
// with that depth. Coverage is the rasteriser's: corners snap to the same fractions of a pixel, and a centre on
// an edge belongs to the same face (shaders/software/small_faces.glsl). Depth is that of the snapped face.
#pragma once

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"

namespace intercusp::stencil {

struct FilledPlane {
  FilledPlane(int width_px, int height_px);

  gl::Texture depth;  //!< R32F; 1 if no face covers the pixel
  gl::Texture face;   //!< R32I; -1 if none
  gl::Framebuffer target;
};

class FillPass {
 public:
  FillPass();

  //! \pre the jaw is drawn face by face
  void run(PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane) const;

 private:
  //! One of the two rounds. Their shaders differ in what they write for a face at a pixel.
  struct Round {
    gl::Program small, large;
  };
  static void run_round(const Round& round, PlacedJaw& jaw, std::size_t small_faces, const StencilView& view,
                        const FilledPlane& plane);

  Round depths_, faces_;
};

}  // namespace intercusp::stencil
