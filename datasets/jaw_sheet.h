// The surface of a jaw as one sheet that is open at the bottom like a scan.
//
// In every plane across the arch, rays start from a blade inside the teeth: horizontally towards the
// cheek up to the blade's tip, as a fan over the tip, and horizontally towards the tongue. The sheet
// passes through their last exits from the jaw. Each ray gives one vertex, so walls may overhang, like
// crowns over their necks.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "datasets/jaw_body.h"
#include "datasets/labelled_mesh.h"

namespace intercusp {

//! The sheet on a fixed fine net. It is the first guess for every mesh, and the surface with which the jaws
//! are fitted, so the bite does not depend on the number of triangles.
struct SheetNet {
  std::size_t columns = 0, rows = 0;
  double first_arch_mm = 0, step_mm = 0;
  std::vector<double> reach_mm;         //!< length of each ray, column by column
  std::vector<Eigen::Vector3d> points;  //!< case frame
};

//! The sheet's mesh. The first `columns` × `rows` vertices are stored column by column from the right end to
//! the left, in each column from the cheek over the bite to the tongue.
struct Sheet {
  LabelledMesh surface;
  std::size_t columns = 0, rows = 0;
  Jaw jaw = Jaw::upper;
  std::vector<Eigen::Vector3d> inwards;  //!< per column: unit vector across the arch, towards the tongue
};

[[nodiscard]] SheetNet cast_net(const JawBody& jaw);

//! Whether the sheet shows a point of the jaw's surface, that is whether the ray to it leaves the jaw there
//! for the last time.
//! \param near_mm as in station_of
[[nodiscard]] bool sheet_shows(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm);

//! The sheet with about `triangles` triangles of nearly equal size. The seed moves vertices along the sheet,
//! which makes the mesh as irregular as a scan's.
[[nodiscard]] Sheet sheet_mesh(const JawBody& jaw, const SheetNet& net, std::size_t triangles,
                               std::uint64_t seed);

// The part between the two sides of a jaw: the palate, or a strip of the floor of the mouth. Both begin at
// the sheet's edge on the tongue's side.

//! Closes the opening of the upper jaw by the vault of the palate with its raphe, incisive papilla and rugae.
void add_palate(Sheet& sheet);

//! Adds a strip of the floor of the mouth along the lower jaw, 5 mm wide.
void add_floor(Sheet& sheet);

//! Closes the opening of the lower jaw by a flat floor, like the plaster of a study model.
void add_plaster_floor(Sheet& sheet);

//! Closes the sheet by a ledge, upright walls along a trimmed outline, and a flat bottom at least 12 mm from
//! the sheet's boundary. The base has the label 0. Case frame.
//! \pre the sheet is a manifold with one boundary around it (no opening between its sides)
void add_plaster_base(LabelledMesh& surface, Jaw jaw);

}  // namespace intercusp
