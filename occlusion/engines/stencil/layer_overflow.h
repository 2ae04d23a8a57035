// Pixels with more layers than the code of shaders/shift_code.frag holds, as sorting finds them.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/objects.h"

namespace intercusp::stencil {

struct PixelPlace {
  int column = 0;
  int row = 0;
};

class LayerOverflow {
 public:
  //! \param max_listed number of pixels whose positions are kept
  explicit LayerOverflow(std::uint32_t max_listed);

  //! Resets the list for shaders/sort_layers.comp.
  void reset() const;

  struct Counts {
    std::uint32_t max_layers = 0;  //!< most layers of both jaws at a pixel that waited for layers
    std::uint32_t pixels = 0;      //!< undecided pixels that overflowed
  };
  //! Waits for the drawing before.
  [[nodiscard]] Counts counts() const;

  //! Their positions, row by row. \pre `count` of them are listed
  [[nodiscard]] std::vector<PixelPlace> places(std::uint32_t count) const;

 private:
  gl::Buffer buffer_;  // shaders/overflow.glsl
};

}  // namespace intercusp::stencil
