#include "datasets/jaw_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "datasets/mesh_growth.h"

namespace intercusp {
namespace {

constexpr double ledge_mm = 4;     // from the sheet to the trimmed outline, at least
constexpr double base_mm = 12;     // from the sheet's boundary to the bottom
constexpr double thinnest_mm = 4;  // over the palate
constexpr double face_mm = 1.2;    // of the base's faces

//! A trimmed outline: straight sides at some distance from a centre.
struct Outline {
  Eigen::Vector2d centre;
  std::vector<Eigen::Vector2d> normals;
  std::vector<double> distance_mm;

  [[nodiscard]] double radius(double angle_rad) const {
    const Eigen::Vector2d direction(std::cos(angle_rad), std::sin(angle_rad));
    double nearest = 1e9;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double towards = normals[i].dot(direction);
      if (towards > 1e-6) nearest = std::min(nearest, distance_mm[i] / towards);
    }
    return nearest;
  }
};

//! Straight back and sides, cut heels, and a front with a point in the upper jaw and without one in the lower.
Outline outline_around(const TriangleMesh& mesh, Jaw jaw) {
  const Bounds bounds = bounds_of(mesh);
  Outline outline{.centre = bounds.centre().head<2>()};
  outline.normals = {{1, 0}, {-1, 0}, {0, 1}, {0.8, 0.6}, {-0.8, 0.6}};
  if (jaw == Jaw::upper) {
    outline.normals.insert(outline.normals.end(), {{0.5, -0.866}, {-0.5, -0.866}});
  } else {
    outline.normals.insert(outline.normals.end(), {{0.766, -0.643}, {-0.766, -0.643}, {0, -1}});
  }
  for (const Eigen::Vector2d& normal : outline.normals) {
    double farthest = 0;
    for (const Eigen::Vector3d& v : mesh.vertices) {
      farthest = std::max(farthest, normal.dot(v.head<2>() - outline.centre));
    }
    outline.distance_mm.push_back(farthest + ledge_mm);
  }
  return outline;
}

//! Angles of the boundary's vertices round the centre, always growing or always falling by a little at least.
std::vector<double> angles_round(const TriangleMesh& mesh, const Boundary& boundary,
                                 const Eigen::Vector2d& centre) {
  std::vector<double> angles;
  for (const std::uint32_t v : boundary) {
    const Eigen::Vector2d p = mesh.vertices[v].head<2>() - centre;
    double angle = std::atan2(p.y(), p.x());
    if (!angles.empty()) {
      const double turns = std::round((angles.back() - angle) / (2 * std::numbers::pi));
      angle += 2 * std::numbers::pi * turns;
    }
    angles.push_back(angle);
  }
  const double way = angles.back() > angles.front() ? 1 : -1;
  const double start = angles.front();
  double farthest = 0;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    farthest = std::clamp(way * (angles[i] - start), farthest, 2 * std::numbers::pi);
    const double even = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(angles.size());
    angles[i] = start + way * (0.97 * farthest + 0.03 * even);
  }
  return angles;
}

//! Rings of vertices, each as long as the boundary, and the faces between them.
class RingMaker {
 public:
  RingMaker(TriangleMesh& mesh, Boundary boundary) : mesh_(mesh), last_(std::move(boundary)) {}

  void add(const std::vector<Eigen::Vector3d>& points) {
    Boundary ring;
    for (const Eigen::Vector3d& p : points) {
      ring.push_back(static_cast<std::uint32_t>(mesh_.vertices.size()));
      mesh_.vertices.push_back(p);
    }
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::size_t n = (i + 1) % ring.size();
      mesh_.faces.push_back({last_[n], last_[i], ring[i]});
      mesh_.faces.push_back({last_[n], ring[i], ring[n]});
    }
    last_ = std::move(ring);
  }
  [[nodiscard]] const Boundary& last() const { return last_; }

 private:
  TriangleMesh& mesh_;
  Boundary last_;
};

}  // namespace

void add_plaster_base(LabelledMesh& surface, Jaw jaw) {
  TriangleMesh& mesh = surface.mesh;
  const Boundary boundary = boundary_of(mesh);
  const Outline outline = outline_around(mesh, jaw);
  const std::vector<double> angles = angles_round(mesh, boundary, outline.centre);
  const double away = jaw == Jaw::upper ? 1 : -1;  // from the teeth
  double ledge_z = -1e9;                           // times `away`
  for (const std::uint32_t v : boundary) ledge_z = std::max(ledge_z, away * mesh.vertices[v].z());
  double bottom_z = ledge_z + base_mm;
  for (const Eigen::Vector3d& v : mesh.vertices) bottom_z = std::max(bottom_z, away * v.z() + thinnest_mm);

  std::vector<Eigen::Vector3d> inner;
  std::vector<Eigen::Vector3d> outer;
  for (std::size_t i = 0; i < boundary.size(); ++i) {
    const double radius = outline.radius(angles[i]);
    inner.push_back(mesh.vertices[boundary[i]]);
    const Eigen::Vector2d p =
        outline.centre + radius * Eigen::Vector2d(std::cos(angles[i]), std::sin(angles[i]));
    outer.emplace_back(p.x(), p.y(), away * ledge_z);
  }
  RingMaker rings(mesh, boundary);
  const auto add_between = [&](const auto& a, const auto& b, double length_mm) {
    const int cells = std::max(1, static_cast<int>(length_mm / face_mm));
    for (int k = 1; k <= cells; ++k) {
      std::vector<Eigen::Vector3d> ring;
      for (std::size_t i = 0; i < a.size(); ++i) ring.push_back(a[i] + (b[i] - a[i]) * k / cells);
      rings.add(ring);
    }
  };
  add_between(inner, outer, ledge_mm);
  std::vector<Eigen::Vector3d> bottom = outer;
  for (Eigen::Vector3d& p : bottom) p.z() = away * bottom_z;
  add_between(outer, bottom, bottom_z - ledge_z);
  fill_ring(mesh, rings.last(), face_mm);
  surface.labels.resize(mesh.vertices.size(), 0);
}

}  // namespace intercusp
