#include "io/results/spray/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Six digits, because the direction was divided by its length.
std::string numbers_of(const Eigen::Vector3d& vector) {
  return phrase("{:.6g} {:.6g} {:.6g}", vector.x(), vector.y(), vector.z());
}

std::string opening_of(const Emitter& emitter) {
  if (const auto* disc = std::get_if<DiscBeam>(&emitter.opening))
    return phrase("parallel beam from a disc of {} mm radius", shortest(disc->radius_mm));
  return phrase("cone of {}° half angle",
                shortest(in_degrees(std::get<Cone>(emitter.opening).half_angle_rad)));
}

std::string bounces_of(const Bounces& bounces) {
  if (bounces.most == 0) return phrase("none");
  return phrase("at most {}; of the speed across the surface {} % are left", bounces.most,
                shortest(100 * bounces.restitution));
}

std::uint64_t sum_of(const SprayReport& report, std::uint64_t SprayedSolid::*count) {
  std::uint64_t sum = 0;
  for (const SprayedSolid& solid : report.found.solids) sum += solid.*count;
  return sum;
}

const SprayCoverage& coverage_of(const CoverageRow& row) {
  return row.tooth != nullptr ? row.tooth->coverage : row.report->found.solids[row.solid].coverage;
}

const NamedSolid& solid_of(const CoverageRow& row) { return row.report->solids[row.solid]; }

EstimatedTooth belief_of(const CoverageRow& row) {
  return belief_in(*solid_of(row).solid, row.tooth != nullptr ? row.tooth->fdi : 0);
}

std::string tooth_text(const CoverageRow& row) {
  return row.tooth->fdi > 0 ? tooth_name(belief_of(row)) : std::string(phrase("gum or unknown"));
}

std::string reached_text(const CoverageRow& row) {
  const SprayCoverage& coverage = coverage_of(row);
  return coverage.reached_mm2 > 0 ? fmt::format("{} ± {}", rounded(coverage.reached_mm2, 1),
                                                rounded(coverage.reached_error_mm2, 1))
                                  : "0";
}

std::string density_text(const CoverageRow& row) {
  const SprayCoverage& coverage = coverage_of(row);
  return coverage.reached_mm2 > 0 ? rounded(static_cast<double>(coverage.droplets) / coverage.reached_mm2, 2)
                                  : "–";
}

const std::vector<std::string_view> covered = {
    "hits", "area_mm2", "reached_mm2", "reached_percent", "droplets_per_mm2", "evenness"};

Section solids_section(const SprayReport& report) {
  Section section{.title = phrase("Solids")};
  std::vector<CoverageRow> rows;
  for (std::size_t i = 0; i < report.solids.size(); ++i) rows.push_back({&report, i});
  section.table = table_of(chosen(coverage_figures(), {"solid"}) + chosen(coverage_figures(), covered), rows);
  section.table.columns.insert(section.table.columns.end(),
                               {{phrase("first ms")}, {phrase("last ms")}, {phrase("mean mm/s")}});
  for (std::size_t i = 0; i < report.solids.size(); ++i) {
    const SprayedSolid& solid = report.found.solids[i];
    std::vector<std::string>& row = section.table.rows[i];
    const bool hit = solid.hits > 0;
    row.push_back(hit ? rounded(1e3 * solid.first_hit_s, 2) : "–");
    row.push_back(hit ? rounded(1e3 * solid.last_hit_s, 2) : "–");
    row.push_back(hit ? rounded(solid.mean_speed_mm_s, 0) : "–");
  }
  section.notes = {
      phrase("Times and speeds are of all droplets that landed on the solid; droplets, areas and shares are "
             "of its scanned surface.")};
  return section;
}

Section teeth_section(const SprayReport& report, std::size_t solid) {
  const NamedSolid& named = report.solids[solid];
  Section section{.title = phrase("Teeth of {} ({} numbers)", named.name, title_of(tooth_names()))};
  std::vector<CoverageRow> rows = coverage_rows(report);
  std::erase_if(rows, [&](const CoverageRow& row) { return row.solid != solid || row.tooth == nullptr; });
  section.table = table_of(chosen(coverage_figures(), {"tooth"}) + chosen(coverage_figures(), covered), rows);
  if (!named.solid->estimated_teeth.empty())
    section.notes = {estimated_teeth_sentence(named.solid->estimated_teeth)};
  return section;
}

Section nozzle_section(const SprayReport& report) {
  const SprayOptions& options = report.found.options;
  const Emitter& emitter = options.emitter;
  const bool falls = !emitter.acceleration.isZero(0);
  return {.title = phrase("Nozzle"),
          .facts = {{phrase("Place"), numbers_of(emitter.place) + " mm"},
                    {phrase("Direction"), numbers_of(emitter.direction)},
                    {phrase("Opening"), opening_of(emitter)},
                    {phrase("Speed at the nozzle"), shortest(emitter.speed_mm_s) + " mm/s"},
                    {phrase("Gravity"),
                     falls ? numbers_of(emitter.acceleration) + " mm/s²" : std::string(phrase("none"))},
                    {phrase("Bounces"), bounces_of(options.bounces)},
                    {phrase("Droplets"), phrase("{}, random seed {}", options.particles, emitter.seed)},
                    {phrase("Computing time"), rounded(report.found.seconds, 2) + " s", true}},
          .on = Section::On::page};
}

}  // namespace

std::string settings_of(const SprayReport& report) {
  const ForPrograms english;
  const Emitter& emitter = report.found.options.emitter;
  const Bounces& bounces = report.found.options.bounces;
  return fmt::format("nozzle at {} mm along {}; {}; {} mm/s; gravity {} mm/s2; {} droplets; seed {}",
                     numbers_of(emitter.place), numbers_of(emitter.direction), opening_of(emitter),
                     shortest(emitter.speed_mm_s), numbers_of(emitter.acceleration),
                     report.found.options.particles, emitter.seed) +
         (bounces.most == 0 ? ""
                            : fmt::format("; at most {} bounces; restitution {}", bounces.most,
                                          shortest(bounces.restitution)));
}

std::vector<CoverageRow> coverage_rows(const SprayReport& report) {
  std::vector<CoverageRow> rows;
  for (std::size_t i = 0; i < report.solids.size(); ++i) {
    rows.push_back({&report, i});
    for (const ToothCoverage& tooth : report.found.solids[i].teeth) rows.push_back({&report, i, &tooth});
  }
  return rows;
}

Figures<CoverageRow> coverage_figures() {
  using Row = CoverageRow;
  const auto number = [](const char* key, const char* unit, const char* definition, auto member) {
    return Figure<Row>{key, unit, definition, [member](const Row& row) { return coverage_of(row).*member; }};
  };
  return Figures<Row>{
             Figure<Row>{"solid", "", "Name of the file.", [](const Row& row) { return solid_of(row).name; }}
                 .only(In::csv)
                 .headed(phrase("solid")),
             Figure<Row>{"tooth", "", "FDI number, null for gum or unknown; all: the whole solid.",
                         [](const Row& row) {
                           return row.tooth == nullptr ? Value("all") : tooth_value(row.tooth->fdi);
                         }}
                 .headed(phrase("tooth"), tooth_text),
             number("hits", "1", "Droplets on the scanned surface.", &SprayCoverage::droplets)
                 .in_columns({{"droplets"}})
                 .headed(phrase("droplets")),
             Figure<Row>{"expected_hits", "1",
                         "Expected number of hits, by the ways back to the nozzle, without chance.",
                         [](const Row& row) {
                           return static_cast<double>(row.report->found.options.particles) *
                                  coverage_of(row).expected_share;
                         }}
                 .only(In::json),
             number("area_mm2", "mm2", "Area of the scanned surface.", &SprayCoverage::area_mm2)
                 .headed(phrase("area mm²"), 1),
             number("reached_mm2", "mm2", "Part of that area that a droplet of this nozzle can reach.",
                    &SprayCoverage::reached_mm2)
                 .headed(phrase("reached mm²"), reached_text),
             number("reached_error_mm2", "mm2", "Two standard errors at most.",
                    &SprayCoverage::reached_error_mm2),
             Figure<Row>{"reached_percent", "%", "Reached part of the area.",
                         [](const Row& row) { return 100 * coverage_of(row).reached_share(); }}
                 .headed(phrase("reached %"), 1),
             {"in_shadow_mm2", "mm2", "The part that is not reached.",
              [](const Row& row) { return coverage_of(row).in_shadow_mm2(); }},
             Figure<Row>{"droplets_per_mm2", "1/mm2", "", [](const Row&) { return Value(); }}
                 .only(In::people)
                 .headed(phrase("droplets per mm²"), density_text),
             number("evenness", "1",
                    "1 where all of the reached surface gets equally many droplets per mm2; null in shadow.",
                    &SprayCoverage::evenness)
                 .headed(phrase("evenness"), 2)} +
         belief_figures<Row>("tooth", "tooth", belief_of);
}

std::vector<Finding> findings_of(const SprayReport& report) {
  std::vector<Finding> findings;
  const auto droplets = [&](std::uint64_t SprayedSolid::*count) {
    return static_cast<double>(sum_of(report, count));
  };
  if (report.found.hits == 0) findings.push_back({"nothing_hit", Severity::warning});
  if (droplets(&SprayedSolid::inner_hits) > 0)
    findings.push_back(
        {"nozzle_reaches_inside", Severity::warning, {{"droplets", droplets(&SprayedSolid::inner_hits)}}});
  if (droplets(&SprayedSolid::added_hits) > 0)
    findings.push_back(
        {"added_faces_hit", Severity::info, {{"droplets", droplets(&SprayedSolid::added_hits)}}});
  return findings;
}

std::vector<Remark> remarks_of(const SprayReport& report) {
  std::vector<Remark> remarks;
  for (const Finding& finding : findings_of(report)) remarks.push_back({"", sentence_of(finding)});
  for (const Finding& finding : report.remarks) remarks.push_back({"", sentence_of(finding)});
  for (const NamedSolid& solid : report.solids) {
    for (const Finding& finding : solid.import.remarks) remarks.push_back({solid.name, sentence_of(finding)});
  }
  return remarks;
}

std::string headline_of(const SprayReport& report) {
  double area = 0, reached = 0;
  for (const SprayedSolid& solid : report.found.solids) {
    area += solid.coverage.area_mm2;
    reached += solid.coverage.reached_mm2;
  }
  return phrase("{} droplets: {} landed, {} escaped; they reach {} % of the scanned surface",
                report.found.options.particles, report.found.hits, report.found.escaped(),
                rounded(area > 0 ? 100 * reached / area : 0, 1));
}

std::vector<Section> sections_of(const SprayReport& report, const std::vector<std::string>& deposits,
                                 const std::vector<std::string>& impacts) {
  std::vector<Section> sections = {solids_section(report)};
  for (std::size_t i = 0; i < report.solids.size(); ++i) {
    if (!report.found.solids[i].teeth.empty()) sections.push_back(teeth_section(report, i));
  }
  sections.push_back({.title = phrase("Deposit"), .pictures = deposits, .on = Section::On::page});
  if (!impacts.empty())
    sections.push_back({.title = phrase("Impact maps"), .pictures = impacts, .on = Section::On::page});
  sections.push_back(nozzle_section(report));
  sections.push_back(
      {.title = phrase("What the numbers mean"), .facts = spray_definitions(), .on = Section::On::page});
  return sections;
}

std::vector<Fact> spray_definitions() {
  return {
      {phrase("Droplet"), phrase("All start at once and fly with constant acceleration, without drag and "
                                 "without meeting each other. Each counts once, at the surface that it meets "
                                 "first; where droplets bounce, at the one that it meets last.")},
      {phrase("Reached"),
       phrase("A place is reached if a droplet of this nozzle can come to it from outside and meets nothing "
              "before. It is found by tracing back to the nozzle from random points of the surface, at least "
              "one "
              "per triangle; the number of droplets does not matter. ± is two standard errors at most. "
              "Places that droplets reach only after a bounce do not count.")},
      {phrase("In shadow"), phrase("What is not reached: turned away from the nozzle, behind another "
                                   "surface, or outside the spray.")},
      {phrase("Evenness"),
       phrase("1 where all of the reached surface is to get equally many droplets per mm², towards 0 where "
              "few places get nearly all: 1 less the mean deviation from the mean over twice the mean.")},
      {phrase("Scanned surface"), phrase("What import adds to close an open scan (skirt, base, caps) stops "
                                         "droplets, but does not count as surface to cover.")}};
}

}  // namespace intercusp
