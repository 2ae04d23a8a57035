#include "io/report/reduced_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/distance/closest_faces.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/geometry/morton_curve.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

constexpr std::uint32_t nothing_across = ~0U;

//! Inserts vertices into the faces of a mesh: inside one face, which becomes three, or on an edge, where two
//! faces become four.
class Insertion {
 public:
  //! \param vertices those of the faces and those to insert; they must outlive this object
  Insertion(const std::vector<Eigen::Vector3d>& vertices, std::vector<Face> faces);

  //! \param face the given face that is nearest to the vertex
  //! \return false if that face has already changed, or if the vertex lies beyond one of its corners or open
  //! edges
  bool put(std::uint32_t vertex, std::uint32_t face);

  //! The numbers of the faces that are new or differ from those given.
  [[nodiscard]] std::vector<std::uint32_t> changed() const;

  [[nodiscard]] std::vector<Face> faces() && { return std::move(faces_); }

 private:
  void change(std::uint32_t face, const Face& to);
  //! \param corner where the edge begins
  bool split(std::uint32_t vertex, std::uint32_t face, std::size_t corner);
  void halve(std::uint32_t vertex, std::uint32_t face, std::size_t corner);

  const std::vector<Eigen::Vector3d>& vertices_;
  std::vector<Face> faces_;
  std::vector<std::uint8_t> changed_;  //!< for the given faces
  //! The faces across the edges that begin at each corner.
  std::vector<std::array<std::uint32_t, 3>> across_;
};

Insertion::Insertion(const std::vector<Eigen::Vector3d>& vertices, std::vector<Face> faces)
    : vertices_(vertices), faces_(std::move(faces)), changed_(faces_.size(), 0) {
  across_.assign(faces_.size(), {nothing_across, nothing_across, nothing_across});
  for_each_edge(vertices_.size(), faces_, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    if (sides.size() != 2) return;
    across_[sides[0].face][sides[0].corner] = sides[1].face;
    across_[sides[1].face][sides[1].corner] = sides[0].face;
  });
}

bool Insertion::put(std::uint32_t vertex, std::uint32_t face) {
  if (changed_[face] != 0) return false;
  const auto [a, b, c] = faces_[face];
  switch (closest_on_triangle(vertices_[vertex], vertices_[a], vertices_[b], vertices_[c]).part) {
    case TrianglePart::face:
      change(face, {a, b, vertex});
      faces_.insert(faces_.end(), {{b, c, vertex}, {c, a, vertex}});
      return true;
    case TrianglePart::edge_ab:
      return split(vertex, face, 0);
    case TrianglePart::edge_bc:
      return split(vertex, face, 1);
    case TrianglePart::edge_ca:
      return split(vertex, face, 2);
    default:
      return false;
  }
}

std::vector<std::uint32_t> Insertion::changed() const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t face = 0; face < faces_.size(); ++face)
    if (face >= changed_.size() || changed_[face] != 0) numbers.push_back(face);
  return numbers;
}

void Insertion::change(std::uint32_t face, const Face& to) {
  faces_[face] = to;
  changed_[face] = 1;
}

bool Insertion::split(std::uint32_t vertex, std::uint32_t face, std::size_t corner) {
  const std::uint32_t other = across_[face][corner];
  if (other == nothing_across || changed_[other] != 0) return false;
  const Face& beyond = faces_[other];
  for (std::size_t there = 0; there < 3; ++there) {
    if (beyond[there] != faces_[face][(corner + 1) % 3] || beyond[(there + 1) % 3] != faces_[face][corner])
      continue;
    halve(vertex, face, corner);
    halve(vertex, other, there);
    return true;
  }
  return false;
}

void Insertion::halve(std::uint32_t vertex, std::uint32_t face, std::size_t corner) {
  const Face whole = faces_[face];
  const std::uint32_t from = whole[corner], to = whole[(corner + 1) % 3], third = whole[(corner + 2) % 3];
  change(face, {from, vertex, third});
  faces_.push_back({vertex, to, third});
}

//! Limit for a jaw. Two jaws, pictures and the view's program must fit into a page of 5 MB.
constexpr std::size_t most_vertices = 30000;

using Corners = std::vector<std::uint32_t>;

//! The regions with their own error limits. Each region keeps its border, so that all regions still fit
//! together.
enum class Region : std::uint8_t { near, far };

//! The region of each face. A face with a corner near the other jaw is near.
std::vector<Region> regions_of(std::span<const Face> faces, const std::vector<std::uint8_t>& near) {
  std::vector<Region> regions(faces.size());
  std::ranges::transform(faces, regions.begin(), [&](const Face& face) {
    const bool is_near = std::ranges::any_of(face, [&](std::uint32_t vertex) { return near[vertex] != 0; });
    return is_near ? Region::near : Region::far;
  });
  return regions;
}

Corners corners_of(std::span<const Face> faces) {
  Corners corners;
  for (const Face& face : faces) corners.insert(corners.end(), face.begin(), face.end());
  return corners;
}

Corners corners_in(std::span<const Face> faces, const std::vector<Region>& regions, Region region) {
  Corners corners;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (regions[i] == region) corners.insert(corners.end(), faces[i].begin(), faces[i].end());
  return corners;
}

//! Pieces of neighbouring faces, none larger than `most_faces`.
std::vector<Corners> pieces_of(const std::vector<Eigen::Vector3d>& vertices, const Corners& corners,
                               std::size_t most_faces) {
  const std::size_t count = corners.size() / 3;
  std::vector<Eigen::Vector3d> places(count);
  std::vector<std::uint32_t> faces(count);
  std::iota(faces.begin(), faces.end(), 0U);
  for (const std::uint32_t face : faces) places[face] = vertices[corners[3 * std::size_t{face}]];
  faces = along_curve(places, faces);
  std::vector<Corners> pieces((count + most_faces - 1) / most_faces);
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = corners.begin() + 3 * static_cast<std::ptrdiff_t>(faces[i]);
    Corners& piece = pieces[i * pieces.size() / count];
    piece.insert(piece.end(), first, first + 3);
  }
  return pieces;
}

//! Fewer faces. Those at the border stay.
Corners simplified_at_once(const std::vector<Eigen::Vector3d>& vertices, const Corners& corners,
                           double error_mm) {
  if (corners.empty()) return {};
  constexpr std::uint32_t none = ~0U;
  std::vector<std::uint32_t> number(vertices.size(), none), used;
  std::vector<Eigen::Vector3f> points;
  Corners own(corners.size()), fewer(corners.size());
  std::ranges::transform(corners, own.begin(), [&](std::uint32_t vertex) {
    if (number[vertex] == none) {
      number[vertex] = static_cast<std::uint32_t>(used.size());
      used.push_back(vertex);
      points.emplace_back((vertices[vertex] - vertices[used[0]]).cast<float>());
    }
    return number[vertex];
  });
  const float scale = meshopt_simplifyScale(points.data()->data(), points.size(), sizeof(Eigen::Vector3f));
  fewer.resize(meshopt_simplify(fewer.data(), own.data(), own.size(), points.data()->data(), points.size(),
                                sizeof(Eigen::Vector3f), 0, static_cast<float>(error_mm) / scale,
                                meshopt_SimplifyLockBorder, nullptr));
  for (std::uint32_t& corner : fewer) corner = used[corner];
  return fewer;
}

//! Large meshes are first simplified in pieces that fit into the processor's caches, until the rest fits as
//! well.
Corners simplified(const std::vector<Eigen::Vector3d>& vertices, Corners corners, double error_mm) {
  constexpr std::size_t most_faces = 250'000;
  while (corners.size() / 3 > most_faces) {
    std::vector<Corners> pieces = pieces_of(vertices, corners, most_faces / 2);
    for_all(std::size_t{0}, pieces.size(),
            [&](std::size_t i) { pieces[i] = simplified_at_once(vertices, pieces[i], error_mm); });
    const std::size_t before = corners.size();
    corners.clear();
    for (const Corners& piece : pieces) corners.insert(corners.end(), piece.begin(), piece.end());
    if (corners.size() > before / 4 * 3) break;  // noise that exceeds the error
  }
  return simplified_at_once(vertices, corners, error_mm);
}

struct Wanted {
  double near_error_mm, error_mm;
};

//! The simplifier's error is a mean over the faces of a vertex, so some vertices lie farther off than
//! requested. With this share of the error as its limit, few such vertices must be put back, which would make
//! thin faces.
constexpr double asked_share = 0.7;

std::vector<Face> faces_of(const Corners& corners) {
  std::vector<Face> faces;
  faces.reserve(corners.size() / 3);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    faces.push_back({corners[i], corners[i + 1], corners[i + 2]});
  return faces;
}

//! For each vertex, 1 if the faces use it.
std::vector<std::uint8_t> used_vertices(std::span<const Face> faces, std::size_t count) {
  std::vector<std::uint8_t> used(count, 0);
  for (const Face& face : faces)
    for (const std::uint32_t vertex : face) used[vertex] = 1;
  return used;
}

std::size_t vertices_in(std::span<const Face> faces, std::size_t count) {
  return static_cast<std::size_t>(std::ranges::count(used_vertices(faces, count), 1));
}

//! For each vertex of the scan, its distance from the remaining faces, and the nearest of these. Corners of
//! faces have distance 0.
struct Nearest {
  std::vector<float> off_mm;
  std::vector<std::uint32_t> face;
};

constexpr double nowhere_mm = 1e3;  // distance if there are no faces

//! Updates vertices to which this surface is nearer than the known one.
//! \param numbers those of the surface's faces
void take_nearer(const TriangleMesh& surface, std::span<const std::uint32_t> numbers,
                 std::span<const std::uint32_t> vertices, Nearest& nearest) {
  const ClosestFaces closest(surface, surface.faces.size());
  constexpr std::size_t lanes = surface::lanes;
  for_all(std::size_t{0}, (vertices.size() + lanes - 1) / lanes, [&](std::size_t i) {
    const auto some = vertices.subspan(i * lanes, std::min(lanes, vertices.size() - i * lanes));
    surface::PointGroup group;
    for (std::size_t lane = 0; lane < lanes; ++lane) {  // unused lanes repeat the last one
      const std::uint32_t vertex = some[std::min(lane, some.size() - 1)];
      const Eigen::Vector3d& point = surface.vertices[vertex];
      const auto known_mm = static_cast<double>(nearest.off_mm[vertex]);
      group.x[lane] = point.x();
      group.y[lane] = point.y();
      group.z[lane] = point.z();
      group.squared[lane] = known_mm * known_mm;
    }
    closest.search(group);
    for (std::size_t lane = 0; lane < some.size(); ++lane) {
      if (group.face[lane] == surface::no_closest) continue;
      nearest.off_mm[some[lane]] = static_cast<float>(std::sqrt(group.squared[lane]));
      nearest.face[some[lane]] = numbers[static_cast<std::size_t>(group.face[lane])];
    }
  });
}

std::vector<std::uint32_t> numbers_of(std::span<const Face> faces) {
  std::vector<std::uint32_t> numbers(faces.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

//! The simplifier's result and its error limits.
struct FewerFaces {
  std::vector<Face> faces;
  Wanted wanted;
};

//! Simplifies to the wanted errors. If a noisy scan would keep too many vertices, the errors grow, first away
//! from the other jaw. That part is simplified further from its present state, so that a large scan is
//! processed only once. Near the other jaw every attempt begins with the scan.
FewerFaces fewer_faces(const TriangleMesh& mesh, std::span<const Face> scanned,
                       const std::vector<std::uint8_t>& near, Wanted wanted) {
  constexpr int steps = 20;  // limits the loop, because faces that share no edges are never reduced
  std::vector<Face> faces(scanned.begin(), scanned.end());
  Corners left;
  for (int step = 0; step < steps; ++step) {
    const std::vector<Region> regions = regions_of(faces, near);
    Corners near_corners = corners_in(faces, regions, Region::near);
    const Corners far =
        simplified(mesh.vertices, corners_in(faces, regions, Region::far), asked_share * wanted.error_mm);
    left = simplified(mesh.vertices, near_corners, asked_share * wanted.near_error_mm);
    left.insert(left.end(), far.begin(), far.end());
    if (vertices_in(faces_of(left), near.size()) <= most_vertices * 5 / 6) break;
    near_corners.insert(near_corners.end(), far.begin(), far.end());
    faces = faces_of(near_corners);
    wanted = {1.2 * wanted.near_error_mm, 1.5 * wanted.error_mm};
  }
  return {faces_of(left), wanted};
}

//! The remaining faces of a scan, and the distances of its vertices from them.
class Left {
 public:
  Left(const TriangleMesh& mesh, std::span<const Face> scanned, std::vector<Face> faces)
      : surface_{.vertices = mesh.vertices, .faces = std::move(faces)},
        nearest_{.off_mm = std::vector<float>(mesh.vertices.size(), 0),
                 .face = std::vector<std::uint32_t>(mesh.vertices.size(), 0)} {
    const std::vector<std::uint8_t> used = used_vertices(scanned, mesh.vertices.size());
    for (std::uint32_t vertex = 0; vertex < used.size(); ++vertex)
      if (used[vertex] != 0) dropped_.push_back(vertex);
    leave_out_kept();
    dropped_ = along_curve(surface_.vertices, dropped_);
    for (const std::uint32_t vertex : dropped_) nearest_.off_mm[vertex] = nowhere_mm;
    take_nearer(surface_, numbers_of(surface_.faces), dropped_, nearest_);
  }

  [[nodiscard]] const std::vector<Face>& faces() const { return surface_.faces; }
  [[nodiscard]] const std::vector<float>& off_mm() const { return nearest_.off_mm; }
  [[nodiscard]] std::size_t corners() const { return corners_; }  //!< number of vertices that the faces use

  //! Puts dropped vertices back into the faces nearest to them, in the given order, up to a limit.
  void put_back(std::span<const std::uint32_t> vertices, std::size_t most) {
    Insertion insertion(surface_.vertices, std::move(surface_.faces));
    std::size_t put = 0;
    for (const std::uint32_t vertex : vertices) {
      if (put == most) break;
      if (!insertion.put(vertex, nearest_.face[vertex])) continue;
      nearest_.off_mm[vertex] = 0;
      ++put;
    }
    const std::vector<std::uint32_t> changed = insertion.changed();
    surface_.faces = std::move(insertion).faces();
    leave_out_kept();
    measure_again(changed);
  }

 private:
  //! Removes the vertices that faces use again from the dropped ones.
  void leave_out_kept() {
    const std::vector<std::uint8_t> kept = used_vertices(surface_.faces, surface_.vertices.size());
    std::erase_if(dropped_, [&](std::uint32_t vertex) { return kept[vertex] != 0; });
    corners_ = static_cast<std::size_t>(std::ranges::count(kept, 1));
  }

  //! Measures the dropped vertices again. If a vertex's nearest face changed, it is tested against all faces,
  //! otherwise only against the changed ones.
  void measure_again(std::span<const std::uint32_t> changed) {
    std::vector<std::uint8_t> has_changed(surface_.faces.size(), 0);
    std::vector<Face> changed_faces;
    for (const std::uint32_t face : changed) {
      has_changed[face] = 1;
      changed_faces.push_back(surface_.faces[face]);
    }
    std::vector<std::uint32_t> lost, others;
    for (const std::uint32_t vertex : dropped_)
      (has_changed[nearest_.face[vertex]] != 0 ? lost : others).push_back(vertex);
    for (const std::uint32_t vertex : lost) nearest_.off_mm[vertex] = nowhere_mm;
    take_nearer(surface_, numbers_of(surface_.faces), lost, nearest_);
    surface_.faces.swap(changed_faces);
    take_nearer(surface_, changed, others, nearest_);
    surface_.faces.swap(changed_faces);
  }

  TriangleMesh surface_;
  Nearest nearest_;
  std::vector<std::uint32_t> dropped_;  //!< vertices of the scan that no face uses, sorted along a curve
  std::size_t corners_ = 0;
};

//! Puts back dropped vertices that lie too far off, the farthest of each face first. No vertex then exceeds
//! its limit, unless the limits of rounds and vertices end this.
Left within_errors(const TriangleMesh& mesh, std::span<const Face> scanned,
                   const std::vector<std::uint8_t>& near, const Wanted& asked) {
  constexpr int rounds = 3;
  auto [faces, wanted] = fewer_faces(mesh, scanned, near, asked);
  Left left(mesh, scanned, std::move(faces));
  for (int round = 0; round < rounds; ++round) {
    const std::vector<float>& off_mm = left.off_mm();
    std::vector<std::uint32_t> too_far;
    for (std::uint32_t i = 0; i < near.size(); ++i)
      if (static_cast<double>(off_mm[i]) > (near[i] != 0 ? wanted.near_error_mm : wanted.error_mm))
        too_far.push_back(i);
    const std::size_t room = most_vertices - std::min(most_vertices, left.corners());
    if (too_far.empty() || room == 0 || left.faces().empty()) break;
    std::ranges::sort(too_far, std::ranges::greater{},
                      [&](std::uint32_t vertex) { return std::pair(off_mm[vertex], vertex); });
    left.put_back(too_far, room);
  }
  return left;
}

double greatest(const std::vector<float>& off_mm, const std::vector<std::uint8_t>& near, bool where) {
  double most = 0;
  for (std::size_t i = 0; i < off_mm.size(); ++i)
    if ((near[i] != 0) == where) most = std::max(most, static_cast<double>(off_mm[i]));
  return most;
}

}  // namespace

ReducedMesh reduced_mesh(const TriangleMesh& mesh, std::size_t face_count,
                         const std::vector<std::uint8_t>& near, double near_error_mm, double error_mm) {
  if (face_count == 0) return {};
  const std::span<const Face> faces = std::span(mesh.faces).first(face_count);
  const Left left = within_errors(mesh, faces, near, {near_error_mm, error_mm});
  Corners corners = corners_of(left.faces());
  const std::size_t count = mesh.vertices.size();
  meshopt_optimizeVertexCache(corners.data(), corners.data(), corners.size(), count);
  std::vector<std::uint32_t> place(count);
  ReducedMesh reduced{.near_error_mm = greatest(left.off_mm(), near, true),
                      .error_mm = greatest(left.off_mm(), near, false)};
  reduced.source.resize(
      meshopt_optimizeVertexFetchRemap(place.data(), corners.data(), corners.size(), count));
  for (std::size_t vertex = 0; vertex < count; ++vertex)
    if (place[vertex] != ~0U) reduced.source[place[vertex]] = static_cast<std::uint32_t>(vertex);
  for (std::size_t i = 0; i < corners.size(); i += 3)
    reduced.faces.push_back({place[corners[i]], place[corners[i + 1]], place[corners[i + 2]]});
  return reduced;
}

}  // namespace intercusp
