// The report of `interfere`: the interference of several solids, with figures and words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/case/import_solids.h"
#include "io/report/report.h"
#include "io/wording/figure.h"
#include "occlusion/several/interference.h"
#include "occlusion/several/neighbours.h"

namespace intercusp {

struct InterferenceReport {
  std::vector<NamedSolid> solids;
  InterferenceOptions options;
  Interference found;
  std::vector<Neighbours> neighbours;  //!< adjacent teeth, if file names number them
  std::vector<Finding> remarks;        //!< about all solids together
  double import_ms = 0;
};

//! The pairs that interfere, deepest first.
[[nodiscard]] std::vector<PairInterference> deepest_first(const InterferenceReport& report);

//! What the numbers depend on: "engine zlist; pixel 0.05 mm; …".
[[nodiscard]] std::string settings_of(const InterferenceReport& report);

//! A pair of solids.
struct OverlapRow {
  const InterferenceReport* report;
  const PairInterference* pair;
};
//! Figures of a pair that interferes: `pairs` of interfere.json and overlaps.csv.
[[nodiscard]] Figures<OverlapRow> overlap_figures();
//! The error of the mesh, for pairs with a body that a formula describes.
[[nodiscard]] Figure<OverlapRow> mesh_error_figure();

//! How near two neighbouring teeth come. The caller adds the names of the teeth.
[[nodiscard]] Figures<Neighbours> proximity_figures();
//! What the asterisk beside a distance means.
[[nodiscard]] std::string at_edge_note();

struct NeighbourRow {
  const InterferenceReport* report;
  const Neighbours* pair;
};
[[nodiscard]] std::vector<NeighbourRow> neighbour_rows(const InterferenceReport& report);
[[nodiscard]] Figures<NeighbourRow> neighbour_figures();

//! Remarks about all solids together, and about pairs that rounding decides.
[[nodiscard]] std::vector<Finding> findings_of(const InterferenceReport& report);

//! These findings, and what import remarked about each solid.
[[nodiscard]] std::vector<Remark> remarks_of(const InterferenceReport& report);

//! How many pairs interfere.
[[nodiscard]] std::string headline_of(const InterferenceReport& report);

//! The deepest pairs and the neighbouring teeth; empty if there are none.
[[nodiscard]] std::vector<Section> sections_of(const InterferenceReport& report);

//! `interfere`: interfere.json, overlaps.csv and interference.png.
[[nodiscard]] Report report_of(std::shared_ptr<const InterferenceReport> report);

}  // namespace intercusp
