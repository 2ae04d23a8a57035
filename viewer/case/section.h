// The outline of both jaws in one plane, as lines in that plane: the cross-section view and its ruler.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! A plane of the case with its axes: z is the normal, x right and y down in the section view.
struct SectionPlane {
  Eigen::Isometry3d case_from_plane = Eigen::Isometry3d::Identity();

  [[nodiscard]] Eigen::Vector3d normal() const { return case_from_plane.linear().col(2); }
  [[nodiscard]] double offset_mm() const { return normal().dot(case_from_plane.translation()); }
};

//! Directions that a section is usually cut in.
enum class SectionKind { sagittal, frontal, horizontal, across_arch };

//! \param place the plane passes through it (case frame). Sagittal: x anterior, y inferior. Frontal: x to the
//! patient's left, y inferior. Horizontal: x to the patient's left, y posterior. Across the arch: at right
//! angles to the arch's curve at `place`, x outwards from the arch's middle, y inferior; on the patient's
//! right x inwards, so that the right is on the left of the drawing, as in frontal views. What lies before
//! the plane (normal · p below its offset) is what a cut takes away.
[[nodiscard]] SectionPlane section_through(const LoadedCase& loaded, SectionKind kind,
                                           const Eigen::Vector3d& place);

struct SectionLine {
  Eigen::Vector2d from, to;  //!< mm in the plane
  bool anatomy = true;       //!< false: skirt or base that import added
};

struct SectionOutline {
  std::vector<SectionLine> upper, lower;
};

//! Every face that the plane crosses gives one line; faces that lie in it give none.
[[nodiscard]] SectionOutline cut(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                 const SectionPlane& plane);

}  // namespace intercusp::viewer
