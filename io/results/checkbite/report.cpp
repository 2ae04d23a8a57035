#include "io/results/checkbite/report.h"

#include <filesystem>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/report/track_csv.h"
#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

Fields end_fields(const char* side, const AxisEnd& end) {
  const std::string name = side;
  return {{name + "_mm", end.place},
          {"ellipse_" + name + "_mm", end.half_axes_mm},
          {"ellipse_" + name + "_direction", end.long_axis}};
}

Fields pair_fields(const InstantaneousAxis& pair) {
  return Fields{{"from", pair.from}, {"to", pair.to}, {"turn_deg", pair.turn_rad / rad_per_deg}} +
         end_fields("left", pair.left) + end_fields("right", pair.right);
}

Value hinge_value(const std::optional<Hinge>& hinge) {
  if (!hinge) return {};
  return end_fields("left", hinge->left) + end_fields("right", hinge->right) +
         Fields{{"residual_mm", hinge->residual_mm},
                {"opening_deg", hinge->opening_rad / rad_per_deg},
                {"halve_at_deg", hinge->halve_at_rad ? Value(*hinge->halve_at_rad / rad_per_deg) : Value()},
                {"records", hinge->used},
                {"pairs", list_of(hinge->pairs, pair_fields)}};
}

Value estimate_value(const std::optional<Estimate>& estimate, double unit) {
  if (!estimate) return {};
  return {{"value", estimate->value / unit},
          {"interval", interval_value({estimate->interval.low / unit, estimate->interval.high / unit})}};
}

Fields guidance_fields(const PatientArticulator& found) {
  Fields fields;
  for (const GuidanceNumber& number : guidance_numbers(found)) {
    const CondyleEstimates& both = number.estimates;
    fields.push_back({number.key, both.any() ? Value{{"left", estimate_value(both.left, number.unit)},
                                                     {"right", estimate_value(both.right, number.unit)}}
                                             : Value()});
  }
  return fields;
}

Fields condyle_fields(const Checkbite& result) {
  if (!result.found.condyles) return {{"condyles", Value()}};
  return {{"condyles",
           {{"from", result.determined() ? "hinge axis" : "Bonwill triangle and Balkwill angle"},
            {"left_mm", result.found.condyles->left},
            {"right_mm", result.found.condyles->right}}}};
}

Values landmark_values(const Checkbite& result) {
  Values values;
  for (std::size_t i = 0; i < checkbite_teeth.size(); ++i)
    values.push_back(Fields{{"fdi", checkbite_teeth[i]}, {"position_mm", result.teeth[i]}});
  return values;
}

Values source_values(const Checkbite& result, const CheckbiteInputs& inputs) {
  Values values;
  for (std::size_t i = 0; i < inputs.records.size(); ++i) {
    const RecordFiles& files = inputs.records[i];
    values.push_back(Fields{{"name", result.records[i].name},
                            {"pose", files.pose_file.empty() ? Value() : Value(files.pose_file)},
                            {"scans", list_of(files.scans, input_fields)}});
  }
  return values;
}

Fields json_of(const Checkbite& result, const CheckbiteInputs& inputs) {
  const ForPrograms english;
  const MeshReport &upper = inputs.jaws.upper, &lower = inputs.jaws.lower;
  const Case& prepared = *result.bite_case;
  const std::optional<IncisalPoint>& incisal = prepared.incisal_point;
  return envelope("intercusp-checkbite/1", "mm, degrees") +
         Fields{{"upper", input_fields(upper)},
                {"lower", input_fields(lower)},
                {"record_files", source_values(result, inputs)},
                {"settings",
                 {{"intercondylar_mm", result.options.intercondylar_mm},
                  {"bite_error",
                   {{"translation_mm", result.options.bite_error.translation_mm},
                    {"rotation_deg", in_degrees(result.options.bite_error.rotation_rad)}}}}},
                {"determined", result.determined()},
                {"hinge", hinge_value(result.found.hinge)}} +
         condyle_fields(result) + guidance_fields(result.found) +
         Fields{{"records", json_rows(record_figures(), record_rows(result))},
                {"landmarks", landmark_values(result)},
                {"incisal_point_mm", incisal ? Value(incisal->case_point) : Value()},
                {"anatomy", anatomy_fields(prepared.anatomy)},
                {"remarks", remark_values(result.found.findings, upper, lower)},
                {"findings", finding_values(result.found.findings, upper, lower)},
                {"timings_ms", {{"import", inputs.jaws.import_ms}, {"search", inputs.search_ms}}}};
}

//! The poses of the records, in the order given.
CsvFile poses_table(const Checkbite& result) {
  std::vector<Eigen::Isometry3d> poses;
  for (const BiteRecord& record : result.records)
    if (record.pose) poses.push_back(record.pose->upper_from_lower);
  return track_csv("poses.csv", poses);
}

std::vector<Fact> head_of(const Checkbite& result, const CheckbiteInputs& inputs) {
  std::vector<Fact> head = {{phrase("Upper"), file_names(inputs.jaws.upper)},
                            {phrase("Lower"), file_names(inputs.jaws.lower)}};
  for (std::size_t i = 0; i < inputs.records.size(); ++i) {
    const RecordFiles& files = inputs.records[i];
    std::string names = std::filesystem::path(files.pose_file).filename().string();
    for (const MeshReport& scan : files.scans) names += (names.empty() ? "" : ", ") + file_names(scan);
    head.push_back({phrase("Record {}", result.records[i].name), names});
  }
  return head;
}

}  // namespace

Report report_of(std::shared_ptr<const Checkbite> shared, const CheckbiteInputs& inputs) {
  const Checkbite& result = *shared;
  const Provenance provenance = provenance_of(result, inputs);
  Report report{.json_name = "checkbite.json",
                .json = json_of(result, inputs),
                .tables = {poses_table(result)},
                .title = phrase("Articulator of the patient"),
                .page_name = "report.html",
                .input_files = head_of(result, inputs),
                .remarks = remarks_of(result.found.findings, inputs.jaws.upper, inputs.jaws.lower),
                .headline = headline_of(result),
                .sections = sections_of(result),
                .footer = phrase("For research and planning support; not a diagnosis.")};
  if (!result.found.condyles) return report;
  report.files = {
      {"axis.png", [shared, provenance] { return png_bytes(axis_picture(*shared, provenance)); },
       phrase("Hinge axis"), true},
      {"condyles.png", [shared, provenance] { return png_bytes(condyle_picture(*shared, provenance)); },
       phrase("Paths of the condyles"), true}};
  return report;
}

std::vector<std::string> checkbite_file_names() {
  return {"checkbite.json", "poses.csv", "report.html", "axis.png", "condyles.png"};
}

}  // namespace intercusp
