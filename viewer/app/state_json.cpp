#include "viewer/app/state_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_json.h"
#include "io/files/value.h"
#include "io/files/write_atomically.h"
#include "occlusion/base/limits.h"
#include "viewer/app/json_record.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

void look_entries(JsonRecord& json, JawLook& look) {
  json.flag("shown", look.shown);
  json.flag("transparent", look.transparent);
  json.flag("painted", look.painted);
}

void range_entries(JsonRecord& json, ColourRange& range) {
  constexpr double least_mm = 0.01, most_mm = 100;
  json.number("overlap_mm", range.deepest_mm, least_mm, most_mm);
  json.number("gap_mm", range.farthest_mm, least_mm, most_mm);
  json.flag(later("locked"), range.locked);
}

void section_entries(JsonRecord& json, SectionPlane& section) {
  json.pose("case_from_plane", section.case_from_plane);
  if (!json.has("kind", section.kind.has_value())) return;
  SectionKind kind = section.kind.value_or(SectionKind());
  json.choice("kind", kind);
  section.kind = kind;
}

void ruler_entries(JsonRecord& json, Ruler& ruler) {
  json.place("from_mm", ruler.from);
  json.place("to_mm", ruler.to);
}

//! Whether it is the upper.
void jaw_flag(JsonRecord& json, const char* key, Jaw& jaw) {
  bool is_upper = jaw == Jaw::upper;
  json.flag(key, is_upper);
  jaw = is_upper ? Jaw::upper : Jaw::lower;
}

void space_ruler_entries(JsonRecord& json, SpaceRuler& ruler) {
  jaw_flag(json, "from_upper", ruler.from.jaw);
  json.place("from_mm", ruler.from.jaw_point);
  jaw_flag(json, "to_upper", ruler.to.jaw);
  json.place("to_mm", ruler.to.jaw_point);
}

}  // namespace

void camera_entries(JsonRecord& json, Camera& camera) {
  json.rotation("view_from_case_wxyz", camera.view_from_case);
  json.place("target_mm", camera.target);
  json.number("height_mm", camera.height_mm, least_read_height_mm, most_read_height_mm);
}

void paint_entry(JsonRecord& json, Paint& paint) { json.choice(later("paint"), paint); }

void range_entry(JsonRecord& json, ColourRange& range) {
  json.object(later("colour_range"), range, range_entries);
}

void view_entries(JsonRecord& json, ViewState& view) {
  json.object("camera", view.camera, camera_entries);
  json.object("upper_look", view.upper, look_entries);
  json.object("lower_look", view.lower, look_entries);
  paint_entry(json, view.paint);
  json.choice("palette", view.palette);
  range_entry(json, view.range);
  json.flag(later("scan_colours"), view.scan_colours);
  json.flag("contours", view.contours);
  json.flag("tooth_numbers", view.tooth_numbers);
  json.flag("show_map", view.show_map);
  json.flag("show_compass", view.show_compass);
  json.texts(later("hidden_bodies"), view.hidden_bodies);
  json.flag("gizmo", view.gizmo);
  json.choice("map_colouring", view.map_colouring);
  json.object("section", view.section, section_entries);
  json.flag("section_cuts", view.section_cuts);
  json.object("ruler", view.ruler, ruler_entries);
  json.object(later("space_ruler"), view.space_ruler, space_ruler_entries);
}

namespace {

namespace fs = std::filesystem;

constexpr auto numberings = enum_table<ToothNumbering>({{ToothNumbering::automatic, "automatic"},
                                                        {ToothNumbering::fdi, "fdi"},
                                                        {ToothNumbering::universal, "universal"}});
constexpr auto teeth_sources = enum_table<TeethSource>(
    {{TeethSource::automatic, "automatic"}, {TeethSource::files, "files"}, {TeethSource::none, "none"}});

//! Applies to each file of a jaw (path_list.h). \param folder of relative paths
std::string for_each_file(const std::string& source, const fs::path& folder,
                          const std::function<std::string(const std::string&)>& change) {
  std::string changed;
  for (const std::string& file : paths_in(source, folder))
    changed += (changed.empty() ? "" : ",") + change(file);
  return changed;
}

std::string absolute(const std::string& path) { return stored_path(path, {}); }

void source_entry(JsonRecord& json, const char* key, std::string& source) {
  const fs::path& folder = json.folder();
  std::string stored =
      for_each_file(source, {}, [&](const std::string& path) { return stored_path(path, folder); });
  json.text(key, stored);
  if (json.reads())
    source = for_each_file(stored, folder, [&](const std::string& path) { return found_path(path, folder); });
}

}  // namespace

std::vector<std::string> absolute_paths(std::vector<std::string> paths) {
  std::ranges::transform(paths, paths.begin(), absolute);
  return paths;
}

CaseRequest with_absolute_paths(CaseRequest request) {
  request.upper = for_each_file(request.upper, {}, absolute);
  request.lower = for_each_file(request.lower, {}, absolute);
  return request;
}

void request_entries(JsonRecord& json, CaseRequest& request) {
  bool demo = request.is_demo();
  json.flag("demo", demo);
  source_entry(json, "upper", request.upper);
  source_entry(json, "lower", request.lower);
  if (demo != request.is_demo() || request.upper.empty() != request.lower.empty())
    json.entry().at("demo").refuse(
        Text("does not fit: a case has an upper and a lower, the demo has neither"));
  json.number("mm_per_unit", request.mm_per_unit, limits::mm_per_unit.least, limits::mm_per_unit.most);
  json.choice("numbering", request.numbering, numberings);
  json.choice(later("teeth"), request.teeth, teeth_sources);
  json.pose("upper_from_lower", request.upper_from_lower);
}

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
  json.flag(later("white_pictures"), settings.white_pictures);
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
