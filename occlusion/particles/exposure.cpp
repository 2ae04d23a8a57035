#include "occlusion/particles/exposure.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "occlusion/base/for_all.h"
#include "occlusion/base/random.h"
#include "occlusion/case/teeth.h"
#include "occlusion/geometry/body_distance.h"

namespace intercusp {
namespace {

//! A path must be free up to this distance before the surface.
constexpr double ends_before_mm = 1e-6;

//! Uniform over the triangle.
Eigen::Vector3d random_point(const TriangleMesh& mesh, std::uint32_t face, std::uint64_t number) {
  const std::uint64_t key = mixed(mixed(face) ^ number);
  const double root = std::sqrt(share_of(mixed(key))), along = share_of(mixed(key ^ 1));
  const auto [a, b, c] = mesh.faces[face];
  return (1 - root) * mesh.vertices[a] + root * (1 - along) * mesh.vertices[b] +
         root * along * mesh.vertices[c];
}

//! The points, not yet evaluated, and the position of each in the face's sequence.
SurfaceSamples points_of(const Solid& solid, double cell_mm2, std::vector<std::uint32_t>& number) {
  SurfaceSamples samples;
  for (std::uint32_t face = 0; face < solid.anatomy_faces; ++face) {
    const double area = 0.5 * face_normal_twice_area(solid.mesh, face).norm();
    // A moved solid has the same samples despite rounding.
    constexpr double rounding = 1e-9;
    const double count = std::max(1.0, std::ceil(area / cell_mm2 - rounding));
    for (std::uint32_t i = 0; i < count; ++i) {
      samples.face.push_back(face);
      samples.area_mm2.push_back(area / count);
      number.push_back(i);
    }
  }
  samples.per_mm2.resize(samples.face.size());
  return samples;
}

}  // namespace

double share_per_mm2(const std::vector<Collider>& colliders, const Emitter& emitter,
                     const Eigen::Vector3d& point, const Eigen::Vector3d& normal) {
  double share = 0;
  for (const Approach& approach : approaches_to(point, emitter)) {
    const double arriving = -approach.flux_per_mm2.dot(normal);
    if (!(arriving > 0)) continue;
    const double speed = approach.path.velocity_at(approach.time_s).norm();
    if (!first_impact(colliders, approach.path, approach.time_s - ends_before_mm / speed)) share += arriving;
  }
  return share;
}

SurfacePoint surface_point(const SolidOrBody& solid, std::size_t face, const Eigen::Vector3d& place) {
  if (!solid.body) return {place, face_normal_twice_area(solid.solid->mesh, face).normalized()};
  const Eigen::Vector3d closest = depth_in(*solid.body, place).closest;
  return {closest, outward_normal(*solid.body, closest)};
}

SurfaceSamples sample_exposure(const SolidOrBody& solid, double cell_mm2,
                               const std::vector<Collider>& colliders, const Emitter& emitter,
                               const Progress& progress) {
  std::vector<std::uint32_t> number;
  SurfaceSamples samples = points_of(*solid.solid, cell_mm2, number);
  constexpr std::size_t block = 4096;
  SharedProgress shared(progress, samples.face.size() / block + 1);
  for_all(std::size_t{0}, samples.face.size() / block + 1, [&](std::size_t part) {
    for (std::size_t i = part * block; i < std::min((part + 1) * block, samples.face.size()); ++i) {
      const SurfacePoint point =
          surface_point(solid, samples.face[i], random_point(solid.solid->mesh, samples.face[i], number[i]));
      samples.per_mm2[i] = share_per_mm2(colliders, emitter, point.place, point.normal);
    }
    shared.part_is_done();
  });
  return samples;
}

std::vector<SprayCoverage> coverage_of(const SurfaceSamples& samples,
                                       std::span<const std::size_t> part_of_face, std::size_t parts) {
  std::vector<SprayCoverage> coverages(parts);
  std::vector<double> squares(parts), landed(parts), uneven(parts);
  const auto part = [&](std::size_t i) { return part_of_face[samples.face[i]]; };
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    const double area = samples.area_mm2[i];
    SprayCoverage& coverage = coverages[part(i)];
    coverage.area_mm2 += area;
    if (samples.per_mm2[i] > 0) coverage.reached_mm2 += area;
    squares[part(i)] += area * area;
    landed[part(i)] += area * samples.per_mm2[i];
  }
  for (std::size_t i = 0; i < samples.face.size(); ++i) {
    if (!(samples.per_mm2[i] > 0)) continue;
    const double mean = landed[part(i)] / coverages[part(i)].reached_mm2;
    uneven[part(i)] += samples.area_mm2[i] * std::abs(samples.per_mm2[i] - mean);
  }
  for (std::size_t k = 0; k < parts; ++k) {
    coverages[k].reached_error_mm2 = std::sqrt(squares[k]);
    coverages[k].expected_share = landed[k];
    if (landed[k] > 0) coverages[k].evenness = 1 - uneven[k] / (2 * landed[k]);
  }
  return coverages;
}

ToothParts tooth_parts(const Solid& solid) {
  std::vector<int> tooth = face_teeth(solid);
  tooth.resize(solid.anatomy_faces);
  std::map<int, std::size_t> part;
  for (const int fdi : tooth) part.emplace(fdi, 0);
  if (part.empty() || (part.size() == 1 && part.begin()->first == 0)) return {};
  ToothParts parts;
  for (auto& [fdi, index] : part) {
    index = parts.fdi.size();
    parts.fdi.push_back(fdi);
  }
  for (const int fdi : tooth) parts.of_face.push_back(part.at(fdi));
  return parts;
}

}  // namespace intercusp
