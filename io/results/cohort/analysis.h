// The analyses that a cohort may run.
#pragma once

#include "occlusion/base/enum_table.h"

namespace intercusp {

//! `compare` compares each session of a subject with its first, jaw by jaw; `segment` takes each jaw by itself.
enum class CohortAnalysis { inspect, compare, bite, segment };

//! As the command.
[[nodiscard]] constexpr auto names_of(CohortAnalysis) {
  return enum_table<CohortAnalysis>({{CohortAnalysis::inspect, "inspect"},
                                     {CohortAnalysis::compare, "compare"},
                                     {CohortAnalysis::bite, "bite"},
                                     {CohortAnalysis::segment, "segment"}});
}

//! Whether a row must name both scans; else one will do.
[[nodiscard]] constexpr bool needs_both_jaws(CohortAnalysis analysis) {
  return analysis == CohortAnalysis::inspect || analysis == CohortAnalysis::bite;
}

}  // namespace intercusp
