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

JawScan scanned(const Solid& solid) {
  const auto anatomy_end = solid.mesh.faces.begin() + static_cast<std::ptrdiff_t>(solid.anatomy_faces);
  return {.mesh = {solid.mesh.vertices, {solid.mesh.faces.begin(), anatomy_end}}, .labels = solid.labels};
}

Solid drawn(const JawScan& scan, std::vector<std::uint32_t>* of_vertex) {
  JawScan once = in_order(scan, of_vertex);
  Solid solid = solid_of(std::move(once.mesh));
  solid.labels = std::move(once.labels);
  return solid;
}

}  // namespace intercusp
