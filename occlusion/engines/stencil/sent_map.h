// The transfer of a map to the host. The first half of stage 1 sends a tile as soon as none of its
// pixels waits; later, the tiles that other stages decide follow. The host copies what has arrived
// while the GPU sends more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/settle_passes.h"
#include "occlusion/engines/stencil/tallies.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

class SentMap {
 public:
  //! \param upper_faces,lower_faces number in the jaw of each face, in the order in which faces are drawn
  //! \param invocations see gl::Program::compute
  SentMap(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
          int invocations);

  //! Size of the buffer through which a map of this grid is sent.
  [[nodiscard]] static std::size_t bytes_for(const PixelGrid& grid);

  //! Compares the lower's nearest layer, which must be bound, with the upper's farthest, and finds free
  //! pixels. In a tile where a pixel waits, every pixel of `planes` is written. Other tiles are sent to `map`
  //! if the lower covers them or if `asked` is 1 for them, row by row.
  //! \param layers the stencil with the lower's number of layers
  //! \pre `map` has the size of the window; if it is new, all tiles are requested
  void settle_nearest(const KeptUpper& upper, const gl::Texture& layers, const MapPlanes& planes,
                      std::span<const std::uint8_t> asked, Tallies& tallies, ClearanceMap& map);

  //! Transfers the remaining tiles.
  //! \param has_overlaps whether any pixel may be interfering
  void read(const MapPlanes& planes, bool has_overlaps, ClearanceMap& map);

 private:
  void bind(const gl::Program& program, const PixelGrid& grid) const;
  void copy(int first_row, int end_row, std::span<const std::uint8_t> wanted, bool has_overlaps,
            ClearanceMap& map);

  gl::Buffer upper_names_, lower_names_;
  gl::Program settle_, pack_;
  gl::HostBuffer sent_, listed_;
  std::vector<std::uint8_t> arrived_, left_;  // tile by tile; members only to reuse their memory
  bool any_left_ = false;
};

}  // namespace intercusp::stencil
