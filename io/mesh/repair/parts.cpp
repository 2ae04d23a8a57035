#include "io/mesh/repair/parts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace intercusp::repair {

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

//! Moves the fan of faces that a boundary half-edge starts to another vertex.
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
  std::map<std::tuple<double, double, double>, std::size_t> start_at;  // place to index in `open`
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
