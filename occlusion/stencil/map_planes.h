// The map while it lives on the GPU, and the one read-back at the end.
//
// Formats: clearance and overlap R32F (mm), faces R32I, flags R32UI: coverage in bits 0-1, state 2-3,
// resolved_by 4-6, valued_by 7-9, intervals of the upper 10-17 and of the lower 18-25, with the values of
// clearance_map.h. `waits` (R8UI) says what a pixel still waits for (shaders/parameters.glsl).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/gl/objects.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

struct MapPlanes {
  MapPlanes(int width_px, int height_px);

  gl::Texture clearance, overlap, upper_face, lower_face, flags, waits;
  gl::Framebuffer map;            //!< the first five
  gl::Framebuffer map_and_waits;  //!< all six

  //! \param upper_faces, lower_faces the jaws' own numbers of the faces as they were drawn
  //! \param map all of it is written, in the memory that it has
  void read(const MapFrame& frame, std::span<const std::int32_t> upper_faces,
            std::span<const std::int32_t> lower_faces, ClearanceMap& map);

 private:
  std::vector<std::uint32_t> packed_flags_;  // kept for its memory
};

}  // namespace intercusp::stencil
