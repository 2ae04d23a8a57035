#include "occlusion/teeth/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

//! Centre and principal axes of the area. The first two axes point to where the surface reaches farther
//! (positive third moment); the last one makes the frame right-handed.
Eigen::Isometry3d own_frame(const TriangleMesh& mesh) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  double area = 0;
  std::vector<double> weight(mesh.vertices.size(), 0);
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const double third = face_normal_twice_area(mesh, f).norm() / 6;
    for (const std::uint32_t v : mesh.faces[f]) weight[v] += third;
    area += 3 * third;
  }
  if (!(area > 0)) return Eigen::Isometry3d::Identity();
  for (std::size_t v = 0; v < weight.size(); ++v) middle += weight[v] / area * mesh.vertices[v];
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (std::size_t v = 0; v < weight.size(); ++v) {
    const Eigen::Vector3d d = mesh.vertices[v] - middle;
    spread += weight[v] * d * d.transpose();
  }
  Eigen::Matrix3d axes = principal_axes(spread).vectors;
  Eigen::Array3d skew = Eigen::Array3d::Zero();
  for (std::size_t v = 0; v < weight.size(); ++v)
    skew += weight[v] * (axes.transpose() * (mesh.vertices[v] - middle)).array().cube();
  for (int i = 0; i < 2; ++i) {
    if (skew[i] < 0) axes.col(i) *= -1;
  }
  axes.col(2) = axes.col(0).cross(axes.col(1));
  Eigen::Isometry3d own_from_scan = Eigen::Isometry3d::Identity();
  own_from_scan.linear() = axes.transpose();
  own_from_scan.translation() = -axes.transpose() * middle;
  return own_from_scan;
}

void order_along_own_frame(ScanSurface& surface) {
  surface.own_from_scan = own_frame(surface.mesh);
  std::vector<Eigen::Vector3d> own;
  own.reserve(surface.mesh.vertices.size());
  for (const Eigen::Vector3d& v : surface.mesh.vertices) own.push_back(surface.own_from_scan * v);
  std::vector<std::uint32_t> order(own.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(own[a].z(), own[a].y(), own[a].x(), a) < std::tie(own[b].z(), own[b].y(), own[b].x(), b);
  });
  std::vector<std::uint32_t> place(order.size());
  std::vector<Eigen::Vector3d> vertices;
  vertices.reserve(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    vertices.push_back(surface.mesh.vertices[order[i]]);
  }
  surface.mesh.vertices = std::move(vertices);
  for (Face& face : surface.mesh.faces) face = {place[face[0]], place[face[1]], place[face[2]]};
  put_in_order(surface.mesh.faces);
  for (std::uint32_t& v : surface.of_vertex) {
    if (v != no_vertex) v = place[v];
  }
}

//! Splits every edge that is longer than the limit at its middle, once.
bool split_long_edges(TriangleMesh& mesh) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> middles;
  for (const Face& f : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(f[i], f[(i + 1) % 3]);
      if ((mesh.vertices[low] - mesh.vertices[high]).norm() > tuning.surface.longest_edge_mm)
        middles.push_back({(std::uint64_t{low} << 32) | high, 0});
    }
  }
  if (middles.empty()) return false;
  std::sort(middles.begin(), middles.end());
  middles.erase(std::unique(middles.begin(), middles.end()), middles.end());
  for (auto& [key, middle] : middles) {
    middle = static_cast<std::uint32_t>(mesh.vertices.size());
    const Eigen::Vector3d point = 0.5 * (mesh.vertices[key >> 32] + mesh.vertices[key & 0xffffffffU]);
    mesh.vertices.push_back(point);
  }
  const auto middle_of = [&](std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax(a, b);
    const std::uint64_t key = (std::uint64_t{low} << 32) | high;
    const auto at =
        std::lower_bound(middles.begin(), middles.end(), std::pair<std::uint64_t, std::uint32_t>{key, 0});
    return at != middles.end() && at->first == key ? at->second : no_vertex;
  };
  std::vector<Face> faces;
  faces.reserve(mesh.faces.size() * 2);
  for (const Face& f : mesh.faces) {
    std::array<std::uint32_t, 3> m{};
    std::size_t count = 0, odd = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      m[i] = middle_of(f[i], f[(i + 1) % 3]);
      if (m[i] != no_vertex) {
        ++count;
      }
    }
    if (count == 0) {
      faces.push_back(f);
      continue;
    }
    if (count == 3) {
      faces.insert(faces.end(),
                   {{f[0], m[0], m[2]}, {f[1], m[1], m[0]}, {f[2], m[2], m[1]}, {m[0], m[1], m[2]}});
      continue;
    }
    // Rotate the face so that edge 0 is the only split one, or edge 2 the only whole one.
    for (odd = 0; odd < 3; ++odd) {
      if (count == 1 && m[odd] != no_vertex) break;
      if (count == 2 && m[(odd + 2) % 3] == no_vertex) break;
    }
    const std::uint32_t a = f[odd], b = f[(odd + 1) % 3], c = f[(odd + 2) % 3];
    const std::uint32_t ab = m[odd], bc = m[(odd + 1) % 3];
    if (count == 1) {
      faces.insert(faces.end(), {{a, ab, c}, {ab, b, c}});
    } else if ((mesh.vertices[ab] - mesh.vertices[c]).squaredNorm() <
               (mesh.vertices[bc] - mesh.vertices[a]).squaredNorm()) {
      faces.insert(faces.end(), {{ab, b, bc}, {a, ab, c}, {ab, bc, c}});
    } else {
      faces.insert(faces.end(), {{ab, b, bc}, {a, ab, bc}, {a, bc, c}});
    }
  }
  mesh.faces = std::move(faces);
  return true;
}

double median_edge_mm(const TriangleMesh& mesh) {
  std::vector<double> lengths;
  for (const Face& f : mesh.faces) lengths.push_back((mesh.vertices[f[0]] - mesh.vertices[f[1]]).norm());
  return lengths.empty() ? 0 : nth_smallest(lengths, lengths.size() / 2);
}

//! Drops long faces. Faces that close a scan with a base are longer than any face of a crown.
void drop_faces_of_bases(TriangleMesh& mesh) {
  const double longest_mm = std::clamp(tuning.surface.base_edge_medians * median_edge_mm(mesh),
                                       tuning.surface.base_edge_mm, tuning.surface.crown_edge_mm);
  const auto is_long = [&](const Face& f) {
    const Eigen::Vector3d &a = mesh.vertices[f[0]], &b = mesh.vertices[f[1]], &c = mesh.vertices[f[2]];
    return std::max({(a - b).squaredNorm(), (b - c).squaredNorm(), (c - a).squaredNorm()}) >
           longest_mm * longest_mm;
  };
  std::erase_if(mesh.faces, is_long);
}

struct Neighbours {
  std::vector<std::uint32_t> first, to;
};

//! Neighbours of each vertex, each once, sorted.
Neighbours neighbours_of(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> end(mesh.vertices.size() + 1, 0);  // where each vertex's part ends, once filled
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t corner : face) end[corner + 1] += 2;
  }
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::uint32_t> beside(end.back());
  for (const auto& [a, b, c] : mesh.faces) {
    for (const auto& [from, to] : {std::pair(a, b), {a, c}, {b, a}, {b, c}, {c, a}, {c, b}})
      beside[end[from]++] = to;
  }
  Neighbours n{.first = {0}, .to = {}};
  auto first = beside.begin();
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto last = beside.begin() + end[v];
    std::sort(first, last);
    std::unique_copy(first, last, std::back_inserter(n.to));
    n.first.push_back(static_cast<std::uint32_t>(n.to.size()));
    first = last;
  }
  return n;
}

//! Clusters vertices around centres that are at least a radius apart along the edges; each
//! vertex joins its nearest centre.
std::vector<std::uint32_t> clusters_of(const TriangleMesh& mesh, std::uint32_t& count) {
  const Neighbours next = neighbours_of(mesh);
  const std::size_t n = mesh.vertices.size();
  std::vector<double> distance(n, std::numeric_limits<double>::infinity());
  std::vector<std::uint32_t> cluster(n, no_vertex);
  using Item = std::pair<double, std::uint32_t>;
  count = 0;
  std::vector<Item> heap;
  for (std::uint32_t start = 0; start < n; ++start) {
    if (distance[start] <= tuning.surface.merge_radius_mm) continue;
    const std::uint32_t id = count++;
    distance[start] = 0;
    cluster[start] = id;
    heap.assign(1, {0.0, start});
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      const auto [d, v] = heap.back();
      heap.pop_back();
      if (d > distance[v] || cluster[v] != id) continue;
      for (std::uint32_t e = next.first[v]; e < next.first[v + 1]; ++e) {
        const std::uint32_t w = next.to[e];
        const double step = d + (mesh.vertices[v] - mesh.vertices[w]).norm();
        if (step >= distance[w] || step > 1.5 * tuning.surface.merge_radius_mm) continue;
        distance[w] = step;
        cluster[w] = id;
        heap.push_back({step, w});
        std::push_heap(heap.begin(), heap.end(), std::greater<>());
      }
    }
  }
  return cluster;
}

void merge_short_edges(ScanSurface& surface) {
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> cluster = clusters_of(surface.mesh, count);
  TriangleMesh merged;
  merged.vertices.assign(count, Eigen::Vector3d::Zero());
  std::vector<double> members(count, 0);
  for (std::size_t v = 0; v < cluster.size(); ++v) {
    merged.vertices[cluster[v]] += surface.mesh.vertices[v];
    ++members[cluster[v]];
  }
  for (std::size_t c = 0; c < count; ++c) merged.vertices[c] /= members[c];
  for (const Face& f : surface.mesh.faces) {
    const Face own = {cluster[f[0]], cluster[f[1]], cluster[f[2]]};
    if (!is_collapsed(own)) merged.faces.push_back(own);
  }
  put_in_order(merged.faces);
  for (std::uint32_t& v : surface.of_vertex) {
    if (v != no_vertex) v = cluster[v];
  }
  surface.mesh = std::move(merged);
}

}  // namespace

ScanSurface scan_surface(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  ScanSurface surface;
  WeldedScan scan = welded(vertices, faces);
  surface.mesh = std::move(scan.mesh);
  surface.of_vertex = std::move(scan.of_vertex);
  close_cracks(surface.mesh);
  order_along_own_frame(surface);
  if (median_edge_mm(surface.mesh) < tuning.surface.short_edges_mm) {
    surface.before_merging = {surface.mesh, surface.of_vertex};
    merge_short_edges(surface);
  }
  drop_faces_of_bases(surface.mesh);
  surface.whole_faces = surface.mesh.faces;
  for (int round = 0; round < 8 && split_long_edges(surface.mesh); ++round) {
  }
  return surface;
}

namespace {

using Tensor = Eigen::Matrix<double, 6, 1>;  // order: xx yy zz xy xz yz

Tensor outer(const Eigen::Vector3d& p, double weight) {
  Tensor t;
  t << p.x() * p.x(), p.y() * p.y(), p.z() * p.z(), p.x() * p.y(), p.x() * p.z(), p.y() * p.z();
  return weight * t;
}

Eigen::Matrix3d matrix_of(const Tensor& t) {
  Eigen::Matrix3d m;
  m << t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2];
  return m;
}

}  // namespace

bool is_concave(const Eigen::Matrix3d& curvature, double bend) {
  const Eigen::Matrix3d raised = curvature + bend * Eigen::Matrix3d::Identity();
  return raised(0, 0) < 0 || raised.topLeftCorner<2, 2>().determinant() < 0 || raised.determinant() < 0;
}

SurfaceShape surface_shape(const TriangleMesh& mesh, double radius_mm) {
  const std::size_t n = mesh.vertices.size();
  SurfaceShape shape;
  shape.area_mm2.assign(n, 0);
  shape.near_margin.assign(n, 0);
  shape.normal.assign(n, Eigen::Vector3d::Zero());
  std::vector<Eigen::Vector3d> face_normal(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Eigen::Vector3d twice = face_normal_twice_area(mesh, f);
    face_normal[f] = twice.normalized();
    for (const std::uint32_t v : mesh.faces[f]) {
      shape.area_mm2[v] += twice.norm() / 6;
      shape.normal[v] += twice;
    }
  }
  for (Eigen::Vector3d& normal : shape.normal) normal.normalize();
  // Integrate curvature per vertex, then average by diffusing both the integral and the area.
  std::vector<Tensor> bending(n, Tensor::Zero());
  struct Edge {
    std::uint32_t a, b;
    double length;
  };
  std::vector<Edge> edges;
  double length_sum = 0;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    const Eigen::Vector3d along = mesh.vertices[high] - mesh.vertices[low];
    const double length = along.norm();
    edges.push_back({low, high, length});
    length_sum += length;
    if (sides.size() == 1) shape.near_margin[low] = shape.near_margin[high] = 1;
    if (sides.size() != 2 || !(length > 0)) return;
    const bool first_is_low = mesh.faces[sides[0].face][sides[0].corner] == low;
    const Eigen::Vector3d e = (first_is_low ? along : Eigen::Vector3d(-along)) / length;
    const Eigen::Vector3d &n0 = face_normal[sides[0].face], &n1 = face_normal[sides[1].face];
    const double angle = std::atan2(n0.cross(n1).dot(e), n0.dot(n1));
    const Eigen::Vector3d across = (n0 + n1).cross(e).normalized();
    if (!across.allFinite()) return;
    const Tensor t = outer(across, 0.5 * angle * length);
    bending[low] += t;
    bending[high] += t;
  });
  if (edges.empty()) {
    shape.curvature.assign(n, Eigen::Matrix3d::Zero());
    return shape;
  }
  for (int round = 0; round < 2; ++round) {
    std::vector<char> wider = shape.near_margin;
    for (const Edge& e : edges) {
      if (shape.near_margin[e.a]) wider[e.b] = 1;
      if (shape.near_margin[e.b]) wider[e.a] = 1;
    }
    shape.near_margin = wider;
  }
  const double edge = length_sum / static_cast<double>(edges.size());
  // One round spreads with a variance of about edge² / 2 along each axis.
  const int rounds = std::max(1, static_cast<int>(std::lround(radius_mm * radius_mm / (0.5 * edge * edge))));
  std::vector<double> area = shape.area_mm2;
  std::vector<int> degree(n, 0);
  for (const Edge& e : edges) {
    ++degree[e.a];
    ++degree[e.b];
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<Tensor> next_bending = bending;
    std::vector<double> next_area = area;
    for (const Edge& e : edges) {
      const double share = 0.5 / std::max(degree[e.a], degree[e.b]);
      const Tensor flow = share * (bending[e.a] - bending[e.b]);
      const double area_flow = share * (area[e.a] - area[e.b]);
      next_bending[e.a] -= flow;
      next_bending[e.b] += flow;
      next_area[e.a] -= area_flow;
      next_area[e.b] += area_flow;
    }
    bending.swap(next_bending);
    area.swap(next_area);
  }
  shape.curvature.resize(n);
  for (std::size_t v = 0; v < n; ++v) shape.curvature[v] = matrix_of(bending[v] / std::max(area[v], 1e-9));
  return shape;
}

namespace {

struct OpenEdge {
  std::uint32_t from, to;  //!< in the direction of the adjacent face
};

//! A connected set of open edges.
struct Hole {
  std::vector<OpenEdge> edges;
  double length_mm = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();  //!< sum of the edges' start points
};

std::vector<OpenEdge> open_edges(const TriangleMesh& mesh) {
  std::vector<OpenEdge> edges;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    if (sides.size() != 1) return;
    const bool ahead = mesh.faces[sides[0].face][sides[0].corner] == low;
    edges.push_back(ahead ? OpenEdge{low, high} : OpenEdge{high, low});
  });
  return edges;
}

std::map<std::uint32_t, Hole> holes_of(const TriangleMesh& mesh) {
  const std::vector<OpenEdge> edges = open_edges(mesh);
  UnionFind joined(mesh.vertices.size());
  for (const OpenEdge& e : edges) joined.join(e.from, e.to);
  std::map<std::uint32_t, Hole> holes;
  for (const OpenEdge& e : edges) {
    Hole& hole = holes[static_cast<std::uint32_t>(joined.root(e.from))];
    hole.edges.push_back(e);
    hole.length_mm += (mesh.vertices[e.to] - mesh.vertices[e.from]).norm();
    hole.sum += mesh.vertices[e.from];
  }
  return holes;
}

}  // namespace

Enclosure enclosure_of(const TriangleMesh& mesh) {
  Enclosure enclosure{.closed = true, .volume_mm3 = 0};
  TriangleMesh capped = mesh;
  UnionFind joined = joined_vertices(mesh.vertices.size(), mesh.faces);
  std::vector<double> area_mm2(mesh.vertices.size(), 0);  // per component, stored at its root
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    area_mm2[joined.root(mesh.faces[f][0])] += 0.5 * face_normal_twice_area(mesh, f).norm();
  for (const auto& [first, hole] : holes_of(mesh)) {
    if (hole.length_mm * hole.length_mm >=
        tuning.surface.margin_length_squared_per_area * area_mm2[joined.root(first)])
      enclosure.closed = false;
    const auto middle = static_cast<std::uint32_t>(capped.vertices.size());
    capped.vertices.emplace_back(hole.sum / static_cast<double>(hole.edges.size()));
    for (const auto& [from, to] : hole.edges) capped.faces.push_back({middle, to, from});
  }
  enclosure.volume_mm3 = signed_volume(capped);
  return enclosure;
}

std::vector<int> crown_pieces(const TriangleMesh& mesh, const SurfaceShape& shape) {
  UnionFind joined = joined_vertices(mesh.vertices.size(), mesh.faces);
  std::vector<int> piece(mesh.vertices.size(), -1);
  std::map<std::size_t, double> area;
  for (std::size_t v = 0; v < piece.size(); ++v)
    area[joined.root(static_cast<std::uint32_t>(v))] += shape.area_mm2[v];
  std::map<std::size_t, int> number;
  for (const auto& [root, mm2] : area) {
    if (mm2 >= tuning.surface.smallest_crown_mm2 && mm2 <= tuning.surface.largest_crown_mm2)
      number.emplace(root, static_cast<int>(number.size()));
  }
  if (number.size() < 4) return piece;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    const auto at = number.find(joined.root(static_cast<std::uint32_t>(v)));
    if (at != number.end()) piece[v] = at->second;
  }
  return piece;
}

}  // namespace intercusp
