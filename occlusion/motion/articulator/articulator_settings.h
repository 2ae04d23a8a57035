// The settings of an articulator: the size and tilt of the Bonwill triangle and the guidance of each condyle.
//
// Lengths are mm, angles radians. Each default and range states its source; the figures are from the literature named
// in docs/USER_GUIDE.md, "Articulator".
#pragma once

#include <array>
#include <string_view>

#include "occlusion/motion/hinge.h"

namespace intercusp {

//! One value for each side of the patient.
struct BothSides {
  double right = 0, left = 0;
  bool operator==(const BothSides&) const = default;
};

//! How the condyles are guided.
struct CondylarGuidance {
  //! Angle of each condyle's path to the occlusal plane, seen from the side. The middle of the textbook's 30 to
  //! 40°; measured 42°, to Camper's plane.
  BothSides inclination_rad = {35 * rad_per_deg, 35 * rad_per_deg};
  //! Angle of the balancing condyle's path to the sagittal plane, seen from above; a side's own value is used when that side
  //! balances. The common default 15°; measured 7 to 9°.
  BothSides bennett_rad = {15 * rad_per_deg, 15 * rad_per_deg};
  //! How far both condyles move sideways, to the working side, before the balancing one moves forward; a side's own
  //! value is used when that side balances. The sources give no figure: most articulators have none.
  BothSides side_shift_mm = {0, 0};

  bool operator==(const CondylarGuidance&) const = default;
};

struct ArticulatorSettings : BonwillTriangle, CondylarGuidance {
  bool operator==(const ArticulatorSettings&) const = default;
};

//! The individual numbers of the settings.
enum class Setting {
  bonwill_arm,
  intercondylar,
  balkwill,
  inclination_right,
  inclination_left,
  bennett_right,
  bennett_left,
  side_shift_right,
  side_shift_left
};
constexpr std::size_t setting_count = 9;

//! The plausible range of one number for an unmeasured patient.
struct SettingRange {
  Setting setting;
  std::string_view name;  //!< in files: "inclination_right"
  std::string_view unit;  //!< in files: "mm" or "deg"
  double least, most;     //!< mm or radians
};

//! One for each setting.
[[nodiscard]] const std::array<SettingRange, setting_count>& setting_ranges();

//! mm or radians.
[[nodiscard]] double& value_of(ArticulatorSettings& settings, Setting setting);
[[nodiscard]] double value_of(const ArticulatorSettings& settings, Setting setting);

//! \throw std::invalid_argument that names the impossible number: lengths that form no triangle, a Balkwill angle or an
//! inclination outside [0°, 80°], a Bennett angle outside [0°, 60°], a shift outside [0, 10] mm.
void check_settings(const ArticulatorSettings& settings);

}  // namespace intercusp
