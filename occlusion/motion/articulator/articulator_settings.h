// The settings of an articulator: the size and tilt of the Bonwill triangle and the guidance of each condyle.
//
// Lengths are in mm, angles in radians. Each default and range states its source. The figures come from the
// literature that docs/USER_GUIDE.md, "Articulator", names.
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
  //! Angle between each condyle's path and the occlusal plane, seen from the side. Textbooks state 30 to 40°,
  //! and the default is the middle. Measurements found 42°, relative to Camper's plane.
  BothSides inclination_rad = {35 * rad_per_deg, 35 * rad_per_deg};
  //! Angle between the balancing condyle's path and the sagittal plane, seen from above. Each value applies
  //! when its side balances. The common default is 15°; measurements found 7 to 9°.
  BothSides bennett_rad = {15 * rad_per_deg, 15 * rad_per_deg};
  //! How far both condyles move sideways, towards the working side, before the balancing one moves forward.
  //! Each value applies when its side balances. The sources give no figure, and most articulators have no
  //! such shift.
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
  std::string_view name;  //!< name in files, such as "inclination_right"
  std::string_view unit;  //!< unit in files: "mm" or "deg"
  double least, most;     //!< mm or radians
};

//! The ranges of all settings, one for each.
[[nodiscard]] const std::array<SettingRange, setting_count>& setting_ranges();

//! The number of a setting, in mm or radians.
[[nodiscard]] double& value_of(ArticulatorSettings& settings, Setting setting);
[[nodiscard]] double value_of(const ArticulatorSettings& settings, Setting setting);

//! \throw std::invalid_argument that names the impossible number: lengths that form no triangle, a Balkwill
//! angle or an inclination outside [0°, 80°], a Bennett angle outside [0°, 60°], a shift outside [0, 10] mm
void check_settings(const ArticulatorSettings& settings);

}  // namespace intercusp
