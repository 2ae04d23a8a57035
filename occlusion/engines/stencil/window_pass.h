// A pass over the pixels of the window rather than over a jaw: rectangles and one fragment shader.
#pragma once

#include <string_view>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

class WindowPass {
 public:
  explicit WindowPass(std::string_view fragment_source);

  [[nodiscard]] const gl::Program& program() const { return program_; }

  //! Over every pixel. The textures, images and buffers that the shader reads must be bound. Its output is visible to
  //! all later passes.
  void run(const gl::DrawState& state, const gl::Framebuffer& target) const;

  //! Over the tiles in which pixels wait; the shader must leave the others in them alone.
  void run(const gl::DrawState& state, const gl::Framebuffer& target, const WaitingPixels& pixels) const;

 private:
  void draw(const gl::DrawState& state, const gl::Framebuffer& target, const gl::Buffer& rectangles,
            std::size_t count) const;

  gl::Program program_;
  gl::VertexArray arrays_;
};

}  // namespace intercusp::stencil
