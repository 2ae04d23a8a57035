#include "occlusion/geometry/solid.h"

#include <algorithm>

namespace intercusp {

std::size_t count_open_edges(const TriangleMesh& mesh) {
  // Each edge under a key that does not know its direction, with the direction as +1 or -1.
  std::vector<std::pair<std::uint64_t, int>> edges;
  edges.reserve(mesh.faces.size() * 3);
  for (const Face& face : mesh.faces) {
    for (int corner = 0; corner < 3; ++corner) {
      const std::uint64_t from = face[corner];
      const std::uint64_t to = face[(corner + 1) % 3];
      edges.emplace_back(from < to ? from << 32 | to : to << 32 | from, from < to ? 1 : -1);
    }
  }
  std::sort(edges.begin(), edges.end());
  std::size_t open = 0;
  for (std::size_t i = 0; i < edges.size();) {
    int balance = 0;
    const std::uint64_t edge = edges[i].first;
    for (; i < edges.size() && edges[i].first == edge; ++i) balance += edges[i].second;
    if (balance != 0) ++open;
  }
  return open;
}

}  // namespace intercusp
