#include "io/mesh/repair/steps.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace intercusp::repair {
namespace {

//! The outermost vertices of a part in 13 directions and their opposites. There it would stick out of another
//! part.
std::vector<Eigen::Vector3d> outermost_points(const WorkingMesh& mesh, const Part& part) {
  std::vector<Eigen::Vector3d> points;
  for (int code = 0; code < 27; ++code) {
    const Eigen::Vector3d direction(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
    if (direction.isZero()) continue;
    Eigen::Vector3d best = mesh.point(part.faces[0], 0);
    for (const std::uint32_t f : part.faces) {
      for (int corner = 0; corner < 3; ++corner) {
        if (direction.dot(mesh.point(f, corner)) > direction.dot(best)) best = mesh.point(f, corner);
      }
    }
    points.push_back(best);
  }
  return points;
}

bool lies_inside(const WorkingMesh& mesh, const Part& inner, const Part& outer) {
  if ((inner.bounds.min.array() <= outer.bounds.min.array()).any()) return false;
  if ((inner.bounds.max.array() >= outer.bounds.max.array()).any()) return false;
  const std::vector<Eigen::Vector3d> points = outermost_points(mesh, inner);
  return std::all_of(points.begin(), points.end(), [&](const Eigen::Vector3d& point) {
    return std::abs(winding_number(mesh, outer, point)) > 0.5;
  });
}

//! The parts by volume, largest first, so that a part's container is known before the part.
std::vector<std::size_t> by_falling_volume(const std::vector<Part>& parts) {
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(parts[a].volume) > std::abs(parts[b].volume);
  });
  return order;
}

void find_cavities(const WorkingMesh& mesh, std::vector<Part>& parts) {
  const std::vector<std::size_t> order = by_falling_volume(parts);
  for (std::size_t i = 0; i < order.size(); ++i) {
    Part& inner = parts[order[i]];
    if (inner.open || !inner.is_oriented_by_file()) continue;
    for (std::size_t j = i; j-- > 0;) {  // the smallest container counts
      const Part& outer = parts[order[j]];
      if (outer.open || !lies_inside(mesh, inner, outer)) continue;
      const bool opposite = (inner.volume < 0) != (outer.volume < 0);
      inner.inward = opposite && !outer.inward && outer.is_oriented_by_file();
      break;
    }
  }
}

//! Whether an open part bulges against its normals. Its area vector then points from its middle to its
//! boundary.
bool bulges_inward(const WorkingMesh& mesh, const Part& part) {
  Eigen::Vector3d area_vector = Eigen::Vector3d::Zero();
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  Eigen::Vector3d boundary = Eigen::Vector3d::Zero();
  double area = 0;
  double length = 0;
  for (const std::uint32_t f : part.faces) {
    const Eigen::Vector3d normal = mesh.normal(f);
    area_vector += normal;
    area += normal.norm();
    middle += normal.norm() / 3 * (mesh.point(f, 0) + mesh.point(f, 1) + mesh.point(f, 2));
    for (std::uint32_t h = 3 * f; h < 3 * f + 3; ++h) {
      if (mesh.twin[h] != none) continue;
      const Eigen::Vector3d& from = mesh.vertices[mesh.from(h)];
      const Eigen::Vector3d& to = mesh.vertices[mesh.to(h)];
      length += (to - from).norm();
      boundary += 0.5 * (to - from).norm() * (from + to);
    }
  }
  return area_vector.dot(middle / area - boundary / length) < 0;
}

void mark(std::vector<std::uint8_t>& turn, const Part& part) {
  for (const std::uint32_t f : part.faces) turn[f] ^= 1;
}

//! The axis for which the parts, closed by walls parallel to it, enclose the most volume. For a pipe it lies
//! across the pipe, because walls along the pipe would coincide with the pipe itself.
Eigen::Vector3d direction_across_pipes(const WorkingMesh& mesh, const std::vector<Part>& parts) {
  Eigen::Vector3d volume = Eigen::Vector3d::Zero();
  for (const Part& part : parts) {
    for (const std::uint32_t f : part.faces) {
      const Eigen::Vector3d middle = (mesh.point(f, 0) + mesh.point(f, 1) + mesh.point(f, 2)) / 3;
      volume += 0.5 * mesh.normal(f).cwiseProduct(middle - part.bounds.centre());
    }
  }
  Eigen::Index axis = 0;
  volume.maxCoeff(&axis);
  return Eigen::Vector3d::Unit(axis);
}

}  // namespace

void turn_outward(WorkingMesh& mesh, RepairCounts& counts) {
  std::vector<Part> parts = parts_of(mesh);
  find_cavities(mesh, parts);
  std::vector<std::uint8_t> turn(mesh.faces.size(), 0);
  for (const Part& part : parts) {
    const bool wrong = part.open ? !part.is_oriented_by_file() && bulges_inward(mesh, part)
                                 : (part.volume < 0) != part.inward;
    if (!wrong) continue;
    mark(turn, part);
    ++counts.flipped_components;
  }
  turn_faces(mesh, turn);
}

BasePlane base_plane(const WorkingMesh& mesh, const Eigen::Vector3d& bite) {
  Bounds bounds;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) {
      bounds.add(mesh.vertices[v]);
      lowest = std::min(lowest, bite.dot(mesh.vertices[v]));
      highest = std::max(highest, bite.dot(mesh.vertices[v]));
    }
  }
  const double depth = std::max(highest - lowest, 0.05 * bounds.size().norm());
  return {.bite = bite, .height_mm = lowest - 1.25 * depth};
}

Eigen::Vector3d turn_to_bite(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks) {
  std::vector<Part> parts = parts_of(mesh);
  std::erase_if(parts, [](const Part& part) { return !part.open; });
  if (parts.empty()) return Eigen::Vector3d::Zero();
  std::vector<Eigen::Vector3d> area_vectors;
  double area = 0;
  for (const Part& part : parts) {
    Eigen::Vector3d& sum = area_vectors.emplace_back(Eigen::Vector3d::Zero());
    for (const std::uint32_t f : part.faces) {
      sum += mesh.normal(f);
      area += mesh.normal(f).norm();
    }
  }
  const auto sum_of_all = [&] {
    return std::accumulate(area_vectors.begin(), area_vectors.end(),
                           Eigen::Vector3d(Eigen::Vector3d::Zero()));
  };
  if (sum_of_all().norm() < 1e-6 * area) {
    remarks.push_back({"direction_of_bite_guessed"});
    const auto largest = std::max_element(area_vectors.begin(), area_vectors.end(),
                                          [](const auto& a, const auto& b) { return a.norm() < b.norm(); });
    return largest->norm() < 1e-6 * area ? direction_across_pipes(mesh, parts) : largest->normalized();
  }
  std::vector<std::uint8_t> turn(mesh.faces.size(), 0);
  // Turning a part changes the sum a little. Each round makes the sum longer, so the loop ends.
  for (bool changed = true; changed;) {
    changed = false;
    const BasePlane base = base_plane(mesh, sum_of_all().normalized());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      // Skirts are parallel to the bite, and the base is at height 0. The sheet alone therefore determines
      // the volume.
      double volume = 0;
      for (const std::uint32_t f : parts[p].faces) {
        const Eigen::Vector3d middle = (mesh.point(f, 0) + mesh.point(f, 1) + mesh.point(f, 2)) / 3;
        const double part_volume =
            0.5 * mesh.normal(f).dot(base.bite) * (base.bite.dot(middle) - base.height_mm);
        volume += turn[f] != 0 ? -part_volume : part_volume;
      }
      if (volume >= 0 || area_vectors[p].dot(base.bite) >= 0) continue;
      mark(turn, parts[p]);
      area_vectors[p] = -area_vectors[p];
      ++counts.flipped_components;
      remarks.push_back(remark_at(parts[p].bounds.centre(), "open_part_turned_over"));
      changed = true;
    }
  }
  turn_faces(mesh, turn);
  return sum_of_all().normalized();
}

}  // namespace intercusp::repair
