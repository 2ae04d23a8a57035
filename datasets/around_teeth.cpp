// The palate or the floor of the mouth between the two sides of a sheet, and the plaster base around it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "datasets/jaw_sheet.h"
#include "datasets/mesh_growth.h"
#include "datasets/tooth_shape.h"

namespace intercusp {
namespace {

constexpr double vault_mm = 20;       // limit of the palate's height above the sheet's edge
constexpr double floor_depth_mm = 3;  // depth of the floor of the mouth below the sheet's edge

//! The edge of the sheet on the tongue's side.
struct InnerEdge {
  Boundary vertices;                    //!< right to left
  std::vector<Eigen::Vector3d> points;  //!< mm
  std::vector<double> slope;            //!< height per mm inwards at which the sheet ends there, positive
  std::vector<double> length_mm;        //!< length of the edge that each point represents
  double sign = 1;                      //!< +1 for the upper: away from the teeth is up
};

double step_of(const InnerEdge& edge) {
  double sum = 0;
  for (const double length : edge.length_mm) sum += length;
  return sum / static_cast<double>(edge.length_mm.size());
}

//! Running mean over some mm of the edge. Vertices are irregular, so the slope between two of
//! them is unreliable.
std::vector<double> smoothed(const std::vector<double>& raw, double half_mm, double step_mm) {
  const auto reach = static_cast<long>(half_mm / step_mm);
  std::vector<double> result;
  for (long i = 0; i < static_cast<long>(raw.size()); ++i) {
    double sum = 0;
    double weights = 0;
    for (long k = -reach; k <= reach; ++k) {
      if (i + k < 0 || i + k >= static_cast<long>(raw.size())) continue;
      const double w = bell(static_cast<double>(k) / static_cast<double>(reach + 1));
      sum += w * raw[static_cast<std::size_t>(i + k)];
      weights += w;
    }
    result.push_back(sum / weights);
  }
  return result;
}

InnerEdge inner_edge(const Sheet& sheet) {
  InnerEdge edge;
  edge.sign = sheet.jaw == Jaw::upper ? 1 : -1;
  const auto& v = sheet.surface.mesh.vertices;
  for (std::size_t c = 0; c < sheet.columns; ++c) {
    const std::size_t k = c * sheet.rows + sheet.rows - 1;
    const Eigen::Vector3d fall = v[k] - v[k - 2];
    edge.vertices.push_back(static_cast<std::uint32_t>(k));
    edge.points.push_back(v[k]);
    const double run_mm = std::max(fall.head<2>().norm(), 0.1 * fall.norm());
    edge.slope.push_back(std::clamp(edge.sign * fall.z() / run_mm, 0.3, 4.0));
  }
  for (std::size_t i = 0; i < edge.points.size(); ++i) {
    const Eigen::Vector3d& before = edge.points[i == 0 ? 0 : i - 1];
    const Eigen::Vector3d& after = edge.points[std::min(i + 1, edge.points.size() - 1)];
    edge.length_mm.push_back(0.5 * (after - before).head<2>().norm());
  }
  edge.slope = smoothed(edge.slope, 4, step_of(edge));
  return edge;
}

//! Influence of the edge at a point in the opening: weighted means of its height and slope, and the distance
//! to it. With the weights 1/r³ this distance is exact for a straight edge, and smooth where several parts of
//! the edge are near.
struct FromEdge {
  double z = 0, slope = 0, distance_mm = 0;
};

FromEdge from_edge(const InnerEdge& edge, double x, double y) {
  double weights = 0;
  FromEdge result;
  for (std::size_t i = 0; i < edge.points.size(); ++i) {
    const double r2 = (edge.points[i].head<2>() - Eigen::Vector2d(x, y)).squaredNorm() + 1e-6;
    const double w = edge.length_mm[i] / (r2 * std::sqrt(r2));
    weights += w;
    result.z += w * edge.points[i].z();
    result.slope += w * edge.slope[i];
  }
  result.z /= weights;
  result.slope /= weights;
  result.distance_mm = std::sqrt(2 / weights);  // ∫ ds / (d² + s²)^(3/2) = 2 / d²
  return result;
}

//! Rises away from the teeth by at most `most_mm`. At the edge it has the slope of the sheet, so that
//! there is no crease.
double depth_at(const FromEdge& from, double most_mm) {
  return most_mm * (1 - std::exp(-from.slope * from.distance_mm / most_mm));
}

//! Height of raphe, incisive papilla and rugae, mm towards the mouth. `front_y` is where the opening begins.
double palate_relief(double x, double y, double front_y, double distance_mm) {
  const double side = std::abs(x);
  const double behind = y - front_y;
  double relief = 0.9 * bell(std::hypot(x / 2.0, (behind - 2.0) / 3.0));
  relief -= 0.35 * bell(x / 1.5) * std::clamp((behind - 6) / 6, 0.0, 1.0);
  constexpr std::array<double, 4> rugae_mm = {4.5, 8.5, 12.0, 15.5};
  for (std::size_t i = 0; i < rugae_mm.size(); ++i) {
    const double phase = 1.7 * static_cast<double>(i) + (x < 0 ? 0.9 : 0.0);  // different on both sides
    const double crest = rugae_mm[i] + 0.12 * side + 0.7 * std::sin(0.55 * side + phase);
    const double longest = 11.0 - 1.2 * static_cast<double>(i);
    relief += 0.75 * bell((behind - crest) / 1.5) * bell((side - 0.5 * longest) / (0.62 * longest));
  }
  return relief * std::clamp((distance_mm - 0.5) / 2, 0.0, 1.0);
}

//! The line along which the opening's faces meet the sheet's faces, against the direction of
//! the sheet's faces.
Boundary line_of(const Sheet& sheet, const InnerEdge& edge) {
  Boundary line = edge.vertices;
  if (sheet.jaw == Jaw::upper) std::reverse(line.begin(), line.end());
  return line;
}

constexpr double ledge_mm = 4;     // least distance from the sheet to the trimmed outline
constexpr double base_mm = 12;     // distance from the sheet's boundary to the bottom
constexpr double thinnest_mm = 4;  // least thickness above the palate
constexpr double face_mm = 1.2;    // edge length of the base's faces

//! A trimmed outline: straight sides at given distances from a centre.
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

//! Straight back and sides, cut heels, and a front with a point for the upper jaw and without
//! one for the lower.
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

//! Angles of the boundary's vertices around the centre, made strictly monotonic.
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

void add_palate(Sheet& sheet) {
  const InnerEdge edge = inner_edge(sheet);
  const double front_y = edge.points[edge.points.size() / 2].y();
  fill_across(sheet.surface.mesh, line_of(sheet, edge), step_of(edge), [&](double x, double y) {
    const FromEdge from = from_edge(edge, x, y);
    return from.z + depth_at(from, vault_mm) - palate_relief(x, y, front_y, from.distance_mm);
  });
  sheet.surface.labels.resize(sheet.surface.mesh.vertices.size(), 0);
}

void add_plaster_floor(Sheet& sheet) {
  constexpr double plaster_step_mm = 1;
  const InnerEdge edge = inner_edge(sheet);
  fill_across(sheet.surface.mesh, line_of(sheet, edge), std::max(plaster_step_mm, step_of(edge)),
              [&](double x, double y) {
                const FromEdge from = from_edge(edge, x, y);
                return from.z - depth_at(from, floor_depth_mm);
              });
  sheet.surface.labels.resize(sheet.surface.mesh.vertices.size(), 0);
}

void add_floor(Sheet& sheet) {
  constexpr double width_mm = 5;
  const InnerEdge edge = inner_edge(sheet);
  TriangleMesh& mesh = sheet.surface.mesh;
  const auto rows = std::max<std::size_t>(2, static_cast<std::size_t>(width_mm / step_of(edge)));
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t c = 0; c < sheet.columns; ++c) {
    const Eigen::Vector2d inwards = sheet.inwards[c].head<2>().normalized();
    for (std::size_t r = 1; r <= rows; ++r) {
      const double away_mm = width_mm * static_cast<double>(r) / static_cast<double>(rows);
      const Eigen::Vector2d p = edge.points[c].head<2>() + away_mm * inwards;
      const FromEdge from{edge.points[c].z(), edge.slope[c], away_mm};
      mesh.vertices.emplace_back(p.x(), p.y(), from.z + edge.sign * depth_at(from, floor_depth_mm));
    }
  }
  const auto vertex = [&](std::size_t c, std::size_t r) {
    return r == 0 ? edge.vertices[c] : first + static_cast<std::uint32_t>(c * rows + r - 1);
  };
  for (std::size_t c = 0; c + 1 < sheet.columns; ++c) {
    for (std::size_t r = 0; r < rows; ++r) {
      const std::array<std::uint32_t, 4> q = {vertex(c, r), vertex(c + 1, r), vertex(c + 1, r + 1),
                                              vertex(c, r + 1)};
      mesh.faces.push_back({q[0], q[1], q[2]});
      mesh.faces.push_back({q[0], q[2], q[3]});
    }
  }
  sheet.surface.labels.resize(mesh.vertices.size(), 0);
}

void add_plaster_base(LabelledMesh& surface, Jaw jaw) {
  TriangleMesh& mesh = surface.mesh;
  const Boundary boundary = boundary_of(mesh);
  const Outline outline = outline_around(mesh, jaw);
  const std::vector<double> angles = angles_round(mesh, boundary, outline.centre);
  const double away = jaw == Jaw::upper ? 1 : -1;  // direction away from the teeth
  double ledge_z = -1e9;                           // height times `away`
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
