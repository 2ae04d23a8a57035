#include "io/results/comparison/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/report/parts.h"
#include "io/results/comparison/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/provenance.h"
#include "io/wording/tooth_words.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

using Row = ToothChangeRow;

//! A number for files: null within the noise, and where the tooth is not measured.
std::optional<double> beyond_noise(const ToothChange& tooth, ChangeFigure LossAndGain::*member) {
  return tooth.change ? (*tooth.change.*member).beyond_noise() : std::nullopt;
}

//! Among the scans after, from 1.
std::int64_t number_of(const Comparison& comparison, const ComparedScan& scan) {
  return &scan - comparison.scans.data() + 1;
}

EstimatedTooth belief_in(const Comparison& comparison, int fdi) {
  const auto found = std::ranges::find(comparison.before.estimated_teeth, fdi, &EstimatedTooth::fdi);
  return found == comparison.before.estimated_teeth.end() ? EstimatedTooth{fdi, 1, true} : *found;
}

Figure<Row> change_figure(const char* key, const char* unit, const char* definition,
                          ChangeFigure LossAndGain::*member) {
  return {key, unit, definition,
          [member](const Row& row) { return Value(beyond_noise(*row.tooth, member)); }};
}

Figure<Row> noise_figure(const char* key, const char* unit, const char* definition,
                         ChangeFigure LossAndGain::*member) {
  return {key, unit, definition, [member](const Row& row) {
            return row.tooth->change ? Value((*row.tooth->change.*member).noise) : Value();
          }};
}

//! What is measured of a volume or a depth, uncensored. A crown that is missing lost or gained all of itself.
std::optional<ChangeFigure> measured(const ToothChange& tooth, ChangeFigure LossAndGain::*member) {
  if (tooth.change) return *tooth.change.*member;
  const bool is_of_crown = (tooth.state == ToothState::missing_after && member == &LossAndGain::lost_mm3) ||
                           (tooth.state == ToothState::missing_before && member == &LossAndGain::gained_mm3);
  return is_of_crown ? tooth.crown_mm3 : std::nullopt;
}

Value with_interval(const std::optional<ChangeFigure>& figure, double unit = 1) {
  if (!figure) return {};
  return Fields{{"value", figure->value / unit},
                {"interval", Values{figure->interval[0] / unit, figure->interval[1] / unit}}};
}

Figure<Row> interval_figure(const char* key, const char* low, const char* high, const char* definition,
                            ChangeFigure LossAndGain::*member) {
  return Figure<Row>{key, "mm3", definition,
                     [member](const Row& row) {
                       const auto figure = measured(*row.tooth, member);
                       return figure ? Value(figure->interval) : Value();
                     }}
      .in_columns({{low, "0"}, {high, "1"}});
}

bool has_moved(const ToothChange& tooth) { return tooth.movement && tooth.movement->has_moved; }

//! Three figures of a movement, by name.
struct MovementPart {
  const char* name;
  ChangeFigure ToothMovement::*member;
};
using MovementParts = std::array<MovementPart, 3>;
constexpr MovementParts shift_parts = {{{"buccal", &ToothMovement::buccal_mm},
                                        {"mesial", &ToothMovement::mesial_mm},
                                        {"occlusal", &ToothMovement::occlusal_mm}}};
constexpr MovementParts turn_parts = {{{"torque", &ToothMovement::torque_rad},
                                       {"tip", &ToothMovement::tip_rad},
                                       {"rotation", &ToothMovement::rotation_rad}}};

bool is_beyond_noise(const ToothChange& tooth, const MovementParts& parts) {
  return has_moved(tooth) && std::ranges::any_of(parts, [&](const MovementPart& part) {
           return (*tooth.movement.*part.member).beyond_noise().has_value();
         });
}

//! All three where one of them is beyond the noise: a direction needs them.
Value movement_value(const ToothChange& tooth, const MovementParts& parts, double unit) {
  if (!is_beyond_noise(tooth, parts)) return {};
  Fields fields;
  for (const auto& [name, member] : parts) fields.push_back({name, (*tooth.movement.*member).value / unit});
  return fields;
}

//! The length of the three.
double total_of(const ToothMovement& movement, const MovementParts& parts) {
  return std::hypot((movement.*parts[0].member).value, (movement.*parts[1].member).value,
                    (movement.*parts[2].member).value);
}

Value measured_movement(const ToothChange& tooth, const MovementParts& parts, double unit) {
  if (!tooth.movement) return {};
  Fields fields;
  for (const auto& [name, member] : parts)
    fields.push_back({name, with_interval(*tooth.movement.*member, unit)});
  return fields;
}

//! Numbers that nothing censors, with their intervals: what studies need.
Figure<Row> measured_figure() {
  return Figure<Row>{"measured", "",
                     "lost_mm3, gained_mm3, deepest_loss_mm, moved_mm and turned_deg with 95 % intervals, "
                     "also within the noise; null where not measured. Of a missing tooth its crown.",
                     [](const Row& row) {
                       const ToothChange& tooth = *row.tooth;
                       return Value(Fields{
                           {"lost_mm3", with_interval(measured(tooth, &LossAndGain::lost_mm3))},
                           {"gained_mm3", with_interval(measured(tooth, &LossAndGain::gained_mm3))},
                           {"deepest_loss_mm", with_interval(measured(tooth, &LossAndGain::deepest_loss_mm))},
                           {"moved_mm", measured_movement(tooth, shift_parts, 1)},
                           {"turned_deg", measured_movement(tooth, turn_parts, rad_per_deg)}});
                     }}
      .only(In::json);
}

Figure<Row> deviation_figure() {
  return Figure<Row>{
      "deviation", "",
      "Changes of the crown's surface on the scan before, both scans in their common pose, by area; null "
      "where "
      "it has no partner: mean, mean of sizes, root mean square, percentiles; shares of the area within 50, "
      "100 and 200 µm; area that has a partner.",
      [](const Row& row) { return deviation_value(row.tooth->deviation); }}
      .in_columns({{"deviation_mean_mm", "mean_mm"},
                   {"deviation_mean_absolute_mm", "mean_absolute_mm"},
                   {"deviation_rms_mm", "rms_mm"},
                   {"deviation_p05_mm", "p05_mm"},
                   {"deviation_p95_mm", "p95_mm"},
                   {"within_50um", "within_50um"},
                   {"within_100um", "within_100um"},
                   {"within_200um", "within_200um"},
                   {"deviation_area_mm2", "area_mm2"}});
}

//! Where the tooth is, in the frame of the scan before.
Figures<Row> frame_figures() {
  const auto rows = [](const ToothAxes& axes) {
    Eigen::Matrix3d matrix;
    matrix << axes.buccal.transpose(), axes.mesial.transpose(), axes.occlusal.transpose();
    return matrix;
  };
  return {Figure<Row>{"origin_mm", "mm", "Mean of the crown's surface by area: moved_mm is its displacement.",
                      [](const Row& row) { return Value(row.tooth->middle); }}
              .only(In::json),
          Figure<Row>{
              "axes", "1", "Unit vectors, row by row: buccal, mesial, occlusal.",
              [rows](const Row& row) { return row.tooth->axes ? Value(rows(*row.tooth->axes)) : Value(); }}
              .only(In::json),
          Figure<Row>{"after_from_before", "",
                      "Motion of the crown, row by row, against where the other teeth say it would be.",
                      [](const Row& row) {
                        return row.tooth->movement ? Value(row.tooth->movement->motion) : Value();
                      }}
              .only(In::json)};
}

Value movement_noise(const ToothChange& tooth, const MovementParts& parts, double unit) {
  if (!tooth.movement) return {};
  Fields fields;
  for (const auto& [name, member] : parts) fields.push_back({name, (*tooth.movement.*member).noise / unit});
  return fields;
}

Figures<Row> movement_figures() {
  const auto figure = [](const char* key, const char* unit, const char* definition,
                         const MovementParts& parts, double size, auto value) {
    return Figure<Row>{key, unit, definition, [=](const Row& row) { return value(*row.tooth, parts, size); }};
  };
  return {
      figure("moved_mm", "mm",
             "Movement of the crown's middle along the axes of the tooth before; null where all three are "
             "within the noise, and where the tooth is on one scan only.",
             shift_parts, 1, movement_value)
          .in_columns({{"moved_buccal_mm", "buccal"},
                       {"moved_mesial_mm", "mesial"},
                       {"moved_occlusal_mm", "occlusal"}}),
      figure("turned_deg", "deg",
             "Turn of the crown: torque, it leans buccally; tip, it leans mesially; rotation, its mesial "
             "side turns buccally. null likewise.",
             turn_parts, rad_per_deg, movement_value)
          .in_columns({{"torque_deg", "torque"}, {"tip_deg", "tip"}, {"rotation_deg", "rotation"}}),
      figure("moved_noise_mm", "mm", "Below these numbers a movement is noise, 95 %.", shift_parts, 1,
             movement_noise)
          .only(In::json),
      figure("turned_noise_deg", "deg", "The same for turns.", turn_parts, rad_per_deg, movement_noise)
          .only(In::json)};
}

//! One part of a movement for people.
Figure<Row> movement_column(std::string heading, const MovementParts& parts, std::size_t which, double unit,
                            int digits) {
  return Figure<Row>{parts[which].name, "", "",
                     [=](const Row& row) {
                       return is_beyond_noise(*row.tooth, parts)
                                  ? Value((*row.tooth->movement.*parts[which].member).value / unit)
                                  : Value();
                     }}
      .headed(std::move(heading), digits);
}

std::string tooth_text(const Row& row) { return tooth_name(belief_in(*row.comparison, row.tooth->fdi)); }

Figure<Row> in_um(const char* key, std::string heading, ChangeFigure LossAndGain::*member) {
  return change_figure(key, "", "", member).headed(std::move(heading), [member](const Row& row) {
    const std::optional<double> mm = beyond_noise(*row.tooth, member);
    return mm ? um_text(*mm) : "–";
  });
}

//! Three digits, as scans tell no more.
std::string volume_text(double mm3) {
  constexpr double large = 100, middle = 10, small = 1;
  const int decimals = mm3 >= large ? 0 : mm3 >= middle ? 1 : mm3 >= small ? 2 : 3;
  return with_decimal_mark(fmt::format("{:.{}f}", mm3, decimals));
}

Figure<Row> volume_column(const char* key, std::string heading, ChangeFigure LossAndGain::*member) {
  return change_figure(key, "", "", member).headed(std::move(heading), [member](const Row& row) {
    const std::optional<double> mm3 = beyond_noise(*row.tooth, member);
    return mm3 ? volume_text(*mm3) : "–";
  });
}

Figures<Row> columns_for_people() {
  return {Figure<Row>{"fdi", "", "", [](const Row& row) { return Value(row.tooth->fdi); }}.headed(
              phrase("tooth"), tooth_text, true),
          volume_column("lost_mm3", phrase("lost, mm³"), &LossAndGain::lost_mm3),
          in_um("deepest_loss_mm", phrase("deepest, µm"), &LossAndGain::deepest_loss_mm),
          volume_column("gained_mm3", phrase("gained, mm³"), &LossAndGain::gained_mm3),
          in_um("highest_gain_mm", phrase("highest, µm"), &LossAndGain::highest_gain_mm),
          movement_column(phrase("buccal, mm"), shift_parts, 0, 1, 2),
          movement_column(phrase("mesial, mm"), shift_parts, 1, 1, 2),
          movement_column(phrase("occlusal, mm"), shift_parts, 2, 1, 2),
          movement_column(phrase("torque, °"), turn_parts, 0, rad_per_deg, 1),
          movement_column(phrase("tip, °"), turn_parts, 1, rad_per_deg, 1),
          movement_column(phrase("rotation, °"), turn_parts, 2, rad_per_deg, 1)};
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string teeth_in_words(const std::vector<int>& teeth) {
  std::vector<std::string> names;
  for (const int fdi : teeth) names.push_back(tooth_name(fdi));
  return joined(names);
}

//! "16 (0.213 mm³, 142 µm deep)".
std::string loss_text(const Row& row) {
  const std::optional<double> volume = beyond_noise(*row.tooth, &LossAndGain::lost_mm3),
                              deep = beyond_noise(*row.tooth, &LossAndGain::deepest_loss_mm);
  const std::string tooth = tooth_text(row);
  if (volume && deep) return phrase("{} ({} mm³, {} µm deep)", tooth, volume_text(*volume), um_text(*deep));
  return volume ? phrase("{} ({} mm³)", tooth, volume_text(*volume))
                : phrase("{} ({} µm deep)", tooth, um_text(*deep));
}

std::string gain_text(const Row& row) {
  const std::optional<double> volume = beyond_noise(*row.tooth, &LossAndGain::gained_mm3);
  return volume ? phrase("{} ({} mm³)", tooth_text(row), volume_text(*volume)) : tooth_text(row);
}

std::string movement_text(const Row& row) {
  const ToothMovement& movement = *row.tooth->movement;
  const double shift_mm = total_of(movement, shift_parts);
  const double turn_deg = total_of(movement, turn_parts) / rad_per_deg;
  const std::string tooth = tooth_text(row);
  if (!is_beyond_noise(*row.tooth, turn_parts)) return phrase("{} ({:.2f} mm)", tooth, shift_mm);
  if (!is_beyond_noise(*row.tooth, shift_parts)) return phrase("{} ({:.1f}°)", tooth, turn_deg);
  return phrase("{} ({:.2f} mm, {:.1f}°)", tooth, shift_mm, turn_deg);
}

bool has_lost(const ToothChange& tooth) {
  return beyond_noise(tooth, &LossAndGain::lost_mm3) || beyond_noise(tooth, &LossAndGain::deepest_loss_mm);
}

bool has_gained(const ToothChange& tooth) {
  return beyond_noise(tooth, &LossAndGain::gained_mm3) || beyond_noise(tooth, &LossAndGain::highest_gain_mm);
}

//! Empty where no tooth passes.
std::string list_text(const std::vector<Row>& rows, bool (*passes)(const ToothChange&),
                      std::string (*text)(const Row&)) {
  std::vector<std::string> texts;
  for (const Row& row : rows) {
    if (passes(*row.tooth)) texts.push_back(text(row));
  }
  return joined(texts);
}

bool is_missing_after(const ToothChange& tooth) { return tooth.state == ToothState::missing_after; }
bool is_missing_before(const ToothChange& tooth) { return tooth.state == ToothState::missing_before; }
bool is_missing(const ToothChange& tooth) { return is_missing_after(tooth) || is_missing_before(tooth); }
bool is_not_measured(const ToothChange& tooth) { return tooth.state == ToothState::not_measured; }
bool is_unchanged(const ToothChange& tooth) { return tooth.state == ToothState::unchanged; }

//! Even layers that crowns have gained or lost, mean. Nothing where they are not the explanation.
std::optional<double> even_layer_mm(const ScanComparison& change) {
  double sum = 0, count = 0;
  for (const ToothChange& tooth : change.teeth) {
    if (tooth.layer_mm == 0) continue;
    sum += tooth.layer_mm;
    ++count;
  }
  const bool explains = change.explanation == Explanation::layer && count > 0;
  return explains ? std::optional(sum / count) : std::nullopt;
}

//! What explains more than single teeth; empty where nothing does.
std::string what_changed_together(const ScanComparison& change) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  const double percent = 100 * (change.scale.factor - 1);
  if (change.scale.stated && std::abs(percent) >= 0.05) {
    add(percent > 0 ? phrase("The scan after is {:.2f} % larger.", percent)
                    : phrase("The scan after is {:.2f} % smaller.", -percent));
  }
  if (change.explanation == Explanation::distortion)
    add(
        phrase("The scans differ smoothly along the arch by {} µm (root mean square), within what scanners "
               "distort.",
               um_text(*change.distortion_mm)));
  if (change.explanation == Explanation::cannot_tell)
    add(
        phrase("The scans differ smoothly along the arch by more than scanners distort: whether the arch has "
               "changed or a scan is distorted cannot be told."));
  if (change.teeth_against_gum)
    add(phrase("The teeth have moved against the gum by {:.2f} mm.", change.teeth_against_gum->moved_mm));
  if (const std::optional<double> layer_mm = even_layer_mm(change)) {
    add(*layer_mm < 0 ? phrase("All crowns have lost an even layer of {} µm.", um_text(-*layer_mm))
                      : phrase("All crowns have gained an even layer of {} µm.", um_text(*layer_mm)));
  }
  return text;
}

std::string what_changed(const Comparison& comparison, const ComparedScan& scan) {
  if (scan.is_same_file) return phrase("The same file as the scan before: nothing has changed.");
  if (!scan.change.determined())
    return phrase("The scans could not be brought together, so no change is given.");
  if (scan.change.teeth.empty())
    return phrase(
        "The scans are brought together. Without tooth numbers changes are given at vertices alone.");
  const std::vector<Row> rows = tooth_change_rows(comparison, scan);
  std::string sentence;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) sentence += (sentence.empty() ? "" : " ") + part;
  };
  add(what_changed_together(scan.change));
  const auto list = [&](bool (*passes)(const ToothChange&), std::string (*text)(const Row&), auto in_words) {
    if (const std::string teeth = list_text(rows, passes, text); !teeth.empty()) add(in_words(teeth));
  };
  list(is_missing_after, tooth_text,
       [](const auto& teeth) { return phrase("Not on the scan after: {}.", teeth); });
  list(is_missing_before, tooth_text,
       [](const auto& teeth) { return phrase("Not on the scan before: {}.", teeth); });
  list(has_lost, loss_text, [](const auto& teeth) { return phrase("Substance lost: {}.", teeth); });
  list(has_gained, gain_text, [](const auto& teeth) { return phrase("Substance gained: {}.", teeth); });
  list(has_moved, movement_text, [](const auto& teeth) { return phrase("Moved: {}.", teeth); });
  const bool all_unchanged = std::ranges::none_of(
      rows, [](const Row& row) { return has_changed(*row.tooth) || is_missing(*row.tooth); });
  if (all_unchanged && std::ranges::any_of(rows, [](const Row& row) { return is_unchanged(*row.tooth); }))
    add(phrase("No tooth that is measured has changed by more than the noise of the scans."));
  list(is_not_measured, tooth_text, [](const auto& teeth) { return phrase("Not measured: {}.", teeth); });
  return sentence;
}

std::string by_in_words(const ComparisonRequest& request) {
  switch (request.by) {
    case ComparedBy::file:
      return phrase("the region of {}", file_names(request.cover->report));
    case ComparedBy::teeth:
      return phrase("teeth {}", teeth_in_words(request.region_teeth));
    case ComparedBy::pose:
      return phrase("the pose given");
    case ComparedBy::unchanged:
      break;
  }
  return phrase("what has not changed");
}

std::string teeth_sentence() {
  return phrase(
      "Of a tooth that moved, loss and gain are measured after its movement has been taken back. Movements "
      "are "
      "those of the crown's middle along the tooth's own axes; torque: the crown leans buccally, tip: "
      "mesially, "
      "rotation: its mesial side turns buccally. A dash is a number within the noise of the scans (95 %).");
}

constexpr auto not_measured_words = enum_table<NotMeasured, Wording>(
    {{NotMeasured::no_partner, Text("Not measured, as their crowns on both scans do not lie on each other")},
     {NotMeasured::too_few_patches, Text("Not measured, as too little of their surface is on both scans")},
     {NotMeasured::noise_too_large, Text("Not measured, as the scans are too noisy there")},
     {NotMeasured::out_of_scan, Text("Not measured, as a scan ends before them")}});

Section teeth_section(const Comparison& comparison, const ComparedScan& scan) {
  std::vector<Row> rows = tooth_change_rows(comparison, scan);
  Section section{.title = phrase("Teeth that changed ({} numbers)", title_of(tooth_names()))};
  const auto add = [&](const std::string& title, const auto& passes) {
    std::vector<int> teeth;
    for (const Row& row : rows) {
      if (passes(*row.tooth)) teeth.push_back(row.tooth->fdi);
    }
    if (!teeth.empty()) section.paragraphs.push_back(title + ": " + teeth_in_words(teeth) + ".");
  };
  add(phrase("Not on the scan after"), is_missing_after);
  add(phrase("Not on the scan before"), is_missing_before);
  add(phrase("No change beyond the noise"), is_unchanged);
  for (const auto& [reason, words] : not_measured_words.entries)
    add(words, [reason = reason](const ToothChange& tooth) { return tooth.reason == reason; });
  std::erase_if(rows, [](const Row& row) { return !has_changed(*row.tooth); });
  if (!rows.empty()) section.table = table_of(columns_for_people(), rows);
  if (!comparison.before.estimated_teeth.empty())
    section.notes = {
        phrase("Tooth numbers are estimated from the shape of the scan; ? marks a number that is not sure.")};
  return section;
}

}  // namespace

std::vector<ToothChangeRow> tooth_change_rows(const Comparison& comparison, const ComparedScan& scan) {
  std::vector<ToothChangeRow> rows;
  for (const ToothChange& tooth : scan.change.teeth) rows.push_back({&comparison, &scan, &tooth});
  return rows;
}

Figures<ToothChangeRow> tooth_change_figures() {
  const auto area = [](const char* key, const char* definition, double LossAndGain::*member,
                       ChangeFigure LossAndGain::*volume) {
    return Figure<Row>{key, "mm2", definition, [=](const Row& row) {
                         return beyond_noise(*row.tooth, volume) ? Value(*row.tooth->change.*member)
                                                                 : Value();
                       }};
  };
  return Figures<Row>{
             Figure<Row>{"after", "", "File of the scan after, without its folder.",
                         [](const Row& row) { return Value(file_names(row.scan->after.report)); }}
                 .only(In::csv),
             Figure<Row>{"scan", "1", "Its number among the scans after, from 1.",
                         [](const Row& row) { return Value(number_of(*row.comparison, *row.scan)); }}
                 .only(In::csv),
             {"fdi", "", "FDI number of the tooth on the scan before.",
              [](const Row& row) { return Value(row.tooth->fdi); }},
             {"confidence", "1", "Probability of the number; 1 where a file has it.",
              [](const Row& row) { return Value(belief_in(*row.comparison, row.tooth->fdi).confidence); }},
             {"sure", "", "Whether the number may be relied on.",
              [](const Row& row) { return Value(belief_in(*row.comparison, row.tooth->fdi).sure); }},
             {"state", "", "unchanged, changed, missing_before, missing_after or not_measured.",
              [](const Row& row) { return Value(name_of(row.tooth->state)); }},
             {"reason", "",
              "Why it is not measured: no_partner, too_few_patches, noise_too_large or out_of_scan.",
              [](const Row& row) {
                return row.tooth->reason ? Value(name_of(*row.tooth->reason)) : Value();
              }},
             change_figure(
                 "lost_mm3", "mm3",
                 "Volume lost; like all that follow null where it is within the noise or not measured.",
                 &LossAndGain::lost_mm3),
             change_figure("gained_mm3", "mm3", "Volume gained.", &LossAndGain::gained_mm3),
             change_figure("deepest_loss_mm", "mm", "Greatest depth of a loss.",
                           &LossAndGain::deepest_loss_mm),
             change_figure("highest_gain_mm", "mm", "Greatest height of a gain.",
                           &LossAndGain::highest_gain_mm),
             area("lost_mm2", "Area of the places that lost.", &LossAndGain::lost_mm2,
                  &LossAndGain::lost_mm3),
             area("gained_mm2", "Area of the places that gained.", &LossAndGain::gained_mm2,
                  &LossAndGain::gained_mm3)} +
         movement_figures() +
         Figures<Row>{interval_figure("lost_interval_mm3", "lost_low_mm3", "lost_high_mm3",
                                      "95 % interval of the volume lost; of a missing tooth its crown.",
                                      &LossAndGain::lost_mm3),
                      interval_figure("gained_interval_mm3", "gained_low_mm3", "gained_high_mm3",
                                      "95 % interval of the volume gained; of a new tooth its crown.",
                                      &LossAndGain::gained_mm3),
                      {"no_partner_share", "1",
                       "Share of the crown's surface with nothing of the other scan within 1.5 mm.",
                       [](const Row& row) { return Value(row.tooth->no_partner_share); }},
                      measured_figure()} +
         frame_figures() +
         Figures<Row>{deviation_figure(),
                      noise_figure("lost_noise_mm3", "mm3",
                                   "Below it the volume lost is noise, 95 %; 0 without a place.",
                                   &LossAndGain::lost_mm3)
                          .only(In::json),
                      noise_figure("gained_noise_mm3", "mm3", "The same of the volume gained.",
                                   &LossAndGain::gained_mm3)
                          .only(In::json),
                      noise_figure("depth_noise_mm", "mm", "The same of depths and heights.",
                                   &LossAndGain::deepest_loss_mm)
                          .only(In::json)};
}

Figures<ToothChangeRow> brief_tooth_change_figures() {
  const auto total = [](const char* key, std::string heading, const MovementParts& parts, double unit,
                        int digits) {
    return Figure<Row>{key, "", "",
                       [=](const Row& row) {
                         return is_beyond_noise(*row.tooth, parts)
                                    ? Value(total_of(*row.tooth->movement, parts) / unit)
                                    : Value();
                       }}
        .headed(std::move(heading), digits);
  };
  const auto volume = [](const char* key, std::string heading, ChangeFigure LossAndGain::*member) {
    return change_figure(key, "", "", member).headed(std::move(heading), 2);
  };
  return chosen(columns_for_people(), {"fdi"}) +
         Figures<Row>{volume("lost_mm3", phrase("lost, mm³"), &LossAndGain::lost_mm3),
                      volume("gained_mm3", phrase("gained, mm³"), &LossAndGain::gained_mm3),
                      in_um("deepest_loss_mm", phrase("depth, µm"), &LossAndGain::deepest_loss_mm),
                      total("moved_mm", phrase("moved, mm"), shift_parts, 1, 2),
                      total("turned_deg", phrase("turned, °"), turn_parts, rad_per_deg, 1)};
}

bool has_changed(const ToothChange& tooth) { return tooth.state == ToothState::changed; }

std::vector<Finding> findings_of(const Comparison& comparison, const ComparedScan& scan) {
  std::vector<Finding> findings;
  const ScanComparison& change = scan.change;
  if (scan.is_same_file)
    findings.push_back({"same_file_twice", Severity::warning, {{"file", file_names(scan.after.report)}}});
  if (const std::optional<NotRegistered>& reason = change.registration.reason) {
    findings.push_back(
        {"scans_not_registered",
         Severity::error,
         {{"reason", name_of(*reason)}, {"overlap_percent", 100 * change.registration.overlap_share}}});
    return findings;
  }
  if (!change.left_out_teeth.empty())
    findings.push_back(
        {"moved_teeth_left_out", Severity::info, {{"teeth", teeth_in_words(change.left_out_teeth)}}});
  if (change.before->labels.empty()) findings.push_back({"no_tooth_numbers", Severity::warning});
  if (!change.gum_fits) findings.push_back({"gum_left_out", Severity::info});
  constexpr double little = 0.5;
  const double kept = change.registration.fit.kept_share;
  if (comparison.request.by == ComparedBy::unchanged && kept < little)
    findings.push_back({"most_has_changed", Severity::warning, {{"kept_percent", 100 * kept}}});
  return findings;
}

std::vector<Fact> facts_of(const Comparison& comparison, const ComparedScan& scan) {
  const ScanComparison& change = scan.change;
  const Refined& fit = change.registration.fit;
  std::vector<Fact> facts = {
      {phrase("Scans brought together by"), scan.is_same_file ? phrase("the same file")
                                            : change.by_gum   ? phrase("the gum")
                                            : change.by_teeth ? phrase("the teeth that have not changed")
                                                              : by_in_words(comparison.request)}};
  if (!change.determined()) return facts;
  if (!change.left_out_teeth.empty())
    facts.push_back(
        {phrase("Left out, as they moved or are missing"), teeth_in_words(change.left_out_teeth)});
  facts.push_back({phrase("Surface in common that has not changed"), confidence_text(fit.kept_share)});
  facts.push_back({phrase("Distance of the scans there, root mean square"), length_text(fit.residual_mm)});
  facts.push_back({phrase("Limit of detection of a place (mean over half a millimetre)"),
                   length_text(place_noise_mm(change))});
  if (change.at_teeth_mm > 0)
    facts.push_back({phrase("Where a crown would be without change is known to (95 %)"),
                     length_text(change.at_teeth_mm)});
  if (change.distortion_mm)
    facts.push_back(
        {phrase("Smooth distortion along the arch, root mean square"), length_text(*change.distortion_mm)});
  return facts;
}

std::string um_text(double mm) { return rounded(1000 * mm, 0); }

std::string change_sentence() {
  return phrase(
      "The change of a place is its distance from the surface of the other scan in any direction, in the "
      "frame "
      "of the scan before: negative where surface was lost, positive where it was gained.");
}

double place_noise_mm(const ScanComparison& change) {
  constexpr double significant = 3.75,
                   least_mm = 0.001;  // as for teeth (tooth_loss.cpp); digits of a picture
  return std::max(least_mm, significant * change.noise.smooth_mm);
}

std::string scan_in_words(const ReadScan& scan, const std::optional<ScanDate>& date) {
  const std::string names = file_names(scan.report);
  return date && names.find(iso_text(*date)) == std::string::npos ? names + ", " + iso_text(*date) : names;
}

std::string scan_name(const Comparison& comparison, const ComparedScan& scan) {
  if (comparison.scans.size() == 1) return {};
  return phrase("Scan {} ({})", number_of(comparison, scan), scan_in_words(scan.after, scan.date));
}

std::string headline_of(const Comparison& comparison) {
  std::string text;
  for (const ComparedScan& scan : comparison.scans) {
    const std::string name = scan_name(comparison, scan);
    text += (text.empty() ? "" : "\n") + (name.empty() ? "" : name + ": ") + what_changed(comparison, scan);
  }
  return text;
}

std::vector<Remark> remarks_of(const Comparison& comparison) {
  std::vector<Remark> remarks;
  const auto add = [&](const std::string& about, const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) remarks.push_back({about, sentence_of(finding)});
  };
  add("", comparison.request.remarks);
  add(phrase("before"), comparison.before.report.findings + comparison.before.report.remarks);
  for (const ComparedScan& scan : comparison.scans) {
    const std::string name = scan_name(comparison, scan);
    add(name, findings_of(comparison, scan));
    add(name.empty() ? phrase("after") : name, scan.after.report.findings + scan.after.report.remarks);
  }
  return remarks;
}

Section definitions_section(const Comparison& comparison) {
  Section section{.on = Section::On::page};  // pictures define a change themselves
  if (!comparison.before.scan->labels.empty()) section.notes = {teeth_sentence()};
  return section;
}

std::vector<Section> sections_of(const Comparison& comparison, const ComparedScan& scan,
                                 const std::vector<std::string>& pictures) {
  std::vector<Section> sections;
  // The picture names its scan itself.
  if (!pictures.empty()) sections.push_back({.pictures = pictures, .on = Section::On::page});
  const std::string name = scan_name(comparison, scan);
  if (!scan.change.teeth.empty()) {
    sections.push_back(teeth_section(comparison, scan));
    if (!name.empty()) sections.back().title = name + ": " + sections.back().title;
  }
  sections.push_back({.title = scan.change.teeth.empty() ? name : "", .facts = facts_of(comparison, scan)});
  if (scan.change.deviation) sections.push_back(deviation_section(comparison, scan));
  return sections;
}

}  // namespace intercusp
