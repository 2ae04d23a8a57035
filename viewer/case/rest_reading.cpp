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
  if (area != intervals->areas.end()) figures.area_mm2 = area->surface_mm2;
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

int lower_teeth_present(const Bite& bite) {
  std::set<int> teeth(bite.lower->labels.begin(), bite.lower->labels.end());
  teeth.erase(0);
  return static_cast<int>(teeth.size());
}

int lower_teeth_meeting(const ContactTable& contacts) {
  return static_cast<int>(std::ranges::count_if(contacts.teeth, [](const ToothContact& tooth) {
    return jaw_of(tooth.tooth) == Jaw::lower && tooth.surface_mm2 >= least_contact_mm2;
  }));
}

bool touches_one_side(const ContactTable& contacts) {
  constexpr double all = 0.999;
  return std::ranges::any_of(contacts.areas, [](const AreaTotal& area) {
    return area.surface_mm2 > 0 &&
           (area.right_share.value_or(0) >= all || area.left_share.value_or(0) >= all);
  });
}

}  // namespace

std::optional<Registration> registration_of(const RestReading& rest) {
  if (!rest.least_distance_mm) return std::nullopt;
  const ContactTable& contacts = rest.by_distance;
  Registration judged{.least_mm = *rest.least_distance_mm,
                      .meeting = lower_teeth_meeting(contacts),
                      .present = lower_teeth_present(rest.bite_case->bite)};
  const bool touch =
      std::ranges::any_of(contacts.areas, [](const AreaTotal& area) { return area.surface_mm2 > 0; });
  judged.too_deep = -judged.least_mm > most_overlap_mm;
  judged.few_meet = judged.present > 0 && 2 * judged.meeting < judged.present;
  judged.one_side = touches_one_side(contacts);
  const bool impossible = rest.doubt || !touch || -judged.least_mm > impossible_overlap_mm;
  const bool doubtful = judged.too_deep || judged.few_meet || judged.one_side;
  judged.light = impossible ? Light::red : doubtful ? Light::amber : Light::green;
  return judged;
}

}  // namespace intercusp::viewer
