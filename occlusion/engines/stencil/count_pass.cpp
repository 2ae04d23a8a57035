#include "occlusion/engines/stencil/count_pass.h"

#include <array>

#include "shaders.h"

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const gl::Texture& counts, const gl::Texture& depth) {
  const std::array<const gl::Texture*, 1> colors = {&counts};
  return {colors, &depth};
}

gl::DrawState state_of(Form form) {
  gl::DrawState state{.depth = gl::Depth::test_less};
  switch (form) {
    case Form::signed_counts:
      state.blend = gl::Blend::add;
      break;
    case Form::simplified:
      state.stencil = gl::Stencil::toggle_passed;
      break;
    default:
      state.stencil = gl::Stencil::count_passed;
      break;
  }
  if (form != Form::signed_counts) state.write_color = {false, false, false, false};
  return state;
}

void clear(const LayerCounts& counts) {
  gl::apply({.stencil = gl::Stencil::count_all}, counts.target);
  const std::array<GLfloat, 4> none = {};
  const GLint no_stencil = 0;
  glClearNamedFramebufferfv(counts.target.get(), GL_COLOR, 0, none.data());
  glClearNamedFramebufferiv(counts.target.get(), GL_STENCIL, 0, &no_stencil);
}

}  // namespace

LayerCounts::LayerCounts(const JawPlane& upper, int width_px, int height_px)
    : counts(GL_RG32F, width_px, height_px), stencil(upper.stencil), target(target_of(counts, upper.depth)) {}

CountPass::CountPass(Form form)
    : form_(form),
      program_(shaders::jaw_vert,
               form == Form::signed_counts ? shaders::count_frag : shaders::stencil_only_frag) {}

void CountPass::run(PlacedJaw& lower, const StencilView& view, double depth_shift, const LayerCounts& counts,
                    const DrawnFor& pixels) const {
  clear(counts);
  draw_jaw(lower, view, program_, state_of(form_), counts.target, pixels, depth_shift);
}

}  // namespace intercusp::stencil
