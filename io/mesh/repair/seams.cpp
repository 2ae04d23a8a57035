#include "io/mesh/repair/steps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace intercusp::repair {
namespace {

std::vector<std::uint32_t> vertices_on_open_edges(const WorkingMesh& mesh, const EdgeTable& table) {
  std::vector<std::uint32_t> rim;
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = table.edge(e);
    if (edge.size() == 1) rim.insert(rim.end(), {mesh.from(edge[0]), mesh.to(edge[0])});
  }
  std::ranges::sort(rim);
  rim.erase(std::unique(rim.begin(), rim.end()), rim.end());
  return rim;
}

//! Finds, among the vertices added so far, the first that lies within `seam_mm` of a point. Cells are wide,
//! so that most points need one cell.
class NearVertices {
 public:
  explicit NearVertices(const WorkingMesh& mesh) : mesh_(mesh) {}

  [[nodiscard]] std::uint32_t first_near(std::uint32_t vertex) const {
    const Eigen::Vector3d& point = mesh_.vertices[vertex];
    const Eigen::Vector3d margin = Eigen::Vector3d::Constant(seam_mm);
    const Cell low = cell_of(point - margin), high = cell_of(point + margin);
    std::uint32_t first = none;
    for (std::int64_t x = low[0]; x <= high[0]; ++x) {
      for (std::int64_t y = low[1]; y <= high[1]; ++y) {
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
          const auto [begin, end] = vertices_.equal_range(key_of({x, y, z}));
          for (auto it = begin; it != end; ++it) {
            if (it->second < first && mesh_.file_of(it->second) == mesh_.file_of(vertex) &&
                (mesh_.vertices[it->second] - point).norm() <= seam_mm)
              first = it->second;
          }
        }
      }
    }
    return first;
  }

  void add(std::uint32_t vertex) { vertices_.emplace(key_of(cell_of(mesh_.vertices[vertex])), vertex); }

 private:
  using Cell = std::array<std::int64_t, 3>;

  static Cell cell_of(const Eigen::Vector3d& point) {
    const Eigen::Vector3d cell = (point / (8 * seam_mm)).array().floor();
    return {std::int64_t(cell.x()), std::int64_t(cell.y()), std::int64_t(cell.z())};
  }
  //! Cells may share a key: distances decide.
  static std::uint64_t key_of(const Cell& cell) {
    return std::uint64_t(cell[0]) * 73856093U ^ std::uint64_t(cell[1]) * 19349663U ^
           std::uint64_t(cell[2]) * 83492791U;
  }

  const WorkingMesh& mesh_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> vertices_;
};

struct Merging {
  std::uint32_t vertex, into;
};

//! Vertices on open edges that lie near an earlier one.
std::vector<Merging> possible_mergings(const WorkingMesh& mesh, const EdgeTable& table) {
  std::vector<Merging> possible;
  NearVertices earlier(mesh);
  for (const std::uint32_t vertex : vertices_on_open_edges(mesh, table)) {
    const std::uint32_t first = earlier.first_near(vertex);
    if (first == none)
      earlier.add(vertex);
    else
      possible.push_back({vertex, first});
  }
  return possible;
}

//! An edge as it would be after merging, and one of its half-edges.
struct MovedEdge {
  std::uint32_t smaller, greater;
  std::uint32_t faces;
  std::uint32_t half_edge;
};

class Seams {
 public:
  Seams(const WorkingMesh& mesh, const EdgeTable& table, std::span<const Merging> possible)
      : mesh_(mesh), table_(table), becomes_(mesh.vertices.size()) {
    std::iota(becomes_.begin(), becomes_.end(), 0U);
    for (const Merging& one : possible) becomes_[one.vertex] = one.into;
  }

  //! For each vertex, the vertex into which it is merged. Most vertices stay unchanged.
  [[nodiscard]] std::vector<std::uint32_t> merged() && {
    while (drop_what_does_not_fit()) {
    }
    for (std::uint32_t v = 0; v < becomes_.size(); ++v) {
      if (closes_[v] == 0) becomes_[v] = v;
    }
    return std::move(becomes_);
  }

 private:
  //! Edges at vertices that take part in merging. Coincident edges are adjacent in the list.
  [[nodiscard]] std::vector<MovedEdge> moved_edges() const {
    std::vector<std::uint8_t> touched(becomes_.size(), 0);
    for (std::uint32_t v = 0; v < becomes_.size(); ++v) {
      if (becomes_[v] != v) touched[v] = touched[becomes_[v]] = 1;
    }
    std::vector<MovedEdge> edges;
    for (std::size_t e = 0; e < table_.edge_count(); ++e) {
      const auto edge = table_.edge(e);
      const std::uint32_t h = edge[0];
      if (touched[mesh_.from(h)] == 0 && touched[mesh_.to(h)] == 0) continue;
      const auto [smaller, greater] = std::minmax({becomes_[mesh_.from(h)], becomes_[mesh_.to(h)]});
      edges.push_back({smaller, greater, static_cast<std::uint32_t>(edge.size()), h});
    }
    std::ranges::sort(edges, {}, [](const MovedEdge& edge) {
      return std::tuple(edge.smaller, edge.greater, edge.half_edge);
    });
    return edges;
  }

  //! Whether two open edges run in opposite directions, as those of neighbours do.
  [[nodiscard]] bool closes(std::span<const MovedEdge> edges) const {
    return edges.size() == 2 && edges[0].faces == 1 && edges[1].faces == 1 &&
           becomes_[mesh_.from(edges[0].half_edge)] == becomes_[mesh_.to(edges[1].half_edge)];
  }

  //! \return whether a merge was rejected, so that the rest must be checked again.
  bool drop_what_does_not_fit() {
    const std::vector<MovedEdge> edges = moved_edges();
    std::vector<std::uint8_t> does_not_fit(becomes_.size(), 0);
    closes_.assign(becomes_.size(), 0);
    for (auto first = edges.begin(); first != edges.end();) {
      const auto last = std::find_if(first, edges.end(), [&](const MovedEdge& edge) {
        return edge.smaller != first->smaller || edge.greater != first->greater;
      });
      const std::span<const MovedEdge> together(first, last);
      const bool collapses = first->smaller == first->greater;
      if (collapses || (together.size() > 1 && !closes(together))) {
        does_not_fit[first->smaller] = does_not_fit[first->greater] = 1;
      } else if (together.size() > 1) {
        for (const MovedEdge& edge : together)
          closes_[mesh_.from(edge.half_edge)] = closes_[mesh_.to(edge.half_edge)] = 1;
      }
      first = last;
    }
    bool dropped = false;
    for (std::uint32_t v = 0; v < becomes_.size(); ++v) {
      if (becomes_[v] == v || does_not_fit[becomes_[v]] == 0) continue;
      becomes_[v] = v;
      dropped = true;
    }
    return dropped;
  }

  const WorkingMesh& mesh_;
  const EdgeTable& table_;
  std::vector<std::uint32_t> becomes_;
  std::vector<std::uint8_t> closes_;  //!< per vertex, 1 if it is on an open edge that merging closes
};

}  // namespace

bool join_seams(WorkingMesh& mesh, const EdgeTable& table, RepairCounts& counts) {
  const std::vector<Merging> possible = possible_mergings(mesh, table);
  if (possible.empty()) return false;
  const std::vector<std::uint32_t> becomes = Seams(mesh, table, possible).merged();
  std::size_t joined = 0;
  for (const auto [v, first] : possible) {
    if (becomes[v] == v) continue;
    ++joined;
    if (!mesh.labels.empty()) mesh.labels[first] = merged_label(mesh.labels[first], mesh.labels[v]);
  }
  if (joined == 0) return false;
  counts.joined_vertices += joined;
  for (Face& face : mesh.faces) {
    for (std::uint32_t& v : face) v = becomes[v];
  }
  return true;
}

}  // namespace intercusp::repair
