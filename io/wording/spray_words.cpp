#include "io/wording/spray_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/inspection_words.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Six digits: a direction was divided by its length.
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

std::vector<Column> coverage_columns(const std::string& what) {
  return {{what},
          {phrase("droplets")},
          {phrase("area mm²")},
          {phrase("reached mm²")},
          {phrase("reached %")},
          {phrase("droplets per mm²")},
          {phrase("evenness")}};
}

std::vector<std::string> coverage_cells(const std::string& name, const SprayCoverage& coverage) {
  const bool reached = coverage.reached_mm2 > 0;
  return {name,
          std::to_string(coverage.droplets),
          rounded(coverage.area_mm2, 1),
          reached ? fmt::format("{} ± {}", rounded(coverage.reached_mm2, 1),
                                rounded(coverage.reached_error_mm2, 1))
                  : "0",
          rounded(100 * coverage.reached_share(), 1),
          reached ? rounded(static_cast<double>(coverage.droplets) / coverage.reached_mm2, 2) : "–",
          coverage.evenness ? rounded(*coverage.evenness, 2) : "–"};
}

Section solids_section(const SprayReport& report) {
  Section section{.title = phrase("Solids")};
  section.table.columns = coverage_columns(phrase("solid"));
  section.table.columns.insert(section.table.columns.end(),
                               {{phrase("first ms")}, {phrase("last ms")}, {phrase("mean mm/s")}});
  for (std::size_t i = 0; i < report.solids.size(); ++i) {
    const SprayedSolid& solid = report.found.solids[i];
    std::vector<std::string> row = coverage_cells(report.solids[i].name, solid.coverage);
    const bool hit = solid.hits > 0;
    row.push_back(hit ? rounded(1e3 * solid.first_hit_s, 2) : "–");
    row.push_back(hit ? rounded(1e3 * solid.last_hit_s, 2) : "–");
    row.push_back(hit ? rounded(solid.mean_speed_mm_s, 0) : "–");
    section.table.rows.push_back(std::move(row));
  }
  section.notes = {
      phrase("Times and speeds are of all droplets that landed on the solid; droplets, areas and shares "
             "are of its scanned surface.")};
  return section;
}

Section teeth_section(const NamedSolid& named, const SprayedSolid& sprayed) {
  Section section{.title = phrase("Teeth of {} ({} numbers)", named.name, name_of(tooth_names()))};
  section.table.columns = coverage_columns(phrase("tooth"));
  for (const ToothCoverage& tooth : sprayed.teeth) {
    const std::string name = tooth.fdi > 0 ? tooth_name(belief_in(*named.solid, tooth.fdi))
                                           : std::string(phrase("gum or unknown"));
    section.table.rows.push_back(coverage_cells(name, tooth.coverage));
  }
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

std::string spray_title() { return phrase("Spray: where droplets land"); }

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
    if (!report.found.solids[i].teeth.empty())
      sections.push_back(teeth_section(report.solids[i], report.found.solids[i]));
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
  return {{phrase("Droplet"),
           phrase("All start at once and fly with constant acceleration, without drag and without meeting "
                  "each other. Each counts once, at the surface that it meets first; where droplets bounce, "
                  "at the one that it meets last.")},
          {phrase("Reached"),
           phrase("A place is reached if a droplet of this nozzle can come to it from outside and meets "
                  "nothing before. It is found from the ways back to the nozzle, whatever the number of "
                  "droplets, at random points of the surface: at least one per triangle. ± is two standard "
                  "errors at most. What droplets reach after a bounce is not in it.")},
          {phrase("In shadow"),
           phrase("What is not reached: turned away from the nozzle, behind another surface, or outside "
                  "the spray.")},
          {phrase("Evenness"),
           phrase("1 where all of the reached surface is to get equally many droplets per mm², towards 0 "
                  "where few places get nearly all: 1 less the mean deviation from the mean over twice "
                  "the mean.")},
          {phrase("Scanned surface"),
           phrase("What import adds to close an open scan (skirt, base, caps) stops droplets, but "
                  "is no surface to be covered.")}};
}

std::string spray_footer() {
  return phrase("Intercusp {}. For research and planning support; not a diagnosis.", INTERCUSP_VERSION);
}

}  // namespace intercusp
