// Crowns that are separate pieces of a scan, as segmented models and aligner plans have them.
#pragma once

#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/arch_path.h"
#include "occlusion/teeth/arch_profile.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

//! The separate piece of each vertex, −1 where its piece is no crown by its area. All −1 with fewer than four crowns.
[[nodiscard]] std::vector<int> crown_pieces(const TriangleMesh& mesh, const SurfaceShape& shape);

//! The profile with a valley between neighbouring pieces, and none within one.
[[nodiscard]] ArchProfile with_pieces(ArchProfile profile, std::span<const int> piece,
                                      std::span<const ArchPoint> places);

//! Gives each piece to the tooth that has most of it.
[[nodiscard]] std::vector<int> whole_pieces(std::vector<int> tooth, std::span<const int> piece,
                                            const SurfaceShape& shape);

}  // namespace intercusp
