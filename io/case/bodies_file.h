// BODIES.json: bodies that a formula describes, wherever a solid is expected: an implant as a cylinder, a condyle as
// an ellipsoid, a bur as a cone.
//
//   {"bodies": [{"name": "implant", "kind": "cylinder", "pose": [16 numbers, row-major], "size_mm": [2.05, 11]}]}
//
// Always mm. `pose` takes the body's frame (analytic_body.h) to the files'. `size_mm` by kind:
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

//! Whether a file is JSON by its content, and therefore not a mesh; false where it cannot be read.
[[nodiscard]] bool is_json_file(const std::filesystem::path& file);

//! Whether it is JSON and begins with "bodies", which label files never do.
[[nodiscard]] bool names_bodies(const std::filesystem::path& file);

//! In the order of the file. \throw InputError with the place ("bodies[2].size_mm") where the file cannot be read,
//! has no bodies, names two alike, or describes one wrongly.
[[nodiscard]] std::vector<NamedBody> read_bodies(const std::filesystem::path& file);

}  // namespace intercusp
