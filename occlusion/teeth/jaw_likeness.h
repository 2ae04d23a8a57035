// Tells whether the crowns found along an arch can be the teeth of a jaw. An egg box, a row of
// balls and a foot have bumps, too.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

//! Compares three measures with those of jaws: the share of crowns in the surface at the height of their
//! tops, the depth of the middle of molars below their cusps, and the widths of the teeth. One measure far
//! off rejects the scan, or two that are slightly off.
//! \param vertices,faces as given to find_teeth
//! \pre found has teeth
[[nodiscard]] bool is_like_a_jaw(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                 const FoundTeeth& found);

//! Tells whether at least two connected parts of a scan, each as large as an arch, have a row of teeth.
//! Separate crowns together count as one part, or as two if they lie above each other. A base or gum beside
//! the crowns is a part as well, but has no teeth.
//! \param vertices,faces as for find_teeth
//! \throw Cancelled
[[nodiscard]] bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                    const Progress& progress = {});

}  // namespace intercusp
