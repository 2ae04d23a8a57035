// Generated dentitions as bites, moved and mirrored.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <memory>
#include <utility>

#include "datasets/arch.h"
#include "datasets/dentition.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/case/bite.h"

namespace intercusp::testing {

inline std::shared_ptr<const Solid> labelled_solid(const LabelledMesh& jaw) {
  RawMesh raw;
  raw.vertices = jaw.mesh.vertices;
  raw.faces = jaw.mesh.faces;
  raw.labels = jaw.labels;
  return std::make_shared<const Solid>(make_solid(raw).solid);
}

//! In LPS, made once per seed.
inline const Bite& dentition_bite(std::uint64_t seed = 0) {
  static std::map<std::uint64_t, Bite> bites;
  const auto [found, is_new] = bites.try_emplace(seed);
  if (is_new) {
    const Dentition made = make_dentition({.triangles = 60000, .seed = seed});
    found->second = {.upper = labelled_solid(made.upper), .lower = labelled_solid(made.lower)};
  }
  return found->second;
}

//! A tooth at its original place, from which lower teeth erupt along z. \throw std::out_of_range
inline const PlacedTooth& placed_tooth(int fdi, std::uint64_t seed = 0) {
  static std::map<std::pair<std::uint64_t, int>, PlacedTooth> teeth;
  if (!teeth.contains({seed, fdi})) {
    for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
      for (const PlacedTooth& tooth : place_teeth(jaw, {.seed = seed}))
        teeth.emplace(std::pair(seed, tooth.shape.fdi), tooth);
    }
  }
  return teeth.at({seed, fdi});
}

//! The bite with the whole case in another pose: the meshes themselves are moved.
inline Bite moved(const Bite& bite, const Eigen::Isometry3d& pose) {
  const auto jaw = [&](const Solid& solid) {
    auto copy = std::make_shared<Solid>(solid);
    for (Eigen::Vector3d& vertex : copy->mesh.vertices) vertex = pose * vertex;
    return std::shared_ptr<const Solid>(copy);
  };
  return {jaw(*bite.upper), jaw(*bite.lower), pose * bite.upper_from_lower * pose.inverse()};
}

//! Another patient: left and right exchanged, faces turned so that normals stay outward.
inline Bite mirrored(const Bite& bite) {
  const auto jaw = [](const Solid& solid) {
    auto copy = std::make_shared<Solid>(solid);
    for (Eigen::Vector3d& vertex : copy->mesh.vertices) vertex.x() = -vertex.x();
    for (Face& face : copy->mesh.faces) std::swap(face[1], face[2]);
    for (int& label : copy->labels) label = is_tooth(label) ? fellow_of(label) : 0;
    return std::shared_ptr<const Solid>(copy);
  };
  return {jaw(*bite.upper), jaw(*bite.lower), bite.upper_from_lower};
}

}  // namespace intercusp::testing
