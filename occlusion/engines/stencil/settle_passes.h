// Passes over the pixels of the window. One of them stores what the upper is at each pixel; the others turn
// depths, counts and layers into pixels of the map.
#pragma once

#include <string_view>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/layer_lists.h"
#include "occlusion/engines/stencil/plane_pass.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

//! A pass over the pixels of the window rather than over a jaw: it draws rectangles with one fragment shader.
class WindowPass {
 public:
  explicit WindowPass(std::string_view fragment_source);

  [[nodiscard]] const gl::Program& program() const { return program_; }

  //! Runs over every pixel. The textures, images and buffers that the shader reads must be bound. All later
  //! passes see its output.
  void run(const gl::DrawState& state, const gl::Framebuffer& target) const;

  //! Runs over the tiles in which pixels wait. The shader must not change other pixels in these tiles.
  void run(const gl::DrawState& state, const gl::Framebuffer& target, const WaitingPixels& pixels) const;

 private:
  void draw(const gl::DrawState& state, const gl::Framebuffer& target, const gl::Buffer& rectangles,
            std::size_t count) const;

  gl::Program program_;
  gl::VertexArray arrays_;
};

//! Cached data of the upper, which is fixed while the lower moves: nearest and farthest depths with their
//! faces (the item buffer), layers and intervals at every pixel, and sorted layers where it is not π-convex
//! (Myszkowski et al. 1995, end of section 4: "the rendering of A should not be repeated").
struct KeptUpper {
  KeptUpper(int width_px, int height_px);

  JawPlane nearest, farthest;
  gl::Texture summary;  //!< RGBA32UI, see shaders/kept_upper.glsl
  gl::Texture waits;    //!< R8UI: marks the pixels whose layers are listed
  gl::Framebuffer target;
  LayerLists lists;
};

class KeepUpperPass {
 public:
  KeepUpperPass();
  //! \return false if the window must be divided (see LayerListPass)
  [[nodiscard]] bool run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                         const LayerListPass& lists, KeptUpper& kept) const;

 private:
  WindowPass settle_;
};

//! The map while it lives on the GPU.
//!
//! Formats. A pixel is RGBA32UI: the bits of the clearance (mm), the upper's face, the lower's face, and
//! flags. The flags are coverage in bits 0-1, state 2-3, resolved_by 4-6, valued_by 7-9, intervals of the
//! upper 10-17 and of the lower 18-25, with the values of clearance_map.h. The overlap is R32F (mm), valid if
//! the state is interfering. `waits` (R8UI) tells what a pixel still waits for (shaders/parameters.glsl).
struct MapPlanes {
  MapPlanes(int width_px, int height_px);

  gl::Texture pixel, overlap, waits;
  gl::Framebuffer pixel_alone, pixel_and_overlap;
};

//! The second half of stage 1, stage 2, and the length of an overlap of two π-convex jaws. Each has one
//! shader (shaders/settle_*.frag), whose header lists what it reads and decides. The lower's nearest
//! layer must be bound.
class SettlePasses {
 public:
  SettlePasses();

  //! SC1, for pixels that the first half left undecided.
  //! \param layers the stencil with the lower's number of layers
  void pass1(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts,
             const WaitingPixels& pixels, const MapPlanes& map) const;

  //! SC2, for pixels that `pass1` left undecided.
  void pass2(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts_pass1,
             const LayerCounts& counts_pass2, const WaitingPixels& pixels, const MapPlanes& map) const;

  //! Clearance and overlap of interfering pixels at which both jaws have one interval.
  void overlap(const KeptUpper& upper, const JawPlane& lower_farthest, const WaitingPixels& pixels,
               const MapPlanes& map) const;

 private:
  WindowPass pass1_, pass2_, overlap_;
};

//! Memory of the stage, allocated when it is first needed.
struct LayerPlanes {
  LayerPlanes(int width_px, int height_px);

  LayerLists lower;
  gl::Texture code, upper_cursor, lower_cursor;
  gl::Framebuffer code_target;
};

//! Stage 3: the order of layers decides. The sorted layers of undecided pixels are blended, one per pass,
//! into a code of two bits a layer (Myszkowski et al. 1995, section 6; shaders/shift_code.frag), from which
//! the state is read. Values and intervals follow from a walk along the sorted layers
//! (shaders/settle_layers.frag).
//!
//! Formats: the code is RGBA32F, twelve layers a component; cursors to each jaw's next layer are R32UI.
class LayerPass {
 public:
  LayerPass();

  //! Decides the pixels that wait for layers. `planes.lower` holds the lower's sorted layers.
  //! \param undecided pixels whose state the layers decide; nullptr if there are none
  //! \param max_layers greatest sum of both jaws' layers at a pixel
  void run(const KeptUpper& upper, const LayerPlanes& planes, const WaitingPixels& pixels,
           const WaitingPixels* undecided, std::uint32_t max_layers, const MapPlanes& map) const;

 private:
  void make_code(const LayerPlanes& planes, const WaitingPixels& undecided, std::uint32_t max_layers) const;

  WindowPass shift_, settle_;
};

}  // namespace intercusp::stencil
