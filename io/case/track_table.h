// Recordings of jaw motion as tables, as programs of motion capture write them. Internal to io/case.
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

//! A pose as a table has it: lengths in mm.
struct TablePose {
  std::size_t line = 0;  //!< of the file, from 1
  double time_s = 0;
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  std::optional<Eigen::Quaterniond> turn =
      {};  //!< as written, where the table has quaternions: in place of the matrix's rotation
};

struct TablePoses {
  std::vector<TablePose> poses;  //!< without the frames that were lost
  std::string format;            //!< "Qualisys 6DOF", "CSV, matrices", …
  std::vector<Finding> remarks;  //!< what was assumed
};

//! Reads tables whose columns are a time or a number of a frame and
//! - 16 or 12 numbers of a matrix, row by row, or column by column where the numbers say so (XMALab),
//! - three of a place and four of a quaternion, named (OptiTrack) or in the order of TUM: x, y, z, qx, qy, qz, qw,
//! - three of a place and three angles about the axes that turn with the body, x, y, z in turn (OpenSim), or nine of a rotation,
//!   column by column (Qualisys 6DOF),
//! - x, y and z of three markers on the lower jaw, whose motion since the first line is the pose;
//! or lists of 4 × 4 matrices. Cells are separated by tabs, semicolons, commas or blanks. A row whose pose is empty,
//! NaN or has a rotation of zeros is a lost frame and is skipped; so is a row that lacks a marker.
//! \throw InputError with the line
[[nodiscard]] TablePoses poses_of_table(const std::filesystem::path& file, std::string_view text,
                                        const TrackOptions& options);

}  // namespace intercusp
