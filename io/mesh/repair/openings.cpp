#include "io/mesh/repair/steps.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp::repair {
namespace {

constexpr double margin_length_squared_per_area = 1.2;
constexpr double widest_anatomy_mm = 3;

//! A crack of this width is far below a scanner's resolution (5 to 13 µm of noise).
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

double area_twice(const WorkingMesh& mesh, const Loop& corners, const Triangles& patch) {
  double sum = 0;
  const auto point = [&](std::size_t i) -> const Eigen::Vector3d& {
    return mesh.vertices[mesh.from(corners[i])];
  };
  for (const auto& [a, b, c] : patch) sum += (point(b) - point(a)).cross(point(c) - point(a)).norm();
  return sum;
}

//! The neighbours of a corner. At a pinch two fans meet: the one with which the loop continues, and the one
//! from which it came.
std::vector<std::uint32_t> neighbours_of_corner(const WorkingMesh& mesh, const Loop& loop, std::size_t i) {
  std::vector<std::uint32_t> neighbours = neighbours_at(mesh, loop[i]);
  std::uint32_t h = next(loop[(i + loop.size() - 1) % loop.size()]);
  while (mesh.twin[h] != none) h = next(mesh.twin[h]);
  if (h == loop[i]) return neighbours;
  const std::vector<std::uint32_t> behind = neighbours_at(mesh, h);
  neighbours.insert(neighbours.end(), behind.begin(), behind.end());
  return neighbours;
}

//! Pairs of corners of the loop that an edge of the mesh already joins. A patch must not use that edge again.
JoinedCorners joined_corners(const WorkingMesh& mesh, const Loop& loop) {
  JoinedCorners joined(loop.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> corner_of;
  for (std::size_t i = 0; i < loop.size(); ++i) corner_of.emplace_back(mesh.from(loop[i]), i);
  std::sort(corner_of.begin(), corner_of.end());
  for (std::size_t i = 0; i < loop.size(); ++i) {
    for (const std::uint32_t v : neighbours_of_corner(mesh, loop, i)) {
      const auto found = std::lower_bound(corner_of.begin(), corner_of.end(), std::pair{v, std::size_t{0}});
      if (found != corner_of.end() && found->first == v) joined.add(i, found->second);
    }
  }
  return joined;
}

//! Adds faces, and links all half-edges between them and the loop.
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

Triangles least_area_patch_over(const WorkingMesh& mesh, const Loop& loop) {
  if (loop.size() > most_patch_corners) return {};
  std::vector<Eigen::Vector3d> corners;
  for (const std::uint32_t h : loop) corners.push_back(mesh.vertices[mesh.from(h)]);
  return least_area_patch(corners, joined_corners(mesh, loop));
}

//! \param triangles if empty, the cap is a fan around a new vertex with this label
void cap(WorkingMesh& mesh, const Loop& loop, const Triangles& triangles, int label, RepairCounts& counts) {
  std::vector<Face> faces;
  const auto vertex = [&](std::size_t corner) { return mesh.from(loop[corner]); };
  for (const auto& [a, b, c] : triangles) faces.push_back({vertex(a), vertex(c), vertex(b)});
  if (faces.empty()) {
    const std::uint32_t centre = add_vertex(mesh, middle_of(mesh, loop), label);
    for (std::size_t i = 0; i < loop.size(); ++i)
      faces.push_back({vertex((i + 1) % loop.size()), vertex(i), centre});
  }
  add_patch(mesh, loop, faces);
  ++counts.filled_holes;
  counts.faces_in_holes += faces.size();
}

bool is_joined(const WorkingMesh& mesh, std::uint32_t half_edge, std::uint32_t other) {
  std::uint32_t h = half_edge;
  do {
    if (mesh.to(h) == other || mesh.from(previous(h)) == other) return true;
    h = mesh.twin[previous(h)];
  } while (h != none && h != half_edge);
  return false;
}

//! Removes a face of a patch over a crack. The face has no area: its middle corner lies on its longest edge.
//! Flipping that edge puts the corner on the neighbour's edge.
//! \return whether the edge was flipped
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

//! For each component, the length of the shortest boundary that would be a margin.
std::vector<double> margin_lengths(const WorkingMesh& mesh, const Components& components) {
  std::vector<double> lengths(components.count, 0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    lengths[components.of_face[f]] += 0.5 * margin_length_squared_per_area * mesh.normal(f).norm();
  }
  for (double& length : lengths) length = std::sqrt(length);
  return lengths;
}

struct Boundary {
  Loop loop;
  bool is_margin = false;
};

//! All boundaries. Boundaries of holes that meet in a point are separated.
std::vector<Boundary> find_boundaries(WorkingMesh& mesh) {
  const Components components = components_of(mesh);
  const std::vector<double> margin_length = margin_lengths(mesh, components);
  std::vector<Boundary> boundaries;
  for (const Loop& whole : boundary_loops(mesh)) {
    const double margin_mm = margin_length[components.of_face[whole[0] / 3]];
    for (Loop& loop : cut_at_pinches(mesh, whole, margin_mm)) {
      const bool is_margin = length_of(mesh, loop) >= margin_mm;
      boundaries.push_back({std::move(loop), is_margin});
    }
  }
  return boundaries;
}

void cap_narrow_holes(WorkingMesh& mesh, RepairCounts& counts) {
  const std::uint32_t first_patch_face = mesh.face_count();
  for (const auto& [loop, is_margin] : find_boundaries(mesh)) {
    const double thin_twice = 2 * crack_width_mm * length_of(mesh, loop);
    const bool narrow = !is_margin && width_of(mesh, loop) <= widest_anatomy_mm;
    if (!narrow && least_area_twice(mesh, loop) > thin_twice) continue;
    const auto triangles = least_area_patch_over(mesh, loop);
    const bool crack = !triangles.empty() && area_twice(mesh, loop, triangles) <= thin_twice;
    if (!narrow && !crack) continue;
    cap(mesh, loop, triangles, mesh.label(mesh.from(loop[0])), counts);
  }
  // A face waits if its neighbour has no area either. Each flip leaves one such face less.
  for (bool turned = true; turned;) {
    turned = false;
    for (std::uint32_t f = first_patch_face; f < mesh.face_count(); ++f)
      turned |= dissolve_crack_face(mesh, f);
  }
}

//! Whether a closed part fills this opening: the rim lies on it or in it, and the rim's middle inside.
bool is_filled_by(const WorkingMesh& mesh, const Part& part, const Loop& rim) {
  constexpr double fit_mm = 0.3;  // greatest distance between a tooth and its socket
  const auto is_inside = [&](const Eigen::Vector3d& p) {
    return std::abs(winding_number(mesh, part, p)) > 0.5;
  };
  const auto is_on = [&](const Eigen::Vector3d& p) {
    return std::ranges::any_of(part.faces, [&](std::uint32_t f) {
      const Eigen::Vector3d there =
          closest_on_triangle(p, mesh.point(f, 0), mesh.point(f, 1), mesh.point(f, 2)).point;
      return (there - p).squaredNorm() <= fit_mm * fit_mm;
    });
  };
  const auto is_near_box = [&](std::uint32_t h) {
    const Eigen::Vector3d& p = mesh.vertices[mesh.from(h)];
    return (p.array() >= part.bounds.min.array() - fit_mm).all() &&
           (p.array() <= part.bounds.max.array() + fit_mm).all();
  };
  if (!std::ranges::all_of(rim, is_near_box) || !is_inside(middle_of(mesh, rim))) return false;
  return std::ranges::all_of(rim, [&](std::uint32_t h) {
    const Eigen::Vector3d& p = mesh.vertices[mesh.from(h)];
    return is_on(p) || is_inside(p);
  });
}

std::vector<Loop> wide_holes(WorkingMesh& mesh) {
  std::vector<Loop> holes;
  std::vector<Loop> margins;
  for (auto& [loop, is_margin] : find_boundaries(mesh))
    (is_margin ? margins : holes).push_back(std::move(loop));
  if (margins.empty()) return holes;
  std::vector<Part> parts = parts_of(mesh);
  std::erase_if(parts, [](const Part& part) { return part.open; });
  for (Loop& loop : margins) {
    if (std::ranges::any_of(parts, [&](const Part& part) { return is_filled_by(mesh, part, loop); }))
      holes.push_back(std::move(loop));
  }
  return holes;
}

}  // namespace

std::size_t cap_holes(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks) {
  cap_narrow_holes(mesh, counts);
  const std::size_t anatomy_faces = mesh.faces.size();
  const std::vector<Loop> holes = wide_holes(mesh);
  for (const Loop& loop : holes) cap(mesh, loop, least_area_patch_over(mesh, loop), 0, counts);
  if (holes.empty()) return anatomy_faces;
  const auto widest =
      std::ranges::max_element(holes, {}, [&](const Loop& loop) { return width_of(mesh, loop); });
  remarks.push_back(remark_at(middle_of(mesh, *widest), "holes_closed"));
  remarks.back().values.emplace("reason", holes.size() == 1 ? "one" : "several");
  remarks.back().values.emplace("holes", static_cast<double>(holes.size()));
  remarks.back().values.emplace("width_mm", width_of(mesh, *widest));
  return anatomy_faces;
}

namespace {

//! The area of a boundary, seen from the bite. It is positive for the outer margin of a scan, whose sheet
//! lies inside.
double area_to_bite(const WorkingMesh& mesh, const Loop& loop, const Eigen::Vector3d& bite) {
  const Eigen::Vector3d& origin = mesh.vertices[mesh.from(loop[0])];
  double area = 0;
  for (const std::uint32_t h : loop) {
    area += 0.5 * bite.dot((mesh.vertices[mesh.from(h)] - origin).cross(mesh.vertices[mesh.to(h)] - origin));
  }
  return area;
}

//! Adds the points straight below the corners of the loop, in the base plane.
std::vector<std::uint32_t> add_feet(WorkingMesh& mesh, const Loop& loop, const BasePlane& base) {
  std::vector<std::uint32_t> feet;
  for (const std::uint32_t h : loop) {
    const Eigen::Vector3d top = mesh.vertices[mesh.from(h)];
    feet.push_back(add_vertex(mesh, top - (base.bite.dot(top) - base.height_mm) * base.bite, 0));
  }
  return feet;
}

void add_walls(WorkingMesh& mesh, const Loop& loop, const std::vector<std::uint32_t>& feet) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const std::uint32_t a = mesh.from(loop[i]);
    const std::uint32_t b = mesh.to(loop[i]);
    const std::uint32_t foot_b = feet[(i + 1) % feet.size()];
    mesh.faces.push_back({b, a, feet[i]});
    mesh.faces.push_back({b, feet[i], foot_b});
  }
}

void add_cap(WorkingMesh& mesh, const std::vector<std::uint32_t>& feet, const Eigen::Vector3d& bite) {
  const Eigen::Vector3d u = bite.unitOrthogonal();
  const Eigen::Vector3d v = bite.cross(u);
  std::vector<Eigen::Vector2d> outline;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const std::uint32_t foot : feet) {
    outline.emplace_back(u.dot(mesh.vertices[foot]), v.dot(mesh.vertices[foot]));
    middle += mesh.vertices[foot];
  }
  const auto triangles = triangulate_polygon(outline);
  for (const auto& [a, b, c] : triangles) mesh.faces.push_back({feet[a], feet[c], feet[b]});
  if (!triangles.empty()) return;
  const std::uint32_t centre = add_vertex(mesh, middle / static_cast<double>(feet.size()), 0);
  for (std::size_t i = 0; i < feet.size(); ++i) {
    mesh.faces.push_back({feet[(i + 1) % feet.size()], feet[i], centre});
  }
}

}  // namespace

void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks) {
  const std::size_t scanned = mesh.faces.size();
  constexpr std::size_t enough_remarks = 10;
  std::size_t inner = 0;
  for (const Loop& loop : boundary_loops(mesh)) {
    if (area_to_bite(mesh, loop, base.bite) < 0 && ++inner <= enough_remarks) {
      remarks.push_back(remark_at(middle_of(mesh, loop), "inner_boundary_closed"));
      remarks.back().values.emplace("length_mm", length_of(mesh, loop));
    }
    const std::vector<std::uint32_t> feet = add_feet(mesh, loop, base);
    add_walls(mesh, loop, feet);
    add_cap(mesh, feet, base.bite);
    ++counts.closed_boundaries;
  }
  if (inner > enough_remarks)
    remarks.push_back({"more_inner_boundaries",
                       Severity::info,
                       {{"boundaries", static_cast<double>(inner - enough_remarks)}}});
  counts.skirt_and_base_faces = mesh.faces.size() - scanned;
}

}  // namespace intercusp::repair
