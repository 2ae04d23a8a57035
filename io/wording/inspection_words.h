// The report of an inspection in words: tables for people, definitions, how the numbers were made.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/wording/definitions.h"
#include "io/wording/section.h"
#include "occlusion/inspect.h"

namespace intercusp {

[[nodiscard]] std::string inspection_title();
//! The only threshold, else the one closest to 0.1 mm; of two as close the smaller. The first page and the tables of
//! contacts are at this one. \pre at least one
[[nodiscard]] double headline_threshold(const std::vector<double>& thresholds_mm);
[[nodiscard]] std::string inspection_footer();
//! "a.stl, b.stl".
[[nodiscard]] std::string file_names(const MeshReport& report);
//! Where tooth numbers come from: "labels beside the file".
[[nodiscard]] std::string label_source_in_words(const std::vector<LabelSource>& sources);
[[nodiscard]] std::string estimated_teeth_sentence(const Bite& bite);
[[nodiscard]] std::string estimated_teeth_sentence(const std::vector<EstimatedTooth>& teeth);
//! "120 × 90 pixels of 0.05 mm, zlist engine".
[[nodiscard]] std::string map_sentence(const Inspection& inspection);
//! What the file with the curves of the exact test holds.
[[nodiscard]] std::string crossing_curves_note();

//! What the fields of report.json mean, by name.
[[nodiscard]] std::vector<Fact> inspection_definitions(const Inspection& inspection);

//! Key figures, pictures, then areas with balance, teeth, pairs of teeth and contacts; surface distance comes
//! before clearance. \param pictures file names
[[nodiscard]] std::vector<Section> finding_sections(const Inspection& inspection,
                                                    const std::vector<std::string>& pictures);

//! Definitions, settings, input files, repairs and times.
[[nodiscard]] std::vector<Section> method_sections(const Inspection& inspection, const MeshReport& upper,
                                                   const MeshReport& lower, double import_ms);

}  // namespace intercusp
