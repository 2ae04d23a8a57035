// A synthetic dentition: 28 teeth in their gums, two sheets like scans, in light intercuspation; or a variant
// of it.
//
// Case frame (LPS): x to the patient's left, y posterior, z superior, mm. Sources of sizes:
// datasets/README.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "datasets/dentition_options.h"
#include "datasets/dentition_truth.h"
#include "datasets/labelled_mesh.h"

namespace intercusp {

struct Dentition {
  LabelledMesh upper,
      lower;  //!< normals outward; each one sheet with one boundary, closed with a plaster base
  JawTruth upper_truth, lower_truth;  //!< of a varied dentition; else empty
};

//! The deepest contact overlaps by this much along z.
inline constexpr double deepest_overlap_mm = 0.08;

//! \throw std::invalid_argument for a palate or a base of one side only, amounts outside their ranges, and wisdom
//! teeth of a child.
void check(const DentitionOptions& options);

//! The jaws are seated with all teeth; lost teeth and appliances follow afterwards.
//! \throw std::invalid_argument as check does
[[nodiscard]] Dentition make_dentition(const DentitionOptions& options = {});

//! One set of teeth in several triangulations, as repeated scans of one mouth have them: one per seed. The first is
//! make_dentition(options) where its seed is that of the options. \throw as make_dentition
[[nodiscard]] std::vector<Dentition> make_dentitions(const DentitionOptions& options,
                                                     std::span<const std::uint64_t> mesh_seeds);

}  // namespace intercusp
