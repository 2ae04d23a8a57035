// Recordings of jaw motion as tables, as motion-capture programs write them. Internal to io/case.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/case/track_file.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! A pose as a table states it. Lengths are in mm.
struct TablePose {
  std::size_t line = 0;  //!< line of the file, from 1
  double time_s = 0;
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  //! As written, if the table has quaternions. It replaces the rotation of the matrix.
  std::optional<Eigen::Quaterniond> turn = {};
};

struct TablePoses {
  std::vector<TablePose> poses;  //!< without lost frames
  std::string format;            //!< "Qualisys 6DOF", "CSV, matrices", …
  std::vector<Finding> remarks;  //!< what was assumed
};

//! Reads tables whose columns are a time or a frame number, and
//! - 16 or 12 numbers of a matrix, row by row, or column by column if the numbers show that (XMALab),
//! - three of a position and four of a quaternion, named (OptiTrack) or in the order of TUM: x, y, z, qx, qy,
//!   qz, qw,
//! - three of a position and three angles about the axes that turn with the body, x, y, z in turn (OpenSim),
//!   or nine of a rotation, column by column (Qualisys 6DOF),
//! - x, y and z of three markers on the lower jaw, whose motion since the first line is the pose.
//! Also reads lists of 4 × 4 matrices. Tabs, semicolons, commas or blanks separate cells. A row is a lost
//! frame, and is skipped, if its pose is empty, is NaN, has a rotation of zeros, or lacks a marker.
//! \throw InputError with the line
[[nodiscard]] TablePoses poses_of_table(const std::filesystem::path& file, std::string_view text,
                                        const TrackOptions& options);

}  // namespace intercusp
