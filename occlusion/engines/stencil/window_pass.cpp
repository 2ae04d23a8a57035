#include "occlusion/engines/stencil/window_pass.h"

#include "shaders.h"

namespace intercusp::stencil {

WindowPass::WindowPass(std::string_view fragment_source) : program_(shaders::window_vert, fragment_source) {
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 4, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
  glVertexArrayBindingDivisor(arrays_.get(), 0, 1);
}

void WindowPass::run(const gl::DrawState& state, const gl::Framebuffer& target) const {
  const Eigen::Vector4f whole(0, 0, static_cast<float>(target.width_px()),
                              static_cast<float>(target.height_px()));
  draw(state, target, gl::Buffer(std::as_bytes(std::span(&whole, 1))), 1);
}

void WindowPass::run(const gl::DrawState& state, const gl::Framebuffer& target,
                     const WaitingPixels& pixels) const {
  draw(state, target, pixels.rectangles, pixels.rectangle_count);
}

void WindowPass::draw(const gl::DrawState& state, const gl::Framebuffer& target, const gl::Buffer& rectangles,
                      std::size_t count) const {
  gl::apply(state, target);
  program_.set("window_px", Eigen::Vector2f(static_cast<float>(target.width_px()),
                                            static_cast<float>(target.height_px())));
  glUseProgram(program_.get());
  glVertexArrayVertexBuffer(arrays_.get(), 0, rectangles.get(), 0, sizeof(Eigen::Vector4f));
  glBindVertexArray(arrays_.get());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace intercusp::stencil
