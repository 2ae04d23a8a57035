// Crests and valleys of the surface. Crests are cusps and incisal edges, the parts of crowns' tops that valleys part from each
// other; the valley between crown and gum decides on which side a vertex lies.
#pragma once

#include <span>
#include <vector>

#include "occlusion/teeth/arch_path.h"
#include "occlusion/teeth/numbering.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

//! A number per vertex, the same for all of a crest; negative elsewhere.
[[nodiscard]] std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                                    const SurfaceShape& shape);

//! Where along the arch the crests of crowns have their middles, mm.
[[nodiscard]] std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                   std::span<const ArchPoint> places,
                                                   const ArchProfile& profile);

//! Gives each crest to one tooth as a whole, even where a neighbour overlaps it along the arch, as crowded teeth do.
//! \param seed tooth whose core a vertex lies in, or negative
//! \param top whether a vertex lies near a biting surface
//! \return `seed`, with the vertices of crests that cores of several teeth share given to one of them
[[nodiscard]] std::vector<int> seeds_with_whole_crests(std::vector<int> seed, std::span<const char> top,
                                                       const TriangleMesh& mesh, const SurfaceShape& shape,
                                                       std::span<const ArchPoint> places,
                                                       const ArchReading& reading);

//! Moves the border of crowns to the bottom of the valley, by at most one ring of vertices: a vertex at the border belongs to
//! the crown if the surface is more concave beyond it than on its crown's side. Concavity is taken twice and added: from the
//! averaged curvature, which is steady, and from the bare positions of neighbours, which are sharp.
//! \param tooth of each vertex, or negative for gum
//! \param faces of the scan before long edges were split: vertices in the middle of split edges know nothing of the valley
//! \param shape of the vertices
[[nodiscard]] std::vector<int> moved_to_valleys(std::vector<int> tooth,
                                                const std::vector<Eigen::Vector3d>& vertices,
                                                std::span<const Face> faces, const SurfaceShape& shape);

}  // namespace intercusp
