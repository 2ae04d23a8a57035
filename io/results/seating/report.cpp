#include "io/results/seating/report.h"

#include <cmath>

#include "io/language/language.h"
#include "io/report/parts.h"
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

// ---- Words

//! "0.312 mm (0.130 left, 0.190 back, 0.200 down)".
std::string displacement_text(const AnatomicalVector& mm) {
  return phrase("{:.3f} mm ({:.3f} {}, {:.3f} {}, {:.3f} {})", mm.norm(), std::abs(mm.x()),
                mm.x() < 0 ? phrase("right") : phrase("left"), std::abs(mm.y()),
                mm.y() < 0 ? phrase("back") : phrase("forward"), std::abs(mm.z()),
                mm.z() < 0 ? phrase("down") : phrase("up"));
}

std::string rotation_text(const AnatomicalVector& degrees) {
  return phrase("{:.3f}° (front {} by {:.3f}°, left side {} by {:.3f}°, front to the {} by {:.3f}°)",
                degrees.norm(), degrees.x() < 0 ? phrase("up") : phrase("down"), std::abs(degrees.x()),
                degrees.y() < 0 ? phrase("down") : phrase("up"), std::abs(degrees.y()),
                degrees.z() < 0 ? phrase("right") : phrase("left"), std::abs(degrees.z()));
}

//! Areas by surface distance on the lower.
Figures<AreaTotal> seated_area_figures() {
  using Row = AreaTotal;
  return {{"threshold_mm", "mm", "", &Row::threshold_mm},
          {"measure", "", "", [](const Row&) { return "surface_distance"; }},
          {"side", "", "", [](const Row&) { return "lower"; }},
          {"contacts", "1", "", &Row::contacts},
          {"surface_mm2", "mm2", "", &Row::surface_mm2},
          {"error_mm2", "mm2", "", &Row::error_mm2}};
}

//! The motion. Without anatomy left and anterior are unknown, so only the direction and the part across it
//! are named.
Section motion_section(const Settlement& settlement) {
  const JawChange& change = *settlement.change;
  const AnatomicalVector degrees = change.turn_rad / std::numbers::pi * 180;
  const std::string largest = phrase("{:.3f} mm", change.largest_mm);
  Section section{.title = settlement.settled()
                               ? phrase("Motion of the lower jaw")
                               : phrase("Motion of the lower jaw to the place that was refused")};
  if (!settlement.start->anatomy.axes) {
    section.facts = {{phrase("along the direction"), phrase("{:.3f} mm", change.centre_mm.z())},
                     {phrase("across the direction"), phrase("{:.3f} mm", change.centre_mm.head<2>().norm())},
                     {phrase("largest, anywhere"), largest},
                     {phrase("rotation"), phrase("{:.3f}°", degrees.norm())}};
    return section;
  }
  const auto add = [&](const std::string& what, const std::optional<AnatomicalVector>& mm) {
    if (mm) section.facts.push_back({what, displacement_text(*mm)});
  };
  add(phrase("centre of the bite"), change.centre_mm);
  add(phrase("incisal edges"), change.incisal_mm);
  add(phrase("right molars"), change.right_molars_mm);
  add(phrase("left molars"), change.left_molars_mm);
  section.facts.push_back({phrase("largest, anywhere"), largest});
  section.facts.push_back({phrase("rotation"), rotation_text(degrees)});
  return section;
}

Section figures_section(const Settlement& settlement) {
  Section section;
  section.table.columns = {
      {phrase("The bite")}, {phrase("before")}, {settlement.after ? phrase("after") : ""}};
  for (const Figure<BiteFigures>& figure : seated_figures()) {
    if (figure.heading.empty()) continue;
    section.table.rows.push_back({figure.heading, text_of(figure, *settlement.before),
                                  settlement.after ? text_of(figure, *settlement.after) : ""});
  }
  return section;
}

Section checks_section(const Settlement& settlement) {
  const Supports& supports = settlement.supports;
  const SettleAgreement& agreement = settlement.agreement;
  std::string support = phrase("The lower jaw is supported at {} places", supports.all.size());
  if (settlement.start->anatomy.axes)
    support += phrase(", {:.0f} % of the load on the left, {:.0f} % on the right", 100 * supports.left_share,
                      100 - 100 * supports.left_share);
  support += supports.margin_mm > 0
                 ? phrase("; the centre of the bite lies {:.1f} mm inside their outline.", supports.margin_mm)
                 : phrase("; the centre of the bite does not lie inside their outline.");
  Section section{.paragraphs = {std::move(support)}};
  if (agreement.starts > 0) {
    section.paragraphs.push_back(phrase(
        "{} of {} other starts, 0.3 mm and 0.5° away, lead to the same place; largest difference {} mm.",
        agreement.same_place, agreement.starts,
        agreement.spread_mm < 0.001 ? phrase("less than 0.001") : rounded(agreement.spread_mm, 3)));
  }
  return section;
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

Figures<BiteFigures> seated_figures() {
  using Row = BiteFigures;
  const auto least = [](auto read) {
    return [read](const Row& row) { return row.least ? Value(read(*row.least)) : Value(); };
  };
  Figures<Row> figures = {
      Figure<Row>{"least_distance_mm", "mm", "Least surface distance; below 0 the depth.",
                  least([](const LeastDistance& found) { return found.distance_mm; })}
          .headed(phrase("least surface distance, mm"), 4),
      {"least_distance_bound_mm", "mm", "No place is closer.",
       least([](const LeastDistance& found) { return found.bound_mm; })},
      {"least_distance_point_mm", "mm", "Place of the least distance, case frame.",
       least([](const LeastDistance& found) { return found.case_point; })},
      Figure<Row>{"overlap_volume_mm3", "mm3", "Summed along superior.", &Row::overlap_mm3}.headed(
          phrase("overlap volume, mm³"), 4),
      {"areas", "", "Lower surface within a threshold.",
       [](const Row& row) { return json_rows(seated_area_figures(), row.contact); }}};
  for (std::size_t i = 0; i < settle_thresholds_mm.size(); ++i) {
    const std::string limit = shortest(settle_thresholds_mm[i]);
    figures.push_back(
        Figure<Row>{"area_" + limit, "mm2", "", [i](const Row& row) { return row.contact[i].surface_mm2; }}
            .only(In::people)
            .headed(phrase("contact area at {} mm, mm²", limit), 2));
    figures.push_back(
        Figure<Row>{"contacts_" + limit, "1", "", [i](const Row& row) { return row.contact[i].contacts; }}
            .only(In::people)
            .headed(phrase("contacts at {} mm", limit)));
  }
  return figures;
}

Figures<Support> support_figures() {
  using Row = Support;
  return {{"point_mm", "mm", "Case frame.", &Row::case_point},
          {"push", "1", "Unit vector, on the lower.", &Row::push},
          {"load_share", "1", "Share of the load on all supports, from 0 to 1.", &Row::load_share},
          {"upper_face", "", "After import.", &Row::upper_face},
          {"lower_face", "", "After import.", &Row::lower_face}};
}

Figures<SettleRival> rival_figures() {
  using Row = SettleRival;
  return {{"start", "", "Where the search started.", [](const Row& row) { return name_of(row.start); }},
          {"fit", "1", "Bearing area over that of the place found.", &Row::fit},
          {"upper_from_lower", "", "Pose.", &Row::upper_from_lower}};
}

std::string settle_definition() {
  return phrase(
      "The lower is pressed along superior through the centre of the bite, without friction, until the "
      "deepest place of either surface lies in the other jaw by 0.8 to 1 times the tolerance (surface "
      "distance, in any direction, negative inside). Translations are those of the bite's centre along the "
      "patient's left, anterior and superior; rotations are right-handed about these, together one turn. "
      "Areas are of the lower's surface within the threshold, penetration counted, clipped inside triangles. "
      "The overlap volume is summed along superior.");
}

std::string headline_of(const Settlement& settlement) {
  if (settlement.settled()) return phrase("Settled: a stable bite was found near the start.");
  std::string text = phrase("Not settled; the start is unchanged and no pose is given:");
  for (const Finding& refusal : settlement.refusals) text += "\n  - " + sentence_of(refusal);
  return text;
}

std::string settled_in_words(const Settlement& settlement) {
  const std::optional<LeastDistance>& least = settlement.after->least;
  const std::string depth = least ? rounded(least->max_penetration_distance_mm(), 3) : "–";
  return phrase("The bite is settled: overlap {} mm deep, moved by up to {} mm.", depth,
                rounded(settlement.change->largest_mm, 2));
}

std::vector<Section> sections_of(const Settlement& settlement) {
  std::vector<Section> sections;
  if (settlement.change) sections.push_back(motion_section(settlement));
  if (settlement.before) sections.push_back(figures_section(settlement));
  if (!settlement.supports.all.empty()) sections.push_back(checks_section(settlement));
  return sections;
}

}  // namespace intercusp
