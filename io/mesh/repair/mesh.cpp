#include "io/mesh/repair/mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include "occlusion/geometry/union_find.h"

namespace intercusp::repair {

std::uint32_t add_vertex(WorkingMesh& mesh, const Eigen::Vector3d& point, int label) {
  mesh.vertices.push_back(point);
  if (!mesh.labels.empty()) mesh.labels.push_back(label);
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

void turn_faces(WorkingMesh& mesh, const std::vector<std::uint8_t>& marked) {
  // Face (a, b, c) becomes (a, c, b): the half-edges 0 and 2 change places, 1 stays.
  const auto moved = [&](std::uint32_t half_edge) {
    return half_edge != none && marked[half_edge / 3] != 0 ? half_edge - half_edge % 3 + (2 - half_edge % 3)
                                                           : half_edge;
  };
  for (std::uint32_t& twin : mesh.twin) twin = moved(twin);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    if (marked[f] == 0) continue;
    std::swap(mesh.faces[f][1], mesh.faces[f][2]);
    std::swap(mesh.twin[3 * f], mesh.twin[3 * f + 2]);
    mesh.turned[f] ^= 1;
  }
}

void keep_faces(WorkingMesh& mesh, const std::vector<std::uint8_t>& marked) {
  std::vector<std::uint32_t> new_face(mesh.faces.size(), none);
  std::uint32_t kept = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    if (marked[f] != 0) new_face[f] = kept++;
  }
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const std::uint32_t g = new_face[f];
    if (g == none) continue;
    mesh.faces[g] = mesh.faces[f];
    if (!mesh.turned.empty()) mesh.turned[g] = mesh.turned[f];
    for (std::uint32_t i = 0; i < 3 && !mesh.twin.empty(); ++i) {
      const std::uint32_t twin = mesh.twin[3 * f + i];
      const bool linked = twin != none && new_face[twin / 3] != none;
      mesh.twin[3 * g + i] = linked ? 3 * new_face[twin / 3] + twin % 3 : none;
    }
  }
  mesh.faces.resize(kept);
  if (!mesh.turned.empty()) mesh.turned.resize(kept);
  if (!mesh.twin.empty()) mesh.twin.resize(3 * std::size_t{kept});
}

Components components_of(const WorkingMesh& mesh) {
  UnionFind sets(mesh.faces.size());
  for (std::uint32_t h = 0; h < mesh.twin.size(); ++h)
    if (mesh.twin[h] < h) sets.join(h / 3, mesh.twin[h] / 3);
  Components components{.count = 0, .of_face = std::vector<std::uint32_t>(mesh.faces.size())};
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) {
    const std::uint32_t first = sets.root(face);  // the smallest of its component
    components.of_face[face] = first == face ? components.count++ : components.of_face[first];
  }
  return components;
}

EdgeTable edges_of(const WorkingMesh& mesh) {
  const std::size_t half_edges = 3 * mesh.faces.size();
  std::vector<std::uint32_t> bucket(mesh.vertices.size() + 1, 0);
  const auto ends = [&](std::uint32_t h) { return std::minmax({mesh.from(h), mesh.to(h)}); };
  for (std::uint32_t h = 0; h < half_edges; ++h) ++bucket[ends(h).first + 1];
  for (std::size_t v = 1; v < bucket.size(); ++v) bucket[v] += bucket[v - 1];

  std::vector<std::uint64_t> by_smaller(half_edges);
  std::vector<std::uint32_t> fill(bucket.begin(), bucket.end() - 1);
  for (std::uint32_t h = 0; h < half_edges; ++h) {
    const auto [smaller, greater] = ends(h);
    by_smaller[fill[smaller]++] = std::uint64_t{greater} << 32 | h;
  }
  EdgeTable table;
  table.half_edges.resize(half_edges);
  table.starts.reserve(half_edges / 2 + 1);
  for (std::size_t v = 0; v + 1 < bucket.size(); ++v) {
    const auto first = by_smaller.begin() + bucket[v];
    const auto last = by_smaller.begin() + bucket[v + 1];
    std::sort(first, last);
    for (auto it = first; it != last; ++it) {
      const auto at = static_cast<std::uint32_t>(it - by_smaller.begin());
      if (it == first || *it >> 32 != *(it - 1) >> 32) table.starts.push_back(at);
      table.half_edges[at] = static_cast<std::uint32_t>(*it);
    }
  }
  table.starts.push_back(static_cast<std::uint32_t>(half_edges));
  return table;
}

std::string place_text(const Eigen::Vector3d& point) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) mm", point.x(), point.y(), point.z());
}

Finding remark_at(const Eigen::Vector3d& point, const char* code) {
  return {code, Severity::info, {{"x_mm", point.x()}, {"y_mm", point.y()}, {"z_mm", point.z()}}};
}

}  // namespace intercusp::repair
