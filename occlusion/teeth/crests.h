// Crests: cusps and incisal edges, the parts of crowns' tops that valleys part from each other.
#pragma once

#include <span>
#include <vector>

#include "occlusion/teeth/arch_path.h"
#include "occlusion/teeth/numbering.h"

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

}  // namespace intercusp
