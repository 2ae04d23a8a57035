// Tooth numbers per face, from labels; and estimated numbers for arches whose teeth are separate components.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! FDI tooth number of each face: the majority label of its vertices; if all three differ, the smallest
//! non-zero one; 0 for gum and unknown.
//! \pre one label per vertex, or none at all
[[nodiscard]] std::vector<int> face_teeth(const Solid& solid);

//! FDI number of each vertex, for an unlabelled jaw with each tooth as a separate component. Teeth are
//! counted along the arch from the midline; no gap is left for a missing tooth. Components too small for a
//! tooth get the number of the nearest tooth. Components too large (gum) and vertices without an anatomical
//! face get 0. Empty if the components do not form an arch: fewer than 4 or more than 16 of tooth size, more
//! than 8 on a side, or none on one side.
[[nodiscard]] std::vector<int> estimate_labels(const Solid& solid, const AnatomicalAxes& axes, Jaw jaw,
                                               const Eigen::Isometry3d& case_from_solid);

//! The jaw with its numbers replaced by those of estimate_labels, all unsure. Null if there are none.
[[nodiscard]] std::shared_ptr<const Solid> with_counted_teeth(const Solid& solid, const AnatomicalAxes& axes,
                                                              Jaw jaw,
                                                              const Eigen::Isometry3d& case_from_solid);

//! Counts the teeth of each jaw separately. Empty if either jaw has labels or must stay unnumbered, or if no
//! jaw can be numbered.
[[nodiscard]] std::optional<Bite> estimate_teeth(const Bite& bite, const AnatomicalAxes& axes);

//! Confidence in a tooth's number: 1 and sure if the number was read from a file.
[[nodiscard]] EstimatedTooth belief_in(const Solid& solid, int fdi);
//! Confidence in the number of a tooth of either jaw.
[[nodiscard]] EstimatedTooth belief_in(const Bite& bite, int fdi);

}  // namespace intercusp
