// Whether what was found along an arch can be the teeth of a jaw: an egg box, a row of balls or a foot has bumps, too.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

//! Whether three measures are those of jaws: how much of the surface as high as the crowns' tops is crown, how deep the middles
//! of molars lie below their cusps, and the widths. One that is far off is enough, or two that are a little.
//! \param vertices,faces as given to find_teeth \pre found has teeth
[[nodiscard]] bool is_like_a_jaw(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                 const FoundTeeth& found);

//! Whether two of a scan's connected parts, each of the size of an arch, have a row of teeth each; separate crowns are one part,
//! or two where they lie above each other. A base or gum beside the crowns is a part, too, but has none.
//! \param vertices,faces as for find_teeth \throw Cancelled
[[nodiscard]] bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                    const Progress& progress = {});

}  // namespace intercusp
