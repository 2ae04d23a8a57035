#include "io/wording/interference_words.h"
#include "io/language/language.h"
#include "io/wording/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

std::string penetrating_words(const InterferenceReport& report, const PairInterference& pair) {
  if (pair.a_penetrates && pair.b_penetrates) return phrase("each other");
  if (pair.a_penetrates) return report.solids[pair.a].name;
  return pair.b_penetrates ? report.solids[pair.b].name : phrase("no edge inside");
}

Section overlaps_section(const InterferenceReport& report) {
  constexpr std::size_t most_rows = 12;
  const std::vector<PairInterference> pairs = deepest_first(report);
  Section section;
  section.table.columns = {{phrase("solid")},
                           {phrase("solid"), true},
                           {phrase("depth mm")},
                           {phrase("volume mm³")},
                           {.heading = phrase("penetrating"), .is_text = true}};
  for (const PairInterference& pair : std::span(pairs).first(std::min(pairs.size(), most_rows))) {
    section.table.rows.push_back({report.solids[pair.a].name, report.solids[pair.b].name,
                                  rounded(pair.depth_mm, 3), rounded(pair.volume_mm3, 3),
                                  penetrating_words(report, pair)});
  }
  if (pairs.size() > most_rows)
    section.notes = {phrase("and {} more; --out DIR writes all", pairs.size() - most_rows)};
  const auto missed =
      std::ranges::count_if(pairs, [](const PairInterference& pair) { return !pair.found_by_engine; });
  if (report.options.engine == InterferenceEngine::cinder && missed > 0)
    section.notes.push_back(
        phrase("CInDeR did not see {} of these {}; the exact test did", missed, pairs.size()));
  return section;
}

Section neighbours_section(const InterferenceReport& report) {
  Section section{.title = phrase("Neighbouring teeth")};
  section.table.columns = {{phrase("tooth")},
                           {phrase("tooth"), true},
                           {phrase("distance mm")},
                           {phrase("contact mm²")},
                           {.heading = phrase("proximal contact"), .is_text = true}};
  for (const Neighbours& pair : report.neighbours) {
    section.table.rows.push_back(
        {tooth_name(report.solids[pair.a].fdi), tooth_name(report.solids[pair.b].fdi),
         rounded(pair.distance_mm, 3) + (pair.at_edge ? "*" : ""), rounded(pair.contact_area_mm2, 2),
         pair.tight ? phrase("tight") : phrase("open")});
  }
  section.notes = {
      phrase("Tight: no further than {} mm apart. Contact: the surface within that distance, the mean of "
             "both teeth. Below 0 the teeth overlap",
             proximal_gap_mm)};
  if (std::ranges::any_of(report.neighbours, &Neighbours::at_edge))
    section.notes.push_back(phrase("* At the edge of a scan: what was not scanned may be nearer"));
  return section;
}

}  // namespace

std::string name_of(InterferenceEngine engine) {
  if (engine == InterferenceEngine::cinder) return "cinder";
  return engine == InterferenceEngine::ray ? "ray" : "zlist";
}

std::string settings_of(const InterferenceReport& report) {
  const ForPrograms english;  // the same line in every file
  return fmt::format("engine {}; pixel {} mm; depth tolerance {} mm; exact test",
                     name_of(report.options.engine), shortest(report.options.pixel_mm),
                     shortest(report.options.depth_tolerance_mm));
}

std::vector<PairInterference> deepest_first(const InterferenceReport& report) {
  std::vector<PairInterference> pairs;
  for (const PairInterference& pair : report.found.near_pairs) {
    if (pair.interference) pairs.push_back(pair);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const PairInterference& p, const PairInterference& q) {
    return p.depth_mm > q.depth_mm;
  });
  return pairs;
}

std::string found_by(const InterferenceReport& report, const PairInterference& pair) {
  return pair.found_by_engine ? name_of(report.options.engine) : "exact test";
}

double mesh_error_mm(const InterferenceReport& report, const PairInterference& pair) {
  return std::max(report.solids[pair.a].mesh_error_mm, report.solids[pair.b].mesh_error_mm);
}

std::vector<Remark> remarks_of(const InterferenceReport& report) {
  std::vector<Remark> remarks;
  for (const Finding& finding : report.remarks) remarks.push_back({"", sentence_of(finding)});
  for (const NamedSolid& solid : report.solids) {
    for (const Finding& finding : solid.import.remarks) remarks.push_back({solid.name, sentence_of(finding)});
  }
  return remarks;
}

std::string headline_of(const InterferenceReport& report) {
  const std::size_t solids = report.solids.size(), pairs = solids * (solids - 1) / 2;
  const std::size_t interfering = deepest_first(report).size();
  const auto touching = std::ranges::count_if(report.found.near_pairs, &PairInterference::touching);
  return phrase("{} solids, {}: {} of them interfere{}", solids,
                pairs == 1 ? phrase("1 pair") : phrase("{} pairs", pairs),
                interfering == 0 ? phrase("none") : std::to_string(interfering),
                touching > 0 ? phrase(", {} only touch", touching) : "");
}

std::vector<Section> sections_of(const InterferenceReport& report) {
  std::vector<Section> sections;
  if (std::ranges::any_of(report.found.near_pairs, &PairInterference::interference))
    sections.push_back(overlaps_section(report));
  if (!report.neighbours.empty()) sections.push_back(neighbours_section(report));
  return sections;
}

}  // namespace intercusp
