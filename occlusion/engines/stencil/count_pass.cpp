#include "occlusion/engines/stencil/count_pass.h"

#include <array>

#include "shaders.h"

namespace intercusp::stencil {
namespace {

constexpr gl::DrawState drawn{.depth = gl::Depth::test_less, .blend = gl::Blend::add};

gl::Framebuffer target_of(const gl::Texture& counts, const gl::Texture& depth) {
  const std::array<const gl::Texture*, 1> colors = {&counts};
  return {colors, &depth};
}

}  // namespace

LayerCounts::LayerCounts(const JawPlane& upper, int width_px, int height_px)
    : counts(GL_RG32F, width_px, height_px), target(target_of(counts, upper.depth)) {}

CountPass::CountPass() : program_(shaders::jaw_vert, shaders::count_frag) {}

void CountPass::run(const PlacedJaw& lower, const StencilView& view, double depth_shift,
                    const LayerCounts& counts, const DrawnFor& pixels) const {
  gl::apply(drawn, counts.target);
  const std::array<GLfloat, 4> none = {};
  glClearNamedFramebufferfv(counts.target.get(), GL_COLOR, 0, none.data());
  draw_jaw(lower, view, program_, drawn, counts.target, pixels, depth_shift);
}

}  // namespace intercusp::stencil
