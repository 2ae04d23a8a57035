#include "io/report/settle_json.h"

#include <numbers>

#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/report/settle_text.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

Json pose_or_null(const std::optional<Eigen::Isometry3d>& pose) { return pose ? pose_json(*pose) : Json(); }

Json settings_json(const SettleOptions& options) {
  return {{"tolerance_mm", options.tolerance_mm},
          {"max_motion_mm", options.max_motion_mm},
          {"max_turn_deg", in_degrees(options.max_turn_rad)},
          {"direction", options.direction ? vector_of(*options.direction) : Json("superior")}};
}

Json refusals_json(const Settlement& settlement) {
  Json list = Json::array();
  for (const Finding& refusal : settlement.refusals) {
    list.push_back({{"code", refusal.code}, {"reason", sentence_of(refusal)}});
  }
  return list;
}

Json axes_json(const Settlement& settlement) {
  if (!settlement.axes) return {};
  return {{"superior", vector_of(settlement.axes->superior)},
          {"anterior", vector_of(settlement.axes->anterior)},
          {"left", vector_of(settlement.axes->left)},
          {"of_the_anatomy", settlement.anatomy.axes.has_value()}};
}

Json figures_json(const std::optional<BiteFigures>& figures) {
  if (!figures) return {};
  Json areas = Json::array();
  for (const AreaTotal& area : figures->contact) {
    areas.push_back({{"threshold_mm", area.threshold_mm},
                     {"measure", "surface_distance"},
                     {"side", "lower"},
                     {"contacts", area.contacts},
                     {"surface_mm2", area.surface_mm2},
                     {"error_mm2", area.error_mm2}});
  }
  const auto& least = figures->least;
  return {{"least_distance_mm", least ? Json(least->distance_mm) : Json()},
          {"least_distance_bound_mm", least ? Json(least->bound_mm) : Json()},
          {"least_distance_point_mm", least ? vector_of(least->case_point) : Json()},
          {"overlap_volume_mm3", figures->overlap_mm3},
          {"areas", areas}};
}

Json anatomical(const AnatomicalVector& vector) {
  return {{"left", vector.x()}, {"anterior", vector.y()}, {"superior", vector.z()}};
}

Json anatomical(const std::optional<AnatomicalVector>& vector) {
  return vector ? anatomical(*vector) : Json();
}

Json motion_json(const Settlement& settlement) {
  if (!settlement.change) return {};
  const JawChange& change = *settlement.change;
  constexpr double degrees = 180 / std::numbers::pi;
  return {{"translation_mm", anatomical(change.centre_mm)},
          {"rotation_deg", anatomical(AnatomicalVector(degrees * change.turn_rad))},
          {"rotation_angle_deg", degrees * change.turn_rad.norm()},
          {"incisal_mm", anatomical(change.incisal_mm)},
          {"right_molars_mm", anatomical(change.right_molars_mm)},
          {"left_molars_mm", anatomical(change.left_molars_mm)},
          {"largest_mm", change.largest_mm}};
}

Json supports_json(const Stand& stand) {
  Json list = Json::array();
  for (const Support& support : stand.supports) {
    list.push_back({{"point_mm", vector_of(support.case_point)},
                    {"push", vector_of(support.push)},
                    {"load_share", support.load_share},
                    {"upper_face", support.upper_face},
                    {"lower_face", support.lower_face}});
  }
  return list;
}

Json checks_json(const Settlement& settlement) {
  const SettleAgreement& agreement = settlement.agreement;
  Json rivals = Json::array();
  for (const SettleRival& rival : settlement.rivals) {
    rivals.push_back({{"start", rival.start},
                      {"fit", rival.fit},
                      {"upper_from_lower", pose_json(rival.upper_from_lower)}});
  }
  return {
      {"support_margin_mm", settlement.stand.supports.empty() ? Json() : Json(settlement.stand.margin_mm)},
      {"left_load_share", settlement.stand.left_share},
      {"upper_reach_mm", settlement.upper_reach_mm},
      {"force_residual", settlement.force_residual},
      {"moment_residual_mm", settlement.moment_residual_mm},
      {"last_shift_mm", settlement.last_shift_mm},
      {"starts", agreement.starts},
      {"starts_to_the_same_place", agreement.same_place},
      {"spread_mm", agreement.spread_mm},
      {"other_place", pose_or_null(agreement.other_place)},
      {"places_elsewhere", rivals}};
}

}  // namespace

std::string settle_json(const Settlement& settlement, const MeshReport& upper, const MeshReport& lower) {
  return laid_out({{"schema", "intercusp-settle/1"},
                   {"version", INTERCUSP_VERSION},
                   {"units", "mm"},
                   {"purpose", "for research and planning support; not a diagnosis"},
                   {"upper", input_json(upper)},
                   {"lower", input_json(lower)},
                   {"settings", settings_json(settlement.options)},
                   {"settled", settlement.settled()},
                   {"refusals", refusals_json(settlement)},
                   {"upper_from_lower_before", pose_json(settlement.start)},
                   {"upper_from_lower", settlement.settled() ? pose_json(*settlement.found) : Json()},
                   {"upper_from_lower_found", pose_or_null(settlement.found)},
                   {"axes", axes_json(settlement)},
                   {"lower_centre_mm", vector_of(settlement.lower_centre)},
                   {"definition", settle_definition()},
                   {"motion", motion_json(settlement)},
                   {"before", figures_json(settlement.before)},
                   {"after", figures_json(settlement.after)},
                   {"supports", supports_json(settlement.stand)},
                   {"checks", checks_json(settlement)}});
}

std::vector<OutputFile> settle_files(const Settlement& settlement, const MeshReport& upper,
                                     const MeshReport& lower) {
  std::vector<OutputFile> files = {{"settle.json", settle_json(settlement, upper, lower)}};
  if (settlement.settled()) {
    files.push_back({"pose.json", laid_out({{"upper_from_lower", pose_json(*settlement.found)}})});
  }
  return files;
}

}  // namespace intercusp
