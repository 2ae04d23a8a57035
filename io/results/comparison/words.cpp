#include "io/results/comparison/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string teeth_in_words(const std::vector<int>& teeth) {
  std::vector<std::string> names;
  for (const int fdi : teeth) names.push_back(tooth_name(fdi));
  return joined(names);
}

//! The list of teeth; empty if no tooth passes.
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

//! The mean of the even layers that crowns have gained or lost. Empty if they are not the explanation.
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

//! What explains more than single teeth; empty if nothing does.
std::string what_changed_together(const ScanComparison& change) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  const double percent = 100 * (change.scale.factor - 1);
  if (change.scale.stated && std::abs(percent) >= 0.05) {
    add(percent > 0 ? phrase("The scan after is {:.2f} % larger.", percent)
                    : phrase("The scan after is {:.2f} % smaller.", -percent));
  }
  if (change.explanation == Explanation::distortion)
    add(phrase(
        "The scans differ smoothly along the arch by {} µm (root mean square), within what scanners distort.",
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
      "are those of the crown's middle along the tooth's own axes; torque: the crown leans buccally, tip: "
      "mesially, rotation: its mesial side turns buccally. A dash is a number within the noise of the scans "
      "(95 %).");
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
  if (!rows.empty()) section.table = table_of(tooth_change_columns(), rows);
  if (!comparison.before.estimated_teeth.empty())
    section.notes = {
        phrase("Tooth numbers are estimated from the shape of the scan; ? marks a number that is not sure.")};
  return section;
}

}  // namespace

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
      "frame of the scan before: negative where surface was lost, positive where it was gained.");
}

double place_noise_mm(const ScanComparison& change) {
  constexpr double significant = 3.75,
                   // As for teeth (tooth_loss.cpp); digits of a picture.
      least_mm = 0.001;
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
