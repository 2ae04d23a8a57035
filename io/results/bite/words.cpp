#include "io/results/bite/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "io/language/language.h"
#include "io/report/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

bool refuses(const Finding& finding) { return finding.severity == Severity::error; }

constexpr auto why_not_words =
    enum_table<NotRegistered, Wording>({{NotRegistered::no_surface, Text("no surface")},
                                        {NotRegistered::too_little_overlap, Text("too little in common")},
                                        {NotRegistered::shapes_differ, Text("shapes differ")},
                                        {NotRegistered::other_jaw, Text("the other jaw")},
                                        {NotRegistered::mirrored, Text("mirrored")},
                                        {NotRegistered::several_poses, Text("several places fit")},
                                        {NotRegistered::slides, Text("slides")}});

std::string why_not_in_words(const std::optional<NotRegistered>& reason) {
  return reason ? std::string(why_not_words[*reason]) : phrase("found");
}

Section candidates_section(const FoundBite& found, const std::vector<std::string>& pictures) {
  Section section{.title =
                      found.candidates.size() == 1 ? phrase("The bite") : phrase("The bites, best first")};
  section.table =
      table_of(chosen(candidate_figures(), {"number", "score", "contacts", "contact_mm2",
                                            "max_penetration_mm", "residual_mm", "overlap_share"}),
               candidate_rows(found));
  section.facts = certainty_facts(found);
  section.pictures = pictures;
  section.notes = {score_sentence(found.method), certainty_sentence(found.method),
                   phrase("Contacts are patches of the lower's surface within {} mm of the upper; the "
                          "overlap is the deepest place of either surface in the other jaw.",
                          shortest(bite_contact_mm))};
  return section;
}

Section buccal_section(const FoundBite& found, const BiteInputs& inputs) {
  Section section{.title = phrase("Buccal scans")};
  section.table = table_of(chosen(buccal_figures(), {"number", "jaw", "reason", "residual_mm",
                                                     "overlap_share", "disagreement_mm"}),
                           buccal_rows(found, inputs));
  const auto used = std::ranges::count_if(found.buccal->scans, &BuccalFit::determined);
  if (used > 1)
    section.facts = {{phrase("bites of the scans apart, at the lower's teeth"),
                      phrase("{:.3f} mm", found.buccal->disagreement_mm)}};
  return section;
}

}  // namespace

std::vector<CandidateRow> candidate_rows(const FoundBite& found) {
  std::vector<CandidateRow> rows;
  for (const BiteCandidate& candidate : found.candidates)
    rows.push_back({static_cast<int>(rows.size()) + 1, candidate});
  return rows;
}

Figures<CandidateRow> candidate_figures() {
  using Row = CandidateRow;
  return {Figure<Row>{"number", "1", "1 for the best.", &Row::number}.headed(phrase("No.")),
          Figure<Row>{"upper_from_lower", "", "Pose of the lower, row by row.",
                      [](const Row& row) { return row.candidate.upper_from_lower; }}
              .only(In::json),
          Figure<Row>{"score", "1", "0 to 1, greater for the better bite.",
                      [](const Row& row) { return row.candidate.score; }}
              .headed(phrase("Score"), 3),
          Figure<Row>{"contacts", "1", "Patches of the lower within 0.1 mm of the upper.",
                      [](const Row& row) { return row.candidate.contacts; }}
              .headed(phrase("Contacts")),
          Figure<Row>{"contact_mm2", "mm2", "Area of these patches.",
                      [](const Row& row) { return row.candidate.contact_mm2; }}
              .headed(phrase("Contact area, mm²"), 1),
          Figure<Row>{"max_penetration_mm", "mm", "Deepest place of either surface in the other jaw.",
                      [](const Row& row) { return row.candidate.max_penetration_mm; }}
              .headed(phrase("Overlap, mm"), 3),
          Figure<Row>{"residual_mm", "mm",
                      "Root mean square, buccal scans to jaws; without them, of surfaces that face each "
                      "other within 1 mm.",
                      [](const Row& row) { return row.candidate.residual_mm; }}
              .headed(phrase("Residual, mm"), 3),
          Figure<Row>{"overlap_share", "1",
                      "Share of the buccal scans' area that lies on the jaws; without them, share of the "
                      "lower's chewing surface within 1 mm of the upper.",
                      [](const Row& row) { return row.candidate.overlap_share; }}
              .headed(phrase("In common"),
                      [](const Row& row) { return phrase("{:.0f} %", 100 * row.candidate.overlap_share); })};
}

std::vector<BuccalRow> buccal_rows(const FoundBite& found, const BiteInputs& inputs) {
  std::vector<BuccalRow> rows;
  if (!found.buccal) return rows;
  for (std::size_t i = 0; i < found.buccal->scans.size(); ++i) {
    const BuccalFit& fit = found.buccal->scans[i];
    for (const Jaw jaw : {Jaw::upper, Jaw::lower})
      rows.push_back({static_cast<int>(i) + 1, paths_of(inputs.buccal[i]), jaw,
                      jaw == Jaw::upper ? fit.upper : fit.lower, fit.disagreement_mm});
  }
  return rows;
}

Figures<BuccalRow> buccal_figures() {
  using Row = BuccalRow;
  return {
      Figure<Row>{"number", "1", "Number of the buccal scan, from 1 in the order given.", &Row::number}
          .headed(phrase("Scan")),
      Figure<Row>{"file", "", "File of the buccal scan.", &Row::file},
      Figure<Row>{"jaw", "", "Jaw to which the scan is registered.",
                  [](const Row& row) { return name_of(row.jaw); }}
          .headed(
              phrase("Jaw"),
              [](const Row& row) { return row.jaw == Jaw::upper ? phrase("upper") : phrase("lower"); }, true),
      Figure<Row>{"determined", "", "Whether its place on the jaw is determined.",
                  [](const Row& row) { return row.fit.determined(); }},
      Figure<Row>{"reason", "", "Why not: `too_little_overlap`, `shapes_differ`, `several_poses` and so on.",
                  [](const Row& row) { return row.fit.reason ? Value(name_of(*row.fit.reason)) : Value(); }}
          .headed(
              phrase("Place"), [](const Row& row) { return why_not_in_words(row.fit.reason); }, true),
      Figure<Row>{"residual_mm", "mm", "Root mean square of the matches.",
                  [](const Row& row) { return row.fit.fit.residual_mm; }}
          .headed(phrase("Residual, mm"), 3),
      Figure<Row>{"noise_mm", "mm", "Standard deviation of the same by their median.",
                  [](const Row& row) { return row.fit.fit.noise_mm; }},
      Figure<Row>{"overlap_share", "1", "Share of the scan's area that lies on the jaw.",
                  [](const Row& row) { return row.fit.overlap_share; }}
          .headed(phrase("In common"),
                  [](const Row& row) { return phrase("{:.0f} %", 100 * row.fit.overlap_share); }),
      Figure<Row>{"disagreement_mm", "mm",
                  "Greatest distance of its bite from those of the other scans, at the lower's teeth that it "
                  "shows; null with one scan.",
                  &Row::disagreement_mm}
          .headed(phrase("Bites apart here, mm"), 3)};
}

std::vector<Fact> certainty_facts(const FoundBite& found) {
  std::vector<Fact> facts;
  if (found.certainty) {
    const double best = found.candidates.front().score;
    facts.push_back({phrase("Certainty"), phrase("{:.0f} %", 100 * *found.certainty)});
    if (found.candidates.size() > 1)
      facts.push_back({phrase("Fits as well as the next place"),
                       phrase("{:.1f} times", best / std::max(found.candidates[1].score, 1e-3))});
  }
  if (found.error_at_teeth_mm)
    facts.push_back(
        {phrase("Error of the pose at the teeth, 95 %"), phrase("{:.3f} mm", *found.error_at_teeth_mm)});
  return facts;
}

std::string certainty_sentence(BiteMethod method) {
  if (method == BiteMethod::buccal)
    return phrase(
        "The error of the pose follows from the noise of the scans alone. Scans that are bent show in how "
        "far the bites of two buccal scans are apart.");
  return phrase(
      "The certainty is the share of bites among pairs of jaws that fit as well and lead the next place by "
      "as much, if bites and jaws of two patients were equally common.");
}

std::string score_sentence(BiteMethod method) {
  if (method == BiteMethod::buccal)
    return phrase("The score is the share of the buccal scans that lies on the jaws and agrees with them.");
  return phrase("The score is the share of the lower's chewing surface that is within 0.5 mm of the upper.");
}

Provenance provenance_of(const FoundBite& found, const BiteInputs& inputs) {
  const ForPrograms english;
  std::string settings = fmt::format("method {}", name_of(found.method));
  for (const MeshReport& scan : inputs.buccal)
    settings += "; buccal scan " + digests_of(scan).substr(0, 16);  // bite.json has all digits
  return {.version = INTERCUSP_VERSION,
          .settings = settings,
          .upper_sha256 = digests_of(inputs.jaws.upper),
          .lower_sha256 = digests_of(inputs.jaws.lower)};
}

std::string headline_of(const FoundBite& found) {
  if (found.determined()) {
    const BiteCandidate& best = found.candidates.front();
    const std::string bite =
        phrase("{} contacts, overlap {} mm deep", best.contacts, rounded(best.max_penetration_mm, 3));
    return found.method == BiteMethod::buccal
               ? phrase("The bite is determined by the buccal scans: {}.", bite)
               : phrase("The bite is determined by the arches: {}.", bite);
  }
  std::string text = phrase("The bite is not determined, and no pose is given:");
  for (const Finding& finding : found.findings)
    if (refuses(finding)) text += "\n  - " + sentence_of(finding) + ".";
  return text;
}

std::vector<Remark> remarks_of(const FoundBite& found, const BiteInputs& inputs) {
  std::vector<Finding> others;
  std::ranges::remove_copy_if(found.findings, std::back_inserter(others), refuses);
  std::vector<Remark> remarks = remarks_of(others, inputs.jaws.upper, inputs.jaws.lower);
  for (std::size_t i = 0; i < inputs.buccal.size(); ++i) {
    for (const Finding& remark : inputs.buccal[i].remarks)
      remarks.push_back({phrase("buccal scan {}", i + 1), sentence_of(remark)});
  }
  return remarks;
}

std::vector<Section> sections_of(const FoundBite& found, const BiteInputs& inputs,
                                 const std::vector<std::string>& pictures) {
  std::vector<Section> sections;
  if (!found.candidates.empty()) sections.push_back(candidates_section(found, pictures));
  if (found.buccal && !found.buccal->scans.empty()) sections.push_back(buccal_section(found, inputs));
  return sections;
}

}  // namespace intercusp
