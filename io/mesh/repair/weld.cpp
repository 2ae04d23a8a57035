#include "io/mesh/repair/steps.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "io/mesh/repair/make_solid.h"
#include "occlusion/base/limits.h"

namespace intercusp::repair {
namespace {

bool has_equal_corners(const Face& face) {
  return face[0] == face[1] || face[1] == face[2] || face[2] == face[0];
}

std::uint64_t mixed(std::uint64_t bits) {
  // Finaliser of splitmix64 (Steele, Lea & Flood 2014): neighbours on a grid must not share a slot.
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebULL;
  return bits ^ bits >> 31;
}

std::uint64_t hash_of(const Eigen::Vector3d& point) {
  std::uint64_t hash = 0;
  // Adding 0 turns −0 into 0.
  for (int axis = 0; axis < 3; ++axis) hash = mixed(hash + std::bit_cast<std::uint64_t>(point[axis] + 0.0));
  return hash;
}

//! The merged vertices by position: an open-addressing table with twice as many slots as possible entries.
class PlaceTable {
 public:
  explicit PlaceTable(std::size_t places) : slots_(std::bit_ceil(2 * places + 1), none) {}

  //! The slot of this position. It holds the vertex there, or `none`.
  std::uint32_t& slot(const Eigen::Vector3d& point, const std::vector<Eigen::Vector3d>& vertices) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_of(point) & mask;
    while (slots_[at] != none && vertices[slots_[at]] != point) at = (at + 1) & mask;
    return slots_[at];
  }

 private:
  std::vector<std::uint32_t> slots_;
};

//! \return the merged vertex of each vertex; `none` if it is not finite
std::vector<std::uint32_t> merge_vertices(const RawMesh& raw, WorkingMesh& mesh, RepairCounts& counts) {
  const bool labelled = !raw.labels.empty();
  std::vector<std::uint32_t> new_index(raw.vertices.size(), none);
  mesh.vertices.reserve(raw.vertices.size() / 2);
  std::vector<std::uint32_t> file_ends = raw.file_starts;
  file_ends.push_back(static_cast<std::uint32_t>(raw.vertices.size()));
  std::size_t v = 0;
  for (const std::uint32_t end : file_ends) {
    PlaceTable table(end - v);
    for (; v < end; ++v) {
      if (!raw.vertices[v].allFinite()) {
        ++counts.non_finite_vertices;
        continue;
      }
      std::uint32_t& slot = table.slot(raw.vertices[v], mesh.vertices);
      if (slot == none) {
        slot = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(raw.vertices[v]);
        if (labelled) mesh.labels.push_back(raw.labels[v]);
      } else {
        ++counts.merged_vertices;
        if (labelled) mesh.labels[slot] = merged_label(mesh.labels[slot], raw.labels[v]);
      }
      new_index[v] = slot;
    }
    mesh.file_ends.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
  }
  return new_index;
}

std::uint32_t root_of(std::vector<std::uint32_t>& moved_to, std::uint32_t vertex) {
  while (moved_to[vertex] != vertex) {
    moved_to[vertex] = moved_to[moved_to[vertex]];
    vertex = moved_to[vertex];
  }
  return vertex;
}

//! The corner between the two others, and the nearer of these.
std::pair<std::uint32_t, std::uint32_t> middle_and_nearer(const WorkingMesh& mesh, const Face& face) {
  std::array<double, 3> opposite_edge;
  for (std::size_t i = 0; i < 3; ++i) {
    opposite_edge[i] = (mesh.vertices[face[(i + 1) % 3]] - mesh.vertices[face[(i + 2) % 3]]).squaredNorm();
  }
  const auto middle = static_cast<std::size_t>(std::max_element(opposite_edge.begin(), opposite_edge.end()) -
                                               opposite_edge.begin());
  const std::size_t one = (middle + 1) % 3;
  const std::size_t other = (middle + 2) % 3;
  return {face[middle], face[opposite_edge[other] <= opposite_edge[one] ? one : other]};
}

}  // namespace

int merged_label(int a, int b) {
  if (a == 0 || b == 0) return a == 0 ? b : a;
  return std::min(a, b);
}

WorkingMesh weld(const RawMesh& raw, RepairCounts& counts) {
  counts.faces_with_bad_indices = raw.faces_with_bad_indices;
  WorkingMesh mesh;
  const std::vector<std::uint32_t> new_index = merge_vertices(raw, mesh, counts);
  mesh.faces.reserve(raw.faces.size());
  for (const auto& [a, b, c] : raw.faces) {
    const Face face = {new_index[a], new_index[b], new_index[c]};
    if (face[0] == none || face[1] == none || face[2] == none) {
      ++counts.faces_at_non_finite_vertices;
      continue;
    }
    if (has_equal_corners(face)) {
      ++counts.collapsed_faces;
      continue;
    }
    for (const std::uint32_t v : face) {
      const double farthest_mm = mesh.vertices[v].cwiseAbs().maxCoeff();
      if (farthest_mm > limits::farthest_vertex_mm) throw RepairError(huge_mesh_text(farthest_mm / 1000));
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

bool has_no_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  // A point rounded to doubles lies up to an ulp of its coordinates beside its line. The height of the
  // triangle is up to this value, and twice its area is up to this value times the longest edge. The products
  // of the cross product round as well.
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const Eigen::Vector3d ab = b - a;
  const Eigen::Vector3d ac = c - a;
  const double longest = std::max({ab.norm(), ac.norm(), (c - b).norm()});
  const double coordinate =
      std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
  return !(ab.cross(ac).norm() > rounding * longest * (longest + coordinate));
}

void collapse_faces_without_area(WorkingMesh& mesh, RepairCounts& counts) {
  std::vector<std::uint32_t> moved_to;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Face& face : mesh.faces) {
      if (!has_no_area(mesh.vertices[face[0]], mesh.vertices[face[1]], mesh.vertices[face[2]])) continue;
      if (moved_to.empty()) {
        moved_to.resize(mesh.vertices.size());
        std::iota(moved_to.begin(), moved_to.end(), 0U);
      }
      moved = true;
      const Face now = {root_of(moved_to, face[0]), root_of(moved_to, face[1]), root_of(moved_to, face[2])};
      if (has_equal_corners(now) ||
          !has_no_area(mesh.vertices[now[0]], mesh.vertices[now[1]], mesh.vertices[now[2]])) {
        continue;
      }
      const auto [middle, nearer] = middle_and_nearer(mesh, now);
      moved_to[middle] = nearer;
    }
    if (!moved) break;
    for (Face& face : mesh.faces) {
      for (std::uint32_t& v : face) v = root_of(moved_to, v);
    }
    counts.collapsed_faces += std::erase_if(mesh.faces, has_equal_corners);
  }
}

}  // namespace intercusp::repair
