// Random pairs of solids of all the kinds that `interfere` meets, by number: the same number gives the same pair.
#pragma once

#include <cstdint>
#include <string>

#include "tests/occlusion/several/polyhedra.h"

namespace intercusp::testing {

struct SceneSolid {
  TriangleMesh mesh;
  Polyhedron shape;  //!< the same solid; where the mesh has parts that overlap, their union
};

struct RandomScene {
  std::string kind;
  SceneSolid a, b;
};

[[nodiscard]] RandomScene random_scene(std::uint32_t number);

//! How many random scenes a test runs: INTERCUSP_SCENES, or the usual number.
[[nodiscard]] std::uint32_t scene_count(std::uint32_t usual);

//! The first scene, for repeating one: INTERCUSP_FIRST_SCENE, or 0.
[[nodiscard]] std::uint32_t first_scene();

}  // namespace intercusp::testing
