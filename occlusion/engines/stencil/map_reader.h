// The one read-back of a map at its end: from MapPlanes on the GPU to a ClearanceMap.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/map_planes.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

class MapReader {
 public:
  using Texel = std::array<std::uint32_t, 4>;  //!< see map_planes.h

  //! \param upper_faces, lower_faces the jaws' own numbers of the faces as they were drawn; they must live as long
  //! \param on_gpu true: a GPU draws, and sends single tiles. False: software draws, and copies all tiles faster than some
  MapReader(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
            bool on_gpu);

  //! Waits for the GPU. Where a tile (tile_px) is 0 in `tiles`, row by row, `map` is left as it is.
  //! \param has_overlaps whether a pixel may be interfering
  //! \pre `map` already has this size, or no tile is 0
  void read(const MapPlanes& planes, const View& view, bool has_overlaps, std::span<const std::uint8_t> tiles,
            ClearanceMap& map);

 private:
  //! The map as the host has it. Only the tiles that are read hold values of this map.
  struct Arrived {
    std::span<const Texel> pixels;
    std::span<const float> overlap_mm;  //!< none: no pixel interferes
  };
  [[nodiscard]] Arrived copy(const MapPlanes& planes, bool has_overlaps);
  [[nodiscard]] Arrived send(const MapPlanes& planes, bool has_overlaps, std::span<const std::uint8_t> tiles);

  std::span<const std::int32_t> upper_faces_, lower_faces_;
  std::optional<gl::Program> pack_;
  gl::HostBuffer sent_pixels_, sent_overlaps_, asked_;
  std::vector<Texel> copied_pixels_;  // kept for their memory
  std::vector<float> copied_overlaps_;
};

}  // namespace intercusp::stencil
