// What several of the program's JSON files say in the same way: places, poses, input files and anatomy.
#pragma once

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/base/finding.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! [x, y, z].
[[nodiscard]] nlohmann::ordered_json vector_of(const Eigen::Vector3d& vector);

//! Its 16 numbers, row by row.
[[nodiscard]] nlohmann::ordered_json pose_json(const Eigen::Isometry3d& pose);

template <class Value>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

//! null for 0, gum or unknown.
[[nodiscard]] nlohmann::ordered_json tooth_or_null(int fdi);

//! The files of one jaw: their paths with commas between, and one entry of path, format and digest for each.
[[nodiscard]] std::string joined_paths(const MeshReport& report);
[[nodiscard]] nlohmann::ordered_json files_json(const MeshReport& report);

//! Both, and the triangles read: all that shorter files say of a jaw.
[[nodiscard]] nlohmann::ordered_json input_json(const MeshReport& report);

//! What was read and what import made of it.
[[nodiscard]] nlohmann::ordered_json solid_json(const MeshReport& report, const Solid& solid);

//! [{"code", "severity", "values"}].
[[nodiscard]] nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);

//! Axes, null where none were found, with confidence and method.
[[nodiscard]] nlohmann::ordered_json anatomy_json(const Anatomy& anatomy);

}  // namespace intercusp
