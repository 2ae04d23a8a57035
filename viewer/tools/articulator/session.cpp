#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "io/language/language.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/limits.h"
#include "viewer/app/json_record.h"
#include "viewer/tools/articulator/tool.h"

namespace intercusp::viewer {
namespace {

//! The number of degrees that gives exactly this angle when multiplied by rad_per_deg, for every angle that was read in
//! degrees: the shortest where one with nine decimals does, as 15 rather than 14.999999999999998; else the quotient is off by
//! at most its last digit.
double degrees_of(double angle_rad) {
  const double quotient = angle_rad / rad_per_deg;
  constexpr double far = std::numeric_limits<double>::infinity();
  const double few_decimals = std::round(quotient * 1e9) / 1e9;
  for (const double degrees :
       {few_decimals, quotient, std::nextafter(quotient, -far), std::nextafter(quotient, far)}) {
    if (degrees * rad_per_deg == angle_rad) return degrees;
  }
  return quotient;
}

//! An angle keeps its bits when it is read and written.
void angle_entry(JsonRecord& json, const std::string& key, double& angle_rad, double least_rad,
                 double most_rad) {
  constexpr double slack = 1e-9;  // of limits that are written in degrees
  double degrees = degrees_of(angle_rad);
  json.number(key.c_str(), degrees, least_rad / rad_per_deg - slack, most_rad / rad_per_deg + slack);
  if (json.reads()) angle_rad = degrees * rad_per_deg;
}

void axis_entries(JsonRecord& json, Condyles& condyles) {
  json.place("right_mm", condyles.right);
  json.place("left_mm", condyles.left);
  if (json.reads() && !limits::condyles_apart_mm.holds(condyles.distance_mm()))
    json.entry().refuse(Text("the condyles are too close or too far apart"));
}

void settings_entries(JsonRecord& json, ArticulatorSettings& settings) {
  constexpr double any = std::numeric_limits<double>::max();
  for (const SettingRange& range : setting_ranges()) {
    const std::string key = fmt::format("{}_{}", range.name, range.unit);
    double& value = value_of(settings, range.setting);
    if (range.unit == "deg")
      angle_entry(json, key, value, -any, any);
    else
      json.number(key.c_str(), value, -any, any);
  }
  if (!json.reads()) return;
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    json.entry().refuse(error.what());
  }
}

}  // namespace

ArticulatorSettings settings_of(const Document& document) {
  return {document.hinge, document.parts.get<CondylarGuidance>()};
}

void articulator_entries(JsonRecord& json, Document& document) {
  ArticulatorSettings settings = settings_of(document);
  std::optional<Condyles> measured = document.hinge.measured;
  json.object("articulator", settings, settings_entries);
  if (json.has("measured_hinge", measured.has_value())) json.object("measured_hinge", measured, axis_entries);
  if (!json.reads()) return;
  document.hinge = {settings, measured};
  document.parts.set<CondylarGuidance>(settings);
}

}  // namespace intercusp::viewer
