// Decides exactly and without pixels whether two jaws interfere, and along which curves their surfaces cross.
//
// The answer is exact for the vertices in the case frame. Those of the lower are posed and rounded to double
// once (some 1e-14 mm); after that, signs of determinants decide (CGAL's exact predicates), without a
// tolerance. Definitions for closed solids oriented outward, with a winding number of at least 1 inside:
//  - Interference: some point lies in the interior of both jaws, and anatomy bounds their intersection. Either
//    anatomical faces cross (face_intersection.h), or a piece of one surface that has anatomy lies wholly inside
//    the other jaw and crosses nothing.
//  - Touching: surfaces share points, but interiors do not: a corner on a face, an edge on an edge, faces of one
//    plane that face each other. Touching is not interference. Faces of one plane that face the same way and
//    overlap are interference, because the bodies behind them share volume.
//
// Relation to a map (clearance_map.h). A map calls a pixel interfering if an overlap along its line is longer
// than the depth tolerance. If this test finds no interference, no pixel interferes, beyond rounding of the
// engine, unless the surfaces cross only on skirts and bases (not_anatomy_pairs). If this test finds
// interference, a map may still show none: the overlap may be shallower than the tolerance, lie between pixel
// centres, or lie outside the projection.
#pragma once

#include <Eigen/Core>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp {

//! A face of each jaw, as indices into the meshes.
struct FacePair {
  std::uint32_t upper_face = 0;
  std::uint32_t lower_face = 0;
  auto operator<=>(const FacePair&) const = default;
};

//! A polyline in space. A closed one repeats its first point at the end.
struct Polyline {
  std::vector<Eigen::Vector3d> points;  //!< case frame, mm
  bool closed = false;
};

[[nodiscard]] double length_mm(const Polyline& line);

struct ExactInterference {
  bool interference = false;
  bool touching = false;  //!< anatomical surfaces share points without interference

  std::vector<FacePair> crossing;  //!< pairs of anatomical faces that cross, sorted
  //! Pairs of anatomical faces that share points without crossing, sorted.
  std::vector<FacePair> touching_pairs;
  std::size_t not_anatomy_pairs = 0;  //!< pairs with a skirt or base that cross or touch; they do not count
  //! Pieces of the upper's surface that lie wholly inside the lower and cross nothing. A closed part that touches
  //! edge on edge may count as more than one piece.
  std::size_t upper_pieces_inside = 0;
  std::size_t lower_pieces_inside = 0;

  //! Curves along which `crossing` pairs cross. They are closed loops unless they run into added faces or
  //! meet each other. Overlapping parts of a jaw each have their own curves, also inside one another.
  std::vector<Polyline> curves;
  double curve_length_mm = 0;

  std::size_t near_pairs = 0;  //!< number of tested pairs, whose boxes meet
};

//! \pre both jaws are closed, and coincident vertices are merged, as import does
//! \throw std::runtime_error if Embree has no device or cannot build a tree
[[nodiscard]] ExactInterference exact_interference(const Bite& bite);

//! Tells which of two interfering solids penetrates the other: the one whose edges extend into it (Knott
//! 2003, section 4.5.1). Decided exactly.
struct EdgesInside {
  bool upper = false;  //!< an edge of the upper has a point inside the lower or on its surface
  bool lower = false;
};

//! \param found for this bite
//! \param upper_edges,lower_edges sharp_edges of its meshes
[[nodiscard]] EdgesInside edges_inside(const Bite& bite, const ExactInterference& found,
                                       std::span<const Edge> upper_edges, std::span<const Edge> lower_edges);

}  // namespace intercusp
