// The report of `articulate`.
#pragma once

#include <memory>

#include "io/report/report.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct ArticulatedBite;
struct Sensitivity;

//! `articulate`: articulate.json, guidance.csv, sensitivity.csv where there is one, opening.csv, and a track and a
//! picture of its last reported pose for each excursion.
//! \param sensitivity null if not requested
//! \param timings after import
[[nodiscard]] Report report_of(std::shared_ptr<const ArticulatedBite> bite, const Sensitivity* sensitivity,
                               const Inputs& inputs, const std::vector<StageTime>& timings);

}  // namespace intercusp
