// Sectors of a bite: the arch is cut along its curve, and each piece is viewed along its own direction.
//
// One direction cannot serve incisors and molars (Myszkowski, Okunev & Kunii 1995, section 7, leave the number and the
// choice of projections open). Sectors overlap; SectorChoice decides from which of them a point of
// the surface takes its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/angles.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/arch_curve.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {

//! Sectors reach this far into their neighbours, so that every point near a border is seen by both.
constexpr double sector_overlap_mm = 3;

//! Directions of sectors lie within 15° of that of the whole bite. If directions followed the normals of incisors (29°
//! and 43° on two scanned bites), incisal edges would become silhouettes amid the contacts.
constexpr double most_sector_tilt_rad = 15 * rad_per_deg;

struct Sector {
  std::optional<ArchPart> part;  //!< empty unless the arch has 1, 3 or 5 sectors
  double from_mm =
      -std::numeric_limits<double>::infinity();            //!< places on the arch curve, without the overlap;
  double to_mm = std::numeric_limits<double>::infinity();  //!< the outer ends are infinite
  View view;  //!< its direction, and the window that holds it with its overlaps

  [[nodiscard]] bool holds(double place_mm) const {
    return place_mm >= from_mm - sector_overlap_mm && place_mm <= to_mm + sector_overlap_mm;
  }
};

struct SectoredArch {
  ArchCurve curve;
  std::vector<Sector> sectors;  //!< from the patient's right to the left
};

//! Cuts the bite into `count` sectors: 3 and 5 as dentists do (anterior, premolars, molars, by the usual
//! widths of teeth), other numbers in equal lengths. Each direction starts at that of `whole`, the map of the
//! bite as one, and is refined on the sector's own collision zone as the seed's (choose_projection.h). \param
//! whole map of the bite along one direction: its pixels within 3 mm of the least clearance are the arch.
//! \param items an engine of this bite that names faces, best a live one
//! \return empty where there is too little of an arch to be cut; sectors in which the jaws do not face each
//! other are left out. \pre count ≥ 1
[[nodiscard]] std::optional<SectoredArch> cut_into_sectors(const Bite& bite, const AnatomicalAxes& axes,
                                                           const ClearanceMap& whole, int count,
                                                           MapEngine& items);

// Assigns each point of the lower's surface to the sector that views it most squarely among those that see
// it. So every point counts once in overlapping sectors.

class SectorChoice {
 public:
  //! \param maps one per sector, in its frame; their counting pixels are ignored. Bite, arch and maps must outlive
  //! this.
  SectorChoice(const Bite& bite, const SectoredArch& arch, std::span<const CountedMap> maps);

  //! Whether the value of a pixel counts in this sector: no other sector that holds the point sees it at a greater
  //! cosine, or at the same cosine with a lower number. Pixels without a clearance do not count; where only the upper
  //! bounds an overlap, its point decides and the sectors do not overlap. \param map of this sector's projection: its
  //! own map or a finer one of a part of it
  [[nodiscard]] bool counts(std::size_t sector, const ClearanceMap& map, int column, int row) const;

  //! Per pixel of a map of the sector's projection, 1 where it counts.
  [[nodiscard]] std::vector<std::uint8_t> counted_pixels(std::size_t sector, const ClearanceMap& map) const;

 private:
  [[nodiscard]] bool sees(std::size_t sector, std::int32_t face, const Eigen::Vector3d& point) const;

  const SectoredArch& arch_;
  std::span<const CountedMap> maps_;
  std::vector<ViewedMesh> lower_, upper_;  //!< along each sector's direction
};

}  // namespace intercusp
