// The scenes of `intercusp generate`: a synthetic dentition, and test scenes rebuilt from the descriptions in
// the papers behind Intercusp. Each scene has its known answers.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datasets/dentition_truth.h"
#include "datasets/labelled_mesh.h"

namespace intercusp {

struct SceneBody {
  std::string file;  //!< "a.ply"
  LabelledMesh surface;
};

//! A number that holds for the scene by construction.
struct KnownFact {
  std::string name;  //!< as in scene.json, with the unit in the name
  double value;
};

struct Scene {
  std::string name, what;
  Eigen::Vector3d direction{0, 0, 1};  //!< direction of inspection, from the first body to the second
  std::vector<SceneBody> bodies;       //!< mm; in a pair, the second lies above the first along +z
  std::vector<KnownFact> known;
  //! All interfering pairs, as indices into `bodies`, if known.
  std::optional<std::vector<std::array<std::size_t, 2>>> interfering;
  std::vector<JawTruth> jaws;  //!< true values, for a varied dentition
};

struct SceneOptions {
  std::optional<std::size_t> triangles;  //!< per jaw (dentition) or of all bodies; empty: as in the paper
  std::uint64_t seed = 0;
  std::vector<std::string> variants;  //!< dentition only: names of variant_names()
  bool varied = false;                //!< dentition only: another patient for each seed
};

[[nodiscard]] const std::vector<std::string>& scene_names();

//! The least and greatest number of triangles that a scene can have.
struct TriangleLimits {
  std::size_t least, greatest;
};
[[nodiscard]] TriangleLimits triangle_limits(const std::string& name);

//! \throw std::invalid_argument for a name that is not in scene_names() (the message lists them), for a
//! number of triangles outside its limits, for unknown variants, and for variants of a scene that has none
void check(const std::string& name, const SceneOptions& options);

//! \throw std::invalid_argument as check does
[[nodiscard]] Scene make_scene(const std::string& name, const SceneOptions& options = {});

}  // namespace intercusp
