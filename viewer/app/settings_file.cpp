#include "viewer/app/settings_file.h"

#include <array>
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
// In the order of ToothNames.
constexpr std::array<std::string_view, 3> tooth_name_codes = {"fdi", "universal", "palmer"};

// In the order of PanelKind and SecondView.
constexpr std::array<std::string_view, panel_kinds> panel_codes = {"case",   "bite",   "contacts",
                                                                   "motion", "report", "view"};
constexpr std::array<std::string_view, 3> second_view_codes = {"map", "section", "errors"};

//! Earlier versions keep only the window's size.
void read_layout(const JsonEntry& entry, Settings& settings) {
  const auto x = entry.if_there("window_x"), y = entry.if_there("window_y");
  if (x && y)
    settings.window_place = {static_cast<int>(x->number(-most_window_px, most_window_px)),
                             static_cast<int>(y->number(-most_window_px, most_window_px))};
  if (const auto panel = entry.if_there("panel")) {
    // Earlier versions had one step more.
    const std::size_t chosen =
        panel->choice({"case", "bite", "contacts", "motion", "report", "view", "spray"});
    settings.panel = chosen < panel_kinds ? static_cast<PanelKind>(chosen) : PanelKind::the_case;
  }
  if (const auto second = entry.if_there("second_view"))
    settings.second = static_cast<SecondView>(second->choice({"map", "section", "errors"}));
  if (const auto two = entry.if_there("two_views")) settings.two_views = two->flag();
  if (const auto share = entry.if_there("second_share"))
    settings.second_share = share->number(least_second_share, most_second_share);
}

ReportForms read_report_forms(const JsonEntry& entry) {
  ReportForms forms{.html = entry.at("html").flag(),
                    .pdf = entry.at("pdf").flag(),
                    .dicom = entry.at("dicom").flag(),
                    .language = {}};
  if (const auto language = entry.if_there("language")) forms.language = language_of(language->text());
  return forms;
}

Fields report_fields(const ReportForms& forms) {
  Fields fields = {{"html", forms.html}, {"pdf", forms.pdf}, {"dicom", forms.dicom}};
  if (forms.language) fields.emplace_back("language", code_of(*forms.language));
  return fields;
}

Settings settings_in(const JsonEntry& entry, Language language) {
  (void)entry.at("schema").choice({settings_schema});
  Settings settings{.language = language};
  settings.dark = entry.at("dark").flag();
  if (const auto expert = entry.if_there("expert")) settings.expert = expert->flag();
  settings.font_px = entry.at("font_px").number(least_font_px, most_font_px);
  settings.window_width = static_cast<int>(entry.at("window_width").number(least_window_px, most_window_px));
  settings.window_height =
      static_cast<int>(entry.at("window_height").number(least_window_px, most_window_px));
  read_layout(entry, settings);
  settings.export_folder = entry.at("export_folder").text();
  if (const auto report = entry.if_there("report")) settings.report_forms = read_report_forms(*report);
  settings.range = read_range(entry);
  settings.paint = read_paint(entry);
  if (const auto chosen = entry.if_there("language")) settings.language = language_of(chosen->text());
  if (const auto chosen = entry.if_there("tooth_names"))
    settings.tooth_names = static_cast<ToothNames>(
        chosen->choice({tooth_name_codes[0], tooth_name_codes[1], tooth_name_codes[2]}));
  if (const auto sessions = entry.if_there("recent_sessions"))
    for (const JsonEntry& session : sessions->entries()) settings.recent_sessions.push_back(session.text());
  for (const JsonEntry& request : entry.at("recent").entries())
    settings.recent.push_back(read_request(request, {}));
  return settings;
}

}  // namespace

Settings read_settings(const std::filesystem::path& file, Language language) {
  try {
    const nlohmann::json json = read_json(file);
    return settings_in(JsonEntry(file, json), language);
  } catch (const InputError&) {
    return {.language = language};
  }
}

void write_settings(const Settings& settings, const std::filesystem::path& file) {
  Fields fields = {
      {"schema", settings_schema},
      {"dark", settings.dark},
      {"language", code_of(settings.language)},
      {"tooth_names", tooth_name_codes[static_cast<std::size_t>(settings.tooth_names)]},
      {"font_px", settings.font_px},
      {"expert", settings.expert},
      {"window_width", settings.window_width},
      {"window_height", settings.window_height},
      {"panel", panel_codes[static_cast<std::size_t>(settings.panel)]},
      {"second_view", second_view_codes[static_cast<std::size_t>(settings.second)]},
      {"two_views", settings.two_views},
      {"export_folder", settings.export_folder},
      {"report", report_fields(settings.report_forms)},
      {"paint", name_of(settings.paint)},
      {"colour_range", range_fields(settings.range)},
      {"recent_sessions",
       list_of(settings.recent_sessions, [](const std::string& session) { return Value(session); })},
      {"recent",
       list_of(settings.recent, [](const CaseRequest& request) { return request_fields(request, {}); })}};
  if (settings.second_share) fields.emplace_back("second_share", *settings.second_share);
  if (settings.window_place) {
    fields.emplace_back("window_x", (*settings.window_place)[0]);
    fields.emplace_back("window_y", (*settings.window_place)[1]);
  }
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, json_lines(fields));
}

}  // namespace intercusp::viewer
