// When a corner meets a face and when two edges meet, in closed form (Eichner 1986 for turns, linear for
// shifts). Everything is in the motion's frame (z along the axis or the direction) and in the pose at the
// start. Internal to occlusion/motion.
//
// An event is a candidate for first contact: the features meet while the motion approaches, or they touch or overlap by
// at most the depth tolerance at the start. It may be a surface that slides past another: depth_growth.h decides.
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

//! Import rounds to single precision: solids that overlap by the tolerance may overlap by this much less.
constexpr double import_rounding_mm = 0.01 * touch_mm;

//! Surfaces that pass each other with overlaps up to this slide along each other.
constexpr double slide_mm = touch_mm - import_rounding_mm;

//! A motion that approaches by a smaller share of its speed may slide along the surface: 1 mm of it moves touching
//! surfaces at most the depth tolerance deep.
constexpr double steep = touch_mm / 1.0;

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

struct ContactEvent {
  double amount;          //!< radians or mm, 0 or more
  Eigen::Vector3d point;  //!< where they meet
  bool is_steep;          //!< approaches by more than the share `steep`
  bool is_firm;  //!< steep, and edges that cross still do if they are displaced by the depth tolerance
  Gap gap;       //!< between the planes or lines of both, negative after the event
};

//! The first amount after an event at which its gap is `depth_mm` below 0, or below its value at an overlapping start.
//! Empty if the gap opens again before.
[[nodiscard]] std::optional<double> amount_at_depth(Motion::Kind kind, const ContactEvent& event,
                                                    double depth_mm);

//! The position of a point of the lower after that amount.
[[nodiscard]] Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount);

//! The velocity of a point of the lower at this place, mm per radian or mm.
[[nodiscard]] Eigen::Vector3d velocity(Motion::Kind kind, const Eigen::Vector3d& point);

struct Triangle {
  std::array<Eigen::Vector3d, 3> corners;
  Eigen::Vector3d normal;  //!< outward, any length
  std::array<Eigen::Vector3d, 3>
      across;  //!< third corners of the faces across the edges; edge i begins at corner i
};

//! The first amount at which a corner of the lower reaches a face of the upper from outside. Rims belong to the face;
//! in a valley the face extends by the depth tolerance, where a corner may lie within the other face.
[[nodiscard]] std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                             const Triangle& upper_face);
//! The same for a corner of the upper and a face of the lower.
[[nodiscard]] std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                             const Triangle& lower_face);

//! An edge and the opposite corners of its two faces.
struct FaceEdge {
  Eigen::Vector3d from, to;
  std::array<Eigen::Vector3d, 2> beside;
};

//! The first amount at which two edges that are not parallel meet, with the faces of one edge on one side,
//! those of the other edge on the other side, and the motion pressing them together. The corner tests handle
//! parallel edges and edges that meet at an end.
[[nodiscard]] std::optional<ContactEvent> edges_meet(Motion::Kind kind, const FaceEdge& lower,
                                                     const FaceEdge& upper);

//! The nearest points of the lines of two edges after an amount, also beyond the edges: on the lower's and on the
//! upper's.
[[nodiscard]] std::array<Eigen::Vector3d, 2> nearest_on_lines(Motion::Kind kind, const FaceEdge& lower,
                                                              const FaceEdge& upper, double amount);

}  // namespace intercusp::motion
