// The contacts of an inspection by both measures: first by clearance, then by surface distance.
#pragma once

#include "io/report/report.h"
#include "io/wording/provenance.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! `areas`, `balance`, `contacts`, `teeth` and `tooth_pairs` (docs/FILE_FORMATS.md).
[[nodiscard]] Fields contact_fields(const Inspection& inspection);

//! `bite_relations` and `tooth_axes`.
[[nodiscard]] Fields arch_fields(const Inspection& inspection);

constexpr const char* contacts_csv_name = "contacts.csv";

//! contacts.csv: one row per contact, threshold and measure, each with its definition, with `id` and
//! `number` as in report.json.
[[nodiscard]] CsvFile contacts_table(const Inspection& inspection, const Provenance& provenance);

}  // namespace intercusp
