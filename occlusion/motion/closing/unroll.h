// Unrolls jaws for a turn: circles about an axis become the parallel lines of an engine.
//
// A point has the place x along the axis, the radius r from it and the angle θ about it. In the unrolled jaw
// it lies at (x, r, ρ·θ), in mm, where ρ is one radius for both jaws. A turn of the lower by φ shifts its
// unrolled solid by ρ·φ along z. A line along z is a circle of the case. Any engine that maps along +z
// therefore answers for the turn, and a gap g of its map is a remaining angle of g/ρ (the design note, "one
// idea").
//
// The images of faces are straight, although exact images would be curved. Faces for which that matters are
// first cut at the middles of their edges. The length of an edge and its distance from the axis decide
// whether it is cut. Faces that share an edge therefore agree, and the solid stays closed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/bite.h"
#include "occlusion/motion/motion.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Greatest distance of a straight face of an unrolled jaw's anatomy from the curved one, measured in the
//! case.
constexpr double most_straightness_mm = 0.001;

//! The limit for skirt and base, whose long faces would otherwise be cut into millions. No gap is measured to
//! them; they only define the inside.
constexpr double most_base_straightness_mm = 0.05;

//! Faces nearer to the axis than this cannot be unrolled: their angle is meaningless.
constexpr double least_radius_mm = 1;

struct UnrolledSolid {
  std::shared_ptr<const Solid> solid;      //!< anatomy first, outward; no labels
  std::vector<std::uint32_t> source_face;  //!< for each face, the face of the jaw of which it is a piece
};

struct UnrolledBite {
  HingeChart hinge;      //!< depth 0 is the middle of the upper
  double radius_mm = 0;  //!< ρ: the middle of the radii of the upper's anatomy
  //! Bound of the distance between a straight face of the anatomy and its curved one.
  double straightness_mm = 0;
  //! The upper holds one copy for each time that the turn can meet it, a whole turn apart.
  UnrolledSolid upper, lower;
};

//! Either the unrolled jaws or the reason for their absence.
struct Unrolling {
  std::optional<UnrolledBite> bite;
  //! no_map_about_axis, with the `reason` jaw_at_axis or jaw_around_axis and the `jaw` (upper, lower), or
  //! faces_too_large
  std::optional<Finding> why_not;
};

//! \pre the motion is a turn
[[nodiscard]] Unrolling unroll(const Bite& bite, const Motion& turn);

//! Bound of the distance between the image of a straight triangle and the straight triangle through the
//! images of its corners. It follows from Taylor's theorem with the second derivatives of r and θ, which are
//! at most 1/r and 1/r² across the axis. |Δr| and r·|Δθ| are each at most e²/(6r). For the second, the spread
//! of r over the face adds that bound once more.
//! \param edge_mm the triangle's longest edge, seen along the axis
//! \param radius_mm the triangle's least distance from the axis
[[nodiscard]] double straightness_bound_mm(double edge_mm, double radius_mm);

}  // namespace intercusp
