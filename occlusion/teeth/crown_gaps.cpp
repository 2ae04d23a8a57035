#include "occlusion/teeth/crown_gaps.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "occlusion/case/fdi.h"
#include "occlusion/geometry/surface_gap.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {
namespace {

//! The scan with each place once, and its faces by crown. A face belongs to a crown if all its corners do.
struct Crowns {
  TriangleMesh mesh;
  std::map<int, std::vector<std::uint32_t>> faces;
  std::vector<std::pair<int, int>> joined;  //!< sorted, the smaller number first
};

std::pair<int, int> sorted(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

//! Pairs of teeth around some vertex, sorted, each once.
std::vector<std::pair<int, int>> joined_teeth(const TriangleMesh& mesh, const std::vector<int>& tooth) {
  std::vector<int> around(mesh.vertices.size());  // the first tooth met around each vertex
  std::vector<std::pair<int, int>> joined;
  for (const bool all_met : {false, true}) {
    for (const Face& face : mesh.faces) {
      for (const std::uint32_t vertex : face) {
        for (const std::uint32_t corner : face) {
          if (tooth[corner] == 0) continue;
          if (around[vertex] == 0) around[vertex] = tooth[corner];
          if (all_met && around[vertex] != tooth[corner])
            joined.push_back(sorted(around[vertex], tooth[corner]));
        }
      }
    }
  }
  std::ranges::sort(joined);
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  return joined;
}

Crowns crowns_of(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                 std::span<const int> labels) {
  WeldedScan scan = welded(vertices, faces);
  const std::vector<int> tooth = welded_labels(labels, scan.of_vertex, scan.mesh.vertices.size());
  Crowns crowns{.mesh = std::move(scan.mesh), .faces = {}, .joined = {}};
  for (std::uint32_t face = 0; face < crowns.mesh.faces.size(); ++face) {
    const auto& [a, b, c] = crowns.mesh.faces[face];
    if (tooth[a] > 0 && tooth[a] == tooth[b] && tooth[b] == tooth[c]) crowns.faces[tooth[a]].push_back(face);
  }
  crowns.joined = joined_teeth(crowns.mesh, tooth);
  return crowns;
}

}  // namespace

std::vector<CrownGap> crown_gaps(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                 const FoundTeeth& found) {
  if (found.teeth.size() < 2) return {};
  const Crowns crowns = crowns_of(vertices, faces, found.labels);
  std::vector<CrownGap> gaps;
  for (std::size_t i = 0; i + 1 < found.teeth.size(); ++i) {
    CrownGap gap{.tooth = found.teeth[i].fdi, .next = found.teeth[i + 1].fdi};
    const auto place = arch_place(found.jaw, gap.tooth), next_place = arch_place(found.jaw, gap.next);
    const auto crown = crowns.faces.find(gap.tooth), next_crown = crowns.faces.find(gap.next);
    if (!place || !next_place || crown == crowns.faces.end() || next_crown == crowns.faces.end()) continue;
    gap.empty_places = std::abs(*place - *next_place) - 1;
    const Eigen::Vector3d apart = found.teeth[i + 1].centre_mm - found.teeth[i].centre_mm;
    gap.empty_places -=
        static_cast<int>(std::ranges::count_if(found.unnumbered, [&](const UnnumberedPlace& p) {
          const double along = apart.dot(p.position_mm - found.teeth[i].centre_mm) / apart.squaredNorm();
          return p.reason == UnnumberedReason::between_teeth && along > 0 && along < 1 &&
                 (p.position_mm - found.teeth[i].centre_mm).norm() < apart.norm();
        }));
    gap.empty_places = std::max(0, gap.empty_places);
    gap.joined = std::ranges::binary_search(crowns.joined, sorted(gap.tooth, gap.next));
    if (!gap.joined) {
      const SurfaceGap least = surface_gap({crowns.mesh, crown->second}, {crowns.mesh, next_crown->second});
      gap.gap_mm = least.mm;
      gap.point = least.middle;
    }
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace intercusp
