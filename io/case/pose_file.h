// The pose of the lower jaw: POSE.json, or a matrix as other programs write it.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct PoseFile {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  Eigen::Matrix3d change = Eigen::Matrix3d::Zero();  //!< change of the rotation when it was made rigid
  bool says_direction = true;  //!< false: only a matrix, which is taken as upper_from_lower
};

//! Accepts {"upper_from_lower": [16 numbers, row-major]}, also as four lists of four; such a list alone, or
//! under "matrix" or "transform"; a text of 16 numbers (CloudCompare, numpy.savetxt); or a NumPy array.
//! Lengths are in mm. If no entry changes by more than limits::rotation_rounding, the result has the nearest
//! rotation.
//! \throw InputError if the file cannot be read, if it is a transform of ITK (.tfm, .h5), whose direction and
//! axes differ, if the matrix is not rigid, with the reason (scale, mirror, shear, not a number, last row),
//! or if it shifts by limits::farthest_mm
//! \param name another name that the 16 numbers may have
[[nodiscard]] PoseFile read_pose_file(const std::filesystem::path& file,
                                      const std::string& name = "upper_from_lower");
//! Like read_pose_file, only the pose.
[[nodiscard]] Eigen::Isometry3d read_pose(const std::filesystem::path& file);

//! Remarks about what was assumed, and about how far the lower moved when the pose was made rigid.
[[nodiscard]] std::vector<Finding> remarks_on(const PoseFile& pose, const TriangleMesh& lower);

//! A pose inside another file.
//! \param list 16 numbers, row-major; checked and made rigid like those of read_pose
//! \param name the list's name in messages: "bodies[2].pose"
[[nodiscard]] Eigen::Isometry3d rigid_pose(const std::filesystem::path& file, const nlohmann::json& list,
                                           const std::string& name);
//! A pose in memory.
//! \param file what messages name first
[[nodiscard]] Eigen::Isometry3d rigid_pose(const std::filesystem::path& file, const Eigen::Matrix4d& matrix,
                                           const std::string& name);

}  // namespace intercusp
