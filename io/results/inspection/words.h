// The report of an inspection in words: tables for people, definitions, how the numbers were made.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/wording/definitions.h"
#include "io/wording/section.h"
#include "occlusion/inspect.h"

namespace intercusp {

[[nodiscard]] std::string inspection_footer();

//! What a 95 % interval is, and the error of the bite behind it.
[[nodiscard]] std::string interval_sentence(const BiteError& error);

//! What the fields of report.json mean, by name.
[[nodiscard]] std::vector<Fact> inspection_definitions(const Inspection& inspection);

//! Key figures, pictures, then areas with balance, teeth, pairs of teeth and contacts; surface distance comes
//! before clearance. \param pictures file names
[[nodiscard]] std::vector<Section> finding_sections(const Inspection& inspection,
                                                    const std::vector<std::string>& pictures);

//! Definitions, settings, input files, repairs and times.
[[nodiscard]] std::vector<Section> method_sections(const Inspection& inspection, const MeshReport& upper,
                                                   const MeshReport& lower, double import_ms);

//! The finding in one sentence, for the head of a report and the terminal.
[[nodiscard]] std::string finding_sentence(const Inspection& inspection);

}  // namespace intercusp
