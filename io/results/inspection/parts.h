// The parts of an inspection's report.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/picture/jaw_picture.h"
#include "io/report/first_page.h"
#include "io/report/report.h"
#include "io/report/scene_html.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/inspect.h"

namespace intercusp {

// The contacts of an inspection by both measures, first by clearance, then by surface distance.

//! `areas`, `balance`, `contacts`, `teeth` and `tooth_pairs` (docs/FILE_FORMATS.md).
[[nodiscard]] Fields contact_fields(const Inspection& inspection);

//! `bite_relations` and `tooth_axes`.
[[nodiscard]] Fields arch_fields(const Inspection& inspection);

constexpr const char* contacts_csv_name = "contacts.csv";

//! contacts.csv: one row per contact, threshold and measure. Each row has its definition, and `id` and
//! `number` as in report.json.
[[nodiscard]] CsvFile contacts_table(const Inspection& inspection, const Provenance& provenance);

// An arch seen from occlusal, with its surface distance painted on and every contact numbered: the picture on
// a report's first page.

//! Colours are strong within the threshold and faint beyond it. Contacts that tables list have
//! ContactPatch::number. Title, R and L, scale bar and legend are readable at half the width of a page.
//! \param view of one jaw, from jaw_views
//! \pre the inspection has surface distances
[[nodiscard]] Picture contact_picture(const Inspection& inspection, const PosedJaw& jaw, const JawView& view,
                                      double threshold_mm, const Provenance& provenance);

//! The first page of an inspection's report, without pictures. Empty without surface distances or thresholds.
//! \param remarks about scans and bite
[[nodiscard]] std::optional<FirstPage> first_page_of(const Inspection& inspection, const MeshReport& upper,
                                                     const MeshReport& lower,
                                                     const std::vector<Remark>& remarks,
                                                     const CaseNotes& notes);

//! What the 3D view of an inspection's page draws. Empty if the inspection has no surface distances.
[[nodiscard]] std::optional<SceneData> scene_data(const Inspection& inspection);

// The words of an inspection: tables for people, definitions, and how the numbers were made.

[[nodiscard]] std::string inspection_footer();

//! What a 95 % interval is, and the error of the bite from which it comes.
[[nodiscard]] std::string interval_sentence(const BiteError& error);

//! What the fields of report.json mean, by name.
[[nodiscard]] std::vector<Fact> inspection_definitions(const Inspection& inspection);

//! Key figures, pictures, then areas with balance, teeth, pairs of teeth and contacts. Surface distance comes
//! before clearance.
//! \param pictures file names
[[nodiscard]] std::vector<Section> finding_sections(const Inspection& inspection,
                                                    const std::vector<std::string>& pictures);

//! Definitions, settings, input files, repairs and times.
[[nodiscard]] std::vector<Section> method_sections(const Inspection& inspection, const MeshReport& upper,
                                                   const MeshReport& lower, double import_ms);

//! The finding in one sentence, for the head of a report and the terminal.
[[nodiscard]] std::string finding_sentence(const Inspection& inspection);

}  // namespace intercusp
