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
//! lower_occlusal.png, with anatomy frontal.png, upper.vtp, lower.vtp; map.nrrd where the map has pixels;
//! contact_curves.vtp where the exact test found curves; with a validation the files of that as well.
//! \param validation of this inspection's maps, or none
//! \param notes name and date of the case, as its user gives them
[[nodiscard]] Report report_of(std::shared_ptr<const Inspection> inspection, const Inputs& inputs,
                               std::shared_ptr<const Validation> validation = nullptr,
                               const CaseNotes& notes = {});

//! Every file that such a report may have without a validation, report.json first.
[[nodiscard]] std::vector<std::string> inspection_file_names();

//! What any file with numbers of the inspection names.
[[nodiscard]] Provenance provenance_of(const Inspection& inspection, const MeshReport& upper,
                                       const MeshReport& lower);

//! What its map picture shows. Borrows from the inspection.
[[nodiscard]] ShownMap shown_map(const Inspection& inspection);

// What other programs take from an inspection: painted meshes, distances of all vertices, areas per band. Large files,
// so they are made only for who asks for them.

//! upper_painted.ply and lower_painted.ply: the scans, mm. jaws.glb: both, metres. jaws.3mf: both as closed solids, mm.
//! vertex_distances.csv and distance_bands.csv where surface distances were measured. All in the case frame, the lower
//! posed, painted with surface distance, else with clearance.
[[nodiscard]] std::vector<Product> exchange_files(std::shared_ptr<const Inspection> inspection);

//! Every file that there may be.
[[nodiscard]] std::vector<std::string> exchange_file_names();

}  // namespace intercusp
