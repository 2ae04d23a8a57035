#include "viewer/app/settings_file.h"

#include "io/files/errors.h"
#include "io/files/json_layout.h"
#include "io/files/read_json.h"
#include "io/files/write_atomically.h"
#include "viewer/app/request_json.h"

namespace intercusp::viewer {
namespace {

constexpr std::string_view settings_schema = "intercusp-settings/1";

Settings settings_in(const JsonEntry& entry) {
  (void)entry.at("schema").choice({settings_schema});
  Settings settings;
  settings.dark = entry.at("dark").flag();
  settings.font_px = entry.at("font_px").number(8, 64);
  settings.window_width = static_cast<int>(entry.at("window_width").number(100, 32000));
  settings.window_height = static_cast<int>(entry.at("window_height").number(100, 32000));
  settings.export_folder = entry.at("export_folder").text();
  for (const JsonEntry& request : entry.at("recent").entries())
    settings.recent.push_back(read_request(request, {}));
  return settings;
}

}  // namespace

Settings read_settings(const std::filesystem::path& file) {
  try {
    const nlohmann::json json = read_json(file);
    return settings_in(JsonEntry(file, json));
  } catch (const InputError&) {
    return {};
  }
}

void write_settings(const Settings& settings, const std::filesystem::path& file) {
  nlohmann::ordered_json json;
  json["schema"] = settings_schema;
  json["dark"] = settings.dark;
  json["font_px"] = settings.font_px;
  json["window_width"] = settings.window_width;
  json["window_height"] = settings.window_height;
  json["export_folder"] = settings.export_folder;
  json["recent"] = nlohmann::ordered_json::array();
  for (const CaseRequest& request : settings.recent) json["recent"].push_back(request_json(request, {}));
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, laid_out(json));
}

}  // namespace intercusp::viewer
