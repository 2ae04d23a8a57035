// The passes that turn depths and counts into pixels of the map: stage 1 in two halves, stage 2, and the
// length of an overlap of two pi-convex jaws. One shader each, with what it reads and decides at its head
// (shaders/settle_*.frag).
#pragma once

#include "occlusion/engines/stencil/count_pass.h"
#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! The lower's nearest layer and number of layers, drawn or filled.
struct NearestLayer {
  const gl::Texture& depth;
  const gl::Texture& face;
  const gl::Texture& stencil;
};

class SettlePasses {
 public:
  //! \param is_live see StencilOptions::live
  explicit SettlePasses(bool is_live);

  //! The lower's nearest layer against the upper's farthest: free pixels. Every pixel of the map is written.
  void nearest(const KeptUpper& upper, const NearestLayer& lower_nearest, const MapPlanes& map) const;

  //! SC1, for the pixels that `nearest` left.
  void pass1(const KeptUpper& upper, const NearestLayer& lower_nearest, const LayerCounts& counts,
             const WaitingPixels& pixels, const MapPlanes& map) const;

  //! SC2, for the pixels that `pass1` left.
  void pass2(const KeptUpper& upper, const NearestLayer& lower_nearest, const LayerCounts& counts_pass1,
             const LayerCounts& counts_pass2, const WaitingPixels& pixels, const MapPlanes& map) const;

  //! Clearance and overlap of interfering pixels where both jaws have one interval.
  void overlap(const KeptUpper& upper, const NearestLayer& lower_nearest, const JawPlane& lower_farthest,
               const WaitingPixels& pixels, const MapPlanes& map) const;

 private:
  WindowPass nearest_, pass1_, pass2_, overlap_;
};

}  // namespace intercusp::stencil
