// Stage 3: the order of layers decides. The sorted layers of undecided pixels are blended, one a pass, into a
// code of two bits a layer (Myszkowski et al. 1995, section 6; shaders/shift_code.frag), from which the state
// is read; values and intervals come from walking along the sorted layers (shaders/settle_layers.frag).
//
// Formats: the code RGBA32F, twelve layers a component; cursors R32UI, where each jaw's next layer is.
#pragma once

#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! Memory of the stage, made when it is first needed.
struct LayerPlanes {
  LayerPlanes(int width_px, int height_px);

  LayerLists lower;
  gl::Texture code, upper_cursor, lower_cursor;
  gl::Framebuffer code_target;
};

class LayerPass {
 public:
  LayerPass();

  //! Decides the pixels that wait for layers. `planes.lower` holds the lower's sorted layers.
  //! \param undecided those whose state depends on it; nullptr: none
  //! \param max_layers most layers of both jaws at a pixel
  void run(const KeptUpper& upper, const LayerPlanes& planes, const WaitingPixels& pixels,
           const WaitingPixels* undecided, std::uint32_t max_layers, const MapPlanes& map) const;

 private:
  void make_code(const LayerPlanes& planes, const WaitingPixels& undecided, std::uint32_t max_layers) const;

  WindowPass shift_, settle_;
};

}  // namespace intercusp::stencil
