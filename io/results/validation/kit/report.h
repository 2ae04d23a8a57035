// The report of `validate --kit`.
#pragma once

#include "io/report/report.h"

namespace intercusp {

struct KitReport;

//! accuracy.json and accuracy.html. Neither time nor machine is in them.
[[nodiscard]] Report report_of(const KitReport& kit);

}  // namespace intercusp
