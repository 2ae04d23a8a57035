#include "io/results/validation/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

//! "99.84 %"; "–" for NaN.
std::string share_text(double share) {
  if (!std::isfinite(share)) return "–";
  return phrase("{:.2f} %", 100 * share);
}

std::vector<std::string> statistics_row(const std::string& name, const ErrorStatistics& statistics) {
  return {name,
          std::to_string(statistics.pixels),
          length_text(statistics.rms_mm),
          length_text(statistics.p99_mm),
          length_text(statistics.p999_mm),
          length_text(statistics.max_mm),
          length_text(statistics.bias_mm)};
}

Section figures_section(const Validation& validation) {
  const int rays = validation.options.rays_per_pixel;
  return {
      .title = phrase("Validation against rays"),
      .table = {.columns = {{phrase("Map less rays")},
                            {phrase("Pixels")},
                            {"RMS"},
                            {phrase("99 % within")},
                            {phrase("99.9 % within")},
                            {phrase("Largest")},
                            {phrase("Bias")}},
                .rows = {statistics_row(
                             rays == 1 ? phrase("One ray a pixel") : phrase("Mean of {} rays a pixel", rays),
                             validation.mean),
                         statistics_row(phrase("– away from silhouettes"), validation.mean_away),
                         statistics_row(phrase("Ray through the pixel's centre, away from silhouettes"),
                                        validation.point),
                         statistics_row(phrase("– near silhouettes"), validation.point_near)}},
      .notes = {
          phrase("Near a silhouette: within half a pixel."),
          phrase("An exact map would have an RMS of {} against the mean of the rays: {} of the mean square "
                 "is the pixel's own spread. Inside a pixel the rays have a standard deviation of {}.",
                 length_text(validation.own_spread_mm), share_text(validation.own_spread_share),
                 length_text(validation.within_pixel_mm)),
          phrase("{}; {} of different kinds within twice the depth tolerance of each other; of {} pixels "
                 "near a silhouette {} differ.",
                 validation.state_disagreements == 1
                     ? phrase("1 state disagreement")
                     : phrase("{} state disagreements", validation.state_disagreements),
                 validation.near_boundary == 1 ? phrase("1 pixel")
                                               : phrase("{} pixels", validation.near_boundary),
                 validation.near_silhouette, validation.near_silhouette_disagreements)}};
}

Section definitions_section(const Validation& validation, const std::vector<std::string>& pictures) {
  const ValidationCounts& counts = validation.counts;
  return {.pictures = pictures,
          .notes = {phrase("Mean: ") + mean_error_sentence(validation.options.rays_per_pixel),
                    phrase("Centre: ") + point_error_sentence(),
                    phrase("Of {} pixels that both jaws cover, in the map or at some ray, {} were compared "
                           "with the mean ({} of them only with those rays that have a finite clearance); "
                           "only the map has one at {}, only rays at {}, neither at {}.",
                           counts.examined, validation.mean.pixels, counts.partly_finite,
                           counts.only_map_finite, counts.only_rays_finite, counts.neither_finite)},
          .on = Section::On::page};
}

std::string bin_name(std::size_t bin) {
  if (bin == 0) return phrase("below {} µm", histogram_edges_um.front());
  if (bin == histogram_edges_um.size()) return phrase("{} µm and more", histogram_edges_um.back());
  return phrase("{} to {} µm", histogram_edges_um[bin - 1], histogram_edges_um[bin]);
}

Section histogram_section(const Validation& validation) {
  Section section{
      .title = phrase("Validation: distribution of the errors"),
      .table = {.columns = {{phrase("Size of the error")},
                            {.heading = phrase("Mean of the pixel's rays, pixels"), .has_bars = true},
                            {.heading = phrase("Ray through the centre, pixels"), .has_bars = true}}},
      .on = Section::On::page};
  for (std::size_t bin = 0; bin < validation.mean.histogram.size(); ++bin) {
    section.table.rows.push_back({bin_name(bin), std::to_string(validation.mean.histogram[bin]),
                                  std::to_string(validation.point.histogram[bin])});
  }
  return section;
}

constexpr auto kind_words = enum_table<PixelKind, Wording>({{PixelKind::outside, Text("outside")},
                                                            {PixelKind::not_anatomy, Text("not anatomy")},
                                                            {PixelKind::unlimited, Text("unlimited")},
                                                            {PixelKind::free, Text("free")},
                                                            {PixelKind::touching, Text("touching")},
                                                            {PixelKind::interfering, Text("interfering")}});

std::string kind_name(std::size_t kind) { return kind_words[static_cast<PixelKind>(kind)]; }

Section states_section(const Validation& validation) {
  const std::array<std::string, stages> stage_names = {phrase("outside in the map"), phrase("pass 1"),
                                                       phrase("pass 2"), phrase("layers"), phrase("rays")};
  Section section{
      .title = phrase("Validation: agreement of states"),
      .table = {.columns = {{phrase("Resolved by")}, {.heading = phrase("Map says"), .is_text = true}}},
      .notes = {states_sentence(validation.options.depth_tolerance_mm)},
      .on = Section::On::page};
  for (std::size_t ray = 0; ray < pixel_kinds; ++ray)
    section.table.columns.push_back({phrase("Ray: ") + kind_name(ray)});
  for (std::size_t stage = 0; stage < stages; ++stage) {
    for (std::size_t map = 0; map < pixel_kinds; ++map) {
      const auto& counts = validation.states[stage][map];
      if (std::ranges::all_of(counts, [](std::size_t count) { return count == 0; })) continue;
      std::vector<std::string> row = {stage_names[stage], kind_name(map)};
      for (const std::size_t count : counts) row.push_back(count == 0 ? "–" : std::to_string(count));
      section.table.rows.push_back(std::move(row));
    }
  }
  return section;
}

Section worst_section(const std::string& title, const std::vector<WorstPlace>& places) {
  Section section{.title = title,
                  .table = {.columns = {{phrase("No.")},
                                        {phrase("Map")},
                                        {phrase("Pixel")},
                                        {phrase("Place x, y, z, mm")},
                                        {phrase("Error")},
                                        {phrase("Map, mm")},
                                        {phrase("Rays, mm")},
                                        {.heading = phrase("Near a silhouette"), .is_text = true}}},
                  .on = Section::On::page};
  for (const WorstPlace& place : places) {
    section.table.rows.push_back(
        {std::to_string(section.table.rows.size() + 1), std::to_string(place.map + 1),
         fmt::format("{}, {}", place.column, place.row),
         phrase("{:.2f}, {:.2f}, {:.2f}", place.point_mm.x(), place.point_mm.y(), place.point_mm.z()),
         length_text(place.error_mm), phrase("{:.4f}", place.map_mm), phrase("{:.4f}", place.rays_mm),
         place.near_silhouette ? phrase("yes") : phrase("no")});
  }
  return section;
}

}  // namespace

std::string mean_error_sentence(int rays_per_pixel) {
  return phrase(
      "Clearance of the map less the mean clearance of {} spread over the pixel (those with a finite "
      "clearance). A map holds what is at a pixel's centre, which is not its mean: most of this is what "
      "sampling does, and it has no bound.",
      rays_per_pixel == 1 ? phrase("1 ray") : phrase("{} rays", rays_per_pixel));
}

std::string point_error_sentence() {
  return phrase(
      "Clearance of the map less that of the ray through the pixel's centre, at pixels more than half a "
      "pixel from every projected silhouette of either jaw: what the engine does.");
}

std::string states_sentence(double depth_tolerance_mm) {
  return phrase(
      "Kinds of pixels: outside (not covered by both jaws), not anatomy (nothing between scanned surfaces), "
      "unlimited (nothing above the lower), free (clearance above {0} mm), touching (no overlap, clearance "
      "of at most {0} mm), interfering (an overlap longer than {0} mm). Map and ray disagree where the kinds "
      "differ and the clearances differ by more than {1} mm, more than half a pixel from silhouettes.",
      shortest(depth_tolerance_mm), shortest(2 * depth_tolerance_mm));
}

std::vector<Fact> validation_definitions(const ValidationOptions& options) {
  return {
      {"clearance", measure_sentence()},
      {"mean", mean_error_sentence(options.rays_per_pixel)},
      {"point", point_error_sentence()},
      {"bias_mm", "mean of the errors with their sign, map less rays; other figures are of their sizes"},
      {"p99_mm", "99 % of the pixels have an error of at most this"},
      {"own_spread_mm",
       "what rms_mm would be if the map were exact: RMS of the centre's ray less the mean of the pixel's "
       "rays; own_spread_share: its square over the mean square of the errors of the same pixels"},
      {"within_pixel_mm", "standard deviation of the rays inside a pixel, RMS over the pixels"},
      {"states", states_sentence(options.depth_tolerance_mm)},
      {"near_silhouette",
       "pixels covered by both jaws, in the map or at the centre's ray, at most half a pixel from a "
       "silhouette; near_silhouette_disagreements: those of different kinds"},
      {"near_boundary",
       "pixels of different kinds whose clearances differ by no more than twice the depth tolerance, more "
       "than half a pixel from silhouettes"},
      {"counts",
       "examined: covered by both jaws in the map or at some ray; only_map_finite, only_rays_finite, "
       "neither_finite: left out of the mean; partly_finite: compared with the mean of those rays that have "
       "a finite clearance; point_*: the same at the centre's ray, more than half a pixel from silhouettes"}};
}

std::vector<std::pair<std::string, std::string>> error_map_notes(int rays_per_pixel,
                                                                 const std::string& view) {
  return {{"intercusp_content", "error of the clearance map in mm, map less rays; NaN where not compared"},
          {"intercusp_measure", for_programs([&] { return mean_error_sentence(rays_per_pixel); })},
          {"intercusp_view", view}};
}

std::vector<Section> sections_of(const Validation& validation, const std::vector<std::string>& pictures) {
  std::vector<Section> sections = {figures_section(validation), definitions_section(validation, pictures),
                                   histogram_section(validation), states_section(validation)};
  if (!validation.worst.empty()) {
    sections.push_back(worst_section(phrase("Validation: greatest errors against the mean of a pixel's rays"),
                                     validation.worst));
  }
  if (!validation.worst_points.empty()) {
    sections.push_back(worst_section(phrase("Validation: greatest errors against the ray through the centre"),
                                     validation.worst_points));
  }
  return sections;
}

}  // namespace intercusp
