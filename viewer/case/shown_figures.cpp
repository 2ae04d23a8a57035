#include "viewer/case/shown_figures.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {
namespace {

constexpr double least_shown_mm = 0.0005;  // reads 0.001

//! An overlap that pixels show, or a depth that can be read; never one without the other.
JawRelation relation_of(bool interference, const std::optional<double>& least_mm) {
  if (!least_mm) return interference ? JawRelation::overlapping : JawRelation::apart;
  if (*least_mm <= -least_shown_mm) return JawRelation::overlapping;
  if (*least_mm < least_shown_mm) return JawRelation::touching;
  return interference ? JawRelation::overlapping : JawRelation::apart;
}

//! How far live numbers may be from the report's.
struct Doubt {
  double least_mm, area_mm2, midline_percent;
};

//! The live map keeps the direction and the midline of the pose at opening: they differ from the report's the further the
//! jaw has moved. Shift of its middle and path of its edge.
double moved_mm(const LiveBite& live) {
  constexpr double radius_mm = 40;
  const LoadedCase& loaded = live.loaded();
  const Eigen::Isometry3d &now = live.reading().upper_from_lower, &opened = loaded.bite.upper_from_lower;
  const double turn_rad = Eigen::AngleAxisd(opened.linear().transpose() * now.linear()).angle();
  return (now * loaded.lower_centre - opened * loaded.lower_centre).norm() + radius_mm * turn_rad;
}

//! Bounds of what was seen in some hundred poses. Besides the directions: pixels miss the deepest place, and an area by
//! distance the steep walls, which meet in deep overlaps.
Doubt doubt_of(const LiveBite& live, Measure measure, double least_mm, double area_mm2) {
  const double moved = moved_mm(live), length_mm = std::abs(least_mm), depth_mm = std::max(0.0, -least_mm);
  Doubt doubt{};
  if (measure == Measure::surface_distance) {
    doubt.least_mm = 0.03 + 0.05 * length_mm + 0.15 * depth_mm * depth_mm;
    doubt.area_mm2 = 1 + std::min(0.45, 0.04 + 0.5 * depth_mm * depth_mm) * area_mm2;
  } else {
    doubt.least_mm = 0.03 + std::min(0.6, 0.05 + 0.2 * moved) * length_mm;
    doubt.area_mm2 = 2.5 + (0.05 + 0.03 * moved) * area_mm2;
  }
  doubt.midline_percent = 4 * moved;
  return doubt;
}

void take_rest(ShownFigures& figures, const RestReading& rest) {
  figures.as_in_report = true;
  figures.facing = rest.least_clearance_mm.has_value();
  const std::optional<double>& least_mm = rest.least_mm(figures.measure);
  figures.relation = relation_of(rest.interference, least_mm);
  if (least_mm) figures.least_mm = {*least_mm, 0};
  const ContactTable& contacts = rest.by(figures.measure);
  for (const AreaTotal& area : contacts.areas) {
    figures.area_mm2 = {area.surface_mm2, area.error_mm2.value_or(0)};
    if (area.right_share) figures.right_percent = {100 * *area.right_share, 0};
    if (area.left_share) figures.left_percent = {100 * *area.left_share, 0};
  }
  for (const ToothContact& tooth : contacts.teeth)
    figures.teeth.push_back({tooth.tooth, tooth.surface_mm2, tooth.least_mm});
}

void take_live(ShownFigures& figures, const LiveBite& live) {
  const PoseReading& reading = live.reading();
  const bool distance = figures.measure == Measure::surface_distance;
  figures.facing = reading.least_clearance_mm.has_value();
  const std::optional<double>& least_mm = distance ? reading.least_distance_mm : reading.least_clearance_mm;
  figures.relation = relation_of(reading.interference, least_mm);
  const PoseContacts& contacts = reading.by(figures.measure);
  const Doubt doubt = doubt_of(live, figures.measure, least_mm.value_or(0), contacts.surface_mm2);
  if (least_mm) figures.least_mm = {*least_mm, doubt.least_mm};
  figures.area_mm2 = {contacts.surface_mm2, doubt.area_mm2};
  const double left = distance ? contacts.left_surface_mm2 : contacts.left_mm2;
  const double right = distance ? contacts.right_surface_mm2 : contacts.right_mm2;
  if (left + right > 0) {
    // All of the missing area may lie on the smaller side.
    const double missing = doubt.area_mm2 / (contacts.surface_mm2 + doubt.area_mm2);
    const double greater = std::max(left, right) / (left + right);
    const double error = std::min(100.0, 100 * missing * greater + doubt.midline_percent);
    constexpr double most_error = 25;  // a number with a larger error is useless
    if (error <= most_error) {
      figures.right_percent = {100 * right / (left + right), error};
      figures.left_percent = {100 * left / (left + right), error};
    }
  }
  for (std::size_t i = 0; i < live.teeth().size(); ++i) {
    const ContactSum& tooth = contacts.teeth[i];
    if (tooth.surface_mm2 > 0) figures.teeth.push_back({live.teeth()[i], tooth.surface_mm2, tooth.least_mm});
  }
}

}  // namespace

ShownFigures figures_of(const LiveBite& live, const RestReading* rest, Measure measure,
                        const RestIntervals* intervals) {
  ShownFigures figures{.measure = measure, .threshold_mm = live.reading().threshold_mm};
  if (rest != nullptr) {
    take_rest(figures, *rest);
    if (intervals != nullptr) {
      figures.area_interval_mm2 = intervals->by(measure).area_mm2;
      figures.least_interval_mm = intervals->by(measure).least_mm;
    }
  } else {
    take_live(figures, live);
  }
  return figures;
}

}  // namespace intercusp::viewer
