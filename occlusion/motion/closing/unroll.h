// Jaws unrolled for a turn: circles about an axis become an engine's parallel lines.
//
// A point has the place x along the axis, the radius r from it and the angle θ about it. The unrolled jaw has
// it at (x, r, ρ·θ), in mm, where ρ is one radius for both jaws. A turn of the lower by φ shifts its unrolled
// solid by ρ·φ along z, and a line along z is a circle of the case: any engine that maps along +z answers for
// the turn, and a gap g of its map is a remaining angle of g/ρ (the design note, "one idea").
//
// The images of faces are straight, although exact images would be curved. Faces for which that matters are cut first,
// at the middles of their edges. The length of an edge and its distance from the axis decide whether it is cut, so
// faces that share it agree and the solid stays closed.
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

//! No straight face of an unrolled jaw's anatomy is further than this from the curved one, measured in the
//! case.
constexpr double most_straightness_mm = 0.001;

//! The limit for skirt and base, whose long faces would otherwise be cut into millions: no gap is measured to them, they
//! only define the inside.
constexpr double most_base_straightness_mm = 0.05;

//! Faces nearer to the axis than this cannot be unrolled: their angle is meaningless.
constexpr double least_radius_mm = 1;

struct UnrolledSolid {
  std::shared_ptr<const Solid> solid;      //!< anatomy first, outward; no labels
  std::vector<std::uint32_t> source_face;  //!< the jaw's face of which each of its faces is a piece
};

struct UnrolledBite {
  HingeChart hinge;            //!< depth 0 is the middle of the upper
  double radius_mm = 0;        //!< ρ: the middle of the radii of the upper's anatomy
  double straightness_mm = 0;  //!< bound of how far a straight face of the anatomy is from its curved one
  //! Holds one copy of the upper for each time that the turn can meet it, a whole turn apart.
  UnrolledSolid upper, lower;
};

//! Either the unrolled jaws or the reason for their absence.
struct Unrolling {
  std::optional<UnrolledBite> bite;
  //! no_map_about_axis, with the `reason` jaw_at_axis or jaw_around_axis and the `jaw` (upper, lower), or
  //! faces_too_large
  std::optional<Finding> why_not;
};

//! \pre the motion is a turn.
[[nodiscard]] Unrolling unroll(const Bite& bite, const Motion& turn);

//! How far the image of a straight triangle may be from the straight triangle between the images of its
//! corners. By Taylor's theorem with the second derivatives of r and θ, at most 1/r and 1/r² across the axis:
//! |Δr| and r·|Δθ| are each at most e²/(6r), the second once more times r's own spread over the face.
//! \param edge_mm its longest edge as seen along the axis.  \param radius_mm its least distance from the axis
[[nodiscard]] double straightness_bound_mm(double edge_mm, double radius_mm);

}  // namespace intercusp
