#include "io/results/seating/report.h"
#include "io/language/language.h"
#include "io/report/parts.h"
#include "io/results/seating/words.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/base/angles.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp {
namespace {

Fields settings_fields(const SettleOptions& options) {
  return {{"tolerance_mm", options.tolerance_mm},
          {"max_motion_mm", options.max_motion_mm},
          {"max_turn_deg", in_degrees(options.max_turn_rad)},
          {"direction", options.direction ? Value(*options.direction) : Value("superior")}};
}

Values refusal_values(const Settlement& settlement) {
  return list_of(settlement.refusals, [](const Finding& refusal) {
    return Fields{{"code", refusal.code}, {"reason", sentence_of(refusal)}};
  });
}

Value axes_value(const Settlement& settlement) {
  if (!settlement.axes) return {};
  return {{"superior", settlement.axes->superior},
          {"anterior", settlement.axes->anterior},
          {"left", settlement.axes->left},
          {"of_the_anatomy", settlement.start->anatomy.axes.has_value()}};
}

Value figures_value(const std::optional<BiteFigures>& figures) {
  return figures ? Value(json_row(seated_figures(), *figures)) : Value();
}

Fields anatomical(const AnatomicalVector& vector) {
  return {{"left", vector.x()}, {"anterior", vector.y()}, {"superior", vector.z()}};
}

Value anatomical(const std::optional<AnatomicalVector>& vector) {
  return vector ? Value(anatomical(*vector)) : Value();
}

Value motion_value(const Settlement& settlement) {
  if (!settlement.change) return {};
  const JawChange& change = *settlement.change;
  return {{"translation_mm", anatomical(change.centre_mm)},
          {"rotation_deg", anatomical(AnatomicalVector(change.turn_rad / rad_per_deg))},
          {"rotation_angle_deg", change.turn_rad.norm() / rad_per_deg},
          {"incisal_mm", anatomical(change.incisal_mm)},
          {"right_molars_mm", anatomical(change.right_molars_mm)},
          {"left_molars_mm", anatomical(change.left_molars_mm)},
          {"largest_mm", change.largest_mm}};
}

Fields check_fields(const Settlement& settlement) {
  const SettleAgreement& agreement = settlement.agreement;
  return {
      {"support_margin_mm", settlement.supports.all.empty() ? Value() : Value(settlement.supports.margin_mm)},
      {"left_load_share", settlement.supports.left_share},
      {"upper_reach_mm", settlement.upper_reach_mm},
      {"force_residual", settlement.force_residual},
      {"moment_residual_mm", settlement.moment_residual_mm},
      {"last_shift_mm", settlement.last_shift_mm},
      {"starts", agreement.starts},
      {"starts_to_the_same_place", agreement.same_place},
      {"spread_mm", agreement.spread_mm},
      {"other_place", agreement.other_place},
      {"places_elsewhere", json_rows(rival_figures(), settlement.rivals)}};
}

Fields json_of(const Settlement& settlement, const Inputs& inputs) {
  const ForPrograms english;
  return envelope("intercusp-settle/1", "mm") +
         Fields{{"upper", input_fields(inputs.upper)},
                {"lower", input_fields(inputs.lower)},
                {"settings", settings_fields(settlement.options)},
                {"settled", settlement.settled()},
                {"refusals", refusal_values(settlement)},
                {"upper_from_lower_before", settlement.start->bite.upper_from_lower},
                {"upper_from_lower", settlement.settled() ? Value(*settlement.found) : Value()},
                {"upper_from_lower_found", settlement.found},
                {"axes", axes_value(settlement)},
                {"lower_centre_mm", settlement.lower_centre},
                {"definition", settle_definition()},
                {"motion", motion_value(settlement)},
                {"before", figures_value(settlement.before)},
                {"after", figures_value(settlement.after)},
                {"supports", json_rows(support_figures(), settlement.supports.all)},
                {"checks", check_fields(settlement)}};
}

}  // namespace

Report report_of(std::shared_ptr<const Settlement> shared, const Inputs& inputs) {
  const Settlement& settlement = *shared;
  Report report{.json_name = "settle.json",
                .json = json_of(settlement, inputs),
                .headline = headline_of(settlement),
                .sections = sections_of(settlement)};
  if (settlement.settled())
    report.files = {{"pose.json", [found = *settlement.found] { return pose_file_text(found); }}};
  return report;
}

}  // namespace intercusp
