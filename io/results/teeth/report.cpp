#include "io/results/teeth/report.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <memory>

#include "io/case/landmark_file.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/teeth/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

Fields neighbour_fields(const CrownGap& gap) {
  return {{"tooth_a", gap.tooth},
          {"tooth_b", gap.next},
          {"empty_places", gap.empty_places},
          {"joined", gap.joined},
          {"gap_mm", gap.gap_mm ? Value(*gap.gap_mm) : Value()},
          {"point_mm", gap.gap_mm ? Value(gap.point) : Value()}};
}

Fields unnumbered_fields(const UnnumberedPlace& place) {
  return {{"position_mm", place.position_mm}, {"reason", name_of(place.reason)}};
}

Fields json_of(const Segmentation& segmentation) {
  const ForPrograms english;
  const FoundTeeth& found = segmentation.found;
  const bool jaw_known = segmentation.jaw_given || !found.teeth.empty();
  const bool arch_found = !found.up.isZero();
  return envelope("intercusp-segment/1", "mm") + input_fields(segmentation.scan.report) +
         Fields{{"vertices", segmentation.scan.mesh.vertices.size()},
                {"remarks", sentences_of(segmentation.scan.report.remarks)},
                {"findings", finding_values(found.findings)},
                {"jaw", jaw_known ? Value(name_of(found.jaw)) : Value()},
                {"jaw_confidence", found.jaw_confidence},
                {"jaw_given", segmentation.jaw_given},
                {"up", arch_found ? Value(found.up) : Value()},
                {"front", arch_found ? Value(found.front) : Value()},
                {"teeth", json_rows(found_tooth_figures(), found.teeth)},
                {"neighbours", list_of(segmentation.gaps, neighbour_fields)},
                {"unnumbered", list_of(found.unnumbered, unnumbered_fields)},
                {"landmarks", landmark_values(segmentation.landmarks)},
                {"timings_ms", {{"import", segmentation.import_ms}, {"segment", segmentation.search_ms}}}};
}

std::string labels_text(const std::vector<int>& labels) {
  std::string text;
  for (const int label : labels) text += (text.empty() ? "" : ",") + std::to_string(label);
  return "{\"labels\": [" + text + "]}\n";
}

// ---- Words

std::string how_sure(const FoundTeeth& found) {
  std::string doubtful;
  std::size_t sure = 0;
  for (const FoundTooth& tooth : found.teeth) {
    if (tooth.sure) ++sure;
    if (!tooth.sure) doubtful += (doubtful.empty() ? "" : ", ") + tooth_name(tooth.fdi);
  }
  if (doubtful.empty() && !found.unnumbered.empty())
    return phrase("the numbers are sure, but not every crown has one");
  if (doubtful.empty()) return phrase("all numbers are sure");
  return sure == 0 ? phrase("no number is sure") : phrase("not sure of {}", doubtful);
}

Section teeth_section(const Segmentation& segmentation) {
  Section section{
      .title = phrase("Teeth ({} numbers, estimated)", title_of(tooth_names())),
      .table = {.columns = {{phrase("tooth"), true}, {phrase("confidence")}, {phrase("mesiodistal mm")}}}};
  for (const FoundTooth& tooth : segmentation.found.teeth) {
    section.table.rows.push_back({tooth_name({tooth.fdi, tooth.confidence, tooth.sure}),
                                  confidence_text(tooth.confidence), rounded(tooth.mesiodistal_mm, 1)});
  }
  section.notes = {estimated_numbers_sentence()};
  return section;
}

//! Pairs whose crowns run into each other are left out, because the scan does not show their contact.
Section gaps_section(const Segmentation& segmentation) {
  Section section{
      .title = phrase("Gaps between neighbouring crowns"),
      .table = {.columns = {{phrase("teeth"), true}, {phrase("least gap mm")}, {phrase("empty places")}}}};
  const auto name = [&](int fdi) {
    const auto tooth = std::ranges::find(segmentation.found.teeth, fdi, &FoundTooth::fdi);
    return tooth_name({tooth->fdi, tooth->confidence, tooth->sure});
  };
  for (const CrownGap& gap : segmentation.gaps) {
    if (!gap.gap_mm) continue;
    section.table.rows.push_back({name(gap.tooth) + " – " + name(gap.next), rounded(*gap.gap_mm, 2),
                                  std::to_string(gap.empty_places)});
  }
  if (section.table.rows.size() == segmentation.gaps.size()) return section;
  section.notes = {
      phrase("All other neighbours run into each other on the scan: it does not show whether they touch.")};
  return section;
}

}  // namespace

Figures<FoundTooth> found_tooth_figures() {
  using Row = FoundTooth;
  return {
      {"fdi", "", "FDI number of the tooth.", &Row::fdi},
      {"confidence", "1", "Probability of the number.", &Row::confidence},
      {"sure", "", "Whether the number may be relied on.", &Row::sure},
      Figure<Row>{"centre_mm", "mm", "Middle of the crown, in the frame of the scan.", &Row::centre_mm}
          .in_columns({{"centre_x_mm", "0"}, {"centre_y_mm", "1"}, {"centre_z_mm", "2"}}),
      {"mesiodistal_mm", "mm", "Width of the crown between its contact points, along its mesiodistal axis.",
       &Row::mesiodistal_mm}};
}

Report report_of(std::shared_ptr<const Segmentation> shared, const std::set<LabelFormat>& formats) {
  const Segmentation& segmentation = *shared;
  Report report{.json_name = "segment.json",
                .json = json_of(segmentation),
                .files = {{"labels.json", [shared] { return labels_text(shared->found.labels); }},
                          {"landmarks.mrk.json", [shared] { return landmarks_text(shared->landmarks); }},
                          {"teeth.vtp", [shared] { return teeth_vtp(*shared); }}},
                .remarks = remarks_of(segmentation),
                .headline = headline_of(segmentation),
                .sections = sections_of(segmentation)};
  for (const LabelFormat format : formats) report.files.push_back(label_file(shared, format));
  const auto left_out =
      formats.contains(LabelFormat::slicer) ? milk_teeth_left_out(segmentation.found) : std::nullopt;
  if (left_out) report.remarks.push_back({"", sentence_of(*left_out)});
  // The first picture to be made colours the scan for all pictures.
  const std::shared_future<std::shared_ptr<const ColouredScan>> scan =
      std::async(std::launch::deferred, [shared] { return std::make_shared<const ColouredScan>(*shared); });
  for (const JawView& view : teeth_views(segmentation)) {
    report.files.push_back({view.name + ".png", [shared, scan, view] {
                              return png_bytes(teeth_picture(*shared, *scan.get(), view));
                            }});
  }
  return report;
}

std::vector<std::string> segment_file_names() {
  return {"segment.json",  "labels.json", "landmarks.mrk.json", "teeth.vtp",
          "teeth3ds.json", "faces.vtp",   "slicer.vtp",         "teeth_*.png"};
}

std::string name_of(const Segmentation& segmentation) {
  return segmentation.found.jaw == Jaw::upper ? phrase("Upper") : phrase("Lower");
}

std::string headline_of(const Segmentation& segmentation) {
  const FoundTeeth& found = segmentation.found;
  if (found.teeth.empty()) return phrase("No tooth was found and numbered.");
  const std::string jaw = found.jaw == Jaw::upper ? phrase("Upper jaw") : phrase("Lower jaw");
  const std::string given = segmentation.jaw_given
                                ? phrase("as given")
                                : phrase("confidence {}", confidence_text(found.jaw_confidence));
  return found.teeth.size() == 1
             ? phrase("{} ({}): 1 tooth found; {}.", jaw, given, how_sure(found))
             : phrase("{} ({}): {} teeth found; {}.", jaw, given, found.teeth.size(), how_sure(found));
}

std::vector<Section> sections_of(const Segmentation& segmentation) {
  if (segmentation.found.teeth.empty()) return {};
  std::vector<Section> sections = {teeth_section(segmentation)};
  const bool any_apart =
      std::ranges::any_of(segmentation.gaps, [](const CrownGap& gap) { return !gap.joined; });
  if (any_apart) sections.push_back(gaps_section(segmentation));
  return sections;
}

std::vector<Remark> remarks_of(const Segmentation& segmentation) {
  std::vector<Remark> remarks;
  for (const Finding& finding : segmentation.found.findings) remarks.push_back({"", sentence_of(finding)});
  for (const UnnumberedPlace& place : segmentation.found.unnumbered) {
    const auto at = [&](int axis) { return rounded(place.position_mm[axis], 1); };
    remarks.push_back(
        {"", place.reason == UnnumberedReason::between_teeth
                 ? phrase("Something like a crown at {}, {}, {} between two teeth has no number.", at(0),
                          at(1), at(2))
                 : phrase("Something like a crown at {}, {}, {} behind the last tooth has no number.", at(0),
                          at(1), at(2))});
  }
  for (const Finding& finding : segmentation.scan.report.remarks)
    remarks.push_back({"", sentence_of(finding)});
  return remarks;
}

std::string estimated_numbers_sentence() {
  return phrase(
      "Numbers are estimated from the shape of the scan. ? marks a number that is not sure: its confidence "
      "is below {} or something contradicts it.",
      confidence_text(sure_confidence));
}

}  // namespace intercusp
