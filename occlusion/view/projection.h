// The family of trajectories along which the engines ask where the lower jaw meets the upper.
//
// A projection maps a point of the case frame to (u, v, depth) and back. Every pixel of a map is one
// trajectory: u and v are constant along it, depth grows from the lower jaw towards the upper.
//  - orthographic: parallel lines along a unit vector. u, v and depth are mm; (u, v, depth) is a right-handed
//    orthonormal frame, u to the right of the picture, v down, depth away from the viewer.
//  - hinge: circles about an axis (Eichner 1986; the design note, "one idea"). u is mm along the axis, v the
//    radius in mm, depth the angle in radians, which grows as a right-handed turn about the axis.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

class Projection {
 public:
  enum class Kind { orthographic, hinge };

  //! Orthographic; u, v and depth are the case's x, y and z.
  Projection() = default;

  //! \param direction from the lower jaw towards the upper; need not be of unit length.
  //! \param down where v shall point as far as it can: posterior gives the picture a dentist expects
  //! (anterior
  //!        on top, the patient's right on the left). Ignored where it is parallel to `direction`.
  //! \throw std::invalid_argument if `direction` is zero or not finite.
  [[nodiscard]] static Projection orthographic(const Eigen::Vector3d& direction,
                                               const Eigen::Vector3d& down = Eigen::Vector3d::UnitY());

  //! \param opposite_cut points from the axis to the middle of the jaws; the cut of the angle, where depth
  //!        jumps from +pi to -pi, lies on the other side.
  //! \throw std::invalid_argument if `axis` is zero or parallel to `opposite_cut`.
  [[nodiscard]] static Projection hinge(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                                        const Eigen::Vector3d& opposite_cut);

  [[nodiscard]] Kind kind() const { return kind_; }

  //! (u, v, depth) of a point of the case frame.
  [[nodiscard]] Eigen::Vector3d map(const Eigen::Vector3d& case_point) const;

  //! The point of the case frame at (u, v, depth).
  [[nodiscard]] Eigen::Vector3d unmap(const Eigen::Vector3d& uvd) const;

  //! Unit vector along which depth grows at a point; for the orthographic kind the same everywhere.
  [[nodiscard]] Eigen::Vector3d direction_at(const Eigen::Vector3d& case_point) const;

  //! Case axes of u, v and depth; for the hinge kind: along the axis, towards the middle of the jaws, and the
  //! direction in which that middle turns.
  [[nodiscard]] const Eigen::Isometry3d& view_from_case() const { return view_from_case_; }

 private:
  Projection(Kind kind, const Eigen::Isometry3d& view_from_case)
      : kind_(kind), view_from_case_(view_from_case) {}

  Kind kind_ = Kind::orthographic;
  Eigen::Isometry3d view_from_case_ = Eigen::Isometry3d::Identity();
};

}  // namespace intercusp
