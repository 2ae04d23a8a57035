#include "occlusion/motion/articulator/articulator_settings.h"

#include <stdexcept>
#include <string>

#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

//! \param unit the range's unit, in mm or radians
void check_within(double value, const limits::Range& range, double unit, const std::string& what) {
  if (value >= range.least * unit && value <= range.most * unit) return;  // false for NaN
  throw std::invalid_argument(what);
}

}  // namespace

const std::array<SettingRange, setting_count>& setting_ranges() {
  // Triangle: the measured ranges.
  // Inclination: from the textbooks' least value, and 15° wide, which includes the measured mean. With this
  // width the sides of 36 % of the samples differ by more than 6°, as in 36 % of people ((1 − 6/15)² = 0.36).
  // Bennett angle: 12° wide by a similar argument for the measured 26 % ((1 − 6/12)² = 0.25), about the
  // measured means and the common default.
  // Side shift: an assumption, because the sources give no figure.
  static const std::array<SettingRange, setting_count> ranges = {
      {{Setting::bonwill_arm, "bonwill_arm", "mm", 90, 118},
       {Setting::intercondylar, "intercondylar", "mm", 85, 113},
       {Setting::balkwill, "balkwill", "deg", 9 * rad_per_deg, 28 * rad_per_deg},
       {Setting::inclination_right, "inclination_right", "deg", 30 * rad_per_deg, 45 * rad_per_deg},
       {Setting::inclination_left, "inclination_left", "deg", 30 * rad_per_deg, 45 * rad_per_deg},
       {Setting::bennett_right, "bennett_right", "deg", 4 * rad_per_deg, 16 * rad_per_deg},
       {Setting::bennett_left, "bennett_left", "deg", 4 * rad_per_deg, 16 * rad_per_deg},
       {Setting::side_shift_right, "side_shift_right", "mm", 0, 0.5},
       {Setting::side_shift_left, "side_shift_left", "mm", 0, 0.5}}};
  return ranges;
}

double& value_of(ArticulatorSettings& settings, Setting setting) {
  switch (setting) {
    case Setting::bonwill_arm:
      return settings.bonwill_arm_mm;
    case Setting::intercondylar:
      return settings.intercondylar_mm;
    case Setting::balkwill:
      return settings.balkwill_rad;
    case Setting::inclination_right:
      return settings.inclination_rad.right;
    case Setting::inclination_left:
      return settings.inclination_rad.left;
    case Setting::bennett_right:
      return settings.bennett_rad.right;
    case Setting::bennett_left:
      return settings.bennett_rad.left;
    case Setting::side_shift_right:
      return settings.side_shift_mm.right;
    case Setting::side_shift_left:
      break;
  }
  return settings.side_shift_mm.left;
}

double value_of(const ArticulatorSettings& settings, Setting setting) {
  ArticulatorSettings copy = settings;
  return value_of(copy, setting);
}

void check_settings(const ArticulatorSettings& settings) {
  const double base = settings.intercondylar_mm, arm = settings.bonwill_arm_mm;
  check_within(base, limits::condyles_apart_mm, 1,
               "the intercondylar distance must lie between 20 and 300 mm");
  check_within(arm, limits::bonwill_mm, 1, "the Bonwill arm must lie between 20 and 300 mm");
  check_within(arm, {0.55 * base, limits::bonwill_mm.most}, 1,
               "the Bonwill arm is too short for that intercondylar distance");
  check_within(settings.balkwill_rad, limits::balkwill_deg, rad_per_deg,
               "the Balkwill angle must lie between 0 and 80 degrees");
  for (const double inclination : {settings.inclination_rad.right, settings.inclination_rad.left})
    check_within(inclination, limits::inclination_deg, rad_per_deg,
                 "a condylar inclination must lie between 0 and 80 degrees");
  for (const double bennett : {settings.bennett_rad.right, settings.bennett_rad.left})
    check_within(bennett, limits::bennett_deg, rad_per_deg,
                 "a Bennett angle must lie between 0 and 60 degrees");
  for (const double shift : {settings.side_shift_mm.right, settings.side_shift_mm.left})
    check_within(shift, limits::side_shift_mm, 1, "an immediate side shift must lie between 0 and 10 mm");
}

}  // namespace intercusp
