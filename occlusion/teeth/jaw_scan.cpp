#include "occlusion/teeth/jaw_scan.h"

#include <algorithm>
#include <utility>

#include "occlusion/teeth/weld.h"

namespace intercusp {

JawScan in_order(const JawScan& scan, std::vector<std::uint32_t>* of_vertex) {
  WeldedScan once = welded(scan.mesh.vertices, scan.mesh.faces);
  JawScan ordered{.mesh = std::move(once.mesh), .labels = {}};
  if (!scan.labels.empty()) ordered.labels.assign(ordered.mesh.vertices.size(), 0);
  for (std::size_t v = 0; v < scan.labels.size(); ++v) {
    if (once.of_vertex[v] == no_vertex) continue;
    int& label = ordered.labels[once.of_vertex[v]];
    label = std::max(label, scan.labels[v]);
  }
  if (of_vertex != nullptr) *of_vertex = std::move(once.of_vertex);
  return ordered;
}

}  // namespace intercusp
