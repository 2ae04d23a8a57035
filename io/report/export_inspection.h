// Everything that `inspect` leaves behind: report, tables, pictures, map and meshes.
#pragma once

#include <filesystem>

#include "io/mesh/mesh_report.h"
#include "io/report/report_json.h"
#include "io/report/summary_text.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Writes into `out_dir`, which is made where it is missing: report.json, report.html, contacts.csv,
//! map.nrrd, map.png, map_colourblind.png, upper_occlusal.png, lower_occlusal.png, with anatomy frontal.png,
//! upper.vtp, lower.vtp; where the exact test found curves contact_curves.vtp; with a validation those of
//! validation_files. Without any pixel in common there is no map.nrrd. The files take their names only when
//! all of them are on the disk. \param import_ms the time that import took, for the report. \param validation
//! of this inspection's maps, or none. \throw OutputError with path and reason.
void write_inspection(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                      const std::filesystem::path& out_dir, double import_ms,
                      const Validation* validation = nullptr);

}  // namespace intercusp
