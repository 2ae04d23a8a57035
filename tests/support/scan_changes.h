// What happens to a jaw between two scans of it, each with its known truth: wear, tooth movement, growth of gum, noise
// of the scanner and margins cut elsewhere. Another triangulation comes from make_dentitions.
//
// Meshes are changed in place of copies that the caller made. Lengths are mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>

#include "datasets/labelled_mesh.h"

namespace intercusp {

//! What a wear facet took away.
struct WearFacet {
  double volume_mm3 = 0;  //!< between the surfaces of the mesh before and after
  double area_mm2 = 0;    //!< of the facet
  double depth_mm = 0;    //!< greatest, along the direction
};

//! The direction that the surface of a tooth faces on the whole: about occlusal. Unit.
[[nodiscard]] Eigen::Vector3d facing_of_tooth(const LabelledMesh& surface, int fdi);

//! Grinds a tooth flat: what lies less than `depth_mm` below its farthest point along a direction is pressed onto the
//! plane there. \param direction unit \pre the tooth is there
WearFacet wear_tooth(LabelledMesh& surface, int fdi, const Eigen::Vector3d& direction, double depth_mm);

//! Moves a tooth as a rigid body; gum within 3 mm follows. \param motion in the frame of the mesh
void move_tooth(LabelledMesh& surface, int fdi, const Eigen::Isometry3d& motion);

//! Takes a crown away: it is pressed down to its lowest margin along the way that it faces, and becomes gum.
//! \return the volume that goes with it, mm³
double press_down_tooth(LabelledMesh& surface, int fdi);

//! Moves crowns outwards along their normals, by half of it on the second ring of faces from the gum and not at all on the first.
void add_layer(LabelledMesh& surface, double layer_mm);

//! Moves gum outwards by up to so much, in waves of some millimetres; by less towards the teeth.
void grow_gum(LabelledMesh& surface, double most_mm);

//! Normal errors of every vertex along its normal. \param deviation_mm their standard deviation
void add_noise(LabelledMesh& surface, double deviation_mm, std::uint64_t seed);

//! Takes away faces within about so much of the boundary, in waves, and vertices that no face uses.
void cut_margin(LabelledMesh& surface, double width_mm, std::uint64_t seed);

void drop_unused_vertices(LabelledMesh& surface);

//! The reflection of a surface in the plane x = 0, faces outward again.
void mirror(LabelledMesh& surface);

// A surface in another pose and another order, which must not matter.

//! Any turn, all equally likely, and a shift of up to 50 mm along each axis.
[[nodiscard]] Eigen::Isometry3d random_pose(std::uint64_t seed);

void move(LabelledMesh& surface, const Eigen::Isometry3d& pose);

//! Vertices and faces in random order; each face starts at a random corner and keeps its direction.
void shuffle(LabelledMesh& surface, std::uint64_t seed);

}  // namespace intercusp
