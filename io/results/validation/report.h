// The report of `validate`.
#pragma once

#include <memory>

#include "io/report/report.h"
#include "io/wording/provenance.h"

namespace intercusp {

struct Inspection;
struct Validation;

//! `validate`: validate.json, and for each map error.png and error.nrrd (error_2.png … for more; no NRRD for a
//! map without pixels). The inspection is the one whose maps were validated.
//! \param inspected its provenance
[[nodiscard]] Report report_of(std::shared_ptr<const Validation> validation, const Inspection& inspection,
                               const Inputs& inputs, const Provenance& inspected);

//! Every file that such a report may have, validate.json first; with stars where their number depends on the maps.
[[nodiscard]] std::vector<std::string> validation_file_names();

}  // namespace intercusp
