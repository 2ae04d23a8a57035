#include "occlusion/geometry/solid.h"

#include <algorithm>
#include <span>

namespace intercusp {
namespace {

//! An edge of a face, kept with the lower of its vertices.
struct EdgeUse {
  std::uint32_t other;   //!< the higher
  std::int32_t upwards;  //!< 1 where the face runs from the lower to the higher, else -1
};

template <class Use>
void for_each_edge(const TriangleMesh& mesh, const Use& use) {
  for (const Face& face : mesh.faces) {
    for (int corner = 0; corner < 3; ++corner) {
      const std::uint32_t from = face[corner], to = face[(corner + 1) % 3];
      if (from < to) {
        use(from, EdgeUse{to, 1});
      } else {
        use(to, EdgeUse{from, -1});
      }
    }
  }
}

//! \param uses of one vertex
std::size_t open_among(std::span<EdgeUse> uses) {
  std::sort(uses.begin(), uses.end(), [](EdgeUse a, EdgeUse b) { return a.other < b.other; });
  std::size_t open = 0;
  for (std::size_t i = 0; i < uses.size();) {
    int balance = 0;
    const std::uint32_t other = uses[i].other;
    for (; i < uses.size() && uses[i].other == other; ++i) balance += uses[i].upwards;
    if (balance != 0) ++open;
  }
  return open;
}

}  // namespace

std::size_t count_open_edges(const TriangleMesh& mesh) {
  const std::size_t vertices = mesh.vertices.size();
  std::vector<std::size_t> ends(vertices + 1, 0);  // of each vertex's edges, after they are filled in
  for_each_edge(mesh, [&](std::uint32_t lower, EdgeUse) { ++ends[lower + 1]; });
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) ends[vertex + 1] += ends[vertex];
  std::vector<EdgeUse> uses(mesh.faces.size() * 3);
  for_each_edge(mesh, [&](std::uint32_t lower, EdgeUse use) { uses[ends[lower]++] = use; });
  std::size_t open = 0, begin = 0;
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    open += open_among(std::span(uses).subspan(begin, ends[vertex] - begin));
    begin = ends[vertex];
  }
  return open;
}

}  // namespace intercusp
