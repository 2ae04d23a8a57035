// The analyses that a cohort may run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp {

//! `compare` compares each session of a subject with its first, jaw by jaw; `segment` takes each jaw by itself.
enum class CohortAnalysis { inspect, compare, bite, segment };

//! "inspect", as the command.
[[nodiscard]] const char* name_of(CohortAnalysis analysis);
[[nodiscard]] std::optional<CohortAnalysis> analysis_named(std::string_view name);
[[nodiscard]] std::vector<std::string> names_of_analyses();

//! Whether a row must name both scans; else one will do.
[[nodiscard]] bool needs_both_jaws(CohortAnalysis analysis);

}  // namespace intercusp
