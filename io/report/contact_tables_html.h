// The tables of a report for people: key figures, contact areas, balance, teeth and contacts. Surface
// distance comes first, clearance along the direction of projection beside or after it, each by its name.
#pragma once

#include <string>

#include "occlusion/inspect.h"

namespace intercusp {

//! Least distance and depth by both measures, volume, and the exact answer where there is one.
[[nodiscard]] std::string key_figures_html(const Inspection& inspection);

//! Areas and balance, both measures side by side; empty without thresholds.
[[nodiscard]] std::string areas_html(const Inspection& inspection);

//! Teeth, pairs of teeth and contacts; by surface distance, then by clearance.
[[nodiscard]] std::string contacts_html(const Inspection& inspection);

}  // namespace intercusp
