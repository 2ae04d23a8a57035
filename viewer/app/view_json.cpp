#include "viewer/app/view_json.h"

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

}  // namespace intercusp::viewer
