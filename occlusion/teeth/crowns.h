// Step 4, the crowns: which vertices belong to which tooth, and which crowns are none (gum, cheek and walls of bases that were taken
// for a tooth, mostly behind the last molar).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/numbers.h"
#include "occlusion/teeth/surface.h"

namespace intercusp {

//! Sets `middle_mm` of each tooth from the rough surface around it: a tilted molar lies beside its highest cusp.
[[nodiscard]] ArchReading with_middles(ArchReading reading, const SurfaceShape& shape,
                                       const std::vector<ArchPoint>& places);

//! Returns the tooth of each vertex, as an index into `reading.teeth`, or −1 for gum. Fields of value 1 on one crown's core and 0 on
//! the others' and on gum spread over the surface; an edge conducts less the more concave it is (Zheng, Tai & Zhang 2011). Each
//! vertex belongs to the greatest field.
//! \param up unit, towards the opposite jaw
[[nodiscard]] std::vector<int> crown_of_each_vertex(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                    const std::vector<ArchPoint>& places,
                                                    const ArchReading& reading, const Eigen::Vector3d& up);

//! Moves the border of crowns to the bottom of the valley, by at most one ring of vertices: a vertex at the border belongs to
//! the crown if the surface is more concave beyond it than on its crown's side. Concavity is taken twice and added: from the
//! averaged curvature, which is steady, and from the bare positions of neighbours, which are sharp.
//! \param tooth of each vertex, or negative for gum
//! \param faces of the scan before long edges were split: vertices in the middle of split edges know nothing of the valley
//! \param shape of the vertices
[[nodiscard]] std::vector<int> moved_to_valleys(std::vector<int> tooth,
                                                const std::vector<Eigen::Vector3d>& vertices,
                                                std::span<const Face> faces, const SurfaceShape& shape);

//! Gives each vertex at a border the label that most of it and its neighbours have, twice over. Of labels that as many have, its own
//! stays, else the smallest is taken.
[[nodiscard]] std::vector<int> with_smooth_borders(std::vector<int> label, const TriangleMesh& mesh);

//! Gives each piece to the tooth that has most of it.
[[nodiscard]] std::vector<int> whole_pieces(std::vector<int> tooth, std::span<const int> piece,
                                            const SurfaceShape& shape);

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

// The cheapest cut of a graph in two.

struct CutEdge {
  std::uint32_t a, b;
  double cost;  //!< of having its ends on different sides, at least 0
};

//! \param pull per node: the cost of being outside where positive, of being inside where negative
//! \return 1 for nodes inside. Maximum flow after Boykov and Kolmogorov (2004).
[[nodiscard]] std::vector<char> minimum_cut(std::span<const double> pull, std::span<const CutEdge> edges);

}  // namespace intercusp
