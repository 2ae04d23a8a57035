// A synthetic dentition: 28 teeth in their gums, two sheets like scans, in light intercuspation.
//
// Case frame (LPS): x to the patient's left, y posterior, z superior, mm. Sources of sizes:
// datasets/README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "datasets/labelled_mesh.h"

namespace intercusp {

struct DentitionOptions {
  std::size_t triangles = 210000;  //!< per jaw; the meshes come within 2 %
  std::uint64_t seed = 0;          //!< small deviations of the teeth, irregularity of the meshes
};

struct Dentition {
  LabelledMesh upper, lower;  //!< normals outward; each one sheet with one boundary
};

//! The deepest contact overlaps by this much along z.
inline constexpr double deepest_overlap_mm = 0.08;

[[nodiscard]] Dentition make_dentition(const DentitionOptions& options = {});

}  // namespace intercusp
