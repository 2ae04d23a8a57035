#include <memory>
#include <mutex>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/pixel_canvas.h"
#include "io/report/parts.h"
#include "io/report/track_csv.h"
#include "io/results/articulator/report.h"
#include "io/results/inspection/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/inspect.h"

namespace intercusp {
namespace {

Fields settings_fields(const ArticulateOptions& options) {
  Fields settings;
  for (const SettingRange& range : setting_ranges()) {
    settings.push_back({std::string(range.name) + "_" + std::string(range.unit),
                        shown_value(range, value_of(options.settings, range.setting))});
  }
  return settings + Fields{{"threshold_mm", options.threshold_mm},
                           {"excursion_tolerance_mm", options.excursion_tolerance_mm}};
}

Fields hinge_fields(const ArticulatedBite& bite) {
  const Condyles& condyles = bite.articulator.condyles;
  return {{"from", bite.options.condyles ? "given condyles" : "Bonwill triangle and Balkwill angle"},
          {"right_condyle_mm", condyles.right},
          {"left_condyle_mm", condyles.left},
          {"intercondylar_mm", condyles.distance_mm()}};
}

Fields pair_fields(GroupPair pair) {
  return {{"upper", name_of_group(pair.upper)}, {"lower", name_of_group(pair.lower)}};
}

Fields touching_fields(const ContactStep& step) {
  return pair_fields(step.touching) + Fields{{"point_mm", step.pose.contact.case_point},
                                             {"upper_face", step.pose.contact.upper_face},
                                             {"lower_face", step.pose.contact.lower_face}};
}

Values closing_values(const ArticulatedBite& bite) {
  return list_of(bite.closing_order, [](const PairInClosing& pair) {
    return pair_fields(pair.pair) + Fields{{"from_opening_deg", in_degrees(pair.opening_rad)},
                                           {"from_incisal_mm", pair.incisal_mm},
                                           {"distance_mm", pair.distance_mm}};
  });
}

Fields intercuspation_fields(const ArticulatedBite& bite) {
  const ContactStep& step = bite.intercuspation;
  const Eigen::Vector3d moved = step.pose.incisal_point - bite.articulator.incisal_point;
  const Figures<GuidanceRow> figures =
      chosen(guided_contact_figures(), {"upper", "lower", "distance_mm", "point_mm"});
  const Values contacts = list_of(step.contacts, [&](const GroupGap& gap) {
    return json_row(figures, {.excursion = {}, .guidance = nullptr, .gap = &gap});
  });
  return {{"opening_deg", in_degrees(step.pose.opening_rad)},
          {"incisal_point_moved_mm", moved.norm()},
          {"upper_from_lower", step.pose.upper_from_lower},
          {"first_contact", touching_fields(step)},
          {"contacts", contacts}};
}

Fields guidance_fields(const GuidanceStep& guidance, const MovementReport& movement) {
  return json_row(excursion_figures(), {movement.excursion, &guidance, nullptr}) +
         Fields{{"first_contact", touching_fields(guidance.step)},
                {"contacts", json_rows(guided_contact_figures(), guidance_rows(movement, guidance))},
                {"upper_from_lower", guidance.step.pose.upper_from_lower}};
}

Fields order_fields(const PairOnPath& on_path) {
  return pair_fields(on_path.pair) +
         Fields{{"from_mm", on_path.from_mm},
                {"to_mm", on_path.to_mm},
                {"poses", on_path.steps},
                {"intervals", list_of(on_path.intervals, [](const PairOnPath::Interval& interval) {
                   return Fields{{"from_mm", interval.from_mm}, {"to_mm", interval.to_mm}};
                 })}};
}

Fields path_fields(const ContactStep& step) {
  return {{"excursion_mm", step.asked_mm},
          {"reached_mm", step.pose.excursion_mm},
          {"travel_mm", step.pose.travel_mm},
          {"opening_deg", in_degrees(step.pose.opening_rad)},
          {"incisal_point_mm", step.pose.incisal_point},
          {"right_condyle_mm", step.pose.condyles.right},
          {"left_condyle_mm", step.pose.condyles.left}};
}

std::string track_name(const MovementReport& movement) {
  return std::string(name_of(movement.excursion)) + ".csv";
}

Fields movement_fields(const MovementReport& movement) {
  return {{"name", name_of(movement.excursion)},
          {"track", track_name(movement)},
          {"guidance",
           list_of(movement.guidance,
                   [&](const GuidanceStep& guidance) { return guidance_fields(guidance, movement); })},
          {"contact_order", list_of(movement.order, order_fields)},
          {"path", list_of(movement.path, path_fields)}};
}

Fields range_fields(const Sensitivity& sensitivity) {
  Fields ranges;
  for (const SettingRange& range : sensitivity.options.ranges) {
    const bool of_triangle = range.setting <= Setting::balkwill;
    if (of_triangle && sensitivity.options.condyles) continue;
    ranges.push_back({std::string(range.name) + "_" + std::string(range.unit),
                      Values{shown_value(range, range.least), shown_value(range, range.most)}});
  }
  return ranges;
}

Value ellipses_value(const std::optional<AxisEllipses>& ellipses) {
  if (!ellipses) return {};
  const auto half_axes = [](const AxisEllipses::End& end) {
    return Values{end.longer.norm(), end.shorter.norm()};
  };
  return {{"right", half_axes(ellipses->right)}, {"left", half_axes(ellipses->left)}};
}

Fields share_fields(const GuidanceSensitivity& step) {
  Fields shares;
  for (const auto& [kind, share] : step.shares) shares.push_back({std::string(name_of(kind)), share});
  return {{"movement", name_of(step.excursion)},
          {"excursion_mm", step.excursion_mm},
          {"settings", step.settings},
          {"guidance_shares", shares},
          {"balancing_share", step.balancing_share}};
}

Value sensitivity_value(const Sensitivity* sensitivity) {
  if (sensitivity == nullptr) return {};
  return {{"settings_asked", sensitivity->options.settings},
          {"settings_done", sensitivity->settings_done},
          {"settings_without_bite", sensitivity->without_bite},
          {"excursion_tolerance_mm", sensitivity->options.excursion_tolerance_mm},
          {"ranges", range_fields(*sensitivity)},
          {"axis_ellipses_mm", ellipses_value(sensitivity->options.ellipses)},
          {"guidance", list_of(sensitivity->guidance, share_fields)},
          {"contacts", json_rows(sensitivity_figures(), sensitivity->contacts)}};
}

Fields json_of(const ArticulatedBite& bite, const Sensitivity* sensitivity, const Inputs& inputs,
               const std::vector<StageTime>& timings) {
  const ForPrograms english;
  const AnatomicalAxes& axes = bite.articulator.axes;
  const bool from_incisors = bite.incisal_point_source == IncisalSource::incisors;
  return envelope("intercusp-articulate/1", "mm, degrees") +
         Fields{{"upper", input_fields(inputs.upper)},
                {"lower", input_fields(inputs.lower)},
                {"remarks", remark_values(remarks_of(bite.findings, inputs.upper, inputs.lower))},
                {"findings", finding_values(bite.findings, inputs.upper, inputs.lower)},
                {"upper_from_lower", bite.bite_case->bite.upper_from_lower},
                {"axes",
                 {{"superior", axes.superior},
                  {"anterior", axes.anterior},
                  {"left", axes.left},
                  {"confidence", bite.bite_case->anatomy.confidence}}},
                {"settings", settings_fields(bite.options)},
                {"hinge_axis", hinge_fields(bite)},
                {"incisal_point_mm", bite.articulator.incisal_point},
                {"incisal_point_from", from_incisors ? "teeth 31 and 41" : "front of the arch"},
                {"teeth_estimated", has_estimated_teeth(bite.bite_case->bite)},
                {"estimated_teeth",
                 {{"upper", estimated_teeth_values(bite.bite_case->bite.upper->estimated_teeth)},
                  {"lower", estimated_teeth_values(bite.bite_case->bite.lower->estimated_teeth)}}},
                {"definitions", fields_of(articulate_definitions(bite, sensitivity))},
                {"intercuspation", intercuspation_fields(bite)},
                {"closing_order", closing_values(bite)},
                {"movements", list_of(bite.movements, movement_fields)},
                {"sensitivity", sensitivity_value(sensitivity)},
                {"timings_ms", timing_fields(inputs.import_ms, timings)}};
}

//! One row for each contact at each reported excursion.
CsvFile guidance_table(const ArticulatedBite& bite, const Provenance& provenance) {
  const Figures<GuidanceRow> figures = excursion_figures() + guided_contact_figures();
  CsvFile table{.name = "guidance.csv",
                .columns = csv_head(figures),
                .every_row = Fields{{"threshold_mm", bite.options.threshold_mm},
                                    {"measure", "surface_distance"},
                                    {"teeth_estimated", has_estimated_teeth(bite.bite_case->bite)}} +
                             provenance_columns(provenance)};
  for (const MovementReport& movement : bite.movements) {
    for (const GuidanceStep& guidance : movement.guidance)
      table.rows = std::move(table.rows) + csv_rows(figures, guidance_rows(movement, guidance));
  }
  return table;
}

//! One row for each pair of teeth, movement and excursion.
CsvFile sensitivity_table(const Sensitivity& sensitivity, const Provenance& provenance) {
  return {.name = "sensitivity.csv",
          .columns = csv_head(sensitivity_figures()),
          .rows = csv_rows(sensitivity_figures(), sensitivity.contacts),
          .every_row = {{"settings_done", sensitivity.settings_done},
                        {"threshold_mm", sensitivity.options.threshold_mm},
                        {"measure", "surface_distance"},
                        {"version", provenance.version},
                        {"upper_sha256", provenance.upper_sha256},
                        {"lower_sha256", provenance.lower_sha256}}};
}

std::vector<CsvFile> tables_of(const ArticulatedBite& bite, const Sensitivity* sensitivity,
                               const Provenance& provenance) {
  std::vector<CsvFile> tables = {guidance_table(bite, provenance)};
  if (sensitivity != nullptr) tables.push_back(sensitivity_table(*sensitivity, provenance));
  std::vector<Eigen::Isometry3d> poses;
  for (const MovementReport& movement : bite.movements) {
    poses.clear();
    for (const ContactStep& step : movement.path) poses.push_back(step.pose.upper_from_lower);
    tables.push_back(track_csv(track_name(movement), poses));
  }
  poses.clear();
  for (const ArticulatedPose& pose : bite.opening) poses.push_back(pose.upper_from_lower);
  tables.push_back(track_csv("opening.csv", poses));
  return tables;
}

//! The picture below a line that states the pose it shows.
Picture headed(const Picture& picture, const std::string& heading) {
  constexpr int heading_px = 64, margin_px = 28;
  Picture whole(picture.width, picture.height + heading_px);
  PixelCanvas(whole).write(margin_px, 26, heading, {26, {ink}, true});
  paste(whole, picture, 0, heading_px);
  return whole;
}

//! The clearance map at the movement's last reported excursion. One direction serves all pictures, so that
//! they can be compared.
//! be compared.
std::string picture_bytes(const ArticulatedBite& bite, const MovementReport& movement, const Inputs& inputs,
                          const Provenance& articulator) {
  const GuidanceStep& guidance = movement.guidance.back();
  Bite posed = bite.bite_case->bite;
  posed.upper_from_lower = guidance.step.pose.upper_from_lower;
  const Inspection inspection = inspect(prepare_case(posed), {.direction = bite.articulator.axes.superior,
                                                              .sectors = 1,
                                                              .surface_distance = false,
                                                              .bite_error = {.poses = 0},
                                                              .first_contact = false,
                                                              .thresholds_mm = {bite.options.threshold_mm}});
  Provenance provenance = provenance_of(inspection, inputs.upper, inputs.lower);
  provenance.settings += "; articulator: " + articulator.settings;
  return png_bytes(headed(map_picture(shown_map(inspection), Palette::classic, provenance),
                          heading_of(movement, guidance)));
}

}  // namespace

Report report_of(std::shared_ptr<const ArticulatedBite> shared, const Sensitivity* sensitivity,
                 const Inputs& inputs, const std::vector<StageTime>& timings) {
  const ArticulatedBite& bite = *shared;
  const Provenance provenance = provenance_of(bite, inputs.upper, inputs.lower);
  Report report{.json_name = "articulate.json",
                .json = json_of(bite, sensitivity, inputs, timings),
                .tables = tables_of(bite, sensitivity, provenance),
                .remarks = remarks_of(bite.findings, inputs.upper, inputs.lower),
                .headline = headline_of(bite),
                .sections = sections_of(bite, sensitivity)};
  // Makes one picture at a time, because the inspection behind each uses all cores.
  const auto one_at_a_time = std::make_shared<std::mutex>();
  for (std::size_t i = 0; i < bite.movements.size(); ++i) {
    if (bite.movements[i].guidance.empty()) continue;
    report.files.push_back({std::string(name_of(bite.movements[i].excursion)) + ".png",
                            [shared, i, inputs, provenance, one_at_a_time] {
                              const std::scoped_lock lock(*one_at_a_time);
                              return picture_bytes(*shared, shared->movements[i], inputs, provenance);
                            }});
  }
  return report;
}

}  // namespace intercusp
