#include "io/results/comparison/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/picture.h"
#include "io/report/parts.h"
#include "io/results/comparison/report.h"
#include "io/wording/provenance.h"

namespace intercusp {
namespace {

constexpr double um_per_mm = 1000;

Value um(double mm) { return um_per_mm * mm; }

//! Whether any scan shows the tooth.
bool is_shown(const RepeatedTooth& tooth) { return tooth.trueness_mm > 0; }

Value shift_value(const RepeatedTooth& tooth) {
  if (!tooth.shift_mm) return {};
  return Fields{{"buccal", um(tooth.shift_mm->x())},
                {"mesial", um(tooth.shift_mm->y())},
                {"occlusal", um(tooth.shift_mm->z())}};
}

Fields mean_and_deviation(const MeanAndDeviation& number) {
  return {{"mean", um(number.mean)}, {"deviation", um(number.deviation)}};
}

Value distortion_value(const Repeats& repeats) {
  if (!repeats.distortion) return {};
  return Fields{{"spread_um", mean_and_deviation(repeats.distortion->spread_mm)},
                {"twist_um", mean_and_deviation(repeats.distortion->twist_mm)},
                {"bend_um", mean_and_deviation(repeats.distortion->bend_mm)}};
}

//! The values that `--scan-error` takes.
Value scan_error_value(const Repeats& repeats) {
  if (!repeats.distortion) return {};
  return Values{um(repeats.vertex_mm), um(repeats.distortion->ends_mm)};
}

//! "41 µm, standard deviation 12 µm".
std::string with_deviation(const MeanAndDeviation& number) {
  return phrase("{} µm, standard deviation {} µm", um_text(number.mean), um_text(number.deviation));
}

std::string scan_error_text(const Repeats& repeats) {
  return "--scan-error " + fmt::format("{:.0f},{:.0f}", std::max(1.0, um_per_mm * repeats.vertex_mm),
                                       std::max(1.0, um_per_mm * repeats.distortion->ends_mm));
}

std::vector<Fact> facts_of(const Repeats& repeats) {
  const auto in_um = [](double mm) { return phrase("{} µm", um_text(mm)); };
  std::vector<Fact> facts = {
      {phrase("Trueness, root mean square over {} scans", repeats.scan_trueness_mm.size()),
       in_um(repeats.trueness_mm)},
      {phrase("Precision, root mean square over {} pairs of scans", repeats.pairs.size()),
       in_um(repeats.precision_mm)}};
  if (!repeats.distortion) return facts;
  facts.push_back({phrase("Spread: the ends of the arch lie further apart by"),
                   with_deviation(repeats.distortion->spread_mm)});
  facts.push_back({phrase("Twist: the left side lies higher than the right, half-way along the arch, by"),
                   with_deviation(repeats.distortion->twist_mm)});
  facts.push_back({phrase("Bend: both lie higher than the ends and the middle of the arch by"),
                   with_deviation(repeats.distortion->bend_mm)});
  facts.push_back({phrase("Known of this scanner when its scans are compared"), scan_error_text(repeats)});
  return facts;
}

BarChart chart_of(const std::string& title, const std::vector<RepeatedTooth>& teeth,
                  double RepeatedTooth::*number) {
  constexpr Rgb blue{45, 109, 163};
  BarChart chart{.title = title, .bars = {}, .highest = {}};
  double most = 0;
  for (const RepeatedTooth& tooth : teeth) {
    chart.bars.push_back({tooth.*number, blue, tooth_name(tooth.fdi)});
    most = std::max(most, tooth.*number);
  }
  chart.highest = um_text(most);
  return chart;
}

Figures<RepeatedTooth> repeated_tooth_columns() {
  const auto part = [](const char* key, std::string heading, int axis) {
    return Figure<RepeatedTooth>{
        key, "", "",
        [axis](const RepeatedTooth& tooth) { return tooth.shift_mm ? um((*tooth.shift_mm)[axis]) : Value(); }}
        .headed(std::move(heading), 0);
  };
  return {Figure<RepeatedTooth>{"fdi", "", "", [](const RepeatedTooth& tooth) { return Value(tooth.fdi); }}
              .headed(
                  phrase("tooth"), [](const RepeatedTooth& tooth) { return tooth_name(tooth.fdi); }, true),
          Figure<RepeatedTooth>{"trueness_um", "", "",
                                [](const RepeatedTooth& tooth) { return um(tooth.trueness_mm); }}
              .headed(phrase("trueness, µm"), 0),
          Figure<RepeatedTooth>{"precision_um", "", "",
                                [](const RepeatedTooth& tooth) { return um(tooth.precision_mm); }}
              .headed(phrase("precision, µm"), 0),
          part("buccal", phrase("buccal, µm"), 0),
          part("mesial", phrase("mesial, µm"), 1),
          part("occlusal", phrase("occlusal, µm"), 2),
          Figure<RepeatedTooth>{"deviation", "", "",
                                [](const RepeatedTooth& tooth) {
                                  return tooth.shift_mm ? um(tooth.shift_deviation_mm) : Value();
                                }}
              .headed(phrase("deviation, µm"), 0)};
}

Values scans_value(const Comparison& comparison) {
  const std::vector<const ComparedScan*> scans = determined_scans(comparison);
  Values values;
  for (std::size_t i = 0; i < scans.size(); ++i)
    values.push_back(Fields{{"file", paths_of(scans[i]->after.report)},
                            {"trueness_um", um(comparison.repeats->scan_trueness_mm[i])},
                            {"reference_from_scan", Value(comparison.repeats->reference_from_scan[i])}});
  return values;
}

}  // namespace

Figures<RepeatedTooth> repeated_tooth_figures() {
  const auto where_shown = [](double RepeatedTooth::*number) {
    return [number](const RepeatedTooth& tooth) { return is_shown(tooth) ? um(tooth.*number) : Value(); };
  };
  return {
      {"fdi", "", "FDI number of the tooth on the reference.",
       [](const RepeatedTooth& tooth) { return Value(tooth.fdi); }},
      {"trueness_um", "um",
       "Root mean square distance of the scans from the reference over the crown, both in the pose of least "
       "squares over all teeth; null where no scan shows it.",
       where_shown(&RepeatedTooth::trueness_mm)},
      {"precision_um", "um",
       "Root mean square distance of the scans from each other over the crown, over all pairs.",
       where_shown(&RepeatedTooth::precision_mm)},
      Figure<RepeatedTooth>{
          "shift_um", "um",
          "By how much the scans show the crown elsewhere, smooth along the arch, mean over the scans, along "
          "the axes of the tooth; null with fewer than six teeth on all scans.",
          shift_value}
          .in_columns({{"shift_buccal_um", "buccal"},
                       {"shift_mesial_um", "mesial"},
                       {"shift_occlusal_um", "occlusal"}}),
      {"shift_deviation_um", "um", "Standard deviation of the shift over the scans, its length.",
       [](const RepeatedTooth& tooth) { return tooth.shift_mm ? um(tooth.shift_deviation_mm) : Value(); }}};
}

Value repeats_value(const Comparison& comparison) {
  if (!comparison.repeats) return {};
  const Repeats& repeats = *comparison.repeats;
  return Fields{
      {"trueness_um", um(repeats.trueness_mm)},
      {"precision_um", um(repeats.precision_mm)},
      {"surface", repeats.by_teeth ? "teeth" : "all"},
      {"distortion", distortion_value(repeats)},
      {"scan_error_um", scan_error_value(repeats)},
      {"teeth", json_rows(repeated_tooth_figures(), repeats.teeth)},
      {"scans", scans_value(comparison)},
      {"pairs", list_of(repeats.pairs, [](const RepeatPair& pair) {
         return Fields{{"scans", Values{pair.first, pair.second}}, {"precision_um", um(pair.precision_mm)}};
       })}};
}

CsvFile repeats_table(const Comparison& comparison) {
  const ForPrograms english;
  const Figures<RepeatedTooth> figures = repeated_tooth_figures();
  return {.name = "repeats.csv",
          .columns = csv_head(figures),
          .rows = csv_rows(figures, comparison.repeats->teeth),
          .every_row = {{"version", INTERCUSP_VERSION},
                        {"reference_sha256", digests_of(comparison.before.report)}}};
}

Section repeats_section(const Comparison& comparison) {
  const Repeats& repeats = *comparison.repeats;
  Section section{.title = phrase("Trueness and precision of the scans"), .facts = facts_of(repeats)};
  if (!repeats.teeth.empty()) {
    section.table = table_of(repeated_tooth_columns(), repeats.teeth);
    section.charts = {chart_of(phrase("Trueness of each tooth along the arch, µm"), repeats.teeth,
                               &RepeatedTooth::trueness_mm),
                      chart_of(phrase("Precision of each tooth along the arch, µm"), repeats.teeth,
                               &RepeatedTooth::precision_mm)};
  }
  section.notes = {
      phrase("Root mean square distances (ISO 5725, ISO 20896-1): trueness from the scan before, which is "
             "the reference, precision of the scans from each other, each pair in the pose of least squares "
             "over all teeth, or over everything where no tooth has a number. Buccal, mesial, occlusal: by "
             "how much the scans show a crown elsewhere, smooth along the arch, mean over the scans; "
             "deviation: its standard deviation.")};
  return section;
}

}  // namespace intercusp
