#include "occlusion/registration/match_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/geometry/morton_curve.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

std::vector<Face> faces_within(std::span<const Face> faces, std::span<const std::uint8_t> mask) {
  std::vector<Face> kept;
  for (const Face& face : faces) {
    if (std::all_of(face.begin(), face.end(), [&](auto v) { return v < mask.size() && mask[v] != 0; }))
      kept.push_back(face);
  }
  return kept;
}

//! Whether the closest feature of a face belongs to its open edges.
bool is_on_rim(TrianglePart part, const Face& face, std::uint8_t open_edges,
               const std::vector<std::uint8_t>& rim) {
  switch (part) {
    case TrianglePart::face:
      return false;
    case TrianglePart::corner_a:
      return rim[face[0]] != 0;
    case TrianglePart::corner_b:
      return rim[face[1]] != 0;
    case TrianglePart::corner_c:
      return rim[face[2]] != 0;
    case TrianglePart::edge_ab:
      return (open_edges & 1) != 0;
    case TrianglePart::edge_bc:
      return (open_edges & 2) != 0;
    case TrianglePart::edge_ca:
      return (open_edges & 4) != 0;
  }
  return false;
}

//! Shares of the corners at a point of a face.
Eigen::Vector3d corner_shares(const Eigen::Vector3d& point, const Eigen::Vector3d& a,
                              const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3d normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  if (!(square > 0)) return Eigen::Vector3d::Constant(1.0 / 3);
  const double at_b = normal.dot((point - a).cross(c - a)) / square;
  const double at_c = normal.dot((b - a).cross(point - a)) / square;
  return {1 - at_b - at_c, at_b, at_c};
}

}  // namespace

std::vector<std::uint8_t> mask_of(std::span<const int> labels, int number) {
  std::vector<std::uint8_t> mask;
  mask.reserve(labels.size());
  for (const int label : labels) mask.push_back(label == number ? 1 : 0);
  return mask;
}

MatchSurface::MatchSurface(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                           std::span<const std::uint8_t> mask) {
  welded_ = mask.empty() ? welded(vertices, faces) : welded(vertices, faces_within(faces, mask));
  if (empty()) return;
  normals_ = vertex_normals(mesh().vertices, mesh().faces);
  centre_ = bounds_of(mesh()).centre();
  find_areas();
  find_rim();
  find_chords();
  std::vector<std::uint32_t> inner, with_rim;
  for (std::uint32_t v = 0; v < mesh().vertices.size(); ++v) {
    if (!(normals_[v].squaredNorm() > 0.5)) continue;
    with_rim.push_back(v);
    if (!is_rim(v)) inner.push_back(v);
  }
  with_rim_ = along_curve(mesh().vertices, with_rim);
  inner_ = along_curve(mesh().vertices, inner);
  tree_.emplace(mesh(), mesh().faces.size());
}

void MatchSurface::find_areas() {
  areas_mm2_.assign(mesh().vertices.size(), 0);
  for (std::size_t face = 0; face < mesh().faces.size(); ++face) {
    const double area = 0.5 * face_normal_twice_area(mesh(), face).norm();
    area_mm2_ += area;
    for (const std::uint32_t v : mesh().faces[face]) areas_mm2_[v] += area / 3;
  }
}

void MatchSurface::find_rim() {
  is_rim_.assign(mesh().vertices.size(), 0);
  open_edge_.assign(mesh().faces.size(), 0);
  for_each_edge(mesh(), [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    if (sides.size() != 1) return;
    open_edge_[sides[0].face] |= static_cast<std::uint8_t>(1U << sides[0].corner);
    is_rim_[low] = is_rim_[high] = 1;
  });
}

void MatchSurface::find_chords() {
  chord_mm_.assign(mesh().vertices.size(), 0);
  double length = 0;
  std::size_t edges = 0;
  for_each_edge(mesh(), [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide>) {
    const Eigen::Vector3d way = mesh().vertices[low] - mesh().vertices[high];
    const double chord = std::abs((normals_[low] - normals_[high]).dot(way)) / 8;
    chord_mm_[low] = std::max(chord_mm_[low], chord);
    chord_mm_[high] = std::max(chord_mm_[high], chord);
    length += way.norm();
    ++edges;
  });
  edge_mm_ = length / static_cast<double>(edges);
}

std::vector<MatchSample> MatchSurface::samples(std::size_t about, bool with_rim) const {
  const std::vector<std::uint32_t>& along = with_rim ? with_rim_ : inner_;
  if (along.empty()) return {};
  const std::size_t step = std::max<std::size_t>(1, along.size() / std::max<std::size_t>(1, about));
  std::vector<MatchSample> samples;
  samples.reserve(along.size() / step + 1);
  for (std::size_t i = step / 2; i < along.size(); i += step) {
    const std::uint32_t v = along[i];
    samples.push_back({mesh().vertices[v], normals_[v], areas_mm2_[v] * static_cast<double>(step), v});
  }
  // A few vertices of wide faces, as bases have, must not outweigh the teeth.
  std::vector<double> areas;
  areas.reserve(samples.size());
  for (const MatchSample& sample : samples) areas.push_back(sample.area_mm2);
  const double most = 4 * nth_smallest(areas, areas.size() / 2);
  for (MatchSample& sample : samples) sample.area_mm2 = std::min(sample.area_mm2, most);
  return samples;
}

std::vector<std::optional<MatchPlace>> MatchSurface::closest(std::span<const Eigen::Vector3d> points,
                                                             double radius_mm,
                                                             std::span<std::uint32_t> guesses) const {
  std::vector<std::optional<MatchPlace>> found(points.size());
  if (empty()) return found;
  std::vector<std::uint32_t> none;
  if (guesses.empty()) {
    none.assign(points.size(), no_vertex);
    guesses = none;
  }
  constexpr std::size_t lanes = surface::lanes;
  const std::size_t groups = (points.size() + lanes - 1) / lanes;
  for_all(std::size_t{0}, groups, [&](std::size_t group) {
    const std::size_t first = group * lanes, count = std::min(lanes, points.size() - first);
    closest_of_group(points.subspan(first, count), radius_mm, guesses.subspan(first, count),
                     std::span(found).subspan(first, count));
  });
  return found;
}

double MatchSurface::squared_distance(std::uint32_t face, const Eigen::Vector3d& point) const {
  const auto& [a, b, c] = mesh().faces[face];
  const std::vector<Eigen::Vector3d>& v = mesh().vertices;
  return (closest_on_triangle(point, v[a], v[b], v[c]).point - point).squaredNorm();
}

void MatchSurface::closest_of_group(std::span<const Eigen::Vector3d> points, double radius_mm,
                                    std::span<std::uint32_t> guesses,
                                    std::span<std::optional<MatchPlace>> found) const {
  surface::PointGroup group;
  for (std::size_t lane = 0; lane < surface::lanes; ++lane) {
    const std::size_t i = std::min(lane, points.size() - 1);
    group.x[lane] = points[i].x();
    group.y[lane] = points[i].y();
    group.z[lane] = points[i].z();
    double squared = radius_mm * radius_mm;
    if (guesses[i] != no_vertex) squared = std::min(squared, squared_distance(guesses[i], points[i]));
    group.squared[lane] = squared;
  }
  tree_->search(group);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (group.face[i] != surface::no_closest) {
      guesses[i] = static_cast<std::uint32_t>(group.face[i]);
    } else if (guesses[i] == no_vertex || squared_distance(guesses[i], points[i]) > radius_mm * radius_mm) {
      continue;  // otherwise nothing is nearer than the guess
    }
    found[i] = place_on(guesses[i], points[i]);
  }
}

MatchPlace MatchSurface::place_on(std::uint32_t face, const Eigen::Vector3d& point) const {
  const Face& corners = mesh().faces[face];
  const Eigen::Vector3d &a = mesh().vertices[corners[0]], &b = mesh().vertices[corners[1]],
                        &c = mesh().vertices[corners[2]];
  const ClosestOnTriangle closest = closest_on_triangle(point, a, b, c);
  const Eigen::Vector3d shares = corner_shares(closest.point, a, b, c);
  const Eigen::Vector3d normal =
      shares[0] * normals_[corners[0]] + shares[1] * normals_[corners[1]] + shares[2] * normals_[corners[2]];
  // Along each edge a parabola between the normals; over the face the quadric that has these three.
  double sag = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const Eigen::Vector3d turn = normals_[corners[i]] - normals_[corners[j]];
    sag += 0.5 * shares[static_cast<Eigen::Index>(i)] * shares[static_cast<Eigen::Index>(j)] *
           turn.dot(mesh().vertices[corners[i]] - mesh().vertices[corners[j]]);
  }
  const double chord = std::max({chord_mm_[corners[0]], chord_mm_[corners[1]], chord_mm_[corners[2]]});
  return {.place = closest.point,
          .normal = normal.normalized(),
          .distance_mm = (point - closest.point).norm(),
          .chord_mm = chord,
          .sag_mm = sag,
          .face = face,
          .on_rim = is_on_rim(closest.part, corners, open_edge_[face], is_rim_)};
}

}  // namespace intercusp
