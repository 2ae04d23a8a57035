// The map of software OpenGL: the first half of stage 1 as a pass over all pixels, and a single read-back of the map at
// the end. Software copies all tiles faster than some.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/stencil/kept_upper.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/engines/stencil/tallies.h"
#include "occlusion/engines/stencil/window_pass.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

class DrawnMap {
 public:
  using Texel = std::array<std::uint32_t, 4>;  //!< see map_planes.h

  //! \param upper_faces, lower_faces the jaws' own numbers of the faces as they were drawn; they must outlive this
  //! \param is_live see StencilOptions::live
  DrawnMap(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
           bool is_live);

  //! Like SentMap, but `map` is not written yet.
  void settle_nearest(const KeptUpper& upper, const gl::Texture& layers, const MapPlanes& planes,
                      std::span<const std::uint8_t> asked, Tallies& tallies, ClearanceMap& map);

  //! Writes all of the map. \param has_overlaps whether a pixel may be interfering
  void read(const MapPlanes& planes, bool has_overlaps, ClearanceMap& map);

 private:
  std::span<const std::int32_t> upper_faces_, lower_faces_;
  WindowPass settle_;
  std::vector<Texel> pixels_;  // kept for their memory
  std::vector<float> overlap_mm_;
};

}  // namespace intercusp::stencil
