// Everything that `close` and `slide` leave behind.
#pragma once

#include <vector>

#include "io/files/write_atomically.h"
#include "io/mesh/mesh_report.h"
#include "io/report/closing_json.h"
#include "io/report/closing_text.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! \return close.json or slide.json and contacts_order.csv; remaining_travel.png where there is a map;
//! where there is a first contact pose_at_contact.json, and with a map travel_after_contact.png.
//! \throw std::runtime_error if the picture cannot be made.
[[nodiscard]] std::vector<OutputFile> closing_files(const Closing& closing, const MeshReport& upper,
                                                    const MeshReport& lower, double import_ms);

}  // namespace intercusp
