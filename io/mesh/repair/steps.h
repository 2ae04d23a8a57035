// The steps of make_solid, and what several of them use.
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

// First step of repair: drops vertices that are not finite and merges vertices at one place.

//! Vertices of one file are merged where all coordinates are equal (0 and -0 are). If labels at one place differ, a
//! tooth's label wins over 0 and the smaller over the greater. Faces whose vertices became equal are counted as
//! collapsed. \throw RepairError for a face that reaches beyond a kilometre: areas and volumes would lose all digits.
[[nodiscard]] WorkingMesh weld(const RawMesh& raw, RepairCounts& counts);

//! The label that counts where two vertices become one: a tooth's before 0, the smaller before the greater.
[[nodiscard]] int merged_label(int a, int b);

// Removes duplicate triangles: a file joined with its copy, or a sheet saved from both sides.

//! Connected extra copies are dropped together if that does not add open edges; the first copy stays. Two coincident
//! closed shells of the same orientation stay two, and so does a wall between two bodies; of a closed shell saved from
//! both sides one is kept. \pre the faces are not connected yet (no twins).
void drop_duplicates(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Collapses faces without area. Dropping them would open a closed mesh.

//! Moves the middle vertex of every face without area to the nearer of the other two, until no such face is
//! left. Where a mesh was closed it stays closed. All faces that vanish are counted. \pre the faces are not
//! connected yet (no twins).
void collapse_faces_without_area(WorkingMesh& mesh, RepairCounts& counts);

//! True if the area is within rounding of three collinear points.
[[nodiscard]] bool has_no_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

// Joins open edges that coincide up to the rounding of a file.

//! Twice the accuracy of a map (docs/ACCURACY.md): joining moves surfaces by less than the accuracy of results.
inline constexpr double seam_mm = 0.002;

//! Vertices of one file that lie on open edges and within `seam_mm` of each other become the first of them, where that
//! closes open edges that run in opposite directions, gives no edge more than two faces and leaves each face three
//! corners. Labels are merged as by weld.
//! \param table the edges of this mesh
//! \return whether vertices became one, which makes the table invalid
bool join_seams(WorkingMesh& mesh, const EdgeTable& table, RepairCounts& counts);

// Converts a list of faces to sheets: each edge joins two faces or bounds one, each vertex has one ring of
// faces, and neighbours have the same orientation.

//! Joins open edges that lie on each other within 0.002 mm, then turns faces to agree with their neighbours
//! (the majority of the file's own orientation wins in each patch) and pairs the faces around edges that have more than
//! two, so that each pair bounds one sheet. Edges without a partner become boundaries. Fills mesh.twin and mesh.turned.
//! \throw RepairError where a surface has one side only, with a place on it.
void connect_sheets(WorkingMesh& mesh, RepairCounts& counts);

//! Gives each ring of faces its own vertex, and each pair of faces its own edge: where two sheets share an
//! edge and both its ends, one of them gets a vertex in the middle. \pre connected by connect_sheets.
void split_vertices(WorkingMesh& mesh, RepairCounts& counts);

// Crumbs that a scanner leaves beside the teeth.

//! Drops components below a hundredth of the area of their file. Where that would be more than half of the area,
//! nothing is dropped and it is remarked. \throw RepairError where the mesh is thousands of such pieces: its
//! faces do not meet in common vertices.
void drop_loose_components(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Normals point out of the body.

//! Closed components get a positive volume, so that overlapping parts are all outward. One that lies strictly
//! inside another and runs against it in the file is a cavity and stays one.
//!
//! Open components keep the orientation of the majority of their faces in the file. Where that says nothing (one face
//! in ten was turned), a sheet is assumed to bulge outward, as teeth rise above the margin of a scan. turn_to_bite
//! decides in the end.
void turn_outward(WorkingMesh& mesh, RepairCounts& counts);

//! Turns open components that, closed towards a base below the whole jaw, would have a negative volume.
//! \return the bite's direction: the unit sum of the area vectors of all open components; zero where none is
//! open.
Eigen::Vector3d turn_to_bite(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Holes in bodies are capped where they are; a margin, where a scan ends, stays open for skirt and base.

//! Caps every boundary except margins. A margin is long relative to the area of its component: length² ≥ 1.2 areas.
//! Measured on scans and aligner plans: at most 0.02 for holes, 0.2 to 0.6 for sockets, 2.4 to 8.9 for margins of
//! single crowns, 22 to 36 for those of whole scans. A rim on a closed tooth whose inside holds the rim's middle is a
//! socket, however long. Cracks (loops without width) are closed as well.
//!
//! Caps up to 3 mm across count as anatomy and have the least area over their rim (Barequet and Sharir 1995).
//! Wider ones are not anatomy: they go to the end of the faces. \return the number of faces that are anatomy.
std::size_t cap_holes(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

// Triangulations of closed lines: in space with least area, and in a plane.

using Triangles = std::vector<std::array<std::size_t, 3>>;  //!< corner numbers

inline constexpr std::size_t most_patch_corners = 200;  //!< the work grows with the cube

//! Pairs of corners that no triangle of a patch may join.
class JoinedCorners {
 public:
  explicit JoinedCorners(std::size_t corners) : corners_(corners), joined_(corners * corners, 0) {}
  void add(std::size_t a, std::size_t b) { joined_[a * corners_ + b] = joined_[b * corners_ + a] = 1; }
  [[nodiscard]] bool has(std::size_t a, std::size_t b) const { return joined_[a * corners_ + b] != 0; }

 private:
  std::size_t corners_;
  std::vector<char> joined_;
};

//! Triangulation of least area without new vertices, corners in the order of the line (Barequet and Sharir
//! 1995). \return triples of corner numbers; empty where the line has more than most_patch_corners or every
//! triangulation needs a pair that is joined.
[[nodiscard]] Triangles least_area_patch(std::span<const Eigen::Vector3d> corners,
                                         const JoinedCorners& joined);

//! By cutting ears (Meisters 1975). Where the polygon crosses itself, the loop between the crossing edges is
//! cut off and triangulated alone, so that triangles overlap there only. Every edge of the polygon and every
//! diagonal is used as in any triangulation. \return triples of corner numbers that run as the polygon runs,
//! which may be either way; empty where no ear is left (it touches itself), it crosses itself more than 20
//! times or has more than 12 000 corners (the work grows with the square).
[[nodiscard]] Triangles triangulate_polygon(std::span<const Eigen::Vector2d> corners);

// Position of the base of an open scan. All shells of a jaw share one direction and one plane.

struct BasePlane {
  Eigen::Vector3d bite = Eigen::Vector3d::UnitZ();  //!< unit vector, from the base to the teeth
  double height_mm = 0;                             //!< of the plane: bite · point
};

//! Below the deepest point of the whole jaw by 1.25 times the jaw's depth (or a twentieth of its size, where
//! it is flat). \param bite unit vector.
[[nodiscard]] BasePlane base_plane(const WorkingMesh& mesh, const Eigen::Vector3d& bite);

// Skirts and bases: the added faces that close an open scan and are not anatomy.

//! Every boundary gets walls straight down to the base plane and a cap there. For boundaries around holes and inner
//! margins walls and cap have the opposite orientation, which removes their column from the solid again; they are
//! remarked.
//!
//! The caps of an inner and an outer margin overlap, and so may the triangles of a cap whose outline crosses
//! itself, but all lie in the base plane: they cancel there, and the winding number of every point above the
//! plane is that of sheet and walls alone: the signed count of sheets above it minus those below it.
//!
//! The new faces go to the end; their vertices have label 0. They are not linked: \post the twins of the old faces
//! still mark the former boundaries.
void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks);

// Last step of repair: verifies the finished mesh.

//! Finite; every edge has two faces that run against each other along it; the volume is positive; along some
//! hundred lines the signed crossings sum to zero.
//! \throw RepairError with what is wrong and where.
void check_solid(const WorkingMesh& mesh);

}  // namespace intercusp::repair
