
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/comparison.h"
#include "io/results/comparison/parts.h"
#include "io/results/comparison/report.h"
#include "io/wording/findings.h"
#include "io/wording/provenance.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

Fields scan_fields(const ReadScan& scan, const std::optional<ScanDate>& date) {
  return input_fields(scan.report) + Fields{{"vertices", scan.scan->mesh.vertices.size()},
                                            {"date", date ? Value(iso_text(*date)) : Value()},
                                            {"label_source", label_source_value(scan.report)},
                                            {"estimated_teeth", estimated_teeth_values(scan.estimated_teeth)},
                                            {"remarks", sentences_of(scan.report.remarks)}};
}

//! Half widths of the 95 % intervals.
Fields pose_error_fields(const ScanComparison& change) {
  const PoseError& error = change.registration.fit.error;
  const PoseVector half = error.interval_factor() * error.covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
  return {{"shift_mm", Eigen::Vector3d(half.head<3>())},
          {"turn_deg", Eigen::Vector3d(half.tail<3>() / rad_per_deg)},
          {"at_teeth_mm", change.at_teeth_mm},
          {"centre_mm", error.centre},
          {"covariance", error.covariance}};
}

Fields scale_fields(const ScaleFactor& scale) {
  return {{"factor", scale.factor}, {"interval", Value(scale.interval)}, {"stated", scale.stated}};
}

//! The end of the colours of the pictures.
double scale_um(const Comparison& comparison) {
  return std::round(1e6 * change_scale(comparison).end_mm) / 1000;
}

//! The findings of the comparison, then those of the search for teeth on the scan.
Fields pair_fields(const Comparison& comparison, const ComparedScan& scan) {
  const ScanComparison& change = scan.change;
  const std::vector<Finding> findings = findings_of(comparison, scan) + scan.after.report.findings;
  return Fields{{"after", scan_fields(scan.after, scan.date)},
                {"remarks", sentences_of(findings)},
                {"findings", finding_values(findings)}} +
         json_row(compared_scan_figures(), scan) +
         Fields{{"deviation", deviation_value(change.deviation)},
                {"scale_um", change.determined() ? Value(scale_um(comparison)) : Value()},
                {"left_out_teeth", Value(change.left_out_teeth)},
                {"teeth", json_rows(tooth_change_figures(), tooth_change_rows(comparison, scan))},
                {"timings_ms", {{"import", comparison.request.import_ms}, {"compare", scan.compare_ms}}}};
}

Fields json_of(const Comparison& comparison) {
  const ForPrograms english;
  const ComparisonRequest& request = comparison.request;
  const MeshReport& before = comparison.before.report;
  const Fields head =
      envelope("intercusp-compare/1", "mm") +
      Fields{{"before", scan_fields(comparison.before, comparison.date)},
             {"before_remarks", sentences_of(comparison.request.remarks + before.findings + before.remarks)},
             {"before_findings", finding_values(comparison.request.remarks + before.findings)},
             {"region", name_of(request.by)},
             {"region_file", request.region_file.empty() ? Value() : Value(request.region_file)},
             {"region_teeth", Value(request.region_teeth)},
             {"definitions", {{"change", change_sentence()}}}};
  if (comparison.scans.size() == 1) return head + pair_fields(comparison, comparison.scans.front());
  const Fields repeats = request.repeats ? Fields{{"repeats", repeats_value(comparison)}} : Fields{};
  return head + repeats +
         Fields{{"comparisons", list_of(comparison.scans, [&](const ComparedScan& scan) {
                   return Fields{{"region", name_of(request.by)}} + pair_fields(comparison, scan);
                 })}};
}

CsvFile teeth_table(const Comparison& comparison) {
  const ForPrograms english;
  const Figures<ToothChangeRow> figures = tooth_change_figures();
  CsvFile table{.name = "teeth_change.csv",
                .columns = csv_head(figures),
                .rows = {},
                .every_row = {{"version", INTERCUSP_VERSION},
                              {"region", name_of(comparison.request.by)},
                              {"before_sha256", digests_of(comparison.before.report)}}};
  for (const ComparedScan& scan : comparison.scans)
    table.rows = std::move(table.rows) + csv_rows(figures, tooth_change_rows(comparison, scan));
  return table;
}

//! "change.png", or the name with the scan's number if there are several.
std::string file_of(const Comparison& comparison, std::size_t scan, const std::string& stem,
                    const std::string& extension) {
  return comparison.scans.size() == 1 ? stem + extension : fmt::format("{}_{}{}", stem, scan + 1, extension);
}

Product vtp_product(const std::shared_ptr<const Comparison>& comparison, std::size_t scan, ScanTime time) {
  const char* const stem = time == ScanTime::before ? "before_change" : "after_change";
  return {file_of(*comparison, scan, stem, ".vtp"),
          [=] { return change_vtp(*comparison, comparison->scans[scan], time); }};
}

Product picture_product(const std::shared_ptr<const Comparison>& comparison, std::size_t scan) {
  Product product{
      file_of(*comparison, scan, "change", ".png"), [=] {
        return png_bytes(change_picture(*comparison, comparison->scans[scan], change_scale(*comparison)));
      }};
  product.caption = change_picture_caption(*comparison);
  product.wide = true;
  return product;
}

Product series_product(const std::shared_ptr<const Comparison>& comparison) {
  Product product{"series.png", [=] { return png_bytes(series_picture(*comparison)); }};
  product.caption = phrase("Each tooth over the scans");
  product.wide = true;
  return product;
}

std::vector<Fact> head_of(const Comparison& comparison) {
  std::vector<Fact> head = {{phrase("Before"), scan_in_words(comparison.before, comparison.date)}};
  for (const ComparedScan& scan : comparison.scans)
    head.push_back({phrase("After"), scan_in_words(scan.after, scan.date)});
  return head;
}

}  // namespace

Figures<ComparedScan> compared_scan_figures() {
  using Row = ComparedScan;
  const auto where_found = [](const char* key, const char* unit, const char* definition, auto value) {
    return Figure<Row>{key, unit, definition, [value](const Row& row) {
                         return row.change.determined() ? Value(value(row.change)) : Value();
                       }};
  };
  const auto fit = [](const ScanComparison& change) -> const Refined& { return change.registration.fit; };
  return {{"determined", "", "Whether the scan could be brought to the scan before.",
           [](const Row& row) { return row.change.determined(); }},
          {"reason_code", "",
           "Why not: `no_surface`, `too_little_overlap`, `shapes_differ`, `other_jaw`, `mirrored`, "
           "`several_poses` or `slides`; null with a pose.",
           [](const Row& row) {
             return row.change.determined() ? Value() : Value(name_of(*row.change.registration.reason));
           }},
          where_found("before_from_after", "", "The pose, row by row.",
                      [](const ScanComparison& change) { return change.before_from_after(); }),
          where_found("residual_mm", "mm",
                      "Root mean square distance of the scans on the surface kept as unchanged.",
                      [fit](const ScanComparison& change) { return fit(change).residual_mm; }),
          where_found("noise_mm", "mm", "Standard deviation of that distance, by the median.",
                      [fit](const ScanComparison& change) { return fit(change).noise_mm; }),
          where_found("place_noise_mm", "mm",
                      "Changes of a place's mean over half a millimetre below it are noise.", place_noise_mm),
          where_found("kept_share", "1", "Share of the surface in common that has not changed.",
                      [fit](const ScanComparison& change) { return fit(change).kept_share; }),
          where_found(
              "overlap_share", "1", "The surface in common, as a share of the smaller scan's.",
              [](const ScanComparison& change) { return std::min(1.0, change.registration.overlap_share); }),
          where_found("explanation", "",
                      "What explains the differences best: `unchanged`, `scale`, `distortion`, "
                      "`teeth_against_gum`, `teeth`, `layer` (of all crowns), `several`, or `cannot_tell` "
                      "(smooth along the arch, but more than twice `--scan-error`).",
                      [](const ScanComparison& change) { return name_of(change.explanation); }),
          where_found("pose_error", "mm",
                      "95 % half widths along (`shift_mm`) and about (`turn_deg`) the axes of the scan "
                      "before, at `centre_mm`; `covariance`, row by row, of shift in mm and turn in rad; "
                      "`at_teeth_mm`, distortion included.",
                      pose_error_fields)
              .in_columns({{"at_teeth_mm", "at_teeth_mm",
                            "Where a crown would be without change is known to so much, 95 %."}}),
          where_found("scale", "1",
                      "Size of the scan over that of the scan before (`factor`), with its 95 % `interval`; "
                      "`stated`: 1 lies outside.",
                      [](const ScanComparison& change) { return scale_fields(change.scale); })
              .in_columns({{"scale", "factor"},
                           {"scale_low", "interval/0", "Lower end of its 95 % interval."},
                           {"scale_high", "interval/1", "Upper end of that interval."}}),
          where_found("distortion_mm", "mm",
                      "Root mean square over the crowns of the smooth distortion along the arch; null where "
                      "it cannot be told.",
                      [](const ScanComparison& change) { return change.distortion_mm; }),
          Figure<Row>{"teeth_against_gum", "mm",
                      "Mean length of the crowns' displacements against the gum (`moved_mm`), and their turn "
                      "(`turned_deg`); null where the teeth follow the gum or it does not tell.",
                      [](const Row& row) {
                        const auto& moved = row.change.teeth_against_gum;
                        return moved ? Value(Fields{{"moved_mm", moved->moved_mm},
                                                    {"turned_deg", moved->turned_rad / rad_per_deg}})
                                     : Value();
                      }}
              .in_columns({{"teeth_against_gum_mm", "moved_mm"}})};
}

Report report_of(std::shared_ptr<const Comparison> shared) {
  const Comparison& comparison = *shared;
  Report report{.json_name = "compare.json",
                .json = json_of(comparison),
                .tables = {teeth_table(comparison)},
                .files = {},
                .title = phrase("What changed between scans of one jaw"),
                .page_name = "report.html",
                .input_files = head_of(comparison),
                .remarks = remarks_of(comparison),
                .headline = headline_of(comparison),
                .footer = phrase("Intercusp {}. For research and planning support; not a diagnosis.",
                                 INTERCUSP_VERSION)};
  if (comparison.repeats) {
    report.tables.push_back(repeats_table(comparison));
    report.sections.push_back(repeats_section(comparison));
  }
  if (has_series(comparison)) {
    report.files.push_back(series_product(shared));
    report.sections.push_back({.pictures = {report.files.back().name}, .on = Section::On::page});
  }
  for (std::size_t i = 0; i < comparison.scans.size(); ++i) {
    const ComparedScan& scan = comparison.scans[i];
    std::vector<std::string> pictures;
    if (scan.change.determined()) {
      report.files.push_back(vtp_product(shared, i, ScanTime::before));
      report.files.push_back(vtp_product(shared, i, ScanTime::after));
      report.files.push_back(picture_product(shared, i));
      pictures = {report.files.back().name};
    }
    report.sections = std::move(report.sections) + sections_of(comparison, scan, pictures);
  }
  report.sections.push_back(definitions_section(comparison));
  return report;
}

std::vector<std::string> comparison_file_names() {
  return {"compare.json", "teeth_change.csv", "before_change*.vtp", "after_change*.vtp",
          "change*.png",  "series.png",       "repeats.csv",        "report.html"};
}

}  // namespace intercusp
