#include "viewer/case/tooth_differences.h"

#include <algorithm>
#include <map>

#include "viewer/case/contact_pairs.h"

namespace intercusp::viewer {
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

}  // namespace intercusp::viewer
