// The anatomical axes of a case, found from the scans.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! Orthogonal unit vectors in the case frame; left = superior × anterior.
struct AnatomicalAxes {
  Eigen::Vector3d superior;  //!< from lower to upper, perpendicular to the occlusal plane
  Eigen::Vector3d anterior;
  Eigen::Vector3d left;  //!< the patient's left

  [[nodiscard]] Eigen::Vector3d posterior() const { return -anterior; }
  //! Rotation from the case frame to components along left, anterior and superior.
  [[nodiscard]] Eigen::Matrix3d anatomical_from_case() const {
    return (Eigen::Matrix3d() << left.transpose(), anterior.transpose(), superior.transpose()).finished();
  }
};

//! How superior was found.
enum class SuperiorMethod { open_normals, principal_axes };

struct Anatomy {
  std::optional<AnatomicalAxes> axes;    //!< empty if the confidence is below `least_confidence`
  double confidence = 0;                 //!< 0 to 1
  std::optional<SuperiorMethod> method;  //!< empty if a jaw has no surface
  //! Codes: "jaws_swapped", "jaw_upside_down", "jaws_face_away", "jaws_far_apart", "frame_mirrored";
  //! prepare_case adds "teeth_sides_contradict" with the value `jaw`.
  std::vector<Finding> findings;

  static constexpr double least_confidence = 0.5;
};

//! Finds the axes. Superior follows from the area-weighted sum of normals, which for an open scan points to
//! the bite. For closed jaws this sum is zero; superior is then the smallest principal axis, pointing to the
//! upper. Anterior points away from the opening of the horseshoe. Estimated tooth numbers do not prove that
//! jaws are swapped or mirrored.
[[nodiscard]] Anatomy find_anatomy(const Bite& bite);

//! Whether the teeth numbered as left lie on the patient's right; false if one side has no numbered teeth.
[[nodiscard]] bool sides_are_mirrored(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                                      const AnatomicalAxes& axes);

// The crowns of a jaw: its part near the bite.

//! Components along left, anterior and superior, in this order.
using AnatomicalVector = Eigen::Vector3d;

struct CrownPoint {
  AnatomicalVector along;  //!< place in the case
  Eigen::Vector3d own;     //!< in the jaw's frame
  std::size_t faces;       //!< number of anatomical faces that use the point
};

//! Returns the vertices of the anatomy within 5 mm of the one that reaches farthest towards the bite.
[[nodiscard]] std::vector<CrownPoint> crown_points(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                                   const AnatomicalAxes& axes, Jaw which);

//! Returns how far the upper arch extends beyond the lower one: the median over the directions from
//! the middle of the arch to the front and the sides, 0.6 to 2.4 mm on two scanned bites. It is
//! negative if the jaws are swapped or the lower arch bites outside the upper all around, and 0 if
//! the arches share no direction.
[[nodiscard]] double upper_reach_mm(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
