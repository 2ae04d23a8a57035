#include "io/results/comparison/parts.h"

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/report.h"
#include "io/wording/figure.h"

namespace intercusp {
namespace {

struct DeviationRow {
  std::string surface;
  Deviation deviation;
};

Figures<DeviationRow> deviation_columns() {
  const auto in_um = [](std::string heading, double Deviation::*member) {
    return Figure<DeviationRow>{"", "", "", [](const DeviationRow&) { return Value(); }}.headed(
        std::move(heading), [member](const DeviationRow& row) { return um_text(row.deviation.*member); });
  };
  const auto share = [](std::string heading, std::size_t limit) {
    return Figure<DeviationRow>{"", "", "", [](const DeviationRow&) { return Value(); }}.headed(
        std::move(heading), [limit](const DeviationRow& row) {
          return phrase("{:.1f}", 100 * row.deviation.within_shares[limit]);
        });
  };
  return {
      Figure<DeviationRow>{"", "", "", [](const DeviationRow& row) { return Value(row.surface); }}.headed(
          phrase("surface"), [](const DeviationRow& row) { return row.surface; }, true),
      in_um(phrase("mean, µm"), &Deviation::mean_mm),
      in_um(phrase("mean size, µm"), &Deviation::mean_absolute_mm),
      in_um(phrase("RMS, µm"), &Deviation::rms_mm),
      in_um(phrase("5 %, µm"), &Deviation::p05_mm),
      in_um(phrase("95 %, µm"), &Deviation::p95_mm),
      share(phrase("within 50 µm, %"), 0),
      share(phrase("100 µm, %"), 1),
      share(phrase("200 µm, %"), 2),
      Figure<DeviationRow>{"", "", "", [](const DeviationRow& row) { return Value(row.deviation.area_mm2); }}
          .headed(phrase("area, mm²"), 0)};
}

//! Bars for the changes from −limit to limit. The outer bars include changes beyond.
constexpr int half_bars = 20;

std::vector<double> areas_of_bars(const ScanComparison& change, double limit_mm) {
  std::vector<double> areas(2 * half_bars + 1, 0);
  const TriangleMesh& mesh = change.before->mesh;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    const double area = face_normal_twice_area(mesh, face).norm() / 6;
    for (const std::uint32_t v : mesh.faces[face]) {
      const double mm = change.before_change_mm[v];
      if (std::isnan(mm)) continue;
      const double bar = std::clamp(std::round(mm / limit_mm * half_bars), -1.0 * half_bars, 1.0 * half_bars);
      areas[static_cast<std::size_t>(bar + half_bars)] += area;
    }
  }
  return areas;
}

BarChart histogram(const ScanComparison& change, const ChangeScale& scale) {
  const std::vector<double> areas = areas_of_bars(change, scale.end_mm);
  const double most = std::ranges::max(areas);
  BarChart chart{
      .title = phrase("Share of the surface by change, µm"),
      .bars = {},
      .highest = phrase("{:.1f} %", 100 * most / change.deviation->area_mm2),
  };
  for (int place = -half_bars; place <= half_bars; ++place) {
    const double mm = scale.end_mm * place / half_bars;
    std::string label;
    if (place % (half_bars / 2) == 0) label = (place > 0 ? "+" : "") + um_text(mm);
    if (place == -half_bars) label = "≤ " + label;
    if (place == half_bars) label = "≥ " + label;
    chart.bars.push_back({areas[static_cast<std::size_t>(place + half_bars)], scale.colour_at(mm), label});
  }
  return chart;
}

}  // namespace

Value deviation_value(const std::optional<Deviation>& deviation) {
  if (!deviation) return {};
  return Fields{{"mean_mm", deviation->mean_mm},
                {"mean_absolute_mm", deviation->mean_absolute_mm},
                {"rms_mm", deviation->rms_mm},
                {"p05_mm", deviation->p05_mm},
                {"p95_mm", deviation->p95_mm},
                {"within_50um", deviation->within_shares[0]},
                {"within_100um", deviation->within_shares[1]},
                {"within_200um", deviation->within_shares[2]},
                {"area_mm2", deviation->area_mm2}};
}

Section deviation_section(const Comparison& comparison, const ComparedScan& scan) {
  const ScanComparison& change = scan.change;
  std::vector<DeviationRow> rows = {{phrase("whole scan"), *change.deviation}};
  for (const ToothChange& tooth : change.teeth) {
    if (tooth.deviation) rows.push_back({tooth_name(tooth.fdi), *tooth.deviation});
  }
  const std::string name = scan_name(comparison, scan);
  return {.title = (name.empty() ? "" : name + ": ") + phrase("Deviation"),
          .table = table_of(deviation_columns(), rows),
          .charts = {histogram(change, change_scale(comparison))},
          .notes = {phrase("Over the surface of the scan before that has a partner, by area, both scans in "
                           "their common pose; movements and distortions count. Negative: lost. 5 %, 95 %: "
                           "percentiles of the change; RMS: root mean square.")},
          .on = Section::On::page};
}

}  // namespace intercusp
