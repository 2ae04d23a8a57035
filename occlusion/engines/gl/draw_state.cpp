#include "occlusion/engines/gl/draw_state.h"

namespace intercusp::gl {
namespace {

void apply_depth(Depth depth) {
  if (depth == Depth::off) {
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    return;
  }
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(depth == Depth::keep_farthest ? GL_GREATER : GL_LESS);
  glDepthMask(depth == Depth::test_less ? GL_FALSE : GL_TRUE);
}

void apply_stencil(bool counts_fragments) {
  if (!counts_fragments) {
    glDisable(GL_STENCIL_TEST);
    return;
  }
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_ALWAYS, 0, 0xFF);
  glStencilMask(0xFF);
  glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
}

void apply_blend(Blend blend) {
  if (blend == Blend::off) {
    glDisable(GL_BLEND);
    return;
  }
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendColor(0, 0, 0, 0.25F);
  glBlendFunc(GL_ONE, blend == Blend::add ? GL_ONE : GL_CONSTANT_ALPHA);
}

void apply_facing(Facing facing) {
  glFrontFace(GL_CCW);
  if (facing == Facing::any) {
    glDisable(GL_CULL_FACE);
    return;
  }
  glEnable(GL_CULL_FACE);
  glCullFace(facing == Facing::front ? GL_BACK : GL_FRONT);
}

}  // namespace

void apply(const DrawState& state, const Framebuffer& target) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.get());
  glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glDepthRange(0, 1);
  glViewport(0, 0, target.width_px(), target.height_px());
  apply_facing(state.facing);
  apply_depth(state.depth);
  apply_stencil(state.counts_fragments);
  apply_blend(state.blend);
  const auto& color = state.write_color;
  const auto flag = [](bool write) { return static_cast<GLboolean>(write ? GL_TRUE : GL_FALSE); };
  glColorMask(flag(color[0]), flag(color[1]), flag(color[2]), flag(color[3]));
  if (state.scissor.width > 0 && state.scissor.height > 0) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(state.scissor.x, state.scissor.y, state.scissor.width, state.scissor.height);
  } else {
    glDisable(GL_SCISSOR_TEST);
  }
}

}  // namespace intercusp::gl
