// Finds when a corner meets a face and when two edges meet, in closed form (Eichner 1986 for turns, linear
// for shifts). Everything is in the motion's frame (z along the axis or the direction) and in the pose at the
// start. Internal to occlusion/motion.
//
// An event is a candidate for first contact: two features come into touch, or are in touch at the start, and
// their gap goes on to close by more than the depth tolerance. depth_growth.h decides whether they sink in
// that deep.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <optional>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/motion/motion.h"

namespace intercusp::motion {

//! Tolerance at the rims of faces and edges, so that rounding does not lose contacts there.
constexpr double rim_mm = 1e-9;

//! Surfaces that overlap by no more than this only touch.
constexpr double touch_mm = default_depth_tolerance_mm;

//! Import rounds to single precision. Solids that overlap by the tolerance may then overlap by this much
//! less.
constexpr double import_rounding_mm = 0.01 * touch_mm;

//! The deepest overlap that the meshes may show if a start overlaps by at most the tolerance.
constexpr double most_overlap_mm = touch_mm + import_rounding_mm;

//! Surfaces that pass each other with overlaps of at most this slide along each other.
constexpr double slide_mm = touch_mm - import_rounding_mm;

//! A vertex or an edge that rises by at most this above the surface around it is only a place where a flat
//! face is cut. It allows for a few roundings of import.
constexpr double flat_mm = 5 * import_rounding_mm;

//! A signed distance along a motion, mm: constant + cosine·cos(amount) + sine·sin(amount) for a turn,
//! constant + slope·amount for a shift.
struct Gap {
  double constant = 0, cosine = 0, sine = 0, slope = 0;

  [[nodiscard]] double at_start() const { return constant + cosine; }
  [[nodiscard]] double after(Motion::Kind kind, double amount) const {
    if (kind == Motion::Kind::shift) return constant + slope * amount;
    return constant + cosine * std::cos(amount) + sine * std::sin(amount);
  }
};

//! The first amount from `from` on at which a gap is at most `level_mm`; infinity if it never is.
[[nodiscard]] double first_within(Motion::Kind kind, const Gap& gap, double level_mm, double from);

struct ContactEvent {
  double amount;          //!< radians or mm, 0 or more
  Eigen::Vector3d point;  //!< where they meet
  Gap gap;  //!< between the planes or lines of both features: mm at the event, negative after it
};

//! The position of a point of the lower after that amount.
[[nodiscard]] Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount);

//! The velocity of the lower's point at this place, mm per radian or per mm.
[[nodiscard]] Eigen::Vector3d velocity(Motion::Kind kind, const Eigen::Vector3d& point);

struct ContactFace {
  std::array<Eigen::Vector3d, 3> corners;
  Eigen::Vector3d normal;  //!< outward, any length
  //! Third corners of the faces across the edges; edge i begins at corner i.
  std::array<Eigen::Vector3d, 3> across;
};

//! The first amount at which a corner of the lower lies on a face of the upper, or below it by at most the
//! depth tolerance, and then sinks deeper. The corner may come over the face from beside it. At the start, a
//! corner above the face by at most the tolerance lies on it. Rims belong to the face. In a valley the face
//! extends by the depth tolerance, because a corner may lie within the other face there.
[[nodiscard]] std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                             const ContactFace& upper_face);
//! The first amount at which a corner of the upper meets a face of the lower.
[[nodiscard]] std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                             const ContactFace& lower_face);

//! An edge and the opposite corners of its two faces.
struct FaceEdge {
  Eigen::Vector3d from, to;
  std::array<Eigen::Vector3d, 2> beside;
};

//! The first amount at which two edges that are not parallel meet. The faces of one edge are on one side,
//! those of the other edge on the other side, and the motion presses them together. The corner tests handle
//! parallel edges and edges that meet at an end. An edge inside a flat face does not touch another edge at
//! the start: corners and rims do.
[[nodiscard]] std::optional<ContactEvent> edges_meet(Motion::Kind kind, const FaceEdge& lower,
                                                     const FaceEdge& upper);

//! Two edges after an amount, and the closest points of their lines, as shares of the edges' lengths.
struct EdgesAt {
  EdgesAt(Motion::Kind kind, double amount, const FaceEdge& lower, const FaceEdge& upper);

  [[nodiscard]] bool are_parallel() const;
  //! Whether the closest points lie within both edges, except for `margin_mm` at either end.
  [[nodiscard]] bool within(double margin_mm) const;

  Eigen::Vector3d p, d, e, normal;  //!< start of the lower's edge, both edges and their common normal
  double normal2, on_lower, on_upper;
};

}  // namespace intercusp::motion
