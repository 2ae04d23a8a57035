#include "datasets/mesh_growth.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <unordered_map>

namespace intercusp {
namespace {

using Vertex = std::uint32_t;

std::uint64_t key_of(Vertex a, Vertex b) { return (std::uint64_t{a} << 32) | b; }

//! The vertices of the k-th row, from one side of the line to the other.
Boundary row_between(TriangleMesh& mesh, Vertex first, Vertex last, std::size_t cells,
                     const std::function<double(double, double)>& height) {
  Boundary row = {first};
  const Eigen::Vector3d a = mesh.vertices[first];
  const Eigen::Vector3d b = mesh.vertices[last];
  for (std::size_t i = 1; i < cells; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(cells);
    const Eigen::Vector3d p = a + t * (b - a);
    row.push_back(static_cast<Vertex>(mesh.vertices.size()));
    mesh.vertices.emplace_back(p.x(), p.y(), height(p.x(), p.y()));
  }
  if (last != first) row.push_back(last);
  return row;
}

//! Joins two rows by faces. The row whose next vertex is less advanced goes first.
void zip(TriangleMesh& mesh, const Boundary& p, const Boundary& q) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i + 1 < p.size() || j + 1 < q.size()) {
    // (i + 1) / (p.size() - 1) <= (j + 1) / (q.size() - 1), without the division.
    const bool advance_p =
        i + 1 < p.size() && (j + 1 == q.size() || (i + 1) * (q.size() - 1) <= (j + 1) * (p.size() - 1));
    if (advance_p) {
      mesh.faces.push_back({p[i], q[j], p[i + 1]});
      ++i;
    } else {
      mesh.faces.push_back({p[i], q[j], q[j + 1]});
      ++j;
    }
  }
}

//! Divides a face into one, two, three or four at the middles of its edges. `none` marks an edge that
//! is not divided.
void split_face(const Face& face, std::array<Vertex, 3> middle, std::vector<Face>& out) {
  constexpr Vertex none = ~Vertex{0};
  const auto cuts = std::count_if(middle.begin(), middle.end(), [](Vertex m) { return m != none; });
  std::size_t turn = 0;  // rotates the only divided edge, or the only undivided one, to a known place
  while (cuts == 1 && middle[turn] == none) ++turn;
  while (cuts == 2 && middle[(turn + 2) % 3] != none) ++turn;
  const auto v = [&](std::size_t i) { return face[(turn + i) % 3]; };
  const auto m = [&](std::size_t i) { return middle[(turn + i) % 3]; };
  if (cuts == 0) out.push_back(face);
  if (cuts == 1) out.insert(out.end(), {Face{v(0), m(0), v(2)}, Face{m(0), v(1), v(2)}});
  if (cuts == 2)
    out.insert(out.end(), {Face{m(0), v(1), m(1)}, Face{v(0), m(0), m(1)}, Face{v(0), m(1), v(2)}});
  if (cuts == 3) {
    out.insert(out.end(), {Face{v(0), m(0), m(2)}, Face{m(0), v(1), m(1)}, Face{m(2), m(1), v(2)},
                           Face{m(0), m(1), m(2)}});
  }
}

//! Repeatedly moves each vertex from `first` on to the middle of its neighbours.
void smooth_from(TriangleMesh& mesh, std::size_t first) {
  constexpr int rounds = 12;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Eigen::Vector3d> sums(mesh.vertices.size() - first, Eigen::Vector3d::Zero());
    std::vector<double> counts(sums.size(), 0);
    for (const Face& face : mesh.faces) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (face[k] < first) continue;
        sums[face[k] - first] += mesh.vertices[face[(k + 1) % 3]] + mesh.vertices[face[(k + 2) % 3]];
        counts[face[k] - first] += 2;
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) mesh.vertices[first + i] = sums[i] / counts[i];
  }
}

}  // namespace

Boundary boundary_of(const TriangleMesh& mesh) {
  std::vector<std::uint64_t> edges;
  edges.reserve(3 * mesh.faces.size());
  for (const Face& face : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) edges.push_back(key_of(face[k], face[(k + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  std::unordered_map<Vertex, Vertex> next;
  Boundary boundary;
  for (const std::uint64_t edge : edges) {
    const auto a = static_cast<Vertex>(edge >> 32);
    const auto b = static_cast<Vertex>(edge);
    if (std::binary_search(edges.begin(), edges.end(), key_of(b, a))) continue;
    if (boundary.empty()) boundary.push_back(a);
    next[a] = b;
  }
  while (boundary.size() < next.size()) boundary.push_back(next.at(boundary.back()));
  return boundary;
}

void fill_across(TriangleMesh& mesh, const Boundary& line, double step_mm,
                 const std::function<double(double x, double y)>& height) {
  Boundary before;
  for (std::size_t k = 0; 2 * k < line.size(); ++k) {
    const Vertex first = line[k];
    const Vertex last = line[line.size() - 1 - k];
    const double width_mm = (mesh.vertices[first] - mesh.vertices[last]).norm();
    // The last two vertices are neighbours, or one vertex.
    const bool at_the_tip = 2 * (k + 1) >= line.size();
    const auto cells =
        at_the_tip ? 1 : std::max<std::size_t>(1, static_cast<std::size_t>(width_mm / step_mm));
    Boundary row = row_between(mesh, first, last, cells, height);
    if (k > 0) zip(mesh, before, row);
    before = std::move(row);
  }
}

void fill_ring(TriangleMesh& mesh, const Boundary& ring, double step_mm) {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  for (const Vertex v : ring) centre += mesh.vertices[v] / static_cast<double>(ring.size());
  double radius_mm = 0;
  for (const Vertex v : ring) radius_mm = std::max(radius_mm, (mesh.vertices[v] - centre).norm());
  const auto rings = static_cast<std::size_t>(radius_mm / step_mm) + 1;
  Boundary outer = ring;
  outer.push_back(ring.front());
  for (std::size_t k = 1; k <= rings; ++k) {
    const double scale = 1 - static_cast<double>(k) / static_cast<double>(rings);
    const auto count = static_cast<std::size_t>(2 * std::numbers::pi * scale * radius_mm / step_mm) + 1;
    Boundary inner;
    for (std::size_t j = 0; j < count; ++j) {
      const double place = static_cast<double>(j * ring.size()) / static_cast<double>(count);
      const auto i = static_cast<std::size_t>(place);
      const Eigen::Vector3d& a = mesh.vertices[ring[i]];
      const Eigen::Vector3d& b = mesh.vertices[ring[(i + 1) % ring.size()]];
      const Eigen::Vector3d on_ring = a + (place - static_cast<double>(i)) * (b - a);
      inner.push_back(static_cast<Vertex>(mesh.vertices.size()));
      mesh.vertices.push_back(centre + scale * (on_ring - centre));
    }
    if (count > 1) inner.push_back(inner.front());
    zip(mesh, outer, inner);
    outer = std::move(inner);
  }
}

void halve_long_edges(LabelledMesh& surface, double longest_mm,
                      const std::function<int(const Eigen::Vector3d& point, int a, int b)>& choose) {
  constexpr Vertex none = ~Vertex{0};
  TriangleMesh& mesh = surface.mesh;
  const std::size_t first_new = mesh.vertices.size();
  for (bool again = true; again;) {
    std::unordered_map<std::uint64_t, Vertex> middles;  // by directed edge; both directions must exist
    const auto is_long = [&](Vertex a, Vertex b) {
      return (mesh.vertices[a] - mesh.vertices[b]).norm() > longest_mm;
    };
    for (const Face& face : mesh.faces) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (is_long(face[k], face[(k + 1) % 3])) middles[key_of(face[k], face[(k + 1) % 3])] = none;
      }
    }
    std::vector<Face> faces;
    again = false;
    for (const Face& face : mesh.faces) {
      std::array<Vertex, 3> middle = {none, none, none};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vertex a = face[k];
        const Vertex b = face[(k + 1) % 3];
        const auto here = middles.find(key_of(a, b));
        const auto there = middles.find(key_of(b, a));
        if (here == middles.end() || there == middles.end()) continue;
        if (here->second == none) {
          const Eigen::Vector3d p = 0.5 * (mesh.vertices[a] + mesh.vertices[b]);
          here->second = there->second = static_cast<Vertex>(mesh.vertices.size());
          mesh.vertices.push_back(p);
          const int label_a = surface.labels[a];
          const int label_b = surface.labels[b];
          surface.labels.push_back(label_a == label_b ? label_a : choose(p, label_a, label_b));
        }
        middle[k] = here->second;
        again = true;
      }
      split_face(face, middle, faces);
    }
    mesh.faces = std::move(faces);
  }
  smooth_from(mesh, first_new);
}

}  // namespace intercusp
