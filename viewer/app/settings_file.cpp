#include "viewer/app/settings_file.h"

#include <array>
#include <nlohmann/json.hpp>

#include "io/files/errors.h"
#include "io/files/read_json.h"
#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "viewer/app/request_json.h"
#include "viewer/app/view_json.h"

namespace intercusp::viewer {
namespace {

enum class Schema { first };
constexpr auto schemas = enum_table<Schema>({{Schema::first, "intercusp-settings/1"}});

constexpr EnumTable<PanelKind, const char*, panel_kinds + 1> panel_codes = {
    {{{PanelKind::the_case, "case"},
      {PanelKind::mandible, "bite"},
      {PanelKind::contacts, "contacts"},
      {PanelKind::motion, "motion"},
      {PanelKind::report, "report"},
      {PanelKind::view, "view"},
      {PanelKind::the_case, "spray"}}}};  // the last is of earlier versions
constexpr auto second_view_codes = enum_table<SecondView>(
    {{SecondView::map, "map"}, {SecondView::section, "section"}, {SecondView::picture, "errors"}});

void language_entry(JsonRecord& json, Language& language) {
  std::string code(code_of(language));
  json.text(later("language"), code);
  if (json.reads()) language = language_of(code);
}

void report_entries(JsonRecord& json, ReportForms& forms) {
  json.flag("html", forms.html);
  json.flag("pdf", forms.pdf);
  json.flag("dicom", forms.dicom);
  if (!json.has("language", forms.language.has_value())) return;
  Language language = forms.language.value_or(Language());
  language_entry(json, language);
  forms.language = language;
}

void window_place_entries(JsonRecord& json, std::optional<std::array<int, 2>>& place) {
  if (!json.has("window_x", place.has_value()) || !json.has("window_y", place.has_value())) return;
  auto [x, y] = place.value_or(std::array<int, 2>());
  json.number("window_x", x, -most_window_px, most_window_px);
  json.number("window_y", y, -most_window_px, most_window_px);
  place = {x, y};
}

void settings_entries(JsonRecord& json, Settings& settings) {
  Schema schema = Schema::first;
  json.choice("schema", schema, schemas);
  json.flag("dark", settings.dark);
  language_entry(json, settings.language);
  json.choice(later("tooth_names"), settings.tooth_names);
  json.number("font_px", settings.font_px, least_font_px, most_font_px);
  json.flag(later("expert"), settings.expert);
  json.number("window_width", settings.window_width, least_window_px, most_window_px);
  json.number("window_height", settings.window_height, least_window_px, most_window_px);
  json.choice(later("panel"), settings.panel, panel_codes);
  json.choice(later("second_view"), settings.second, second_view_codes);
  json.flag(later("two_views"), settings.two_views);
  json.text("export_folder", settings.export_folder);
  json.object(later("report"), settings.report_forms, report_entries);
  paint_entry(json, settings.paint);
  range_entry(json, settings.range);
  json.texts(later("recent_sessions"), settings.recent_sessions);
  json.list("recent", settings.recent, request_entries);
  if (json.has("second_share", settings.second_share.has_value()))
    json.number("second_share", settings.second_share, least_second_share, most_second_share);
  window_place_entries(json, settings.window_place);
}

}  // namespace

Settings read_settings(const std::filesystem::path& file, Language language) {
  try {
    const nlohmann::json json = read_json(file);
    JsonRecord record(JsonEntry(file, json), {});
    Settings settings{.language = language};
    settings_entries(record, settings);
    return settings;
  } catch (const InputError&) {
    return {.language = language};
  }
}

void write_settings(const Settings& settings, const std::filesystem::path& file) {
  JsonRecord record({});
  Settings written = settings;
  settings_entries(record, written);
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, json_lines(record.fields()));
}

}  // namespace intercusp::viewer
