// close.json and slide.json (docs/FILE_FORMATS.md), and the pose at first contact.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! \param import_ms the time that import took.
[[nodiscard]] std::string closing_json(const Closing& closing, const MeshReport& upper,
                                       const MeshReport& lower, double import_ms);

//! {"upper_from_lower": [16]} as --pose reads it. \pre there is a first contact
[[nodiscard]] std::string contact_pose_json(const Closing& closing);

}  // namespace intercusp
