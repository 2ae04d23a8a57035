// Step 4, the crowns: decides which vertices belong to which tooth, and which of the crowns are false. A
// false crown is gum, cheek or a wall of the base that was taken for a tooth, mostly behind the last molar.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/numbers.h"
#include "occlusion/teeth/surface.h"

namespace intercusp {

//! Sets `middle_mm` of each tooth from the rough surface around it. The middle of a tilted molar
//! lies beside its highest cusp.
[[nodiscard]] ArchReading with_middles(ArchReading reading, const SurfaceShape& shape,
                                       const std::vector<ArchPoint>& places);

//! Returns the tooth of each vertex, as an index into `reading.teeth`, or −1 for gum. Each crown has
//! a harmonic field that is 1 on its core and 0 on the cores of the others and on gum. The more
//! concave an edge, the less it conducts (Zheng, Tai & Zhang 2011). A vertex belongs to the crown
//! whose field is greatest there.
//! \param up unit, towards the opposite jaw
[[nodiscard]] std::vector<int> crown_of_each_vertex(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                    const std::vector<ArchPoint>& places,
                                                    const ArchReading& reading, const Eigen::Vector3d& up);

//! Moves the borders of crowns to the bottom of the valley, by at most one ring of vertices. A vertex at
//! the border belongs to the crown if the surface is more concave towards the gum than towards the crown.
//! Two estimates of concavity are added: the averaged curvature, which is steady, and the bare positions of
//! the neighbours, which are sharp.
//! \param tooth per vertex: its tooth, or negative for gum
//! \param faces of the scan before long edges were split; vertices in the middle of split edges carry
//! no information about the valley
//! \param shape of these vertices
[[nodiscard]] std::vector<int> moved_to_valleys(std::vector<int> tooth,
                                                const std::vector<Eigen::Vector3d>& vertices,
                                                std::span<const Face> faces, const SurfaceShape& shape);

//! Gives each vertex at a border the most frequent label among itself and its neighbours, twice. A tie leaves
//! the vertex's own label, or else takes the smallest.
[[nodiscard]] std::vector<int> with_smooth_borders(std::vector<int> label, const TriangleMesh& mesh);

//! Gives each separate piece as a whole to the tooth that covers most of it.
[[nodiscard]] std::vector<int> whole_pieces(std::vector<int> tooth, std::span<const int> piece,
                                            const SurfaceShape& shape);

//! Height of each crown along `up`, mm, between the second and the 98th percentile of its vertices; 0
//! for a crown without vertices.
//! \param crown per vertex: an index below `count`, or negative
//! \param up unit, towards the opposite jaw
[[nodiscard]] std::vector<double> crown_heights_mm(std::span<const Eigen::Vector3d> vertices,
                                                   std::span<const int> crown, std::size_t count,
                                                   const Eigen::Vector3d& up);

enum class CrownBorder { valley, doubtful, none };

//! Tells whether each crown rises from a valley. Among 600 crowns of 46 arches, one in a hundred had less
//! than a third of its border with the gum in a valley, and none less than a quarter. Seven of eight false
//! crowns on gum had less than a quarter.
//! \param crown per vertex: an index below `count`, or negative for gum
//! \return per crown; a crown with hardly any border with the gum counts as `valley`
[[nodiscard]] std::vector<CrownBorder> borders_with_gum(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                        const std::vector<int>& crown, std::size_t count);

//! Marks crowns that reach over gum, or are gum: those more than 1.5 times as high as the other crowns lead one
//! to expect. Among 313 crowns of 23 arches, two were higher than that (gum behind a molar, and the molar together
//! with gum). The next highest had 1.4.
//! \param height_mm of each tooth's crown
[[nodiscard]] std::vector<char> too_high_crowns(const ArchReading& reading,
                                                std::span<const double> height_mm);

//! Returns the profile without the crown between two places along the arch.
[[nodiscard]] ArchProfile without_crown(ArchProfile profile, double first_mm, double last_mm);

//! Makes each crown one piece. A part smaller than a fifth of the crown becomes gum or a neighbouring tooth,
//! whichever shares most edges with it.
//! \param crown per vertex: its crown, or negative for gum
[[nodiscard]] std::vector<int> without_islands(std::vector<int> crown, const TriangleMesh& mesh,
                                               const SurfaceShape& shape);

// Minimum cut of a graph.

struct CutEdge {
  std::uint32_t a, b;
  double cost;  //!< cost of having the ends on different sides, at least 0
};

//! \param pull per node: if positive, the cost of being outside; if negative, minus the cost of being inside
//! \return 1 for nodes inside. Maximum flow after Boykov and Kolmogorov (2004).
[[nodiscard]] std::vector<char> minimum_cut(std::span<const double> pull, std::span<const CutEdge> edges);

}  // namespace intercusp
