#include "viewer/scene/draw_pass.h"

namespace intercusp::viewer {
namespace {

void switch_to(GLenum what, bool on) { on ? glEnable(what) : glDisable(what); }

void apply_depth(DrawPass::Depth depth) {
  switch_to(GL_DEPTH_TEST, depth != DrawPass::Depth::off);
  glDepthFunc(depth == DrawPass::Depth::equal ? GL_EQUAL : GL_LEQUAL);
  glDepthMask(depth == DrawPass::Depth::nearest ? GL_TRUE : GL_FALSE);
}

void apply_stencil(DrawPass::Stencil stencil) {
  switch_to(GL_STENCIL_TEST, stencil != DrawPass::Stencil::off);
  if (stencil == DrawPass::Stencil::off) return;
  const bool counts = stencil == DrawPass::Stencil::count_inside;
  glStencilFunc(counts ? GL_ALWAYS : GL_NOTEQUAL, 0, 0xFF);
  glStencilMask(counts ? 0xFF : 0x00);
  glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_DECR_WRAP, GL_DECR_WRAP);
  glStencilOpSeparate(GL_BACK, GL_KEEP, GL_INCR_WRAP, GL_INCR_WRAP);
}

void apply_blend(DrawPass::Blend blend) {
  switch_to(GL_BLEND, blend != DrawPass::Blend::off);
  glBlendEquation(GL_FUNC_ADD);
  // Alpha stays 1: otherwise the interface behind the picture would shine through.
  if (blend == DrawPass::Blend::over)
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  else
    glBlendFunc(GL_ONE, GL_ONE);
}

}  // namespace

void apply(const DrawPass& pass, const gl::Framebuffer& target) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.get());
  glViewport(0, 0, target.width_px(), target.height_px());
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glDepthRange(0, 1);
  glDisable(GL_SCISSOR_TEST);
  glFrontFace(GL_CW);
  glCullFace(GL_BACK);
  switch_to(GL_CULL_FACE, !pass.both_sides);
  switch_to(GL_CLIP_DISTANCE0, pass.clip);
  const GLboolean colour = pass.write_colour ? GL_TRUE : GL_FALSE;
  glColorMask(colour, colour, colour, colour);
  apply_depth(pass.depth);
  apply_stencil(pass.stencil);
  apply_blend(pass.blend);
}

CallersTarget::CallersTarget() {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
}

CallersTarget::~CallersTarget() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glBindVertexArray(0);
  glUseProgram(0);
  for (const GLenum what : {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND, GL_CULL_FACE, GL_CLIP_DISTANCE0})
    glDisable(what);
  glFrontFace(GL_CCW);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glStencilMask(0xFF);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

}  // namespace intercusp::viewer
