// The borders between left and right and between anterior and posterior, which define regions and the
// balance of a bite.
#pragma once

#include <Eigen/Core>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! Parts of the arch for which figures are given.
enum class ArchPart {
  whole,
  right_posterior,
  anterior,
  left_posterior,
  right_molars,
  right_premolars,
  left_premolars,
  left_molars
};

[[nodiscard]] constexpr auto names_of(ArchPart) {
  return enum_table<ArchPart>({{ArchPart::whole, "whole arch"},
                               {ArchPart::right_posterior, "right posterior"},
                               {ArchPart::anterior, "anterior"},
                               {ArchPart::left_posterior, "left posterior"},
                               {ArchPart::right_molars, "right molars"},
                               {ArchPart::right_premolars, "right premolars"},
                               {ArchPart::left_premolars, "left premolars"},
                               {ArchPart::left_molars, "left molars"}});
}

//! Without tooth numbers, this share of both jaws' extent along `anterior`, measured from the front, counts
//! as anterior. In four scanned arches of 14 teeth the canines end at 0.21 to 0.33 of the extent.
constexpr double anterior_depth = 0.3;

struct ArchSides {
  AnatomicalAxes axes;  //!< case frame
  double midline_mm;    //!< along `left`
  double front_mm;      //!< along `anterior`; points beyond it are anterior
};

//! Borders from the extent of both jaws' anatomy.
[[nodiscard]] ArchSides arch_sides(const Bite& bite, const AnatomicalAxes& axes);

//! Shares of a point, 0 to 1, that count as left and as anterior.
struct Sides {
  double left = 0, anterior = 0;
};

//! The midline separates left from right; a point on it counts half. Teeth 1 to 3 of a quadrant are
//! anterior: by the lower tooth or, if that is 0, by the upper tooth. If both are 0, points beyond
//! `front_mm` are anterior.
[[nodiscard]] Sides sides_of(const ArchSides& arch, const Eigen::Vector3d& case_point, int lower_tooth,
                             int upper_tooth);

//! right_posterior, anterior or left_posterior, whichever has the greater share.
[[nodiscard]] ArchPart region_of(const Sides& sides);

}  // namespace intercusp
