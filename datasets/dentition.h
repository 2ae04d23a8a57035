// A synthetic dentition: 28 teeth in their gums, as two sheets like scans, in light intercuspation; or
// a variant of it.
//
// Case frame (LPS): x to the patient's left, y posterior, z superior, mm. For the sources of sizes see
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
  //! Normals point outward. Each jaw is one sheet with one boundary, or closed by a plaster base.
  LabelledMesh upper, lower;
  JawTruth upper_truth, lower_truth;  //!< only for a varied dentition
};

//! Overlap of the deepest contact along z.
inline constexpr double deepest_overlap_mm = 0.08;

//! \throw std::invalid_argument for a palate or a base of one side only, for amounts outside their ranges,
//! and for wisdom teeth of a child
void check(const DentitionOptions& options);

//! The jaws are seated with all teeth. Then teeth are removed and appliances added.
//! \throw std::invalid_argument as check does
[[nodiscard]] Dentition make_dentition(const DentitionOptions& options = {});

//! One set of teeth in several triangulations, one per seed, as in repeated scans of one mouth. If the first
//! seed is that of the options, the first result is make_dentition(options).
//! \throw as make_dentition
[[nodiscard]] std::vector<Dentition> make_dentitions(const DentitionOptions& options,
                                                     std::span<const std::uint64_t> mesh_seeds);

}  // namespace intercusp
