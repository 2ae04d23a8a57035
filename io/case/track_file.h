// Recorded jaw motion (docs/FILE_FORMATS.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/motion/track.h"

namespace intercusp {

//! Largest change of a rotation's entry when the user asks to mend recordings whose rotations have two
//! decimals.
inline constexpr double rotation_mending = 0.02;

//! What the user states about a file if the file does not.
struct TrackOptions {
  std::optional<double> rate_hz;      //!< rate of poses or frames, if the file has no times in seconds
  std::optional<double> mm_per_unit;  //!< unit of its lengths
  //! Allows changes up to rotation_mending instead of limits::rotation_rounding.
  bool mend_rotations = false;
};

struct TrackFile {
  Track track;
  std::string format;              //!< "CSV, matrices", "CSV, quaternions", "JSON", "Qualisys 6DOF", …
  std::string sha256;              //!< hex digest of the bytes as read
  std::size_t mended = 0;          //!< number of poses whose rotation was not rigid to the last digits
  double largest_change = 0;       //!< largest change of an entry of a rotation when it was made rigid
  std::vector<Finding> remarks{};  //!< what was assumed or left out
};

//! Reads tables of motion capture (track_table.h). Our own tables have a header line and then one pose per
//! line: time_s and 16 columns (upper_from_lower row by row), or time_s, tx_mm, ty_mm, tz_mm, qw, qx, qy, qz
//! in any order. `#` opens a comment.
//! Also reads JSON: {"schema": "intercusp-track/1", "units": "mm", "poses": [{"time_s", "upper_from_lower":
//! [16]} or {"time_s", "translation_mm": [3], "quaternion_wxyz": [4]}], "movements": [{"from_s", "to_s",
//! "name"}]}. The movements are optional.
//! The content decides about the format, not the extension. If no entry changes by more than
//! limits::rotation_rounding, each matrix gets the nearest rotation.
//! \throw InputError with the line or the entry: unreadable, columns missing, times that do not increase,
//! cells that are not finite numbers, poses that scale, mirror or shear
[[nodiscard]] TrackFile read_track(const std::filesystem::path& file, const TrackOptions& options = {});

//! The poses of several files (pose_file.h) in this order, one per second unless `rate_hz` is given.
//! \throw InputError with the file, as read_pose_file does
[[nodiscard]] TrackFile track_of_poses(const std::vector<std::filesystem::path>& files,
                                       const TrackOptions& options = {});

}  // namespace intercusp
