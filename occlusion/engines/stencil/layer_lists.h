// All layers of a jaw at selected pixels, sorted along the view: the depth-sorted polygons of the paper.
//
// The paper (section 6) peels layers in as many passes over both jaws as there are layers. Here one pass
// chains all fragments of a pixel, and a compute shader sorts the chains. This gives the paper's order, with
// coincident faces kept apart.
//
// Formats: chain heads R32UI (0: no layers), nodes { depth, face << 1 | enters, next } of 12 bytes after a
// counter; node numbers start at 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/stencil/stencil_view.h"
#include "occlusion/engines/stencil/tallies.h"

namespace intercusp::stencil {

struct LayerLists {
  LayerLists(int width_px, int height_px);

  gl::Texture heads;  //!< R32UI
  gl::Buffer nodes;   //!< the counter, then the nodes
  gl::Texture unwritten;
  gl::Framebuffer none;  //!< a target of the window's size to which nothing is written
};

//! Textures that sorting reads or writes in addition to the chains.
struct SortedWith {
  const gl::Texture& waits;       //!< R8UI: chains are built where it holds waits_layers
  const gl::Texture& kept_upper;  //!< KeptUpper::summary; corrected by the upper's layers
};

class LayerListPass {
 public:
  //! \param max_node_bytes greatest size of one buffer of nodes
  explicit LayerListPass(std::size_t max_node_bytes);

  //! \param expected_layers expected number of nodes; if there are more, the pass notices and
  //! makes room for them
  //! \return false if the nodes do not fit into a buffer, so the window must be divided
  [[nodiscard]] bool run(const PlacedJaw& jaw, bool is_upper, const StencilView& view, const DrawnFor& pixels,
                         std::size_t expected_layers, const SortedWith& with, LayerLists& lists) const;

 private:
  //! Returns the number of nodes needed.
  std::size_t collect(const PlacedJaw& jaw, const StencilView& view, const DrawnFor& pixels,
                      const SortedWith& with, const LayerLists& lists) const;
  void sort(bool is_upper, const gl::Rectangle& window, const SortedWith& with,
            const LayerLists& lists) const;

  std::size_t max_node_bytes_;
  gl::Program collect_program_, sort_program_;
};

struct PixelPlace {
  int column = 0;
  int row = 0;
};

//! Pixels found by the sort that have more layers than the code of shaders/shift_code.frag holds.
class LayerOverflow {
 public:
  //! \param max_listed number of pixels whose positions are kept
  explicit LayerOverflow(std::uint32_t max_listed);

  //! Resets the list for shaders/sort_layers.comp.
  void reset() const;

  struct Counts {
    std::uint32_t max_layers = 0;  //!< greatest sum of both jaws' layers at a pixel that waited for layers
    std::uint32_t pixels = 0;      //!< undecided pixels that overflowed
  };
  //! Waits until preceding draws have finished.
  [[nodiscard]] Counts counts() const;

  //! Positions of the overflowed pixels, row by row.
  //! \pre `count` of them are listed
  [[nodiscard]] std::vector<PixelPlace> places(std::uint32_t count) const;

 private:
  gl::Buffer buffer_;  // shaders/overflow.glsl
};

}  // namespace intercusp::stencil
