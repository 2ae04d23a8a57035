// POSE.json: the pose of the lower jaw.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace intercusp {

//! {"upper_from_lower": [16 numbers, row-major]}, lengths in mm. Rounding up to 1e-4 in the rotation is
//! accepted and mended: the result is the nearest rotation. \throw InputError where the file cannot be read
//! or the matrix is not rigid, with which: scale, mirror, shear, not a number, last row; or shifts by
//! limits::farthest_mm.
[[nodiscard]] Eigen::Isometry3d read_pose(const std::filesystem::path& file);

//! A pose inside another file. \param list 16 numbers, row-major; checked and mended like those of read_pose
//! \param name how messages call the list: "bodies[2].pose"
[[nodiscard]] Eigen::Isometry3d rigid_pose(const std::filesystem::path& file, const nlohmann::json& list,
                                           const std::string& name);
//! The same for a matrix in memory. \param file what messages name first
[[nodiscard]] Eigen::Isometry3d rigid_pose(const std::filesystem::path& file, const Eigen::Matrix4d& matrix,
                                           const std::string& name);

}  // namespace intercusp
