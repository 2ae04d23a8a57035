// The report of `bite`, with its figures and words: the candidates, what each buccal scan shows, and whether
// the bite is determined.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/report/report.h"
#include "io/wording/figure.h"
#include "io/wording/provenance.h"
#include "occlusion/registration/find_bite.h"

namespace intercusp {

struct BiteInputs {
  Inputs jaws;
  std::vector<MeshReport> buccal;  //!< in the order in which the user gave them
};

//! Whether there is a bite, and how certain it is. The columns are those of a cohort.
[[nodiscard]] Figures<FoundBite> found_bite_figures();

struct CandidateRow {
  int number = 0;  //!< from 1, best first
  const BiteCandidate& candidate;
};
[[nodiscard]] std::vector<CandidateRow> candidate_rows(const FoundBite& found);
[[nodiscard]] Figures<CandidateRow> candidate_figures();

//! A buccal scan registered to one jaw.
struct BuccalRow {
  int number = 0;  //!< number of the scan, from 1 in the given order
  std::string file;
  Jaw jaw = Jaw::lower;
  const ScanRegistration& fit;
  //! How far this scan's bite differs from that of the other scans, at the teeth beside this scan. Empty for
  //! a single scan.
  std::optional<double> disagreement_mm;
};
[[nodiscard]] std::vector<BuccalRow> buccal_rows(const FoundBite& found, const BiteInputs& inputs);
[[nodiscard]] Figures<BuccalRow> buccal_figures();

//! How certain or how accurate the bite is; empty if that is unknown.
[[nodiscard]] std::vector<Fact> certainty_facts(const FoundBite& found);
//! What these facts mean.
[[nodiscard]] std::string certainty_sentence(BiteMethod method);

//! What a score is.
[[nodiscard]] std::string score_sentence(BiteMethod method);

[[nodiscard]] Provenance provenance_of(const FoundBite& found, const BiteInputs& inputs);

//! Whether the bite is determined and, if not, why.
[[nodiscard]] std::string headline_of(const FoundBite& found);

//! Findings for which the bite is not refused, then those of the jaws.
[[nodiscard]] std::vector<Remark> remarks_of(const FoundBite& found, const BiteInputs& inputs);

//! \param pictures those of the candidates, best first
[[nodiscard]] std::vector<Section> sections_of(const FoundBite& found, const BiteInputs& inputs,
                                               const std::vector<std::string>& pictures);

//! Whether each scan has the shape of the other jaw (io/case/jaw_of_mesh.h).
[[nodiscard]] bool look_exchanged(const MeshReport& upper, const MeshReport& lower);

//! `bite`: bite.json, bite_candidates.csv, report.html and, for each candidate, candidate_1.json (a pose) and
//! candidate_1.png. If the bite is determined, also pose.json.
[[nodiscard]] Report report_of(std::shared_ptr<const FoundBite> found, const BiteInputs& inputs);

//! Every file that such a report may have, bite.json first. A star stands for the number of a candidate.
[[nodiscard]] std::vector<std::string> bite_file_names();

}  // namespace intercusp
