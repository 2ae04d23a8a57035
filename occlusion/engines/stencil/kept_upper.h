// Cached data of the upper, which is fixed while the lower moves: nearest and farthest depths with their faces (the
// item buffer), layers and intervals at every pixel, and sorted layers where it is not pi-convex. (Myszkowski et al.
// 1995, end of section 4: "the rendering of A should not be repeated".)
#pragma once

#include "occlusion/engines/stencil/layer_lists.h"
#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/window_pass.h"

namespace intercusp::stencil {

struct KeptUpper {
  KeptUpper(int width_px, int height_px);

  JawPlane nearest, farthest;
  gl::Texture summary;  //!< RGBA32UI, see shaders/kept_upper.glsl
  gl::Texture waits;    //!< R8UI: where layers are listed
  gl::Framebuffer target;
  LayerLists lists;
};

class KeepUpperPass {
 public:
  KeepUpperPass();
  //! \return false if the window must be divided, see LayerListPass
  [[nodiscard]] bool run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                         const LayerListPass& lists, KeptUpper& kept) const;

 private:
  WindowPass settle_;
};

}  // namespace intercusp::stencil
