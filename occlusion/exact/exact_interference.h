// Whether two jaws interfere, exactly and without pixels, and along which curves their surfaces cross.
//
// The answer is exact for the vertices in the case frame: those of the lower are posed and rounded to double
// once (some 1e-14 mm); after that, signs of determinants decide (CGAL's exact predicates), without a
// tolerance. Definitions, for closed solids oriented outward, with a winding number of at least 1 inside:
//  - Interference: some point lies in the interior of both jaws, and anatomy bounds their intersection. It appears as
//    faces of anatomy that cross (face_intersection.h), or as a piece of one surface, with anatomy on it,
//    that lies wholly inside the other jaw and crosses nothing.
//  - Touching: surfaces share points, not interiors: a corner on a face, an edge on an edge, faces of one
//    plane that look at each other. Touching is not interference. Faces of one plane that look the same way
//    and overlap are interference: the bodies behind them share volume.
//
// Relation to a map (clearance_map.h): a map calls a pixel interfering if an overlap along its line is longer
// than the depth tolerance. If this test says no, no pixel does, beyond rounding of the engine, unless the
// surfaces cross on skirts and bases only (not_anatomy_pairs). If this test says yes, a map may still say no:
// the overlap is shallower than the tolerance, lies between pixel centres, or outside the projection.
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

//! A face of each jaw, by index into its mesh.
struct FacePair {
  std::uint32_t upper_face = 0;
  std::uint32_t lower_face = 0;
  auto operator<=>(const FacePair&) const = default;
};

//! A curve in space, straight from point to point; a closed one repeats its first point at the end.
struct Polyline {
  std::vector<Eigen::Vector3d> points;  //!< case frame, mm
  bool closed = false;
};

[[nodiscard]] double length_mm(const Polyline& line);

struct ExactInterference {
  bool interference = false;
  bool touching = false;  //!< surfaces of anatomy share points without interference

  std::vector<FacePair> crossing;        //!< pairs of anatomy that cross, in order
  std::vector<FacePair> touching_pairs;  //!< of anatomy that share points without crossing, in order
  std::size_t not_anatomy_pairs = 0;    //!< pairs with a skirt or base that cross or touch: they do not count
  std::size_t upper_pieces_inside = 0;  //!< pieces of the upper's surface wholly inside the lower that cross
                                        //!< nothing; where a closed part touches edge on edge, it may be
                                        //!< more than one piece
  std::size_t lower_pieces_inside = 0;

  //! Where `crossing` pairs cross: closed loops, unless they run into added faces or meet each other. Overlapping parts
  //! of a jaw each have their curves, also inside one another.
  std::vector<Polyline> curves;
  double curve_length_mm = 0;

  std::size_t near_pairs = 0;  //!< tested pairs: those whose boxes meet
};

//! \pre both jaws are closed, and identical vertices are merged, as import leaves them.
//! \throw std::runtime_error if Embree has no device or cannot build a tree.
[[nodiscard]] ExactInterference exact_interference(const Bite& bite);

//! Which of two interfering solids penetrates the other: the one whose edges reach into it (Knott 2003,
//! section 4.5.1), decided exactly.
struct EdgesInside {
  bool upper = false;  //!< an edge of the upper has a point inside the lower or on its surface
  bool lower = false;
};

//! \param found of the same bite. \param upper_edges, lower_edges sharp_edges of its meshes
[[nodiscard]] EdgesInside edges_inside(const Bite& bite, const ExactInterference& found,
                                       std::span<const Edge> upper_edges, std::span<const Edge> lower_edges);

}  // namespace intercusp
