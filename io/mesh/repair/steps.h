// The steps of make_solid, and what several of them share.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

// First step of repair: drops vertices that are not finite, and merges vertices at equal positions.

//! Vertices of one file are merged if all their coordinates are equal (0 equals −0). merged_label decides
//! between their labels. Faces whose vertices became equal are counted as collapsed.
//! \throw RepairError for a face that reaches further than a kilometre: areas and volumes would lose all
//! digits
[[nodiscard]] WorkingMesh weld(const RawMesh& raw, RepairCounts& counts);

//! The label of two vertices that become one: a tooth's wins over 0, and the smaller over the greater.
[[nodiscard]] int merged_label(int a, int b);

// Removes duplicate triangles, as in a file joined with its copy or a sheet saved from both sides.

//! Connected extra copies are dropped together if that does not add open edges. The first copy stays. Two
//! coincident closed shells with equal orientation both stay, and so does a wall between two bodies. If a
//! closed shell was saved from both sides, one copy stays.
//! \pre the faces are not connected yet (no twins)
void drop_duplicates(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Collapses faces without area. Dropping them would open a closed mesh.

//! Moves the middle vertex of every face without area to the nearer of the other two, until no such face is
//! left. A mesh that was closed stays closed. All faces that vanish are counted.
//! \pre the faces are not connected yet (no twins)
void collapse_faces_without_area(WorkingMesh& mesh, RepairCounts& counts);

//! True if the area is no greater than rounding gives three collinear points.
[[nodiscard]] bool has_no_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

// Joins open edges that coincide up to the rounding of the file.

//! Twice the accuracy of a map (docs/ACCURACY.md). Joining moves surfaces by less than the accuracy of
//! results.
inline constexpr double seam_mm = 0.002;

//! Vertices of one file that lie on open edges and within `seam_mm` of each other become the first of them,
//! if three conditions hold: this closes open edges that run in opposite directions, no edge gets more than
//! two faces, and each face keeps three corners. Labels are merged as in weld.
//! \param table the edges of this mesh
//! \return whether vertices were merged, which makes the table invalid
bool join_seams(WorkingMesh& mesh, const EdgeTable& table, RepairCounts& counts);

// Turns a list of faces into sheets: each edge joins two faces or bounds one, each vertex has one ring of
// faces, and neighbours have equal orientation.

//! Joins open edges that lie within 0.002 mm of each other. Then turns faces to agree with their neighbours;
//! in each patch the majority of the file's own orientations wins. Then pairs the faces around edges that
//! have more than two, so that each pair bounds one sheet. Edges without a partner become boundaries. Fills
//! mesh.twin and mesh.turned.
//! \throw RepairError if a surface has one side only, with a point on it
void connect_sheets(WorkingMesh& mesh, RepairCounts& counts);

//! Gives each ring of faces its own vertex, and each pair of faces its own edge. If two sheets share an edge
//! and both its ends, one of them gets a vertex in the middle.
//! \pre connect_sheets was called
void split_vertices(WorkingMesh& mesh, RepairCounts& counts);

// Crumbs that a scanner leaves beside the teeth.

//! Drops components with less than a hundredth of the area of their file. If these have more than half of the
//! area, nothing is dropped, and a remark says so.
//! \throw RepairError if the mesh consists of thousands of such pieces: its faces do not share vertices
void drop_loose_components(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Makes normals point out of the body.

//! Closed components get a positive volume, so that overlapping parts are all outward. A component is a
//! cavity, and stays one, if it lies strictly inside another and has the opposite orientation in the file.
//!
//! Open components keep the orientation of the majority of their faces in the file. If that is unreliable
//! (one face in ten was turned), a sheet is assumed to bulge outward, as teeth rise above the margin of a
//! scan. turn_to_bite makes the final decision.
void turn_outward(WorkingMesh& mesh, RepairCounts& counts);

//! Turns open components that would have a negative volume if they were closed towards a base below the whole
//! jaw.
//! \return the bite's direction: the unit sum of the area vectors of all open components; zero if none is
//! open
Eigen::Vector3d turn_to_bite(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Holes in bodies are capped in place. A margin, where a scan ends, stays open for skirt and base.

//! Caps every boundary except margins. A margin is long relative to the area of its component: length² ≥ 1.2
//! areas. Scans and aligner plans have these ratios: at most 0.02 for holes, 0.2 to 0.6 for sockets, 2.4 to
//! 8.9 for margins of single crowns, 22 to 36 for margins of whole scans. A rim on a closed tooth whose
//! inside holds the rim's middle is a socket, however long it is. Cracks (loops without width) are closed as
//! well.
//!
//! Caps up to 3 mm across count as anatomy and have the least area over their rim (Barequet and Sharir 1995).
//! Wider caps are not anatomy and go to the end of the faces.
//! \return the number of faces that are anatomy
std::size_t cap_holes(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Triangulations of closed lines: of least area in space, and in a plane.

using Triangles = std::vector<std::array<std::size_t, 3>>;  //!< corner numbers

inline constexpr std::size_t most_patch_corners = 200;  //!< the work grows with the cube of this number

//! Pairs of corners that a patch must not join.
class JoinedCorners {
 public:
  explicit JoinedCorners(std::size_t corners) : corners_(corners), joined_(corners * corners, 0) {}
  void add(std::size_t a, std::size_t b) { joined_[a * corners_ + b] = joined_[b * corners_ + a] = 1; }
  [[nodiscard]] bool has(std::size_t a, std::size_t b) const { return joined_[a * corners_ + b] != 0; }

 private:
  std::size_t corners_;
  std::vector<char> joined_;
};

//! Triangulation of least area without new vertices, with corners in the order of the line (Barequet and
//! Sharir 1995).
//! \return triples of corner numbers; empty if the line has more than most_patch_corners corners, or if every
//! triangulation needs a pair that is already joined
[[nodiscard]] Triangles least_area_patch(std::span<const Eigen::Vector3d> corners,
                                         const JoinedCorners& joined);

//! Triangulates a polygon by cutting ears (Meisters 1975). If the polygon crosses itself, the loop between
//! the crossing edges is cut off and triangulated separately, so that triangles overlap only there. Every
//! edge of the polygon and every diagonal is used as in any triangulation.
//! \return triples of corner numbers in the direction of the polygon, which may be either. Empty if no ear is
//! left (the polygon touches itself), if it crosses itself more than 20 times, or if it has more than 12 000
//! corners (the work grows with the square)
[[nodiscard]] Triangles triangulate_polygon(std::span<const Eigen::Vector2d> corners);

// The position of the base of an open scan. All shells of a jaw share one direction and one plane.

struct BasePlane {
  Eigen::Vector3d bite = Eigen::Vector3d::UnitZ();  //!< unit vector, from the base to the teeth
  double height_mm = 0;                             //!< height of the plane: bite · point
};

//! The plane below the deepest point of the whole jaw by 1.25 times the jaw's depth, or by a twentieth of its
//! size if it is flat.
//! \param bite unit vector
[[nodiscard]] BasePlane base_plane(const WorkingMesh& mesh, const Eigen::Vector3d& bite);

// Skirts and bases: the added faces that close an open scan and are not anatomy.

//! Every boundary gets walls straight down to the base plane, and a cap there. For boundaries around holes
//! and for inner margins, walls and cap have the opposite orientation, which removes their column from the
//! solid again. These boundaries are remarked.
//!
//! The caps of an inner and an outer margin overlap, and so may the triangles of a cap whose outline crosses
//! itself. They all lie in the base plane and cancel there. The winding number of a point above the plane
//! therefore depends on sheet and walls alone: it is the signed count of sheets above the point minus that
//! below it.
//!
//! The new faces go to the end, and their vertices have label 0. They are not linked.
//! \post the twins of the old faces still mark the former boundaries
void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks);

// Last step of repair: verifies the finished mesh.

//! Every vertex is finite. Every edge has two faces that run along it in opposite directions. The volume is
//! positive. Along some hundred lines the signed crossings sum to zero.
//! \throw RepairError with what is wrong and where
void check_solid(const WorkingMesh& mesh);

}  // namespace intercusp::repair
