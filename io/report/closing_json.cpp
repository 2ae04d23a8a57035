#include "io/report/closing_json.h"

#include <nlohmann/json.hpp>

#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/wording/closing_words.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

Json motion_json(const Closing& closing) {
  const double limit = shown_amount(closing, closing.motion.limit());
  if (!turns(closing)) {
    return {{"kind", "shift"}, {"direction", vector_of(axis_direction(closing))}, {"max_mm", limit}};
  }
  return {{"kind", "turn"},
          {"axis_point_mm", vector_of(axis_point(closing))},
          {"axis_direction", vector_of(axis_direction(closing))},
          {"max_deg", limit}};
}

//! The contract's five fields, and what else is known of the place.
void add_first_contact(Json& json, const Closing& closing) {
  const FirstContactAnswer& answer = closing.answer;
  const std::string amount_name = "first_contact_" + unit_name(closing);
  json[amount_name] = nullptr;
  for (const char* name : {"point_mm", "upper_face", "lower_face"}) json[name] = nullptr;
  json["starts_overlapping"] = answer.starts_overlapping;
  for (const char* name :
       {"travel_mm", "overlap_depth_mm", "upper_tooth", "lower_tooth", "features", "pose_at_contact"})
    json[name] = nullptr;
  const auto add_place = [&](const auto& place) {
    json["point_mm"] = vector_of(place.case_point);
    json["upper_face"] = place.upper_face;
    json["lower_face"] = place.lower_face;
    json["upper_tooth"] = tooth_or_null(closing.teeth.upper[place.upper_face]);
    json["lower_tooth"] = tooth_or_null(closing.teeth.lower[place.lower_face]);
  };
  if (answer.starts_overlapping) json[amount_name] = 0;
  if (answer.deepest) {
    add_place(*answer.deepest);
    json["overlap_depth_mm"] = answer.deepest->max_penetration_distance_mm();
  }
  if (!answer.contact) return;
  const FirstContact& contact = *answer.contact;
  json[amount_name] = shown_amount(closing, contact.amount);
  add_place(contact);
  json["travel_mm"] = closing.travel_at_contact_mm();
  json["features"] = {{"kind", features_text(contact.features)},
                      {"upper_vertices", contact.upper_vertices},
                      {"lower_vertices", contact.lower_vertices}};
  json["pose_at_contact"] = pose_json(closing.pose_at_contact());
}

Json share_json(const CulledShare& share) { return {{"faces", share.faces}, {"dropped", share.dropped}}; }

Json map_json(const Closing& closing) {
  if (!closing.mapping.map) return nullptr;
  const ClosingMap& map = *closing.mapping.map;
  const std::string unit = unit_name(closing);
  const PixelGrid& grid = map.frame.grid;
  const Eigen::Matrix3d axes = map.frame.projection.view_from_case().linear();
  const auto shown = [&](double amount) { return Json(shown_amount(closing, amount)); };
  return {{"least_" + unit, map.first ? shown(static_cast<double>(map.remaining[*map.first])) : Json()},
          {"least_error_" + unit, map.first ? shown(map.first_error) : Json()},
          {"straightness_mm", map.straightness_mm},
          {"depth_tolerance_" + unit, shown(map.depth_tolerance)},
          {"engine", name_of(map.engine)},
          {"engine_reason", map.engine_reason},
          {"quantisation",
           {{"position_mm", map.quantisation.position_mm}, {"depth_mm", map.quantisation.depth_mm}}},
          {"pixel_mm", grid.pixel_mm},
          {"width", grid.width},
          {"height", grid.height},
          {"u0_mm", grid.u0_mm},
          {"v0_mm", grid.v0_mm},
          {turns(closing) ? "along_axis" : "right", vector_of(axes.row(0))},
          {turns(closing) ? "middle_of_upper" : "down", vector_of(axes.row(1))}};
}

Json order_json(const Closing& closing, const std::vector<ToothMeeting>& meetings) {
  Json list = Json::array();
  for (const ToothMeeting& meeting : meetings) {
    list.push_back({{"upper_tooth", tooth_or_null(meeting.upper_tooth)},
                    {"lower_tooth", tooth_or_null(meeting.lower_tooth)},
                    {"remaining_" + unit_name(closing), shown_amount(closing, meeting.amount)},
                    {"travel_mm", meeting.travel_mm},
                    {"overlapping", meeting.amount < 0},
                    {"point_mm", vector_of(meeting.case_point)},
                    {"upper_face", meeting.upper_face},
                    {"lower_face", meeting.lower_face}});
  }
  return list;
}

Json timings_json(const Closing& closing, double import_ms) {
  Json times = {{"import", import_ms}};
  for (const StageTime& stage : closing.timings) times[stage.name] = stage.ms;
  return times;
}

}  // namespace

std::string closing_json(const Closing& closing, const MeshReport& upper, const MeshReport& lower,
                         double import_ms) {
  Json json = {{"schema", "intercusp-" + command_name(closing) + "/1"},
               {"version", INTERCUSP_VERSION},
               {"units", turns(closing) ? "mm, degrees" : "mm"},
               {"purpose", "for research and planning support; not a diagnosis"}};
  add_first_contact(json, closing);
  json["motion"] = motion_json(closing);
  json["upper_from_lower"] = pose_json(closing.bite.upper_from_lower);
  json["upper"] = solid_json(upper, *closing.bite.upper);
  json["lower"] = solid_json(lower, *closing.bite.lower);
  json["teeth_estimated"] = closing.teeth.estimated;
  json["velocity_culling"] = {{"upper", share_json(closing.culling.upper)},
                              {"lower", share_json(closing.culling.lower)}};
  json["map"] = map_json(closing);
  json["no_map_because"] = closing.mapping.map ? Json(nullptr) : Json(closing.mapping.why_not);
  json["remaining"] = remaining_sentence(closing);
  json["order_of_upper_teeth"] = order_json(closing, closing.order.upper_teeth);
  json["order_of_lower_teeth"] = order_json(closing, closing.order.lower_teeth);
  json["order_of_pairs"] = order_json(closing, closing.order.pairs);
  json["timings_ms"] = timings_json(closing, import_ms);
  return laid_out(json);
}

std::string contact_pose_json(const Closing& closing) {
  return laid_out({{"upper_from_lower", pose_json(closing.pose_at_contact())}});
}

}  // namespace intercusp
