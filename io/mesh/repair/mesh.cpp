#include "io/mesh/repair/mesh.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "occlusion/geometry/adjacency.h"

namespace intercusp::repair {

std::uint32_t add_vertex(WorkingMesh& mesh, const Eigen::Vector3d& point, int label) {
  mesh.vertices.push_back(point);
  if (!mesh.labels.empty()) mesh.labels.push_back(label);
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

void turn_faces(WorkingMesh& mesh, const std::vector<std::uint8_t>& marked) {
  // Face (a, b, c) becomes (a, c, b): half-edges 0 and 2 change places, and 1 stays.
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
    const std::uint32_t first = sets.root(face);  // the smallest face of its component
    components.of_face[face] = first == face ? components.count++ : components.of_face[first];
  }
  return components;
}

EdgeTable edges_of(const WorkingMesh& mesh) {
  EdgeTable table;
  table.half_edges.reserve(3 * mesh.faces.size());
  table.starts.reserve(3 * mesh.faces.size() / 2 + 2);
  for_each_edge(mesh.vertices.size(), mesh.faces, [&](auto, auto, std::span<const EdgeSide> sides) {
    table.starts.push_back(static_cast<std::uint32_t>(table.half_edges.size()));
    for (const EdgeSide& side : sides) table.half_edges.push_back(3 * side.face + side.corner);
  });
  table.starts.push_back(static_cast<std::uint32_t>(table.half_edges.size()));
  return table;
}

std::string place_text(const Eigen::Vector3d& point) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) mm", point.x(), point.y(), point.z());
}

Finding remark_at(const Eigen::Vector3d& point, const char* code) {
  return {code, Severity::info, {{"x_mm", point.x()}, {"y_mm", point.y()}, {"z_mm", point.z()}}};
}

std::vector<Part> parts_of(const WorkingMesh& mesh) {
  const Components components = components_of(mesh);
  std::vector<Part> parts(components.count);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    Part& part = parts[components.of_face[f]];
    part.faces.push_back(f);
    for (int corner = 0; corner < 3; ++corner) part.bounds.add(mesh.point(f, corner));
    part.turned_faces += mesh.turned[f];
    for (std::uint32_t h = 3 * f; h < 3 * f + 3; ++h) part.open |= mesh.twin[h] == none;
  }
  for (Part& part : parts) {
    const Eigen::Vector3d middle = part.bounds.centre();
    for (const std::uint32_t f : part.faces) {
      part.volume += (mesh.point(f, 0) - middle).dot(mesh.normal(f)) / 6;
    }
  }
  return parts;
}

double winding_number(const WorkingMesh& mesh, const Part& part, const Eigen::Vector3d& point) {
  double angle = 0;
  for (const std::uint32_t f : part.faces) {
    const Eigen::Vector3d a = mesh.point(f, 0) - point;
    const Eigen::Vector3d b = mesh.point(f, 1) - point;
    const Eigen::Vector3d c = mesh.point(f, 2) - point;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle / (4 * std::numbers::pi);
}

namespace {

bool have_common_neighbours(const WorkingMesh& mesh, std::uint32_t a, std::uint32_t b) {
  const std::vector<std::uint32_t> at_a = neighbours_at(mesh, a);
  const std::vector<std::uint32_t> at_b = neighbours_at(mesh, b);
  return std::ranges::any_of(at_a, [&](std::uint32_t v) { return std::ranges::count(at_b, v) > 0; });
}

//! Gives another vertex to the fan of faces that starts at a boundary half-edge.
void move_fan(WorkingMesh& mesh, std::uint32_t boundary_half_edge, std::uint32_t vertex) {
  for (std::uint32_t h = boundary_half_edge; h != none; h = mesh.twin[previous(h)])
    mesh.faces[h / 3][h % 3] = vertex;
}

}  // namespace

std::vector<Loop> boundary_loops(const WorkingMesh& mesh) {
  std::vector<Loop> loops;
  std::vector<std::uint8_t> seen(mesh.twin.size(), 0);
  for (std::uint32_t first = 0; first < mesh.twin.size(); ++first) {
    if (mesh.twin[first] != none || seen[first] != 0) continue;
    Loop& loop = loops.emplace_back();
    for (std::uint32_t h = first; seen[h] == 0;) {
      seen[h] = 1;
      loop.push_back(h);
      h = next(h);
      while (mesh.twin[h] != none) h = next(mesh.twin[h]);
    }
  }
  return loops;
}

double length_of(const WorkingMesh& mesh, const Loop& loop) {
  double length = 0;
  for (const std::uint32_t h : loop)
    length += (mesh.vertices[mesh.to(h)] - mesh.vertices[mesh.from(h)]).norm();
  return length;
}

Eigen::Vector3d middle_of(const WorkingMesh& mesh, const Loop& loop) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const std::uint32_t h : loop) middle += mesh.vertices[mesh.from(h)];
  return middle / static_cast<double>(loop.size());
}

double width_of(const WorkingMesh& mesh, const Loop& loop) {
  double squared = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Eigen::Vector3d& a = mesh.vertices[mesh.from(loop[i])];
    for (std::size_t j = i + 1; j < loop.size(); ++j)
      squared = std::max(squared, (mesh.vertices[mesh.from(loop[j])] - a).squaredNorm());
  }
  return std::sqrt(squared);
}

std::vector<std::uint32_t> neighbours_at(const WorkingMesh& mesh, std::uint32_t boundary_half_edge) {
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t h = boundary_half_edge; h != none; h = mesh.twin[previous(h)]) {
    neighbours.push_back(mesh.to(h));
    neighbours.push_back(mesh.from(previous(h)));
  }
  return neighbours;
}

std::vector<Loop> cut_at_pinches(WorkingMesh& mesh, const Loop& loop, double longest_mm) {
  std::vector<Loop> loops;
  Loop open;
  std::map<std::tuple<double, double, double>, std::size_t> start_at;  // from position to index in `open`
  for (const std::uint32_t h : loop) {
    const auto place_of = [&](std::uint32_t half_edge) {
      const Eigen::Vector3d& p = mesh.vertices[mesh.from(half_edge)];
      return std::tuple(p.x(), p.y(), p.z());
    };
    const auto been_here = start_at.find(place_of(h));
    if (been_here != start_at.end()) {
      const auto first = open.begin() + static_cast<std::ptrdiff_t>(been_here->second);
      const Loop rim(first, open.end());
      if (rim.size() >= 3 && length_of(mesh, rim) < longest_mm && !have_common_neighbours(mesh, rim[0], h)) {
        for (const std::uint32_t e : rim) start_at.erase(place_of(e));
        open.erase(first, open.end());
        move_fan(mesh, h, mesh.from(rim[0]));
        loops.push_back(rim);
      }
    }
    start_at[place_of(h)] = open.size();
    open.push_back(h);
  }
  loops.push_back(open);
  return loops;
}

}  // namespace intercusp::repair
