#include "viewer/app/view_json.h"

#include <array>

namespace intercusp::viewer {
namespace {

constexpr double least_range_mm = 0.01, most_range_mm = 100;
constexpr std::array<const char*, 3> paint_names = {"foil", "distance", "depth"};

Fields look_fields(const JawLook& look) {
  return {{"shown", look.shown}, {"transparent", look.transparent}, {"painted", look.painted}};
}

JawLook read_look(const JsonEntry& entry) {
  return {.shown = entry.at("shown").flag(),
          .transparent = entry.at("transparent").flag(),
          .painted = entry.at("painted").flag()};
}

constexpr std::array<const char*, 4> section_kinds = {"sagittal", "frontal", "horizontal", "across_arch"};

Value section_value(const std::optional<SectionPlane>& section) {
  if (!section) return {};
  Fields fields{{"case_from_plane", section->case_from_plane}};
  if (section->kind) fields.emplace_back("kind", section_kinds[static_cast<std::size_t>(*section->kind)]);
  return fields;
}

std::optional<SectionPlane> read_section(const JsonEntry& session) {
  const std::optional<JsonEntry> entry = session.unless_null("section");
  if (!entry) return std::nullopt;
  SectionPlane plane{.case_from_plane = entry->at("case_from_plane").pose()};
  if (const std::optional<JsonEntry> kind = entry->if_there("kind"))
    plane.kind = static_cast<SectionKind>(
        kind->choice({section_kinds[0], section_kinds[1], section_kinds[2], section_kinds[3]}));
  return plane;
}

Value ruler_value(const std::optional<Ruler>& ruler) {
  if (!ruler) return {};
  return Fields{{"from_mm", ruler->from}, {"to_mm", ruler->to}};
}

std::optional<Ruler> read_ruler(const JsonEntry& session) {
  const std::optional<JsonEntry> entry = session.unless_null("ruler");
  if (!entry) return std::nullopt;
  return Ruler{.from = entry->at("from_mm").place(2), .to = entry->at("to_mm").place(2)};
}

Value space_ruler_value(const std::optional<SpaceRuler>& ruler) {
  if (!ruler) return {};
  return Fields{{"from_upper", ruler->from.upper},
                {"from_mm", ruler->from.jaw_point},
                {"to_upper", ruler->to.upper},
                {"to_mm", ruler->to.jaw_point}};
}

std::optional<SpaceRuler> read_space_ruler(const JsonEntry& session) {
  if (!session.if_there("space_ruler")) return std::nullopt;
  const std::optional<JsonEntry> entry = session.unless_null("space_ruler");
  if (!entry) return std::nullopt;
  return SpaceRuler{{entry->at("from_upper").flag(), entry->at("from_mm").place(3)},
                    {entry->at("to_upper").flag(), entry->at("to_mm").place(3)}};
}

}  // namespace

Fields camera_fields(const Camera& camera) {
  const Eigen::Quaterniond& q = camera.view_from_case;
  return {{"view_from_case_wxyz", Values{q.w(), q.x(), q.y(), q.z()}},
          {"target_mm", camera.target},
          {"height_mm", camera.height_mm}};
}

Camera read_camera(const JsonEntry& entry) {
  return {.view_from_case = entry.at("view_from_case_wxyz").rotation_wxyz(),
          .target = entry.at("target_mm").place(3),
          .height_mm = entry.at("height_mm").number(least_read_height_mm, most_read_height_mm)};
}

Fields range_fields(const ColourRange& range) {
  return {{"overlap_mm", range.deepest_mm}, {"gap_mm", range.farthest_mm}, {"locked", range.locked}};
}

ColourRange read_range(const JsonEntry& parent) {
  const std::optional<JsonEntry> entry = parent.if_there("colour_range");
  if (!entry) return {};
  const std::optional<JsonEntry> locked = entry->if_there("locked");
  return {.deepest_mm = entry->at("overlap_mm").number(least_range_mm, most_range_mm),
          .farthest_mm = entry->at("gap_mm").number(least_range_mm, most_range_mm),
          .locked = locked && locked->flag()};
}

const char* name_of(Paint paint) { return paint_names[static_cast<std::size_t>(paint)]; }

Paint read_paint(const JsonEntry& parent) {
  const std::optional<JsonEntry> entry = parent.if_there("paint");
  if (!entry) return Paint::distance;
  return static_cast<Paint>(entry->choice({paint_names[0], paint_names[1], paint_names[2]}));
}

Fields view_fields(const ViewState& view) {
  return {{"camera", camera_fields(view.camera)},
          {"upper_look", look_fields(view.upper)},
          {"lower_look", look_fields(view.lower)},
          {"paint", name_of(view.paint)},
          {"palette", view.palette == Palette::classic ? "classic" : "colour_blind_safe"},
          {"colour_range", range_fields(view.range)},
          {"scan_colours", view.scan_colours},
          {"contours", view.contours},
          {"tooth_numbers", view.tooth_numbers},
          {"show_map", view.show_map},
          {"show_compass", view.show_compass},
          {"hidden_bodies", list_of(view.hidden_bodies, [](const std::string& name) { return Value(name); })},
          {"gizmo", view.gizmo},
          {"map_colouring", view.map_colouring == MapColouring::clearance ? "clearance" : "resolved_by"},
          {"section", section_value(view.section)},
          {"section_cuts", view.section_cuts},
          {"ruler", ruler_value(view.ruler)},
          {"space_ruler", space_ruler_value(view.space_ruler)}};
}

ViewState read_view(const JsonEntry& session) {
  ViewState view;
  view.camera = read_camera(session.at("camera"));
  view.upper = read_look(session.at("upper_look"));
  view.lower = read_look(session.at("lower_look"));
  view.palette = static_cast<Palette>(session.at("palette").choice({"classic", "colour_blind_safe"}));
  view.paint = read_paint(session);
  view.range = read_range(session);
  if (const std::optional<JsonEntry> colours = session.if_there("scan_colours"))
    view.scan_colours = colours->flag();
  view.contours = session.at("contours").flag();
  view.tooth_numbers = session.at("tooth_numbers").flag();
  view.show_map = session.at("show_map").flag();
  view.show_compass = session.at("show_compass").flag();
  if (const std::optional<JsonEntry> hidden = session.if_there("hidden_bodies"))
    for (const JsonEntry& name : hidden->entries()) view.hidden_bodies.push_back(name.text());
  view.gizmo = session.at("gizmo").flag();
  view.map_colouring =
      static_cast<MapColouring>(session.at("map_colouring").choice({"clearance", "resolved_by"}));
  view.section = read_section(session);
  view.section_cuts = session.at("section_cuts").flag();
  view.ruler = read_ruler(session);
  view.space_ruler = read_space_ruler(session);
  return view;
}

}  // namespace intercusp::viewer
