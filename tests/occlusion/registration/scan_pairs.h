// Pairs of scans of one generated jaw, made once per program of tests.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "datasets/dentition.h"
#include "datasets/seeded_random.h"
#include "occlusion/registration/match_surface.h"
#include "occlusion/teeth/jaw_scan.h"
#include "tests/support/scan_changes.h"

namespace intercusp::testing {

//! The same teeth in triangulation `mesh_seed`, 1 to 3.
inline const Dentition& scanned_teeth(std::size_t triangles, std::uint64_t patient, std::uint64_t mesh_seed) {
  static std::map<std::tuple<std::size_t, std::uint64_t>, std::vector<Dentition>> made;
  const auto [found, is_new] = made.try_emplace({triangles, patient});
  if (is_new) {
    found->second = make_dentitions({.triangles = triangles, .seed = patient},
                                    std::array<std::uint64_t, 3>{101, 102, 103});
  }
  return found->second[mesh_seed - 1];
}

inline JawScan scan_of(LabelledMesh surface) { return {std::move(surface.mesh), std::move(surface.labels)}; }

inline LabelledMesh moved(LabelledMesh surface, const Eigen::Isometry3d& pose) {
  move(surface, pose);
  return surface;
}

inline LabelledMesh noisy(LabelledMesh surface, double deviation_mm, std::uint64_t seed) {
  add_noise(surface, deviation_mm, seed);
  return surface;
}

//! The farthest that a vertex is from where it should be, mm.
inline double greatest_error_mm(const TriangleMesh& moving, const Eigen::Isometry3d& found,
                                const Eigen::Isometry3d& truth) {
  double greatest = 0;
  for (const Eigen::Vector3d& vertex : moving.vertices)
    greatest = std::max(greatest, (found * vertex - truth * vertex).norm());
  return greatest;
}

inline double turn_error_deg(const Eigen::Isometry3d& found, const Eigen::Isometry3d& truth) {
  return Eigen::AngleAxisd(found.linear() * truth.linear().transpose()).angle() * 180 / 3.14159265358979;
}

//! The volume between an open surface and a point, which must be the same for two surfaces whose volumes are compared.
inline double volume_from(const Eigen::Vector3d& point, const TriangleMesh& mesh) {
  double volume_mm3 = 0;
  for (const Face& face : mesh.faces) {
    const auto from_point = [&](std::uint32_t v) -> Eigen::Vector3d { return mesh.vertices[v] - point; };
    volume_mm3 += from_point(face[0]).cross(from_point(face[1])).dot(from_point(face[2])) / 6;
  }
  return volume_mm3;
}

//! A turn about the middle of a jaw and a shift, of given sizes.
inline Eigen::Isometry3d small_motion(std::uint64_t seed, double shift_mm, double turn_deg,
                                      const Eigen::Vector3d& centre) {
  const Eigen::Isometry3d random = intercusp::random_pose(seed), other = intercusp::random_pose(seed + 1000);
  const Eigen::Vector3d axis = random.linear().col(0), way = other.linear().col(1);
  return Eigen::Translation3d(centre + shift_mm * way) *
         Eigen::AngleAxisd(turn_deg * 3.14159265358979 / 180, axis) * Eigen::Translation3d(-centre);
}

}  // namespace intercusp::testing

namespace intercusp {
using testing::noisy;
using testing::scan_of;
using testing::scanned_teeth;
}  // namespace intercusp
