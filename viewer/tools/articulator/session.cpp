#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "viewer/app/degrees.h"
#include "viewer/app/json_record.h"
#include "viewer/tools/articulator/tool.h"

namespace intercusp::viewer {
namespace {

//! An angle keeps its bits when it is read and written.
void angle_entry(JsonRecord& json, const std::string& key, double& angle_rad, double least_rad,
                 double most_rad) {
  constexpr double slack = 1e-9;  // of limits that are written in degrees
  double degrees = degrees_of(angle_rad);
  json.number(key.c_str(), degrees, least_rad / rad_per_deg - slack, most_rad / rad_per_deg + slack);
  if (json.reads()) angle_rad = degrees * rad_per_deg;
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
  json.object("articulator", settings, settings_entries);
  if (!json.reads()) return;
  document.hinge = settings;
  document.parts.set<CondylarGuidance>(settings);
}

}  // namespace intercusp::viewer
