// The figures that compare a bite before and after seating.
#pragma once

#include <array>
#include <optional>

#include "occlusion/case/anatomy.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

//! Thicknesses of articulating foils: 50 µm and 100 µm.
inline constexpr std::array<double, 2> settle_thresholds_mm = {0.05, 0.1};

struct BiteFigures {
  std::optional<LeastDistance> least;  //!< surface distance; empty if no vertex has a certain one
  double overlap_mm3 = 0;              //!< along superior, on pixels of 0.05 mm
  //! The lower's surface by surface distance, penetration included; one entry per threshold.
  std::vector<AreaTotal> contact;
};

//! \param live an engine that was made for the jaws of this bite.
[[nodiscard]] BiteFigures bite_figures(const Bite& bite, const PreparedJaws& jaws, MapEngine& live,
                                       const AnatomicalAxes& axes);

}  // namespace intercusp
