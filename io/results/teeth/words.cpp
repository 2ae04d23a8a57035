#include "io/results/teeth/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

std::string how_sure(const FoundTeeth& found) {
  std::string doubtful;
  std::size_t sure = 0;
  for (const FoundTooth& tooth : found.teeth) {
    if (tooth.sure) ++sure;
    if (!tooth.sure) doubtful += (doubtful.empty() ? "" : ", ") + tooth_name(tooth.fdi);
  }
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

//! Pairs whose crowns run into each other are left out: of their contact the scan says nothing.
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
  for (const Finding& finding : segmentation.scan.report.remarks)
    remarks.push_back({"", sentence_of(finding)});
  return remarks;
}

std::string estimated_numbers_sentence() {
  return phrase(
      "Numbers are estimated from the shape of the scan. ? marks a number that is not sure: its confidence "
      "is below {} "
      "or something contradicts it.",
      confidence_text(sure_confidence));
}

}  // namespace intercusp
