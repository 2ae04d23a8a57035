#include "io/mesh/repair/holes.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "io/mesh/repair/collapse.h"
#include "io/mesh/repair/patch.h"

namespace intercusp::repair {
namespace {

//! A crack this wide is far below what a scanner resolves (5 to 13 µm of noise).
constexpr double crack_width_mm = 0.001;

//! Twice the least area that a surface over the loop can have.
double least_area_twice(const WorkingMesh& mesh, const Loop& loop) {
  const Eigen::Vector3d& origin = mesh.vertices[mesh.from(loop[0])];
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const std::uint32_t h : loop) {
    sum += (mesh.vertices[mesh.from(h)] - origin).cross(mesh.vertices[mesh.to(h)] - origin);
  }
  return sum.norm();
}

double area_twice(const WorkingMesh& mesh, const Loop& corners,
                  const std::vector<std::array<std::size_t, 3>>& patch) {
  double sum = 0;
  const auto point = [&](std::size_t i) -> const Eigen::Vector3d& {
    return mesh.vertices[mesh.from(corners[i])];
  };
  for (const auto& [a, b, c] : patch) sum += (point(b) - point(a)).cross(point(c) - point(a)).norm();
  return sum;
}

std::vector<std::uint32_t> neighbours_at(const WorkingMesh& mesh, std::uint32_t boundary_half_edge) {
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t h = boundary_half_edge; h != none; h = mesh.twin[previous(h)]) {
    neighbours.push_back(mesh.to(h));
    neighbours.push_back(mesh.from(previous(h)));
  }
  return neighbours;
}

//! Which two corners of the loop are joined by an edge of the mesh already: a patch must not use that edge
//! again.
JoinedCorners joined_corners(const WorkingMesh& mesh, const Loop& loop) {
  JoinedCorners joined(loop.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> corner_of;
  for (std::size_t i = 0; i < loop.size(); ++i) corner_of.emplace_back(mesh.from(loop[i]), i);
  std::sort(corner_of.begin(), corner_of.end());
  for (std::size_t i = 0; i < loop.size(); ++i) {
    for (const std::uint32_t v : neighbours_at(mesh, loop[i])) {
      const auto found = std::lower_bound(corner_of.begin(), corner_of.end(), std::pair{v, std::size_t{0}});
      if (found != corner_of.end() && found->first == v) joined.add(i, found->second);
    }
  }
  return joined;
}

//! Adds faces and links all half-edges between them and the loop.
void add_patch(WorkingMesh& mesh, const Loop& loop, const std::vector<Face>& patch) {
  std::vector<std::uint32_t> unlinked = loop;
  for (const Face& face : patch) {
    const std::uint32_t first = 3 * mesh.face_count();
    mesh.faces.push_back(face);
    mesh.turned.push_back(0);
    mesh.twin.insert(mesh.twin.end(), {none, none, none});
    for (std::uint32_t h = first; h < first + 3; ++h) unlinked.push_back(h);
  }
  std::sort(unlinked.begin(), unlinked.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::minmax({mesh.from(a), mesh.to(a)}) < std::minmax({mesh.from(b), mesh.to(b)});
  });
  for (std::size_t i = 0; i + 1 < unlinked.size(); i += 2) link(mesh, unlinked[i], unlinked[i + 1]);
}

std::vector<Face> faces_over(WorkingMesh& mesh, const Loop& loop,
                             const std::vector<std::array<std::size_t, 3>>& triangles) {
  std::vector<Face> faces;
  const auto vertex = [&](std::size_t corner) { return mesh.from(loop[corner]); };
  for (const auto& [a, b, c] : triangles) faces.push_back({vertex(a), vertex(c), vertex(b)});
  if (!faces.empty()) return faces;
  // No triangulation by diagonals: a fan about a vertex of its own.
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const std::uint32_t h : loop) middle += mesh.vertices[mesh.from(h)];
  const std::uint32_t centre = add_vertex(mesh, middle / static_cast<double>(loop.size()),
                                          mesh.labels.empty() ? 0 : mesh.labels[vertex(0)]);
  for (const std::uint32_t h : loop) faces.push_back({mesh.to(h), mesh.from(h), centre});
  return faces;
}

bool is_joined(const WorkingMesh& mesh, std::uint32_t half_edge, std::uint32_t other) {
  std::uint32_t h = half_edge;
  do {
    if (mesh.to(h) == other || mesh.from(previous(h)) == other) return true;
    h = mesh.twin[previous(h)];
  } while (h != none && h != half_edge);
  return false;
}

//! A patch over a crack has no area: its middle corner lies on its longest edge. Turning that edge puts the
//! corner into the neighbour's edge, where it belongs. \return was it turned?
bool dissolve_crack_face(WorkingMesh& mesh, std::uint32_t face) {
  if (!has_no_area(mesh.point(face, 0), mesh.point(face, 1), mesh.point(face, 2))) return false;
  std::uint32_t h = 3 * face;
  const auto length = [&](std::uint32_t e) {
    return (mesh.vertices[mesh.to(e)] - mesh.vertices[mesh.from(e)]).norm();
  };
  for (const std::uint32_t e : {3 * face + 1, 3 * face + 2}) {
    if (length(e) > length(h)) h = e;
  }
  const std::uint32_t t = mesh.twin[h];
  if (t == none) return false;
  const std::uint32_t x = mesh.from(h);
  const std::uint32_t y = mesh.to(h);
  const std::uint32_t m = mesh.from(previous(h));
  const std::uint32_t z = mesh.from(previous(t));
  const auto& v = mesh.vertices;
  if (z == m || is_joined(mesh, previous(h), z)) return false;
  if (has_no_area(v[x], v[z], v[m]) || has_no_area(v[z], v[y], v[m])) return false;
  // (x, y, m) and (y, x, z) become (x, z, m) and (y, m, z).
  const std::uint32_t outer_ym = mesh.twin[next(h)];
  const std::uint32_t outer_xz = mesh.twin[next(t)];
  mesh.faces[h / 3][next(h) % 3] = z;
  mesh.faces[t / 3][next(t) % 3] = m;
  const auto relink = [&](std::uint32_t a, std::uint32_t b) {
    mesh.twin[a] = b;
    if (b != none) mesh.twin[b] = a;
  };
  relink(h, outer_xz);
  relink(t, outer_ym);
  link(mesh, next(h), next(t));
  return true;
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

void fill_small_holes(WorkingMesh& mesh, double small_hole_mm, RepairCounts& counts) {
  const Components components = components_of(mesh);
  std::vector<double> area(components.count, 0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    area[components.of_face[f]] += 0.5 * mesh.normal(f).norm();
  const std::uint32_t first_patch_face = mesh.face_count();
  for (const Loop& loop : boundary_loops(mesh)) {
    const double length = length_of(mesh, loop);
    // The rim of a disc has length² = 12.6 areas, that of half a sphere 6.3, a hole in something closed less.
    const bool is_rim = length * length > 4 * area[components.of_face[loop[0] / 3]];
    const bool small = length <= small_hole_mm && !is_rim;
    const bool may_be_crack = least_area_twice(mesh, loop) <= 2 * crack_width_mm * length;
    if (!small && !may_be_crack) continue;
    std::vector<Eigen::Vector3d> corners;
    for (const std::uint32_t h : loop) corners.push_back(mesh.vertices[mesh.from(h)]);
    std::vector<std::array<std::size_t, 3>> triangles;
    if (loop.size() <= most_patch_corners) triangles = least_area_patch(corners, joined_corners(mesh, loop));
    const bool crack = !triangles.empty() && area_twice(mesh, loop, triangles) <= 2 * crack_width_mm * length;
    if (!small && !crack) continue;
    const std::vector<Face> faces = faces_over(mesh, loop, triangles);
    add_patch(mesh, loop, faces);
    ++counts.filled_holes;
    counts.faces_in_holes += faces.size();
  }
  // A face whose neighbour has no area either waits for that one. Each turn leaves one such face less.
  for (bool turned = true; turned;) {
    turned = false;
    for (std::uint32_t f = first_patch_face; f < mesh.face_count(); ++f)
      turned |= dissolve_crack_face(mesh, f);
  }
}

}  // namespace intercusp::repair
