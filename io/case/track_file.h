// Recorded jaw motion as CSV or JSON (docs/FILE_FORMATS.md). No established format exists.
#pragma once

#include <filesystem>
#include <string>

#include "occlusion/motion/track.h"

namespace intercusp {

//! Rounding of a rotation that is accepted and mended: a file of three decimals is off by 0.0005.
constexpr double track_rounding = 1e-3;

struct TrackFile {
  Track track;
  std::string format;         //!< "CSV, matrices", "CSV, quaternions" or "JSON"
  std::string sha256;         //!< hex digest of the bytes as read
  std::size_t mended = 0;     //!< poses whose rotation was not rigid to the last digits
  double largest_change = 0;  //!< of an entry of a rotation in mending
};

//! CSV: a header line, then a pose a line, with commas or semicolons between (with semicolons, decimal commas
//! as well). Either time_s and 16 columns, upper_from_lower row by row, or time_s, tx_mm, ty_mm, tz_mm, qw,
//! qx, qy, qz in any order. `#` opens a comment. JSON: {"schema": "intercusp-track/1", "units": "mm",
//! "poses": [{"time_s", "upper_from_lower": [16]} or {"time_s", "translation_mm": [3], "quaternion_wxyz":
//! [4]}], "movements": [{"from_s", "to_s", "name"}]}, the movements optional. By content, not by ending.
//! Rotations are put to the nearest one where no entry changes by more than `track_rounding`.
//! \throw InputError with the line or the entry: not readable, no such columns, times that do not increase,
//! numbers that are none or not finite, poses that scale, mirror or shear.
[[nodiscard]] TrackFile read_track(const std::filesystem::path& file);

}  // namespace intercusp
