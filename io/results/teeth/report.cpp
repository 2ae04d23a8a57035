#include <future>
#include <memory>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/teeth/label_formats.h"
#include "io/results/teeth/parts.h"
#include "io/results/teeth/report.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

Fields tooth_fields(const FoundTooth& tooth) {
  return {{"fdi", tooth.fdi},
          {"confidence", tooth.confidence},
          {"sure", tooth.sure},
          {"centre_mm", tooth.centre_mm},
          {"mesiodistal_mm", tooth.mesiodistal_mm}};
}

Fields neighbour_fields(const CrownGap& gap) {
  return {{"tooth_a", gap.tooth},
          {"tooth_b", gap.next},
          {"empty_places", gap.empty_places},
          {"joined", gap.joined},
          {"gap_mm", gap.gap_mm ? Value(*gap.gap_mm) : Value()},
          {"point_mm", gap.gap_mm ? Value(gap.point) : Value()}};
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
                {"teeth", list_of(found.teeth, tooth_fields)},
                {"neighbours", list_of(segmentation.gaps, neighbour_fields)},
                {"timings_ms", {{"import", segmentation.import_ms}, {"segment", segmentation.search_ms}}}};
}

std::string labels_text(const std::vector<int>& labels) {
  std::string text;
  for (const int label : labels) text += (text.empty() ? "" : ",") + std::to_string(label);
  return "{\"labels\": [" + text + "]}\n";
}

}  // namespace

Report report_of(std::shared_ptr<const Segmentation> shared, const std::set<LabelFormat>& formats) {
  const Segmentation& segmentation = *shared;
  Report report{.json_name = "segment.json",
                .json = json_of(segmentation),
                .files = {{"labels.json", [shared] { return labels_text(shared->found.labels); }},
                          {"teeth.vtp", [shared] { return teeth_vtp(*shared); }}},
                .remarks = remarks_of(segmentation),
                .headline = headline_of(segmentation),
                .sections = sections_of(segmentation)};
  for (const LabelFormat format : formats) report.files.push_back(label_file(shared, format));
  const auto left_out =
      formats.contains(LabelFormat::slicer) ? milk_teeth_left_out(segmentation.found) : std::nullopt;
  if (left_out) report.remarks.push_back({"", sentence_of(*left_out)});
  // The first picture to be made colours the scan for all of them.
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
  return {"segment.json", "labels.json", "teeth.vtp",  "teeth3ds.json",
          "faces.vtp",    "slicer.vtp",  "teeth_*.png"};
}

}  // namespace intercusp
