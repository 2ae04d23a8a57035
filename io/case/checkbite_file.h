// What checkbite.json states about the patient's articulator, for the commands with --checkbite
// (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <optional>

#include "occlusion/motion/articulator/sensitivity.h"
#include "occlusion/motion/hinge.h"

namespace intercusp {

//! A measured number with its 95 % interval.
struct CheckbiteNumber {
  double value = 0, least = 0, most = 0;
};

//! A number for each condyle; empty if the records do not determine it.
struct CheckbiteNumbers {
  std::optional<CheckbiteNumber> right, left;
};

struct CheckbiteFile {
  //! Points on the hinge axis at half the intercondylar distance, in the upper's frame, mm. Empty if the axis
  //! was not determined.
  std::optional<Condyles> hinge;
  std::optional<AxisEllipses> ellipses;  //!< of the hinge
  CheckbiteNumbers inclination_deg, bennett_deg, side_shift_mm;
};

//! \throw InputError if the file cannot be read, is not a checkbite.json, or has numbers outside the ranges
//! of limits.h
[[nodiscard]] CheckbiteFile read_checkbite(const std::filesystem::path& file);

//! The hinge in such a file.
//! \throw InputError if it was not determined
[[nodiscard]] Condyles read_hinge(const std::filesystem::path& file);

}  // namespace intercusp
