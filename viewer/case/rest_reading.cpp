#include "viewer/case/rest_reading.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/ms_since.h"
#include "viewer/case/shown_figures.h"

namespace intercusp::viewer {
namespace {

ContactTable at_threshold(ContactTable table, double threshold_mm) {
  const auto other = [&](const auto& row) { return row.threshold_mm != threshold_mm; };
  std::erase_if(table.areas, other);
  std::erase_if(table.patches, other);
  std::erase_if(table.teeth, other);
  std::erase_if(table.pairs, other);
  return table;
}

}  // namespace

Bite posed_bite(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower) {
  Bite bite = loaded.unprepared;
  bite.upper_from_lower = upper_from_lower;
  return bite;
}

InspectionOptions report_options(double threshold_mm) {
  InspectionOptions options;
  std::vector<double>& thresholds = options.thresholds_mm;
  if (std::ranges::find(thresholds, threshold_mm) == thresholds.end()) {
    thresholds.push_back(threshold_mm);
    std::ranges::sort(thresholds);
  }
  return options;
}

namespace {

//! Separate jaws are not a problem: the numbers show it, and users move them.
std::optional<Finding> doubt_of(const std::vector<Finding>& findings) {
  const auto is_doubt = [](const Finding& finding) {
    return finding.code == codes::jaws_do_not_overlap || finding.code == codes::upper_not_above_lower ||
           (finding.code == codes::not_in_bite && finding.text("reason") == "overlapping");
  };
  const auto found = std::ranges::find_if(findings, is_doubt);
  return found == findings.end() ? std::nullopt : std::optional(*found);
}

RestIntervals::Figures figures_in(const std::optional<Intervals>& intervals, double threshold_mm) {
  if (!intervals) return {};
  RestIntervals::Figures figures{.area_mm2 = {}, .least_mm = intervals->least_mm};
  const auto area = std::ranges::find(intervals->areas, threshold_mm, &AreaInterval::threshold_mm);
  if (area == intervals->areas.end()) return figures;
  figures.area_mm2 = area->surface_mm2;
  figures.left_share = area->left_share;
  return figures;
}

using FindIntervals = decltype(UnfinishedInspection::find_intervals);

//! Frees what was needed when they are found: a pose may rest for hours.
std::function<RestIntervals(const Progress&)> found_once(FindIntervals find, double threshold_mm) {
  return [find = std::make_shared<FindIntervals>(std::move(find)), threshold_mm](const Progress& progress) {
    const InspectionIntervals found = (*find)(progress);
    *find = nullptr;
    return RestIntervals{.by_clearance = figures_in(found.by_clearance, threshold_mm),
                         .by_distance = figures_in(found.by_distance, threshold_mm)};
  };
}

}  // namespace

namespace {

int numbered_teeth(const Solid& jaw) {
  std::set<int> teeth(jaw.labels.begin(), jaw.labels.end());
  teeth.erase(0);
  return static_cast<int>(teeth.size());
}

}  // namespace

RestReading read_at_rest(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                         double threshold_mm, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  InspectionOptions options = report_options(threshold_mm);
  options.first_contact = false;
  UnfinishedInspection inspection =
      inspect_pose(prepare_case(posed_bite(loaded, upper_from_lower)), options, progress);
  RestReading reading{.upper_from_lower = upper_from_lower,
                      .threshold_mm = threshold_mm,
                      .bite_case = inspection.bite_case,
                      .interference = inspection.interference,
                      .least_clearance_mm = inspection.min_clearance_mm,
                      .by_clearance = at_threshold(std::move(inspection.contacts), threshold_mm)};
  reading.doubt = doubt_of(inspection.findings);
  reading.in_bite = in_bite(inspection);
  reading.lower_teeth = numbered_teeth(*reading.bite_case->bite.lower);
  if (inspection.surface) {
    if (inspection.surface->least) reading.least_distance_mm = inspection.surface->least->distance_mm;
    reading.by_distance = at_threshold(std::move(inspection.surface->contacts.lower), threshold_mm);
  }
  reading.find_intervals = found_once(std::move(inspection.find_intervals), threshold_mm);
  reading.ms = ms_since(start);
  return reading;
}

namespace {

double depth_of(double least_mm) { return std::max(0.0, -least_mm); }

//! By tooth; 0: the whole bite.
std::map<int, ToothFigures> figures_of(const RestReading& rest, Measure measure) {
  const ContactTable& contacts = rest.by(measure);
  std::map<int, ToothFigures> figures;
  ToothFigures& whole = figures[0];
  for (const AreaTotal& area : contacts.areas) whole.area_mm2 += area.surface_mm2;
  whole.depth_mm = depth_of(rest.least_mm(measure).value_or(0));
  whole.share = whole.area_mm2 > 0 ? 1 : 0;
  const double whole_mm2 = whole.area_mm2;
  for (const ToothContact& tooth : contacts.teeth) {
    if (jaw_of(tooth.tooth) == Jaw::lower && tooth.surface_mm2 > 0)
      figures[tooth.tooth] = {tooth.surface_mm2, depth_of(tooth.least_mm), tooth.surface_mm2 / whole_mm2};
  }
  return figures;
}

}  // namespace

std::vector<ToothDifference> tooth_differences(const RestReading& now, const RestReading& other,
                                               Measure measure) {
  std::map<int, ToothDifference> rows;
  for (const auto& [tooth, figures] : figures_of(now, measure)) rows[tooth].now = figures;
  for (const auto& [tooth, figures] : figures_of(other, measure)) rows[tooth].other = figures;
  std::vector<ToothDifference> differences;
  for (auto& [tooth, row] : rows) {
    row.tooth = tooth;
    differences.push_back(row);
  }
  return differences;
}

namespace {

int lower_teeth_meeting(const ContactTable& contacts) {
  return static_cast<int>(std::ranges::count_if(contacts.teeth, [](const ToothContact& tooth) {
    return jaw_of(tooth.tooth) == Jaw::lower && tooth.surface_mm2 >= least_contact_mm2;
  }));
}

bool is_lopsided(const AreaTotal& area, const RestIntervals* intervals) {
  const auto usual = [](double share) { return share >= usual_balance.low && share <= usual_balance.high; };
  if (!area.left_share || !usual(*area.left_share)) return true;
  if (intervals == nullptr) return false;
  const std::optional<Interval>& share = intervals->by_distance.left_share;
  return !share || !usual(share->low) || !usual(share->high);
}

bool is_one_sided(const AreaTotal& area) {
  constexpr double all = 0.999;
  return area.right_share.value_or(0) >= all || area.left_share.value_or(0) >= all;
}

}  // namespace

std::optional<Registration> registration_of(const RestReading& rest, const RestIntervals* intervals) {
  if (!rest.least_distance_mm) return std::nullopt;
  Registration judged{.least_mm = *rest.least_distance_mm};
  const ContactTable& contacts = rest.by_distance;
  const AreaTotal area = contacts.areas.empty() ? AreaTotal() : contacts.areas.front();
  judged.too_deep = -judged.least_mm > most_overlap_mm;
  judged.no_contact = area.surface_mm2 == 0;
  judged.few_meet = rest.lower_teeth > 0 && 2 * lower_teeth_meeting(contacts) < rest.lower_teeth;
  judged.one_side = is_one_sided(area);
  judged.lopsided = is_lopsided(area, intervals);
  if (!rest.in_bite)
    judged.light = Light::red;
  else if (judged.too_deep || judged.no_contact || judged.few_meet || judged.lopsided)
    judged.light = Light::amber;
  else if (intervals != nullptr)
    judged.light = Light::green;
  return judged;
}

}  // namespace intercusp::viewer
