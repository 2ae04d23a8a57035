#include "io/results/several/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

Value penetrating_values(const OverlapRow& row) {
  Values names;
  if (row.pair->a_penetrates) names.emplace_back(row.report->solids[row.pair->a].name);
  if (row.pair->b_penetrates) names.emplace_back(row.report->solids[row.pair->b].name);
  return names;
}

std::string penetrating_words(const OverlapRow& row) {
  const PairInterference& pair = *row.pair;
  if (pair.a_penetrates && pair.b_penetrates) return phrase("each other");
  if (pair.a_penetrates) return row.report->solids[pair.a].name;
  return pair.b_penetrates ? row.report->solids[pair.b].name : phrase("no edge inside");
}

Section overlaps_section(const InterferenceReport& report) {
  constexpr std::size_t most_rows = 12;
  const std::vector<PairInterference> pairs = deepest_first(report);
  Section section;
  std::vector<OverlapRow> rows;
  for (const PairInterference& pair : std::span(pairs).first(std::min(pairs.size(), most_rows)))
    rows.push_back({&report, &pair});
  section.table =
      table_of(chosen(overlap_figures(), {"a", "b", "depth_mm", "volume_mm3", "penetrating"}), rows);
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
  section.table = table_of(
      chosen(neighbour_figures(), {"tooth_a", "tooth_b", "distance_mm", "contact_area_mm2", "contact"}),
      neighbour_rows(report));
  section.notes = {
      phrase("Tight: no further than {} mm apart. Contact: the surface within that distance, the mean of "
             "both teeth. Below 0 the teeth overlap",
             proximal_gap_mm)};
  if (std::ranges::any_of(report.neighbours, &Neighbours::at_edge)) section.notes.push_back(at_edge_note());
  return section;
}

}  // namespace

std::string settings_of(const InterferenceReport& report) {
  const ForPrograms english;  // the line is identical in every file
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

Figures<OverlapRow> overlap_figures() {
  using Row = OverlapRow;
  const auto solid = [](const char* key, std::uint32_t PairInterference::*which, bool as_text) {
    const auto name = [which](const Row& row) { return row.report->solids[row.pair->*which].name; };
    return Figure<Row>{key, "", "Name of the solid.", name}.headed(phrase("solid"), name, as_text);
  };
  const auto number = [](const char* key, const char* unit, const char* definition,
                         double PairInterference::*member) {
    return Figure<Row>{key, unit, definition, [member](const Row& row) { return row.pair->*member; }};
  };
  const auto face = [](const char* key, std::int32_t PairInterference::*member) {
    return Figure<Row>{key, "", "Face there, after import; null for bodies of a formula.",
                       [member](const Row& row) {
                         return row.pair->*member == no_face ? Value() : Value(row.pair->*member);
                       }};
  };
  return {
      solid("a", &PairInterference::a, false),
      solid("b", &PairInterference::b, true),
      Figure<Row>{"interference", "", "The depth is greater than the depth tolerance.",
                  [](const Row& row) { return row.pair->interference; }}
          .only(In::json),
      Figure<Row>{"touching", "", "They come within the depth tolerance of each other, and do not interfere.",
                  [](const Row& row) { return row.pair->touching; }}
          .only(In::json),
      Figure<Row>{"penetrating", "", "Names of those with an edge inside the other.", penetrating_values}
          .only(In::json)
          .headed(phrase("penetrating"), penetrating_words, true),
      number("depth_mm", "mm",
             "Greatest distance to the other's surface of a point of either surface inside the other solid; "
             "0 without interference.",
             &PairInterference::depth_mm)
          .headed(phrase("depth mm"), 3),
      number("volume_mm3", "mm3",
             "What both share: exact for two meshes that are closed in their files, else summed over lines.",
             &PairInterference::volume_mm3)
          .headed(phrase("volume mm³"), 3),
      Figure<Row>{"point_mm", "mm", "The deepest point, on the surface of one of the two.",
                  [](const Row& row) { return row.pair->point; }}
          .in_columns(xyz_columns("point_", "_mm")),
      Figure<Row>{"direction", "1",
                  "Unit vector between the deepest point and the closest one of the other surface, turned so "
                  "that moving b along it parts them.",
                  [](const Row& row) { return row.pair->direction; }}
          .in_columns(xyz_columns("direction_", "")),
      Figure<Row>{"a_penetrates", "", "a has an edge inside b.",
                  [](const Row& row) { return row.pair->a_penetrates; }}
          .only(In::csv),
      Figure<Row>{"b_penetrates", "", "b has an edge inside a.",
                  [](const Row& row) { return row.pair->b_penetrates; }}
          .only(In::csv),
      {"found_by", "", "zlist, cinder, ray: the engine saw it; exact test: the engine missed it.",
       [](const Row& row) {
         return row.pair->found_by_engine ? name_of(row.report->options.engine) : std::string("exact test");
       }},
      number("pixel_mm", "mm", "Between lines.", &PairInterference::pixel_mm),
      number("depth_error_mm", "mm",
             "No point of the solids before their files were rounded lies deeper than depth_mm and this.",
             &PairInterference::depth_error_mm),
      number("extent_mm", "mm",
             "The longest overlap along direction: of two meshes from their surfaces, else sampled at lines.",
             &PairInterference::extent_mm),
      number("extent_error_mm", "mm",
             "The longest overlap is at most this much longer; with a body of a formula an estimate from the "
             "slopes of the surfaces.",
             &PairInterference::extent_error_mm),
      number("volume_error_mm3", "mm3", "Half of what changes from line to line.",
             &PairInterference::volume_error_mm3),
      face("a_face", &PairInterference::a_face),
      face("b_face", &PairInterference::b_face)};
}

Figure<OverlapRow> mesh_error_figure() {
  return {"mesh_error_mm", "mm",
          "How far the meshes of bodies of a formula are off them at most; penetrating is known up to it.",
          [](const OverlapRow& row) {
            return std::max(row.report->solids[row.pair->a].mesh_error_mm,
                            row.report->solids[row.pair->b].mesh_error_mm);
          }};
}

std::vector<NeighbourRow> neighbour_rows(const InterferenceReport& report) {
  std::vector<NeighbourRow> rows;
  for (const Neighbours& pair : report.neighbours) rows.push_back({&report, &pair});
  return rows;
}

Figures<Neighbours> proximity_figures() {
  using Row = Neighbours;
  return {
      Figure<Row>{"distance_mm", "mm", "The least, in any direction; overlapping teeth: minus the depth.",
                  &Row::distance_mm}
          .headed(phrase("distance mm"),
                  [](const Row& pair) { return rounded(pair.distance_mm, 3) + (pair.at_edge ? "*" : ""); }),
      Figure<Row>{"contact_area_mm2", "mm2",
                  "Surface of a tooth within threshold_mm of the other, mean of both.",
                  &Row::contact_area_mm2}
          .headed(phrase("contact mm²"), 2),
      {"threshold_mm", "mm", "The thickness of a steel strip.", [](const Row&) { return proximal_gap_mm; }},
      Figure<Row>{"contact", "", "tight (distance at most the threshold) or open.",
                  [](const Row& pair) { return pair.tight ? "tight" : "open"; }}
          .headed(
              phrase("proximal contact"),
              [](const Row& pair) { return pair.tight ? phrase("tight") : phrase("open"); }, true),
      Figure<Row>{"point_mm", "mm", "Where the distance is least.", &Row::point}.in_columns(
          xyz_columns("point_", "_mm")),
      {"at_edge_of_scan", "",
       "The closest points lie at the edge of a scan, as of teeth that were cut out of an arch: what was not "
       "scanned may be nearer.",
       &Row::at_edge}};
}

Figures<NeighbourRow> neighbour_figures() {
  using Row = NeighbourRow;
  const auto solid = [](const char* key, std::uint32_t Neighbours::*which) {
    return Figure<Row>{key, "", "Name of the solid.",
                       [which](const Row& row) { return row.report->solids[row.pair->*which].name; }};
  };
  const auto tooth = [](const char* key, std::uint32_t Neighbours::*which, bool as_text) {
    return Figure<Row>{key, "", "FDI number.",
                       [which](const Row& row) { return row.report->solids[row.pair->*which].fdi; }}
        .headed(
            phrase("tooth"),
            [which](const Row& row) { return tooth_name(row.report->solids[row.pair->*which].fdi); },
            as_text);
  };
  return Figures<Row>{solid("a", &Neighbours::a), solid("b", &Neighbours::b),
                      tooth("tooth_a", &Neighbours::a, false), tooth("tooth_b", &Neighbours::b, true)} +
         figures_of<Row, Neighbours>(proximity_figures(),
                                     [](const Row& row) -> const Neighbours& { return *row.pair; });
}

std::string at_edge_note() { return phrase("* At the edge of a scan: what was not scanned may be nearer"); }

std::vector<Finding> findings_of(const InterferenceReport& report) {
  std::vector<Finding> findings = report.remarks;
  for (const PairInterference& pair : report.found.near_pairs) {
    if (!pair.rounding_decides) continue;
    findings.push_back({"rounding_decides_pair",
                        Severity::warning,
                        {{"a", report.solids[pair.a].name},
                         {"b", report.solids[pair.b].name},
                         {"rounding_um", 1000 * pair.rounding_mm}}});
  }
  return findings;
}

std::vector<Remark> remarks_of(const InterferenceReport& report) {
  std::vector<Remark> remarks;
  for (const Finding& finding : findings_of(report)) remarks.push_back({"", sentence_of(finding)});
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
