
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
  return input_fields(scan.report) +
         Fields{
             {"vertices", scan.scan->mesh.vertices.size()},
             {"date", date ? Value(iso_text(*date)) : Value()},
             {"label_source", label_source_value(scan.report)},
             {"estimated_teeth",
              list_of(
                  scan.estimated_teeth,
                  [](const EstimatedTooth& tooth) {
                    return Fields{{"fdi", tooth.fdi}, {"confidence", tooth.confidence}, {"sure", tooth.sure}};
                  })},
             {"remarks", sentences_of(scan.report.remarks)}};
}

//! Half widths of 95 % intervals.
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

Value against_gum(const ScanComparison& change) {
  if (!change.teeth_against_gum) return {};
  return Fields{{"moved_mm", change.teeth_against_gum->moved_mm},
                {"turned_deg", change.teeth_against_gum->turned_rad / rad_per_deg}};
}

//! Where the colours of its picture end.
double scale_um(const Comparison& comparison) {
  return std::round(1e6 * change_scale(comparison).end_mm) / 1000;
}

//! Its own findings, then those of the search for teeth on it.
Fields pair_fields(const Comparison& comparison, const ComparedScan& scan) {
  const ScanComparison& change = scan.change;
  const ScanRegistration& registration = change.registration;
  const std::vector<Finding> findings = findings_of(comparison, scan) + scan.after.report.findings;
  const bool found = change.determined();
  const auto where_found = [&](double number) { return found ? Value(number) : Value(); };
  return {{"after", scan_fields(scan.after, scan.date)},
          {"remarks", sentences_of(findings)},
          {"findings", finding_values(findings)},
          {"determined", found},
          {"reason_code", found ? Value() : Value(name_of(*registration.reason))},
          {"before_from_after", found ? Value(change.before_from_after()) : Value()},
          {"residual_mm", where_found(registration.fit.residual_mm)},
          {"noise_mm", where_found(registration.fit.noise_mm)},
          {"place_noise_mm", where_found(place_noise_mm(change))},
          {"kept_share", where_found(registration.fit.kept_share)},
          {"overlap_share", where_found(std::min(1.0, registration.overlap_share))},
          {"explanation", found ? Value(name_of(change.explanation)) : Value()},
          {"pose_error", found ? Value(pose_error_fields(change)) : Value()},
          {"scale", found ? Value(scale_fields(change.scale)) : Value()},
          {"distortion_mm", found ? Value(change.distortion_mm) : Value()},
          {"teeth_against_gum", against_gum(change)},
          {"deviation", deviation_value(change.deviation)},
          {"scale_um", found ? Value(scale_um(comparison)) : Value()},
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

//! "change.png", or with the scan's number where there are several.
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
  Product product{file_of(*comparison, scan, "change", ".png"),
                  [=] { return png_bytes(change_picture(*comparison, comparison->scans[scan])); }};
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
