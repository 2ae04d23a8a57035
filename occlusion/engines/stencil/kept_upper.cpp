#include "occlusion/engines/stencil/kept_upper.h"

#include <array>

#include "shaders.h"

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const KeptUpper& kept) {
  const std::array<const gl::Texture*, 2> colors = {&kept.summary, &kept.waits};
  return {colors, nullptr};
}

}  // namespace

KeptUpper::KeptUpper(int width_px, int height_px)
    : nearest(width_px, height_px),
      farthest(width_px, height_px),
      summary(GL_RGBA32UI, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      target(target_of(*this)),
      lists(width_px, height_px) {}

KeepUpperPass::KeepUpperPass() : settle_(shaders::kept_upper_frag) {}

bool KeepUpperPass::run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                        const LayerListPass& lists, KeptUpper& kept) const {
  planes.draw_nearest(upper, view, kept.nearest);
  planes.count_layers(upper, view, kept.nearest);
  planes.draw_farthest(upper, view, kept.farthest);
  kept.nearest.stencil.bind(0);
  kept.farthest.depth.bind(1);
  kept.farthest.face.bind(2);
  settle_.run({}, kept.target);
  return lists.run(upper, true, view, {}, 0, {kept.waits, kept.summary}, kept.lists);
}

}  // namespace intercusp::stencil
