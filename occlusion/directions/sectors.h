// Sectors of a bite: the arch is cut along its curve, and each piece is viewed along its own direction.
//
// One direction cannot serve incisors and molars. (Myszkowski, Okunev & Kunii 1995, section 7, leave the
// number and the choice of projections open.) Sectors overlap; SectorChoice (sector_choice.h) decides from
// which of them a point of the surface takes its value.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "occlusion/base/angles.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/arch_curve.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

//! Sectors extend this far into their neighbours, so that both see every point near a border.
constexpr double sector_overlap_mm = 3;

//! Directions of sectors lie within 15° of the direction of the whole bite. If they followed the normals
//! of incisors (29° and 43° on two scanned bites), incisal edges would become silhouettes in the middle
//! of the contacts.
constexpr double most_sector_tilt_rad = 15 * rad_per_deg;

struct Sector {
  std::optional<ArchPart> part;  //!< empty unless the arch has 1, 3 or 5 sectors
  //! Range on the arch curve, without the overlap; the outer ends are infinite.
  double from_mm = -std::numeric_limits<double>::infinity();
  double to_mm = std::numeric_limits<double>::infinity();
  View view;  //!< its direction, and the window that contains it with its overlaps

  [[nodiscard]] bool holds(double place_mm) const {
    return place_mm >= from_mm - sector_overlap_mm && place_mm <= to_mm + sector_overlap_mm;
  }
};

struct SectoredArch {
  ArchCurve curve;
  std::vector<Sector> sectors;  //!< from the patient's right to the left
};

//! Cuts the bite into `count` sectors: 3 or 5 as dentists do (anterior, premolars, molars, by the usual
//! widths of teeth), other numbers in equal lengths. Each direction starts at that of `whole` and is refined
//! on the sector's own collision zone, as that of the whole bite is (choose_projection.h).
//! \param whole map of the bite along one direction; its pixels within 3 mm of the least
//! clearance are the arch
//! \param items an engine of this bite that names faces, preferably a live one
//! \return empty if there is too little of an arch; sectors in which the jaws do not face each
//! other are left out
//! \pre count ≥ 1
[[nodiscard]] std::optional<SectoredArch> cut_into_sectors(const Bite& bite, const AnatomicalAxes& axes,
                                                           const ClearanceMap& whole, int count,
                                                           MapEngine& items);

}  // namespace intercusp
