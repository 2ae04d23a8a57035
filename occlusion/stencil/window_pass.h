// A pass over the pixels of the window rather than over a jaw: one triangle, one fragment shader.
#pragma once

#include <string_view>

#include "occlusion/gl/draw_state.h"
#include "occlusion/gl/objects.h"
#include "occlusion/gl/program.h"

namespace intercusp::stencil {

class WindowPass {
 public:
  explicit WindowPass(std::string_view fragment_source);

  [[nodiscard]] const gl::Program& program() const { return program_; }

  //! The textures, images and buffers that the shader reads must be bound. What it writes is visible to all
  //! that follows.
  void run(const gl::DrawState& state, const gl::Framebuffer& target) const;

 private:
  gl::Program program_;
  gl::VertexArray no_vertices_;
};

}  // namespace intercusp::stencil
