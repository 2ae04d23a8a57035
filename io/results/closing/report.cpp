#include "io/results/closing/report.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {
namespace {

Fields motion_fields(const Closing& closing) {
  const double limit = shown_amount(closing, closing.motion.limit());
  if (!turns(closing)) return {{"kind", "shift"}, {"direction", axis_direction(closing)}, {"max_mm", limit}};
  return {{"kind", "turn"},
          {"axis_point_mm", axis_point(closing)},
          {"axis_direction", axis_direction(closing)},
          {"max_deg", limit}};
}

Value features_value(const FirstContact& contact) {
  return {{"kind", features_text(contact.features)},
          {"upper_vertices", contact.upper_vertices},
          {"lower_vertices", contact.lower_vertices}};
}

//! The point is that of the first contact, or the deepest one if the jaws overlap at the start.
Fields first_contact_fields(const Closing& closing) {
  const FirstContactAnswer& answer = closing.answer;
  Value amount, point, upper_face, lower_face, travel, depth, upper_tooth, lower_tooth, features, pose;
  const auto set_place = [&](const auto& place) {
    point = place.case_point;
    upper_face = place.upper_face;
    lower_face = place.lower_face;
    upper_tooth = tooth_value(closing.bite_case->upper_teeth[place.upper_face]);
    lower_tooth = tooth_value(closing.bite_case->lower_teeth[place.lower_face]);
  };
  if (answer.starts_overlapping) amount = 0;
  if (answer.deepest) {
    set_place(*answer.deepest);
    depth = answer.deepest->max_penetration_distance_mm();
  }
  if (answer.contact) {
    set_place(*answer.contact);
    amount = shown_amount(closing, answer.contact->amount);
    travel = closing.travel_at_contact_mm();
    features = features_value(*answer.contact);
    pose = closing.pose_at_contact();
  }
  return {{"first_contact_" + unit_name(closing), amount},
          {"point_mm", point},
          {"upper_face", upper_face},
          {"lower_face", lower_face},
          {"starts_overlapping", answer.starts_overlapping},
          {"travel_mm", travel},
          {"overlap_depth_mm", depth},
          {"upper_tooth", upper_tooth},
          {"lower_tooth", lower_tooth},
          {"features", features},
          {"pose_at_contact", pose}};
}

Fields share_fields(const CulledShare& share) { return {{"faces", share.faces}, {"dropped", share.dropped}}; }

Value map_value(const Closing& closing) {
  if (!closing.mapping.map) return {};
  const ClosingMap& map = *closing.mapping.map;
  const std::string unit = unit_name(closing);
  const PixelGrid& grid = map.view.grid;
  const Eigen::Matrix3d axes = map.view.view_from_case.linear();
  const auto shown = [&](double amount) { return Value(shown_amount(closing, amount)); };
  return {{"least_" + unit, map.first ? shown(static_cast<double>(map.remaining[*map.first])) : Value()},
          {"least_error_" + unit, map.first ? shown(map.first_error) : Value()},
          {"straightness_mm", map.straightness_mm},
          {"depth_tolerance_" + unit, shown(map.depth_tolerance)},
          {"engine", name_of(map.engine)},
          {"engine_reason", engine_reason_in_words(map.engine_reason)},
          {"quantisation",
           {{"position_mm", map.quantisation.position_mm}, {"depth_mm", map.quantisation.depth_mm}}},
          {"pixel_mm", grid.pixel_mm},
          {"width", grid.width},
          {"height", grid.height},
          {"u0_mm", grid.u0_mm},
          {"v0_mm", grid.v0_mm},
          {turns(closing) ? "along_axis" : "right", axes.row(0)},
          {turns(closing) ? "middle_of_upper" : "down", axes.row(1)}};
}

Values order_values(const Closing& closing, const std::vector<FirstToothContact>& contacts) {
  return json_rows(contact_order_figures(turns(closing)), contact_order_rows(closing, "", contacts));
}

Fields json_of(const Closing& closing, const Inputs& inputs) {
  const ForPrograms english;
  const bool mapped = closing.mapping.map.has_value();
  return envelope("intercusp-" + command_name(closing) + "/1", turns(closing) ? "mm, degrees" : "mm") +
         first_contact_fields(closing) +
         Fields{{"motion", motion_fields(closing)},
                {"upper_from_lower", closing.bite_case->bite.upper_from_lower},
                {"upper", solid_fields(inputs.upper, *closing.bite_case->bite.upper)},
                {"lower", solid_fields(inputs.lower, *closing.bite_case->bite.lower)},
                {"teeth_estimated", has_estimated_teeth(closing.bite_case->bite)},
                {"velocity_culling",
                 {{"upper", share_fields(closing.culling.upper)},
                  {"lower", share_fields(closing.culling.lower)}}},
                {"map", map_value(closing)},
                {"no_map_because", mapped ? Value() : Value(clause_of(*closing.mapping.why_not))},
                {"remaining", remaining_sentence(closing)},
                {"order_of_upper_teeth", order_values(closing, closing.order.upper_teeth)},
                {"order_of_lower_teeth", order_values(closing, closing.order.lower_teeth)},
                {"order_of_pairs", order_values(closing, closing.order.pairs)},
                {"remarks", remark_values(closing.findings, inputs.upper, inputs.lower)},
                {"findings", finding_values(closing.findings, inputs.upper, inputs.lower)},
                {"timings_ms", timing_fields(inputs.import_ms, closing.timings)}};
}

//! Pairs of teeth, then upper and lower teeth, each sorted by the order of meeting.
CsvFile order_table(const Closing& closing, const Provenance& provenance) {
  const Figures<ContactOrderRow> figures = contact_order_figures(turns(closing));
  return {.name = "contacts_order.csv",
          .columns = csv_head(figures),
          .rows = csv_rows(figures, contact_order_rows(closing, "pair", closing.order.pairs)) +
                  csv_rows(figures, contact_order_rows(closing, "upper tooth", closing.order.upper_teeth)) +
                  csv_rows(figures, contact_order_rows(closing, "lower tooth", closing.order.lower_teeth)),
          .every_row = provenance_columns(provenance)};
}

std::vector<Product> files_of(const std::shared_ptr<const Closing>& closing, const Provenance& provenance) {
  std::vector<Product> files;
  const auto add_picture = [&](const char* name, TravelFrom from) {
    files.push_back({name, [closing, from, provenance] {
                       return png_bytes(closing_picture(*closing, from, provenance));
                     }});
  };
  const bool meets = closing->answer.contact.has_value();
  if (closing->mapping.map) add_picture("remaining_travel.png", TravelFrom::start);
  if (closing->mapping.map && meets) add_picture("travel_after_contact.png", TravelFrom::first_contact);
  if (meets)
    files.push_back(
        {"pose_at_contact.json", [closing] { return pose_file_text(closing->pose_at_contact()); }});
  return files;
}

}  // namespace

Report report_of(std::shared_ptr<const Closing> shared, const Inputs& inputs) {
  const Closing& closing = *shared;
  const Provenance provenance = provenance_of(closing, inputs.upper, inputs.lower);
  return {.json_name = command_name(closing) + ".json",
          .json = json_of(closing, inputs),
          .tables = {order_table(closing, provenance)},
          .files = files_of(shared, provenance),
          .remarks = remarks_of(closing.findings, inputs.upper, inputs.lower),
          .headline = finding_sentence(closing),
          .sections = sections_of(closing)};
}

std::vector<std::string> closing_file_names(const Motion& motion) {
  return {motion.kind() == Motion::Kind::turn ? "close.json" : "slide.json", "contacts_order.csv",
          "remaining_travel.png", "travel_after_contact.png", "pose_at_contact.json"};
}

}  // namespace intercusp
