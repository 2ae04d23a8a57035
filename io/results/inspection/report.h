// The report of `inspect`.
#pragma once

#include <memory>
#include <vector>

#include "io/case/case_notes.h"
#include "io/picture/map_picture.h"
#include "io/report/report.h"

namespace intercusp {

struct Inspection;
struct Validation;

//! `inspect`: report.json, report.html, contacts.csv, map.png, map_colourblind.png, upper_occlusal.png,
//! lower_occlusal.png, upper.vtp, lower.vtp. With anatomy also frontal.png; if the map has pixels map.nrrd;
//! if the exact test found curves contact_curves.vtp; with a validation its files as well.
//! \param validation of this inspection's maps, or null
//! \param notes name and date of the case, as the user gives them
[[nodiscard]] Report report_of(std::shared_ptr<const Inspection> inspection, const Inputs& inputs,
                               std::shared_ptr<const Validation> validation = nullptr,
                               const CaseNotes& notes = {});

//! Every file that such a report may have without a validation, report.json first.
[[nodiscard]] std::vector<std::string> inspection_file_names();

//! The provenance in every file with numbers of the inspection.
[[nodiscard]] Provenance provenance_of(const Inspection& inspection, const MeshReport& upper,
                                       const MeshReport& lower);

//! What the inspection's map picture shows. Refers to the inspection.
[[nodiscard]] ShownMap shown_map(const Inspection& inspection);

// What other programs use of an inspection: painted meshes, distances of all vertices, areas per band. These
// files are large, so they are made only on request.

//! upper_painted.ply and lower_painted.ply: the scans, mm. jaws.glb: both, in metres. jaws.3mf: both as
//! closed solids, mm. If surface distances were measured, also vertex_distances.csv and distance_bands.csv.
//! Everything is in the case frame, with the lower in its pose, and is painted with surface distance, or with
//! clearance if that is missing.
[[nodiscard]] std::vector<Product> exchange_files(std::shared_ptr<const Inspection> inspection);

//! Every file that exchange_files may make.
[[nodiscard]] std::vector<std::string> exchange_file_names();

}  // namespace intercusp
