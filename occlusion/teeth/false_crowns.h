// Crowns that are none: gum, cheek and walls of bases that were taken for a tooth, mostly behind the last molar; and small
// parts of a crown that are parted from the rest of it.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/arch_profile.h"
#include "occlusion/teeth/numbering.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

//! From the lowest to the highest vertices of each crown, a fiftieth of them apart at either end, mm; 0 for a crown without
//! vertices.
//! \param crown of each vertex, an index below `count`, or negative
//! \param up unit, towards the opposite jaw
[[nodiscard]] std::vector<double> crown_heights_mm(std::span<const Eigen::Vector3d> vertices,
                                                   std::span<const int> crown, std::size_t count,
                                                   const Eigen::Vector3d& up);

enum class CrownBorder { valley, doubtful, none };

//! Crowns rise from a valley: of 600 crowns of 46 arches one in a hundred had less than a third of its border with the gum in
//! one and none less than a quarter; of eight that lay on gum seven had less.
//! \param crown of each vertex, an index below `count`, or negative for gum
//! \return whether the border of each crown with the gum is a valley; a crown that has hardly such a border passes
[[nodiscard]] std::vector<CrownBorder> borders_with_gum(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                        const std::vector<int>& crown, std::size_t count);

//! Crowns that reach over gum, or are gum: of 313 crowns of 23 arches two had over 1.5 times the height that the others let expect,
//! a gum behind a molar and the molar with gum; the next had 1.4.
//! \param height_mm of the crown of each tooth
[[nodiscard]] std::vector<char> too_high_crowns(const ArchReading& reading,
                                                std::span<const double> height_mm);

//! The profile with no crown between two places along the arch.
[[nodiscard]] ArchProfile without_crown(ArchProfile profile, double first_mm, double last_mm);

//! A crown is one piece. A part that is less than a fifth of it becomes gum or the tooth that surrounds it, whichever has most of
//! the edges around it.
//! \param crown of each vertex, or negative for gum
[[nodiscard]] std::vector<int> without_islands(std::vector<int> crown, const TriangleMesh& mesh,
                                               const SurfaceShape& shape);

}  // namespace intercusp
