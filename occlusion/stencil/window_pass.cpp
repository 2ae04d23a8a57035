#include "occlusion/stencil/window_pass.h"

#include "shaders.h"

namespace intercusp::stencil {

WindowPass::WindowPass(std::string_view fragment_source) : program_(shaders::window_vert, fragment_source) {}

void WindowPass::run(const gl::DrawState& state, const gl::Framebuffer& target) const {
  gl::apply(state, target);
  glUseProgram(program_.get());
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace intercusp::stencil
