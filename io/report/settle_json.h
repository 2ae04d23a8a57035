// A settled bite as JSON: schema "intercusp-settle/1" (docs/FILE_FORMATS.md); and its pose as a file that
// --pose reads.
#pragma once

#include <string>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/mesh/mesh_report.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp {

//! Keys in a fixed order; what is not known is null; numbers in the shortest form that reads back as the same
//! bits. The same settlement gives the same text.
[[nodiscard]] std::string settle_json(const Settlement& settlement, const MeshReport& upper,
                                      const MeshReport& lower);

//! settle.json and, where the jaws settled, pose.json.
[[nodiscard]] std::vector<OutputFile> settle_files(const Settlement& settlement, const MeshReport& upper,
                                                   const MeshReport& lower);

}  // namespace intercusp
