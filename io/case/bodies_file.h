// BODIES.json: bodies that a formula describes, such as an implant as a cylinder, a condyle as an ellipsoid
// or a bur as a cone. Such a file can replace any solid.
//
//   {"bodies": [{"name": "implant", "kind": "cylinder", "pose": [16 numbers, row-major], "size_mm": [2.05, 11]}]}
//
// Lengths are always mm. `pose` takes the body's frame (analytic_body.h) to the frame of the files. `size_mm`
// by kind:
//   sphere    [radius]
//   ellipsoid [semi-axis x, y, z]
//   cylinder  [radius, height]
//   cone      [base radius, height] or [base radius, top radius, height]
//   torus     [ring radius, tube radius] or [ring radius, tube radius, angle in degrees]
//   box       [edge x, y, z]
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "occlusion/geometry/analytic_body.h"

namespace intercusp {

struct NamedBody {
  std::string name;
  AnalyticBody body;
};

//! Sizes within these limits are accepted, mm.
constexpr double least_body_size_mm = 0.001, most_body_size_mm = 100'000;

//! Whether the content of a file is JSON, so that it is not a mesh. False if the file cannot be read.
[[nodiscard]] bool is_json_file(const std::filesystem::path& file);

//! Whether the file is JSON and begins with "bodies", which label files never do.
[[nodiscard]] bool names_bodies(const std::filesystem::path& file);

//! The bodies, in the order of the file.
//! \throw InputError with the place ("bodies[2].size_mm") if the file cannot be read, has no bodies, gives
//! two of them one name, or describes one wrongly
[[nodiscard]] std::vector<NamedBody> read_bodies(const std::filesystem::path& file);

}  // namespace intercusp
