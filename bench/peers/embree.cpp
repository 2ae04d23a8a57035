#include "bench/peers/embree.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "bench/agreement.h"
#include "bench/peers/closest_on_triangle.h"
#include "bench/peers/embree_closest.h"
#include "bench/peers/embree_map.h"

namespace intercusp::bench {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
using MapCall = std::span<const float> (EmbreeMap::*)(const Eigen::Isometry3d&);

Prepared prepare_map(const BenchCase& bench_case, const View& view, MapCall call) {
  const auto peer = std::make_shared<EmbreeMap>(*bench_case.bite.upper, *bench_case.bite.lower, view);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)(*peer.*call)(pose); };
  result.agreement = [=, &bench_case] {
    return compare_maps(
        bench_case, view, [&](const Eigen::Isometry3d& pose) { return (*peer.*call)(pose); }, false);
  };
  return result;
}

//! Half the solid angle of a triangle seen from the origin (van Oosterom & Strackee 1983); over a closed mesh
//! it sums to 2 pi times the winding number.
double half_solid_angle(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double la = a.norm();
  const double lb = b.norm();
  const double lc = c.norm();
  return std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

//! The signed distance by definition alone: all triangles, inside by winding number.
double distance_by_definition(const TriangleMesh& mesh, const Eigen::Vector3d& point) {
  double least = unlimited;
  double angle = 0;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d& a = mesh.vertices[face[0]];
    const Eigen::Vector3d& b = mesh.vertices[face[1]];
    const Eigen::Vector3d& c = mesh.vertices[face[2]];
    least = std::min(least, (point - closest_on_triangle<double>(point, a, b, c).point).norm());
    angle += half_solid_angle(a - point, b - point, c - point);
  }
  return angle > std::numbers::pi ? -least : least;
}

//! The other peers are checked against this one, so this one is checked against the definition, at 48 vertices, half of
//! them near the upper or inside it.
Agreement compare_with_definition(const BenchCase& bench_case, std::span<const float> theirs,
                                  double limit_mm) {
  const TriangleMesh& lower = bench_case.bite.lower->mesh;
  std::vector<std::size_t> near;
  std::vector<std::size_t> samples;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (theirs[i] < 0.5) near.push_back(i);
  }
  for (std::size_t i = 0; i < 24; ++i) {
    samples.push_back(i * theirs.size() / 24);
    if (!near.empty()) samples.push_back(near[i * near.size() / 24]);
  }
  double greatest = 0;
  std::size_t signs = 0;
  std::size_t compared = 0;
  for (const std::size_t i : samples) {
    const double truth =
        distance_by_definition(bench_case.bite.upper->mesh, distance_pose(bench_case) * lower.vertices[i]);
    if (std::abs(truth) > limit_mm || !std::isfinite(theirs[i])) continue;
    ++compared;
    greatest = std::max(greatest, std::abs(std::abs(truth) - std::abs(static_cast<double>(theirs[i]))));
    signs += std::signbit(truth) == std::signbit(theirs[i]) || std::abs(truth) < 1e-5;
  }
  std::array<char, 100> text{};
  std::snprintf(text.data(), text.size(), "within %.1e mm, %zu of %zu signs (definition)", greatest, signs,
                compared);
  return {text.data(), greatest, compared > 0 && greatest < same_distance_mm && signs == compared};
}

Prepared prepare_distances(const BenchCase& bench_case, double limit_mm) {
  const auto peer = std::make_shared<EmbreeClosest>(*bench_case.bite.upper, *bench_case.bite.lower, limit_mm);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { (void)peer->compute(pose); };
  result.agreement = [=, &bench_case] {
    return compare_with_definition(bench_case, peer->compute(distance_pose(bench_case)), limit_mm);
  };
  return result;
}

Method map_method(const std::string& id, const std::string& title, MapCall call) {
  Method result;
  result.id = id;
  result.title = title;
  result.answer = "map";
  result.of_pixels = true;
  result.prepare = [call](const BenchCase& bench_case, const View& view) {
    return prepare_map(bench_case, view, call);
  };
  return result;
}

Method distance_method(const std::string& id, const std::string& title, double limit_mm) {
  Method result;
  result.id = id;
  result.title = title;
  result.answer = "distances";
  result.prepare = [limit_mm](const BenchCase& bench_case, const View&) {
    return prepare_distances(bench_case, limit_mm);
  };
  return result;
}

}  // namespace

std::vector<Method> embree_methods() {
  return {map_method("embree_kept", "Embree first hits, upper kept", &EmbreeMap::compute),
          map_method("embree_both", "Embree first hits, both jaws", &EmbreeMap::compute_both),
          distance_method("embree_closest", "Embree closest points", unlimited),
          distance_method("embree_closest_2mm", "Embree closest points, 2 mm", 2)};
}

}  // namespace intercusp::bench
