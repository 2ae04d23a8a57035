#include "tests/support/scan_changes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "datasets/seeded_random.h"
#include "datasets/tooth_shape.h"
#include "occlusion/base/for_all.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

std::vector<std::uint32_t> random_order(std::size_t count, SeededRandom& random) {
  std::vector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    order[i] = static_cast<std::uint32_t>(i);
    std::swap(order[i], order[random.bits() % (i + 1)]);
  }
  return order;
}

bool belongs_to(const LabelledMesh& surface, const Face& face, int fdi) {
  return std::all_of(face.begin(), face.end(), [&](auto v) { return surface.labels[v] == fdi; });
}

std::vector<Eigen::Vector3d> vertices_of_tooth(const LabelledMesh& surface, int fdi) {
  std::vector<Eigen::Vector3d> vertices;
  for (std::size_t v = 0; v < surface.labels.size(); ++v) {
    if (surface.labels[v] == fdi) vertices.push_back(surface.mesh.vertices[v]);
  }
  return vertices;
}

double distance_to(const std::vector<Eigen::Vector3d>& points, const Eigen::Vector3d& place) {
  double square = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& point : points) square = std::min(square, (point - place).squaredNorm());
  return std::sqrt(square);
}

//! From -1 to 1, with waves of about 8 mm whose phases the seed gives.
double wave_at(const Eigen::Vector3d& place, std::uint64_t seed) {
  constexpr double wave_mm = 8;
  SeededRandom random(seed);
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double phase = random.uniform(0, 2 * std::numbers::pi);
    sum += std::sin(2 * std::numbers::pi * place[axis] / wave_mm + phase) / 3;
  }
  return sum;
}

}  // namespace

Eigen::Isometry3d random_pose(std::uint64_t seed) {
  SeededRandom random(seed);
  // A uniform unit quaternion (Shoemake 1992).
  const double u = random.uniform(0, 1);
  const double a = random.uniform(0, 2 * std::numbers::pi);
  const double b = random.uniform(0, 2 * std::numbers::pi);
  const double s = std::sqrt(1 - u);
  const double c = std::sqrt(u);
  const Eigen::Quaterniond turn(c * std::cos(b), s * std::sin(a), s * std::cos(a), c * std::sin(b));
  Eigen::Isometry3d pose(turn.normalized());
  for (double& mm : pose.translation()) mm = random.uniform(-50, 50);
  return pose;
}

void move(LabelledMesh& surface, const Eigen::Isometry3d& pose) {
  for (Eigen::Vector3d& v : surface.mesh.vertices) v = pose * v;
}

void shuffle(LabelledMesh& surface, std::uint64_t seed) {
  SeededRandom random(seed);
  const LabelledMesh before = surface;
  const std::vector<std::uint32_t> new_place = random_order(before.labels.size(), random);
  for (std::size_t i = 0; i < new_place.size(); ++i) {
    surface.mesh.vertices[new_place[i]] = before.mesh.vertices[i];
    surface.labels[new_place[i]] = before.labels[i];
  }
  const std::vector<std::uint32_t> face_order = random_order(before.mesh.faces.size(), random);
  for (std::size_t f = 0; f < face_order.size(); ++f) {
    Face face = before.mesh.faces[face_order[f]];
    for (std::uint32_t& v : face) v = new_place[v];
    std::rotate(face.begin(), face.begin() + static_cast<long>(random.bits() % 3), face.end());
    surface.mesh.faces[f] = face;
  }
}

void drop_unused_vertices(LabelledMesh& surface) {
  std::vector<std::uint32_t> place(surface.mesh.vertices.size(), 0);
  for (const Face& face : surface.mesh.faces) {
    for (const std::uint32_t v : face) place[v] = 1;
  }
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < place.size(); ++v) {
    if (place[v] == 0) continue;
    surface.mesh.vertices[kept] = surface.mesh.vertices[v];
    if (!surface.labels.empty()) surface.labels[kept] = surface.labels[v];
    place[v] = kept++;
  }
  surface.mesh.vertices.resize(kept);
  if (!surface.labels.empty()) surface.labels.resize(kept);
  for (Face& face : surface.mesh.faces) {
    for (std::uint32_t& v : face) v = place[v];
  }
}

Eigen::Vector3d facing_of_tooth(const LabelledMesh& surface, int fdi) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t f = 0; f < surface.mesh.faces.size(); ++f) {
    if (belongs_to(surface, surface.mesh.faces[f], fdi)) sum += face_normal_twice_area(surface.mesh, f);
  }
  return sum.normalized();
}

WearFacet wear_tooth(LabelledMesh& surface, int fdi, const Eigen::Vector3d& direction, double depth_mm) {
  double top_mm = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& vertex : vertices_of_tooth(surface, fdi))
    top_mm = std::max(top_mm, direction.dot(vertex));
  const double level_mm = top_mm - depth_mm;
  std::vector<double> taken_mm(surface.labels.size(), 0);
  for (std::size_t v = 0; v < surface.labels.size(); ++v) {
    if (surface.labels[v] == fdi)
      taken_mm[v] = std::max(0.0, direction.dot(surface.mesh.vertices[v]) - level_mm);
  }
  WearFacet facet;
  for (std::size_t f = 0; f < surface.mesh.faces.size(); ++f) {
    const auto& [a, b, c] = surface.mesh.faces[f];
    const double across_mm2 = 0.5 * direction.dot(face_normal_twice_area(surface.mesh, f));
    facet.volume_mm3 += across_mm2 * (taken_mm[a] + taken_mm[b] + taken_mm[c]) / 3;
    if (taken_mm[a] > 0 && taken_mm[b] > 0 && taken_mm[c] > 0) facet.area_mm2 += across_mm2;
  }
  for (std::size_t v = 0; v < taken_mm.size(); ++v) {
    surface.mesh.vertices[v] -= taken_mm[v] * direction;
    facet.depth_mm = std::max(facet.depth_mm, taken_mm[v]);
  }
  return facet;
}

void move_tooth(LabelledMesh& surface, int fdi, const Eigen::Isometry3d& motion) {
  constexpr double follows_mm = 3;
  const std::vector<Eigen::Vector3d> tooth = vertices_of_tooth(surface, fdi);
  Bounds box;
  for (const Eigen::Vector3d& vertex : tooth) box.add(vertex);
  box.min.array() -= follows_mm;
  box.max.array() += follows_mm;
  for_all(std::size_t{0}, surface.labels.size(), [&](std::size_t v) {
    Eigen::Vector3d& vertex = surface.mesh.vertices[v];
    if (surface.labels[v] == fdi) {
      vertex = motion * vertex;
    } else if (surface.labels[v] == 0 && (vertex.array() >= box.min.array()).all() &&
               (vertex.array() <= box.max.array()).all()) {
      vertex += bell(distance_to(tooth, vertex) / follows_mm) * (motion * vertex - vertex);
    }
  });
}

double press_down_tooth(LabelledMesh& surface, int fdi) {
  const Eigen::Vector3d facing = facing_of_tooth(surface, fdi);
  double level_mm = std::numeric_limits<double>::infinity();
  for (const Face& face : surface.mesh.faces) {
    const auto is_tooth = [&](std::uint32_t v) { return surface.labels[v] == fdi; };
    if (std::ranges::none_of(face, is_tooth) || std::ranges::all_of(face, is_tooth)) continue;
    for (const std::uint32_t v : face) level_mm = std::min(level_mm, facing.dot(surface.mesh.vertices[v]));
  }
  const double before_mm3 = signed_volume(surface.mesh);
  for (std::size_t v = 0; v < surface.labels.size(); ++v) {
    if (surface.labels[v] != fdi) continue;
    Eigen::Vector3d& vertex = surface.mesh.vertices[v];
    vertex -= std::max(0.0, facing.dot(vertex) - level_mm) * facing;
    surface.labels[v] = 0;
  }
  return before_mm3 - signed_volume(surface.mesh);
}

void add_layer(LabelledMesh& surface, double layer_mm) {
  const std::vector<Eigen::Vector3d> normals = vertex_normals(surface.mesh.vertices, surface.mesh.faces);
  std::vector<double> share(surface.labels.size());
  for (std::size_t v = 0; v < share.size(); ++v) share[v] = surface.labels[v] != 0;
  for (const double of_ring : {0.0, 0.5}) {
    std::vector<double> next = share;
    for (const Face& face : surface.mesh.faces) {
      const bool meets_less = std::ranges::any_of(face, [&](auto v) { return share[v] < 1; });
      if (!meets_less) continue;
      for (const std::uint32_t v : face) next[v] = std::min(next[v], share[v] < 1 ? share[v] : of_ring);
    }
    share = std::move(next);
  }
  for (std::size_t v = 0; v < share.size(); ++v) surface.mesh.vertices[v] += layer_mm * share[v] * normals[v];
}

void grow_gum(LabelledMesh& surface, double most_mm) {
  const std::vector<Eigen::Vector3d> normals = vertex_normals(surface.mesh.vertices, surface.mesh.faces);
  std::vector<std::uint8_t> is_gum(surface.labels.size());
  for (std::size_t v = 0; v < is_gum.size(); ++v) is_gum[v] = surface.labels[v] == 0;
  for (const Face& face : surface.mesh.faces) {  // the margin at the teeth stays
    if (belongs_to(surface, face, 0)) continue;
    for (const std::uint32_t v : face) is_gum[v] = 0;
  }
  for (std::size_t v = 0; v < is_gum.size(); ++v) {
    if (is_gum[v] == 0) continue;
    const double share = 0.5 + 0.5 * wave_at(surface.mesh.vertices[v], 1);
    surface.mesh.vertices[v] += most_mm * share * normals[v];
  }
}

void add_noise(LabelledMesh& surface, double deviation_mm, std::uint64_t seed) {
  const std::vector<Eigen::Vector3d> normals = vertex_normals(surface.mesh.vertices, surface.mesh.faces);
  SeededRandom random(seed);
  for (std::size_t v = 0; v < normals.size(); ++v)
    surface.mesh.vertices[v] += deviation_mm * random.normal() * normals[v];
}

void cut_margin(LabelledMesh& surface, double width_mm, std::uint64_t seed) {
  std::vector<Eigen::Vector3d> rim;
  for_each_edge(surface.mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    if (sides.size() != 1) return;
    rim.push_back(0.5 * (surface.mesh.vertices[low] + surface.mesh.vertices[high]));
  });
  std::vector<std::uint8_t> goes(surface.mesh.vertices.size(), 0);
  for_all(std::size_t{0}, goes.size(), [&](std::size_t v) {
    const Eigen::Vector3d& place = surface.mesh.vertices[v];
    goes[v] = distance_to(rim, place) < width_mm * (1 + 0.5 * wave_at(place, seed));
  });
  std::erase_if(surface.mesh.faces, [&](const Face& face) {
    return std::any_of(face.begin(), face.end(), [&](auto v) { return goes[v] != 0; });
  });
  drop_unused_vertices(surface);
}

void mirror(LabelledMesh& surface) {
  for (Eigen::Vector3d& vertex : surface.mesh.vertices) vertex.x() = -vertex.x();
  for (Face& face : surface.mesh.faces) std::swap(face[1], face[2]);
}

}  // namespace intercusp
