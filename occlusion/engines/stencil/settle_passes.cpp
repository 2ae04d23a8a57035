#include "occlusion/engines/stencil/settle_passes.h"

#include "shaders.h"

namespace intercusp::stencil {

SettlePasses::SettlePasses()
    : pass1_(shaders::settle_pass1_frag),
      pass2_(shaders::settle_pass2_frag),
      overlap_(shaders::settle_overlap_frag) {}

void SettlePasses::pass1(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts,
                         const WaitingPixels& pixels, const MapPlanes& map) const {
  upper.summary.bind(0);
  layers.bind(6);
  counts.counts.bind(7);
  map.waits.bind_image(0, GL_READ_WRITE);
  pass1_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::pass2(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts_pass1,
                         const LayerCounts& counts_pass2, const WaitingPixels& pixels,
                         const MapPlanes& map) const {
  upper.summary.bind(0);
  layers.bind(6);
  counts_pass1.counts.bind(7);
  counts_pass2.counts.bind(8);
  map.waits.bind_image(0, GL_READ_WRITE);
  pass2_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::overlap(const KeptUpper& upper, const JawPlane& lower_farthest,
                           const WaitingPixels& pixels, const MapPlanes& map) const {
  upper.nearest.depth.bind(0);
  upper.nearest.face.bind(1);
  upper.farthest.depth.bind(2);
  upper.farthest.face.bind(3);
  lower_farthest.depth.bind(6);
  lower_farthest.face.bind(7);
  map.waits.bind(8);
  overlap_.run({}, map.pixel_and_overlap, pixels);
}

}  // namespace intercusp::stencil
