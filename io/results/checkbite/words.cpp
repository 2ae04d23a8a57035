#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/report/parts.h"
#include "io/results/checkbite/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string estimate_text(const std::optional<Estimate>& estimate, const GuidanceNumber& number) {
  if (!estimate) return "–";
  const int digits = number.unit == 1 ? 2 : 1;
  const Interval& interval = estimate->interval;
  return fmt::format("{}{} ({})", rounded(estimate->value / number.unit, digits), number.sign,
                     rounded(Interval{interval.low / number.unit, interval.high / number.unit}, digits));
}

//! The condyle left, the condyle right.
Section guidance_section(const Checkbite& result) {
  Section section{.title = phrase("Guidance of the condyles")};
  section.table.columns = {
      {phrase("95 % interval in brackets")}, {phrase("right condyle")}, {phrase("left condyle")}};
  for (const GuidanceNumber& number : guidance_numbers(result.found))
    section.table.rows.push_back({number.name, estimate_text(number.estimates.right, number),
                                  estimate_text(number.estimates.left, number)});
  section.pictures = {"condyles.png"};
  section.notes = {
      phrase("Inclinations are angles to the occlusal plane, positive forward and down. The Bennett angle is "
             "that of the non-working condyle's path to the sagittal plane, seen from above; the side "
             "shift comes before it.")};
  return section;
}

std::string ellipse_text(const AxisEnd& end) {
  return phrase("{} × {} mm", rounded(end.half_axes_mm.x(), 2), rounded(end.half_axes_mm.y(), 2));
}

Section hinge_section(const Checkbite& result) {
  Section section{.title = phrase("Hinge axis")};
  if (result.found.condyles) section.pictures = {"axis.png"};
  if (!result.found.hinge) return section;
  const Hinge& hinge = *result.found.hinge;
  section.facts = {
      {phrase("right end, mm"), vector_text(hinge.right.place, 2)},
      {phrase("left end, mm"), vector_text(hinge.left.place, 2)},
      {phrase("95 % ellipse, right, half axes"), ellipse_text(hinge.right)},
      {phrase("95 % ellipse, left, half axes"), ellipse_text(hinge.left)},
      {phrase("residual"), phrase("{} mm", rounded(hinge.residual_mm, 3))},
      {phrase("records, widest opening"), phrase("{}; {}°", fmt::format("{}", fmt::join(hinge.used, ", ")),
                                                 rounded(hinge.opening_rad / rad_per_deg, 1))}};
  if (hinge.halve_at_rad)
    section.facts.push_back({phrase("half the error at an opening of"),
                             phrase("{}°", rounded(*hinge.halve_at_rad / rad_per_deg, 1))});
  for (const InstantaneousAxis& pair : hinge.pairs)
    section.facts.push_back({phrase("axis from {} to {}, right and left end, mm", pair.from, pair.to),
                             vector_text(pair.right.place, 2) + "; " + vector_text(pair.left.place, 2)});
  section.notes = {phrase(
      "The axis is the line about which the jaw turns from the centric record to the openings. Its ends "
      "lie {} mm from the midline, in the frame of the upper scan. With 95 % probability the true "
      "axis passes through an ellipse.",
      shortest(0.5 * result.options.intercondylar_mm))};
  if (hinge.used.size() == 1)
    section.notes.push_back(
        phrase("One opening cannot tell a glide of the condyles in the sagittal plane from another axis: "
               "open in pure rotation, or record a second, smaller opening."));
  return section;
}

Section records_section(const Checkbite& result) {
  Section section{.title = phrase("Records")};
  section.table = table_of(
      chosen(record_figures(), {"name", "residual_mm", "incisal_mm", "condyle_right_mm", "condyle_left_mm"}),
      record_rows(result));
  section.notes = {phrase("Displacements against the centric record, mm: to the left, forward, up.")};
  return section;
}

//! Along left, anterior and superior.
std::string shift_text(const RecordRow& row, const Eigen::Vector3d RecordShift::*place) {
  if (!row.shift) return "–";
  return vector_text(row.result.bite_case->anatomy.axes->anatomical_from_case() * ((*row.shift).*place), 2);
}

Value shift_value(const RecordRow& row, const Eigen::Vector3d RecordShift::*place) {
  return row.shift ? Value((*row.shift).*place) : Value();
}

}  // namespace

std::vector<RecordRow> record_rows(const Checkbite& result) {
  std::vector<RecordRow> rows;
  for (std::size_t i = 0; i < result.records.size(); ++i)
    rows.push_back({result, result.records[i], result.shifts[i]});
  return rows;
}

Figures<RecordRow> record_figures() {
  using Row = RecordRow;
  const auto shift = [](const char* key, const char* what, const std::string& heading,
                        Eigen::Vector3d RecordShift::*place) {
    return Figure<Row>{key, "mm", what, [place](const Row& row) { return shift_value(row, place); }}.headed(
        heading, [place](const Row& row) { return shift_text(row, place); });
  };
  return {Figure<Row>{"name", "", "Of the record, as given.", [](const Row& row) { return row.record.name; }}
              .headed(phrase("Record")),
          Figure<Row>{"upper_from_lower", "", "Its pose, row by row; null where its scans show none.",
                      [](const Row& row) {
                        return row.record.pose ? Value(row.record.pose->upper_from_lower) : Value();
                      }},
          Figure<Row>{"residual_mm", "mm", "Root mean square of its scans; null for a pose.",
                      [](const Row& row) { return Value(row.record.residual_mm); }}
              .headed(phrase("Residual of the scans, mm"), 3),
          shift("incisal_mm", "Displacement of the incisal point against centric, case frame.",
                phrase("Incisal point"), &RecordShift::incisal),
          shift("condyle_right_mm", "Displacement of the right condyle against centric, case frame.",
                phrase("Right condyle"), &RecordShift::condyle_right),
          shift("condyle_left_mm", "Displacement of the left condyle against centric, case frame.",
                phrase("Left condyle"), &RecordShift::condyle_left),
          Figure<Row>{"landmarks_mm", "mm",
                      "Displacement of the six `landmarks` against centric; null without the tooth.",
                      [](const Row& row) { return row.shift ? Value(row.shift->teeth) : Value(); }}};
}

std::vector<GuidanceNumber> guidance_numbers(const PatientArticulator& found) {
  return {
      {"condylar_inclination_deg", phrase("condylar inclination"), found.inclination_rad, rad_per_deg, "°"},
      {"bennett_deg", phrase("Bennett angle"), found.bennett_rad, rad_per_deg, "°"},
      {"side_shift_mm", phrase("immediate side shift"), found.side_shift_mm, 1, " mm"},
      {"nonworking_inclination_deg", phrase("inclination as the non-working condyle"),
       found.nonworking_inclination_rad, rad_per_deg, "°"}};
}

std::string headline_of(const Checkbite& result) {
  if (!result.determined()) return phrase("The hinge axis is not determined.");
  const Hinge& hinge = *result.found.hinge;
  const double error_mm = std::max(hinge.left.half_axes_mm.x(), hinge.right.half_axes_mm.x());
  return phrase("The hinge axis is determined to {} mm (95 %), by openings up to {}°.", rounded(error_mm, 2),
                rounded(hinge.opening_rad / rad_per_deg, 1));
}

std::vector<Section> sections_of(const Checkbite& result) {
  std::vector<Section> sections = {hinge_section(result)};
  const PatientArticulator& found = result.found;
  const std::vector<GuidanceNumber> numbers = guidance_numbers(found);
  if (std::ranges::any_of(numbers, [](const GuidanceNumber& number) { return number.estimates.any(); }))
    sections.push_back(guidance_section(result));
  sections.push_back(records_section(result));
  return sections;
}

Provenance provenance_of(const Checkbite& result, const CheckbiteInputs& inputs) {
  const ForPrograms english;
  std::string settings =
      fmt::format("intercondylar distance {} mm", shortest(result.options.intercondylar_mm));
  for (std::size_t i = 0; i < inputs.records.size(); ++i) {
    settings += "; " + result.records[i].name;
    for (const MeshReport& scan : inputs.records[i].scans) settings += " " + digests_of(scan).substr(0, 16);
  }
  return {.version = INTERCUSP_VERSION,
          .settings = settings,
          .upper_sha256 = digests_of(inputs.jaws.upper),
          .lower_sha256 = digests_of(inputs.jaws.lower)};
}

}  // namespace intercusp
