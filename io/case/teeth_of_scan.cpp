#include "io/case/teeth_of_scan.h"

#include <algorithm>
#include <cstdlib>

#include "io/case/finding_codes.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/teeth/jaw_likeness.h"
#include "occlusion/teeth/tooth_row.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

//! Corners and edges of a body other than a jaw may look like crowns, but hardly like three in a row.
bool has_three_in_a_row(const FoundTeeth& found) {
  int row = 1;
  for (std::size_t i = 1; i < found.teeth.size(); ++i) {
    const std::optional<int> place = arch_place(found.jaw, found.teeth[i].fdi);
    const std::optional<int> before = arch_place(found.jaw, found.teeth[i - 1].fdi);
    row = place && before && std::abs(*place - *before) == 1 ? row + 1 : 1;
    if (row == 3) return true;
  }
  return false;
}

//! A body too large for a mouth is not searched, because time and memory grow with its size; one smaller than three
//! teeth is not an arch.
bool is_of_the_size_of_a_jaw(const RawMesh& raw) {
  constexpr double least_mm = 22;
  constexpr double most_mm = 150;  // plaster bases are up to 100 mm wide
  Bounds bounds;
  for (const Face& face : raw.faces) {
    for (const std::uint32_t corner : face) {
      if (raw.vertices[corner].allFinite()) bounds.add(raw.vertices[corner]);
    }
  }
  return !bounds.empty() && bounds.size().maxCoeff() >= least_mm && bounds.size().maxCoeff() <= most_mm;
}

//! No number is surer than the jaw.
void limit_to_jaw_confidence(FoundTeeth& found) {
  for (FoundTooth& tooth : found.teeth) {
    tooth.confidence = std::min(tooth.confidence, found.jaw_confidence);
    tooth.sure = tooth.sure && tooth.confidence >= sure_confidence;
  }
}

FoundTeeth nothing_found(const RawMesh& raw, const char* reason) {
  FoundTeeth nothing;
  nothing.labels.assign(raw.vertices.size(), 0);
  nothing.findings.push_back({codes::no_teeth_found, Severity::warning, {{"reason", reason}}});
  return nothing;
}

FoundTeeth search(const RawMesh& raw, std::optional<Jaw> jaw, const Progress& progress) {
  FoundTeeth found = find_teeth(raw.vertices, raw.faces, jaw, progress);
  if (found.teeth.empty()) return found;
  if (!has_three_in_a_row(found)) return nothing_found(raw, "no_row");
  return is_like_a_jaw(raw.vertices, raw.faces, found) ? found : nothing_found(raw, "no_jaw");
}

//! Share of the edges that have one face.
double open_edge_share(const RawMesh& raw) {
  double all = 0, open = 0;
  for_each_edge(welded(raw.vertices, raw.faces).mesh, [&](auto, auto, std::span<const EdgeSide> sides) {
    ++all;
    open += sides.size() == 1 ? 1 : 0;
  });
  return all > 0 ? open / all : 0;
}

//! Of either jaw.
FoundTeeth first_search(const RawMesh& raw, const Progress& progress) {
  if (!is_of_the_size_of_a_jaw(raw)) return nothing_found(raw, "size");
  if (holds_two_arches(raw.vertices, raw.faces, progress)) return nothing_found(raw, "two_arches");
  FoundTeeth found = search(raw, std::nullopt, progress);
  // 105 arches have at most 0.13; with a tenth of the faces missing they have 0.19, with half of them 0.67.
  constexpr double most_open = 0.15;
  if (!found.teeth.empty() || found.findings.front().code != codes::no_teeth_found) return found;
  if (const double share = open_edge_share(raw); share > most_open) {
    found = nothing_found(raw, "holes");
    found.findings.front().values["open_percent"] = 100 * share;
  }
  return found;
}

}  // namespace

FoundTeeth teeth_of_scan(const RawMesh& raw, std::optional<Jaw> given, const Progress& progress) {
  FoundTeeth seen = first_search(raw, progress);
  if (!given) {
    limit_to_jaw_confidence(seen);
    return seen;
  }
  FoundTeeth found = seen.teeth.empty() || seen.jaw == *given ? seen : search(raw, given, progress);
  found.jaw = *given;
  found.jaw_confidence = 1;
  if (seen.jaw == *given || seen.teeth.empty() || seen.jaw_confidence < sure_confidence) return found;
  found.findings.push_back(
      {codes::jaw_contradicted,
       Severity::warning,
       {{"given", name_of(*given)}, {"seen", name_of(seen.jaw)}, {"confidence", seen.jaw_confidence}}});
  for (FoundTooth& tooth : found.teeth) {
    tooth.confidence *= 1 - seen.jaw_confidence;
    tooth.sure = false;
  }
  return found;
}

}  // namespace intercusp
