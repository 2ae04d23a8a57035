// The teeth of a jaw, each with its own axes, which describe places on the tooth.
//
// Lengths are mm. Points and directions are in the case frame, in the pose of the bite.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! A labelled crown and the frame of its three axes.
struct ToothAxes {
  int fdi = 0;
  //! Orthogonal unit vectors; occlusal runs along the long axis, towards the bite.
  Eigen::Vector3d mesial, buccal, occlusal;
  Eigen::Vector3d origin;  //!< centre of the crown's extents along the axes
  // Extents of the surface that bears the number, without what the gum hides.
  double mesiodistal_mm = 0, buccolingual_mm = 0, height_mm = 0;
  std::vector<std::uint32_t> faces;  //!< faces of the jaw's anatomy, ascending

  //! Matrix with the rows mesial, buccal and occlusal.
  [[nodiscard]] Eigen::Matrix3d rows() const {
    Eigen::Matrix3d rows;
    rows << mesial.transpose(), buccal.transpose(), occlusal.transpose();
    return rows;
  }
  //! Transform to coordinates along mesial, buccal and occlusal from the origin. Left-handed in
  //! quadrants 1 and 3.
  [[nodiscard]] Eigen::Isometry3d tooth_from_case() const {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = rows();
    pose.translation() = -(rows() * origin);
    return pose;
  }
};

//! Returns the axes of each tooth, along the arch from the patient's right to left. Empty for a single tooth,
//! because one tooth shows no arch.
//!
//! The long axis is the direction of the crown's walls, like the axis of a cylinder. It is most nearly
//! perpendicular to the normals of all faces more than 60° from it. The walls of front teeth do not show
//! their mesiodistal tip, so their axis is perpendicular to the arch. Mesiodistal is the tangent of the arch
//! between the contacts with both neighbours; for front teeth, the incisal edge. Buccolingual is
//! perpendicular to both, pointing outwards. On generated dentitions the axes are within 6° of those that the
//! crowns were made with.
//! \param face_teeth as face_teeth() gives them; teeth of the other jaw are ignored
[[nodiscard]] std::vector<ToothAxes> tooth_axes(const Solid& jaw, const std::vector<int>& face_teeth,
                                                const Eigen::Isometry3d& case_from_jaw,
                                                const AnatomicalAxes& axes, Jaw which);

//! nullptr if the jaw lacks the tooth.
[[nodiscard]] const ToothAxes* tooth_named(std::span<const ToothAxes> teeth, int fdi);

}  // namespace intercusp
