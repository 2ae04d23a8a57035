// The border of each crown: harmonic fields that grow slowly over valleys.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/numbering.h"

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

//! Gives each vertex at a border the label that most of it and its neighbours have, twice over. Of labels that as many have, its own
//! stays, else the smallest is taken.
[[nodiscard]] std::vector<int> with_smooth_borders(std::vector<int> label, const TriangleMesh& mesh);

}  // namespace intercusp
