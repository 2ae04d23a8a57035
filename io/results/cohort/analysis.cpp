#include "io/results/cohort/analysis.h"

#include <algorithm>
#include <array>

namespace intercusp {
namespace {

struct NamedAnalysis {
  CohortAnalysis analysis;
  const char* name;
  bool needs_both_jaws;
};

//! In the order of the enumerators.
constexpr std::array<NamedAnalysis, 4> analyses = {{{CohortAnalysis::inspect, "inspect", true},
                                                    {CohortAnalysis::compare, "compare", false},
                                                    {CohortAnalysis::bite, "bite", true},
                                                    {CohortAnalysis::segment, "segment", false}}};

const NamedAnalysis& entry_of(CohortAnalysis analysis) {
  return analyses.at(static_cast<std::size_t>(analysis));
}

}  // namespace

const char* name_of(CohortAnalysis analysis) { return entry_of(analysis).name; }

std::optional<CohortAnalysis> analysis_named(std::string_view name) {
  const auto found = std::ranges::find(analyses, name, &NamedAnalysis::name);
  return found == analyses.end() ? std::nullopt : std::optional(found->analysis);
}

std::vector<std::string> names_of_analyses() {
  std::vector<std::string> names;
  for (const NamedAnalysis& each : analyses) names.emplace_back(each.name);
  return names;
}

bool needs_both_jaws(CohortAnalysis analysis) { return entry_of(analysis).needs_both_jaws; }

}  // namespace intercusp
