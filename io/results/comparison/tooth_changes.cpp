#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/language/language.h"
#include "io/results/comparison/parts.h"
#include "io/results/comparison/report.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"
#include "io/wording/tooth_words.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

using Row = ToothChangeRow;

//! A number for files: null within the noise, and if the tooth is not measured.
std::optional<double> beyond_noise(const ToothChange& tooth, ChangeFigure LossAndGain::*member) {
  return tooth.change ? (*tooth.change.*member).beyond_noise() : std::nullopt;
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

//! The measured volume or depth, also within the noise. A missing crown has lost or gained all of itself.
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

//! All three figures if one of them exceeds the noise, because a direction needs all.
Value movement_value(const ToothChange& tooth, const MovementParts& parts, double unit) {
  if (!is_beyond_noise(tooth, parts)) return {};
  Fields fields;
  for (const auto& [name, member] : parts) fields.push_back({name, (*tooth.movement.*member).value / unit});
  return fields;
}

//! The length of the vector of the three figures.
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

//! Numbers with their intervals, also within the noise, as studies need them.
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
  return Figure<Row>{"deviation", "",
                     "Changes of the crown's surface on the scan before, both scans in their common pose, by "
                     "area; null where it has no partner: mean, mean of sizes, root mean square, "
                     "percentiles; shares of the area within 50, 100 and 200 µm; area that has a partner.",
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

//! The frame of the tooth, in the frame of the scan before.
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
  return {figure("moved_mm", "mm",
                 "Movement of the crown's middle along the axes of the tooth before; null where all three "
                 "are within the noise, and where the tooth is on one scan only.",
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
          figure("turned_noise_deg", "deg", "Below these numbers a turn is noise, 95 %.", turn_parts,
                 rad_per_deg, movement_noise)
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

Figure<Row> in_um(const char* key, std::string heading, ChangeFigure LossAndGain::*member) {
  return change_figure(key, "", "", member).headed(std::move(heading), [member](const Row& row) {
    const std::optional<double> mm = beyond_noise(*row.tooth, member);
    return mm ? um_text(*mm) : "–";
  });
}

//! Three digits, because scans are no more accurate.
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

}  // namespace

//! The scan's number among the scans after, from 1.
std::int64_t number_of(const Comparison& comparison, const ComparedScan& scan) {
  return &scan - comparison.scans.data() + 1;
}

bool has_moved(const ToothChange& tooth) { return tooth.movement && tooth.movement->has_moved; }

std::string tooth_text(const Row& row) { return tooth_name(belief_in(*row.comparison, row.tooth->fdi)); }

Figures<Row> tooth_change_columns() {
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
             Figure<Row>{"scan", "1", "Number of the scan among those after, from 1.",
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
                      noise_figure("gained_noise_mm3", "mm3",
                                   "Below it the volume gained is noise, 95 %; 0 without a place.",
                                   &LossAndGain::gained_mm3)
                          .only(In::json),
                      noise_figure("depth_noise_mm", "mm",
                                   "Below it a depth or a height is noise, 95 %; 0 without a place.",
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
  return chosen(tooth_change_columns(), {"fdi"}) +
         Figures<Row>{volume("lost_mm3", phrase("lost, mm³"), &LossAndGain::lost_mm3),
                      volume("gained_mm3", phrase("gained, mm³"), &LossAndGain::gained_mm3),
                      in_um("deepest_loss_mm", phrase("depth, µm"), &LossAndGain::deepest_loss_mm),
                      total("moved_mm", phrase("moved, mm"), shift_parts, 1, 2),
                      total("turned_deg", phrase("turned, °"), turn_parts, rad_per_deg, 1)};
}

bool has_changed(const ToothChange& tooth) { return tooth.state == ToothState::changed; }

}  // namespace intercusp
