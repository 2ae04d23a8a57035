// What checkbite.json says of the patient's articulator, for the commands that take --checkbite (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <optional>

#include "occlusion/motion/hinge.h"

namespace intercusp {

//! A measured number with its 95 % interval.
struct CheckbiteNumber {
  double value = 0, least = 0, most = 0;
};

//! By condyle; empty where the records could not tell it.
struct CheckbiteNumbers {
  std::optional<CheckbiteNumber> right, left;
};

struct CheckbiteFile {
  //! Points of the hinge axis at half the intercondylar distance, upper's frame, mm; empty where it was not determined.
  std::optional<Condyles> hinge;
  CheckbiteNumbers inclination_deg, bennett_deg, side_shift_mm;
};

//! \throw InputError where the file cannot be read, is not a checkbite.json, or holds numbers outside the ranges of limits.h
[[nodiscard]] CheckbiteFile read_checkbite(const std::filesystem::path& file);

//! The hinge of such a file. \throw InputError where it was not determined
[[nodiscard]] Condyles read_hinge(const std::filesystem::path& file);

}  // namespace intercusp
