#include "io/results/comparison/comparison.h"

#include <algorithm>
#include <utility>

#include "io/case/both_jaws.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/report/parts.h"
#include "io/wording/provenance.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/registration/region.h"

namespace intercusp {
namespace {

bool has_surface(const JawScan& scan, const std::vector<std::uint8_t>& region) {
  return std::ranges::any_of(scan.mesh.faces, [&](const Face& face) {
    return std::ranges::all_of(face, [&](std::uint32_t v) { return region[v] != 0; });
  });
}

//! Per vertex of the scan before; empty if the unchanged part is still to be found.
std::vector<std::uint8_t> region_of(const ReadScan& before, const ComparisonRequest& request) {
  if (request.by == ComparedBy::teeth) return checked_region_of_teeth(before, request.region_teeth);
  if (request.by != ComparedBy::file) return {};
  std::vector<std::uint8_t> region =
      region_below(*before.scan, {request.cover->mesh.vertices, request.cover->mesh.faces});
  if (has_surface(*before.scan, region)) return region;
  throw InputError(request.region_file,
                   phrase("covers no face of the scan before within {} mm; give a surface in the frame of "
                          "that scan, in the same unit",
                          region_reach_mm),
                   Finding{"region_covers_nothing", Severity::error});
}

//! The date of the scan at an index of the given order.
std::optional<ScanDate> date_of_scan(const ComparisonRequest& request, std::size_t place,
                                     const ReadScan& scan) {
  return request.dates.empty() ? date_in_name(file_names(scan.report)) : request.dates.at(place);
}

ComparedScan compared(const ReadScan& before, ReadScan after, CompareOptions options,
                      const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  ComparedScan scan{.after = std::move(after)};
  scan.is_same_file = have_same_files(before.report, scan.after.report);
  if (scan.is_same_file && !options.before_from_after)
    options.before_from_after = Eigen::Isometry3d::Identity();
  options.numbers_estimated = !before.estimated_teeth.empty() || !scan.after.estimated_teeth.empty();
  scan.change = compare_scans(before.scan, scan.after.scan, options, progress);
  scan.compare_ms = ms_since(start);
  return scan;
}

std::optional<Repeats> repeats_in(const Comparison& comparison, const JawScan& reference,
                                  const Progress& progress) {
  std::vector<RepeatedScan> scans;
  for (const ComparedScan* scan : determined_scans(comparison))
    scans.push_back({scan->after.scan.get(), scan->change.before_from_after()});
  constexpr std::size_t least = 2;
  return scans.size() < least ? std::nullopt : std::optional(repeats_of(reference, scans, progress));
}

}  // namespace

RawJaw read_region(const std::string& source, ImportOptions options) {
  options.teeth = TeethSource::none;
  options.refuse_odd_scale = false;  // a region may be smaller than a jaw
  return read_jaw(source, std::nullopt, options);
}

std::vector<std::uint8_t> checked_region_of_teeth(const ReadScan& before, const std::vector<int>& fdi) {
  const std::vector<int>& labels = before.scan->labels;
  std::string missing;
  for (const int tooth : fdi) {
    if (std::ranges::find(labels, tooth) == labels.end())
      missing += (missing.empty() ? "" : ", ") + std::to_string(tooth);
  }
  if (missing.empty()) return region_of_teeth(*before.scan, fdi);
  throw InputError(paths_of(before.report),
                   phrase("has no tooth {} for the region; name teeth that the scan before has", missing),
                   Finding{"no_such_tooth", Severity::error, {{"teeth", missing}}});
}

std::vector<const ComparedScan*> determined_scans(const Comparison& comparison) {
  std::vector<const ComparedScan*> scans;
  for (const ComparedScan& scan : comparison.scans) {
    if (scan.change.determined()) scans.push_back(&scan);
  }
  return scans;
}

std::shared_ptr<const Comparison> compare_read_scans(ReadScan before, std::vector<ReadScan> after,
                                                     ComparisonRequest request, const Progress& progress) {
  auto result = std::make_shared<Comparison>();
  const CompareOptions options{.before_from_after = request.before_from_after,
                               .start = request.start,
                               .region = region_of(before, request),
                               .scan_error = request.scan_error};
  const double compared_share = request.repeats ? 0.5 : 1;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double share = compared_share / static_cast<double>(after.size()),
                 from = static_cast<double>(i) * share;
    result->scans.push_back(
        compared(before, std::move(after[i]), options, part_of(progress, from, from + share)));
    result->scans.back().date = date_of_scan(request, i + 1, result->scans.back().after);
  }
  result->date = date_of_scan(request, 0, before);
  if (request.repeats)
    result->repeats = repeats_in(*result, *before.scan, part_of(progress, compared_share, 1));
  result->before = std::move(before);
  result->request = std::move(request);
  return result;
}

}  // namespace intercusp
