#include "io/report/articulate_json.h"

#include <algorithm>

#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

Json settings_json(const ArticulateReport& report) {
  const ArticulateOptions& options = report.result.options;
  Json settings = Json::object();
  for (const SettingRange& range : setting_ranges()) {
    settings[std::string(range.name) + "_" + std::string(range.unit)] =
        shown_value(range, value_of(options.settings, range.setting));
  }
  settings["threshold_mm"] = options.threshold_mm;
  settings["excursion_tolerance_mm"] = options.excursion_tolerance_mm;
  return settings;
}

Json hinge_json(const ArticulatedBite& result) {
  const Condyles& condyles = result.articulator.condyles;
  return {{"from", result.options.condyles ? "given condyles" : "Bonwill triangle and Balkwill angle"},
          {"right_condyle_mm", vector_of(condyles.right)},
          {"left_condyle_mm", vector_of(condyles.left)},
          {"intercondylar_mm", condyles.distance_mm()}};
}

Json pair_json(GroupPair pair) {
  return {{"upper", name_of_group(pair.upper)}, {"lower", name_of_group(pair.lower)}};
}

Json gap_or_null(const std::optional<GroupGap>& gap) { return gap ? Json(gap->distance_mm) : Json(); }

Json touching_json(const ContactStep& step) {
  Json json = pair_json(step.touching);
  json["point_mm"] = vector_of(step.pose.contact.case_point);
  json["upper_face"] = step.pose.contact.upper_face;
  json["lower_face"] = step.pose.contact.lower_face;
  return json;
}

Json contacts_json(const ContactStep& step, std::optional<Excursion> excursion) {
  Json list = Json::array();
  for (const GroupGap& gap : step.contacts) {
    Json contact = pair_json(gap.pair);
    if (excursion) contact["role"] = name_of(role_of(gap.pair, *excursion));
    contact["distance_mm"] = gap.distance_mm;
    contact["point_mm"] = vector_of(gap.case_point);
    list.push_back(std::move(contact));
  }
  return list;
}

Json closing_json(const ArticulatedBite& result) {
  Json list = Json::array();
  for (const PairInClosing& pair : result.closing_order) {
    Json entry = pair_json(pair.pair);
    entry["from_opening_deg"] = in_degrees(pair.opening_rad);
    entry["from_incisal_mm"] = pair.incisal_mm;
    entry["distance_mm"] = pair.distance_mm;
    list.push_back(std::move(entry));
  }
  return list;
}

Json intercuspation_json(const ArticulatedBite& result) {
  const ContactStep& step = result.intercuspation;
  const Eigen::Vector3d moved = step.pose.incisal_point - result.articulator.incisal_point;
  return {{"opening_deg", in_degrees(step.pose.opening_rad)},
          {"incisal_point_moved_mm", moved.norm()},
          {"upper_from_lower", pose_json(step.pose.upper_from_lower)},
          {"first_contact", touching_json(step)},
          {"contacts", contacts_json(step, std::nullopt)}};
}

Json guidance_json(const MovementReport& movement) {
  Json list = Json::array();
  for (const GuidanceStep& guidance : movement.guidance) {
    const ArticulatedPose& pose = guidance.step.pose;
    list.push_back({{"excursion_mm", guidance.step.asked_mm},
                    {"reached_mm", pose.excursion_mm},
                    {"travel_mm", pose.travel_mm},
                    {"opening_deg", in_degrees(pose.opening_rad)},
                    {"guidance", name_of(guidance.kind)},
                    {"balancing_contacts", guidance.balancing},
                    {"right_posterior_mm", gap_or_null(guidance.right_posterior)},
                    {"left_posterior_mm", gap_or_null(guidance.left_posterior)},
                    {"first_contact", touching_json(guidance.step)},
                    {"contacts", contacts_json(guidance.step, movement.excursion)},
                    {"upper_from_lower", pose_json(pose.upper_from_lower)}});
  }
  return list;
}

Json order_json(const MovementReport& movement) {
  Json list = Json::array();
  for (const PairOnPath& on_path : movement.order) {
    Json entry = pair_json(on_path.pair);
    entry["from_mm"] = on_path.from_mm;
    entry["to_mm"] = on_path.to_mm;
    entry["poses"] = on_path.steps;
    list.push_back(std::move(entry));
  }
  return list;
}

Json path_json(const MovementReport& movement) {
  Json list = Json::array();
  for (const ContactStep& step : movement.path) {
    list.push_back({{"excursion_mm", step.asked_mm},
                    {"reached_mm", step.pose.excursion_mm},
                    {"travel_mm", step.pose.travel_mm},
                    {"opening_deg", in_degrees(step.pose.opening_rad)},
                    {"incisal_point_mm", vector_of(step.pose.incisal_point)},
                    {"right_condyle_mm", vector_of(step.pose.condyles.right)},
                    {"left_condyle_mm", vector_of(step.pose.condyles.left)}});
  }
  return list;
}

Json movements_json(const ArticulatedBite& result) {
  Json list = Json::array();
  for (const MovementReport& movement : result.movements) {
    list.push_back({{"name", name_of(movement.excursion)},
                    {"track", std::string(name_of(movement.excursion)) + ".csv"},
                    {"guidance", guidance_json(movement)},
                    {"contact_order", order_json(movement)},
                    {"path", path_json(movement)}});
  }
  return list;
}

Json ranges_json(const Sensitivity& sensitivity) {
  Json ranges = Json::object();
  for (const SettingRange& range : setting_ranges()) {
    const bool of_triangle = range.setting <= Setting::balkwill;
    if (of_triangle && sensitivity.options.condyles) continue;
    ranges[std::string(range.name) + "_" + std::string(range.unit)] = {shown_value(range, range.least),
                                                                       shown_value(range, range.most)};
  }
  return ranges;
}

Json guidance_shares_json(const Sensitivity& sensitivity) {
  Json list = Json::array();
  for (const GuidanceSensitivity& step : sensitivity.guidance) {
    Json shares = Json::object();
    for (const auto& [kind, share] : step.shares) shares[name_of(kind)] = share;
    list.push_back({{"movement", name_of(step.excursion)},
                    {"excursion_mm", step.excursion_mm},
                    {"settings", step.settings},
                    {"guidance_shares", shares},
                    {"balancing_share", step.balancing_share}});
  }
  return list;
}

Json contact_shares_json(const Sensitivity& sensitivity) {
  Json list = Json::array();
  for (const ContactSensitivity& contact : sensitivity.contacts) {
    Json entry = {{"movement", name_of(contact.excursion)}, {"excursion_mm", contact.excursion_mm}};
    entry.update(pair_json(contact.pair));
    entry["settings"] = contact.settings;
    entry["share"] = contact.share;
    entry["verdict"] = name_of(contact.verdict);
    entry["setting"] =
        contact.setting ? Json(setting_ranges()[static_cast<std::size_t>(*contact.setting)].name) : Json();
    entry["correlation"] = contact.setting ? Json(contact.correlation) : Json();
    list.push_back(std::move(entry));
  }
  return list;
}

Json sensitivity_json(const Sensitivity* sensitivity) {
  if (sensitivity == nullptr) return {};
  return {{"settings_asked", sensitivity->options.settings},
          {"settings_done", sensitivity->settings_done},
          {"settings_without_bite", sensitivity->without_bite},
          {"excursion_tolerance_mm", sensitivity->options.excursion_tolerance_mm},
          {"ranges", ranges_json(*sensitivity)},
          {"guidance", guidance_shares_json(*sensitivity)},
          {"contacts", contact_shares_json(*sensitivity)}};
}

Json definitions_json(const ArticulateReport& report) {
  Json definitions = Json::object();
  for (const auto& [name, sentence] : articulate_definitions(report)) definitions[name] = sentence;
  return definitions;
}

Json remarks_json(const ArticulateReport& report) {
  Json remarks = sentences_of(report.result.findings);
  for (const std::string& remark : report.upper.remarks) remarks.push_back("upper: " + remark);
  for (const std::string& remark : report.lower.remarks) remarks.push_back("lower: " + remark);
  return remarks;
}

Json timings_json(const ArticulateReport& report) {
  Json timings = Json::object();
  for (const auto& [stage, ms] : report.timings_ms) timings[stage] = ms;
  return timings;
}

}  // namespace

std::string articulate_json(const ArticulateReport& report) {
  const ArticulatedBite& result = report.result;
  const AnatomicalAxes& axes = result.articulator.axes;
  return laid_out(
      {{"schema", "intercusp-articulate/1"},
       {"version", INTERCUSP_VERSION},
       {"units", "mm, degrees"},
       {"purpose", "for research and planning support; not a diagnosis"},
       {"upper", input_json(report.upper)},
       {"lower", input_json(report.lower)},
       {"remarks", remarks_json(report)},
       {"findings", findings_json(report.result.findings)},
       {"upper_from_lower", pose_json(result.bite.upper_from_lower)},
       {"axes",
        {{"superior", vector_of(axes.superior)},
         {"anterior", vector_of(axes.anterior)},
         {"left", vector_of(axes.left)},
         {"confidence", result.anatomy.confidence}}},
       {"settings", settings_json(report)},
       {"hinge_axis", hinge_json(result)},
       {"incisal_point_mm", vector_of(result.articulator.incisal_point)},
       {"incisal_point_from",
        result.incisal_point_source == IncisalSource::incisors ? "teeth 31 and 41" : "front of the arch"},
       {"teeth_estimated", result.labels_estimated},
       {"definitions", definitions_json(report)},
       {"intercuspation", intercuspation_json(result)},
       {"closing_order", closing_json(result)},
       {"movements", movements_json(result)},
       {"sensitivity", sensitivity_json(report.sensitivity)},
       {"timings_ms", timings_json(report)}});
}

}  // namespace intercusp
