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

}  // namespace intercusp::stencil
