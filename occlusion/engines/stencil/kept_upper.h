// Cached data of the upper, which is fixed while the lower moves: nearest and farthest depths with their faces (the
// item buffer), layers and intervals at every pixel, and sorted layers where it is not pi-convex. (Myszkowski et al.
// 1995, end of section 4: "the rendering of A should not be repeated".)
#pragma once

#include <string_view>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/layer_lists.h"
#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! A pass over the pixels of the window rather than over a jaw: rectangles and one fragment shader.
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

struct KeptUpper {
  KeptUpper(int width_px, int height_px);

  JawPlane nearest, farthest;
  gl::Texture summary;  //!< RGBA32UI, see shaders/kept_upper.glsl
  gl::Texture waits;    //!< R8UI: where layers are listed
  gl::Framebuffer target;
  LayerLists lists;
};

class KeepUpperPass {
 public:
  KeepUpperPass();
  //! \return false if the window must be divided, see LayerListPass
  [[nodiscard]] bool run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                         const LayerListPass& lists, KeptUpper& kept) const;

 private:
  WindowPass settle_;
};

}  // namespace intercusp::stencil
