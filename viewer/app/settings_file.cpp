#include "viewer/app/settings_file.h"

#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/json_text.h"
#include "io/files/read_json.h"
#include "io/files/write_atomically.h"
#include "viewer/app/request_json.h"
#include "viewer/app/view_json.h"

namespace intercusp::viewer {
namespace {

constexpr std::string_view settings_schema = "intercusp-settings/1";

Settings settings_in(const JsonEntry& entry) {
  (void)entry.at("schema").choice({settings_schema});
  Settings settings;
  settings.dark = entry.at("dark").flag();
  if (const auto expert = entry.if_there("expert")) settings.expert = expert->flag();
  settings.font_px = entry.at("font_px").number(least_font_px, most_font_px);
  settings.window_width = static_cast<int>(entry.at("window_width").number(least_window_px, most_window_px));
  settings.window_height =
      static_cast<int>(entry.at("window_height").number(least_window_px, most_window_px));
  settings.export_folder = entry.at("export_folder").text();
  settings.range = read_range(entry);
  settings.paint = read_paint(entry);
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
  const Fields fields = {{"schema", settings_schema},
                         {"dark", settings.dark},
                         {"font_px", settings.font_px},
                         {"expert", settings.expert},
                         {"window_width", settings.window_width},
                         {"window_height", settings.window_height},
                         {"export_folder", settings.export_folder},
                         {"paint", name_of(settings.paint)},
                         {"colour_range", range_fields(settings.range)},
                         {"recent", list_of(settings.recent, [](const CaseRequest& request) {
                            return request_fields(request, {});
                          })}};
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, json_lines(fields));
}

}  // namespace intercusp::viewer
