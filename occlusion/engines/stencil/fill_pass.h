// The nearest layer of a jaw when faces are about as small as pixels and the CPU draws: setting up a triangle
// then takes longer than finding the one or two pixel centres it covers. A compute shader finds them, one
// face per invocation; the few large faces are drawn. (Compare Laine & Karras 2011, "High-performance
// software rasterization on GPUs".)
//
// Writes, in two rounds over the faces: the least depth of each pixel, by atomic minima, then the first face
// that has it. Coverage is the rasteriser's: corners are moved to the same parts of a pixel, and a centre on
// an edge belongs to the same face (shaders/small_faces.glsl). Depth is that of the face as it then lies.
#pragma once

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/stencil_view.h"

namespace intercusp::stencil {

struct FilledPlane {
  FilledPlane(int width_px, int height_px);

  gl::Texture depth;  //!< R32F; 1 where nothing is
  gl::Texture face;   //!< R32I; -1
  gl::Framebuffer target;
};

class FillPass {
 public:
  FillPass();

  //! \pre the jaw is drawn face by face
  void run(PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane) const;

 private:
  //! The two rounds; their shaders differ in what they do with a face at a pixel.
  struct Round {
    gl::Program small, large;
  };
  static void run_round(const Round& round, PlacedJaw& jaw, std::size_t small_faces, const StencilView& view,
                        const FilledPlane& plane);

  Round depths_, faces_;
};

}  // namespace intercusp::stencil
