// The report of `bite`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/report/report.h"

namespace intercusp {

struct FoundBite;

struct BiteInputs {
  Inputs jaws;
  std::vector<MeshReport> buccal;  //!< in the order given
};

//! Whether the shapes of both scans are those of the other jaw (io/case/jaw_of_mesh.h).
[[nodiscard]] bool look_exchanged(const MeshReport& upper, const MeshReport& lower);

//! `bite`: bite.json, bite_candidates.csv, report.html and, for each candidate, candidate_1.json (a pose) and
//! candidate_1.png; where the bite is determined pose.json.
[[nodiscard]] Report report_of(std::shared_ptr<const FoundBite> found, const BiteInputs& inputs);

//! Every file that such a report may have, bite.json first; with a star for the number of a candidate.
[[nodiscard]] std::vector<std::string> bite_file_names();

}  // namespace intercusp
