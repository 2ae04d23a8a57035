// Assigns each point of the lower's surface to the sector that views it most squarely among those that see
// it. So every point counts once although sectors overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/directions/sectors.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {

class SectorChoice {
 public:
  //! Bite, arch and maps must outlive this object.
  //! \param maps one per sector, in its frame; which of their pixels count is ignored
  SectorChoice(const Bite& bite, const SectoredArch& arch, std::span<const CountedMap> maps);

  //! Whether the value of a pixel counts in this sector. It does if no other sector that contains the point
  //! sees it at a greater cosine, or at an equal cosine with a lower number. Pixels without a clearance do
  //! not count. Where only the upper bounds an overlap, the sector that contains its point counts, without
  //! the sectors' overlap.
  //! \param map of this sector's projection: its own map or a finer one of a part of it
  [[nodiscard]] bool counts(std::size_t sector, const ClearanceMap& map, int column, int row) const;

  //! Per pixel of a map of the sector's projection: 1 if it counts.
  [[nodiscard]] std::vector<std::uint8_t> counted_pixels(std::size_t sector, const ClearanceMap& map) const;

 private:
  [[nodiscard]] bool sees(std::size_t sector, std::int32_t face, const Eigen::Vector3d& point) const;

  const SectoredArch& arch_;
  std::span<const CountedMap> maps_;
  std::vector<ViewedMesh> lower_, upper_;  //!< along the direction of each sector
};

}  // namespace intercusp
