// The report of `spray`: where droplets of a nozzle landed, with figures and words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/case/import_solids.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "occlusion/particles/spray.h"

namespace intercusp {

struct SprayReport {
  std::vector<NamedSolid> solids;
  Spray found;
  std::vector<Finding> remarks;  //!< about all solids together
  double import_ms = 0;
};

//! What the numbers depend on, without commas: "nozzle at 0 0 50 mm along 0 0 -1; cone 15 degrees; …".
[[nodiscard]] std::string settings_of(const SprayReport& report);

//! What droplets reach of a solid or of one of its teeth: a row of coverage.csv.
struct CoverageRow {
  const SprayReport* report;
  std::size_t solid;
  const ToothCoverage* tooth = nullptr;  //!< null: the whole solid
};
//! Each solid, then its teeth.
[[nodiscard]] std::vector<CoverageRow> coverage_rows(const SprayReport& report);
[[nodiscard]] Figures<CoverageRow> coverage_figures();

//! The findings nothing_hit, nozzle_reaches_inside (`droplets`), added_faces_hit (`droplets`).
[[nodiscard]] std::vector<Finding> findings_of(const SprayReport& report);

//! The findings, then what import remarked about all solids and about each.
[[nodiscard]] std::vector<Remark> remarks_of(const SprayReport& report);

//! How many droplets landed, and how much of the surface they reach.
[[nodiscard]] std::string headline_of(const SprayReport& report);

//! Solids, their teeth if they are numbered, pictures of the deposit and of the impact maps, nozzle and
//! definitions.
//! \param deposits,impacts names of the report's pictures
[[nodiscard]] std::vector<Section> sections_of(const SprayReport& report,
                                               const std::vector<std::string>& deposits,
                                               const std::vector<std::string>& impacts);

//! What a droplet is, and what reached, in shadow and evenness mean.
[[nodiscard]] std::vector<Fact> spray_definitions();

//! `spray`: spray.json, report.html, coverage.csv, deposit.vtp, deposit.png, deposit_oblique.png and
//! deposit_far_side.png. If the first solid is hit, also impacts_1.nrrd and impacts_1.png; impacts_2 … for
//! the others.
[[nodiscard]] Report report_of(std::shared_ptr<const SprayReport> report);

}  // namespace intercusp
