// The passes that turn depths and counts into pixels of the map: the second half of stage 1, stage 2, and the
// length of an overlap of two pi-convex jaws. One shader each, with what it reads and decides at its head
// (shaders/settle_*.frag). The lower's nearest layer must be bound.
#pragma once

#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

class SettlePasses {
 public:
  SettlePasses();

  //! SC1, for the pixels that the first half left. \param layers the stencil that counts the lower's
  void pass1(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts,
             const WaitingPixels& pixels, const MapPlanes& map) const;

  //! SC2, for the pixels that `pass1` left.
  void pass2(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts_pass1,
             const LayerCounts& counts_pass2, const WaitingPixels& pixels, const MapPlanes& map) const;

  //! Clearance and overlap of interfering pixels where both jaws have one interval.
  void overlap(const KeptUpper& upper, const JawPlane& lower_farthest, const WaitingPixels& pixels,
               const MapPlanes& map) const;

 private:
  WindowPass pass1_, pass2_, overlap_;
};

//! Memory of the stage, made when it is first needed.
struct LayerPlanes {
  LayerPlanes(int width_px, int height_px);

  LayerLists lower;
  gl::Texture code, upper_cursor, lower_cursor;
  gl::Framebuffer code_target;
};

//! Stage 3: the order of layers decides. The sorted layers of undecided pixels are blended, one a pass, into a
//! code of two bits a layer (Myszkowski et al. 1995, section 6; shaders/shift_code.frag), from which the state
//! is read; values and intervals come from walking along the sorted layers (shaders/settle_layers.frag).
//!
//! Formats: the code RGBA32F, twelve layers a component; cursors R32UI, where each jaw's next layer is.
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
