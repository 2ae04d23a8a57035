#include "io/results/bite/report.h"

#include <algorithm>
#include <memory>

#include "io/case/finding_codes.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/bite/picture.h"
#include "io/results/bite/words.h"
#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

//! The first reason why the bite is not determined.
Value reason_value(const FoundBite& found) {
  const auto reason = std::ranges::find(found.findings, Severity::error, &Finding::severity);
  return reason == found.findings.end() ? Value() : Value(reason->code);
}

Values remark_values(const std::vector<Remark>& remarks) {
  return list_of(remarks, [](const Remark& remark) {
    return remark.about.empty() ? remark.text : remark.about + ": " + remark.text;
  });
}

//! 95 % half widths of the pose by buccal scans, along and about the upper's axes.
Value pose_error_value(const FoundBite& found) {
  if (!found.error_at_teeth_mm) return {};
  const PoseError& error = found.buccal->error;
  const PoseVector half = error.interval_factor() * error.covariance.diagonal().cwiseSqrt();
  return Fields{{"centre_mm", error.centre},
                {"shift_mm", Eigen::Vector3d(half.head<3>())},
                {"turn_deg", Eigen::Vector3d(half.tail<3>() / rad_per_deg)},
                {"at_teeth_mm", *found.error_at_teeth_mm}};
}

Fields json_of(const FoundBite& found, const BiteInputs& inputs) {
  const ForPrograms english;
  return envelope("intercusp-bite/1", "mm") +
         Fields{{"upper", input_fields(inputs.jaws.upper)},
                {"lower", input_fields(inputs.jaws.lower)},
                {"buccal", list_of(inputs.buccal, input_fields)},
                {"determined", found.determined()},
                {"reason", reason_value(found)},
                {"method", name_of(found.method)},
                {"certainty", found.certainty},
                {"pose_error", pose_error_value(found)},
                {"remarks", remark_values(remarks_of(found, inputs))},
                {"findings", finding_values(found.findings, inputs.jaws.upper, inputs.jaws.lower)},
                {"candidates", json_rows(candidate_figures(), candidate_rows(found))},
                {"buccal_scans", json_rows(buccal_figures(), buccal_rows(found, inputs))},
                {"disagreement_mm", found.buccal ? Value(found.buccal->disagreement_mm) : Value()},
                {"anatomy", anatomy_fields(found.anatomy)},
                {"score", score_sentence(found.method)},
                {"timings_ms", {{"import", inputs.jaws.import_ms}, {"search", found.search_ms}}}};
}

std::string candidate_name(std::size_t number, const char* extension) {
  return "candidate_" + std::to_string(number) + extension;
}

//! Poses and, with axes, pictures.
std::vector<Product> files_of(const std::shared_ptr<const FoundBite>& found, const Provenance& provenance) {
  std::vector<Product> files;
  for (std::size_t number = 1; number <= found->candidates.size(); ++number) {
    files.push_back({candidate_name(number, ".json"), [found, number] {
                       return pose_file_text(found->candidates[number - 1].upper_from_lower);
                     }});
    if (!found->anatomy.axes) continue;
    files.push_back(
        {candidate_name(number, ".png"),
         [found, number, provenance] { return png_bytes(candidate_picture(*found, number, provenance)); },
         found->candidates.size() == 1 ? phrase("The bite") : phrase("Bite {}", number), true});
  }
  if (found->determined())
    files.push_back(
        {"pose.json", [found] { return pose_file_text(found->candidates.front().upper_from_lower); }});
  return files;
}

std::vector<Fact> head_of(const BiteInputs& inputs) {
  std::vector<Fact> head = {{phrase("Upper"), file_names(inputs.jaws.upper)},
                            {phrase("Lower"), file_names(inputs.jaws.lower)}};
  for (const MeshReport& scan : inputs.buccal) head.push_back({phrase("Buccal scan"), file_names(scan)});
  return head;
}

}  // namespace

bool look_exchanged(const MeshReport& upper, const MeshReport& lower) {
  return find_code(upper.findings, codes::jaw_contradicted) != nullptr &&
         find_code(lower.findings, codes::jaw_contradicted) != nullptr;
}

Report report_of(std::shared_ptr<const FoundBite> shared, const BiteInputs& inputs) {
  const FoundBite& found = *shared;
  const Provenance provenance = provenance_of(found, inputs);
  const Figures<CandidateRow> figures = candidate_figures();
  Report report{.json_name = "bite.json",
                .json = json_of(found, inputs),
                .tables = {{.name = "bite_candidates.csv",
                            .columns = csv_head(figures),
                            .rows = csv_rows(figures, candidate_rows(found)),
                            .every_row = provenance_columns(provenance)}},
                .files = files_of(shared, provenance),
                .title = phrase("Bite of two scans"),
                .page_name = "report.html",
                .input_files = head_of(inputs),
                .remarks = remarks_of(found, inputs),
                .headline = headline_of(found),
                .footer = phrase("For research and planning support; not a diagnosis.")};
  std::vector<std::string> pictures;
  for (const Product& file : report.files)
    if (!file.caption.empty()) pictures.push_back(file.name);
  report.sections = sections_of(found, inputs, pictures);
  return report;
}

std::vector<std::string> bite_file_names() {
  return {"bite.json",   "pose.json",        "bite_candidates.csv",
          "report.html", "candidate_*.json", "candidate_*.png"};
}

}  // namespace intercusp
