// Where the teeth of a jaw stand: on arches that belong to one line of occlusion.
//
// The line of occlusion runs through the lower incisal edges and buccal cusps and, in a normal bite, through
// the fossae of the upper teeth (Angle 1899). Its outline is Braun's beta function of the dental arch (Braun
// et al. 1998), its height a sphere of 4 inches (Monson 1920), which gives the curves of Spee and of Wilson
// together. Case frame (LPS): x to the patient's left, y posterior, z superior, mm.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "datasets/tooth_shape.h"

namespace intercusp {

struct PlacedTooth {
  ToothShape shape;
  Eigen::Vector3d origin;                    //!< middle of the neck
  Eigen::Vector3d distal, buccal, occlusal;  //!< unit axes of the tooth frame; mirrored on one side
  double arch_mm = 0;        //!< middle of the tooth along its arch, from the midline, positive on the left
  double half_width_mm = 0;  //!< to the contacts with its neighbours

  [[nodiscard]] double inside(const Eigen::Vector3d& point) const {
    const Eigen::Vector3d p = point - origin;
    return inside_crown(shape, distal.dot(p), buccal.dot(p), occlusal.dot(p));
  }
};

//! The 14 teeth of a jaw from the patient's right to the left, second molar to second molar. The seed gives
//! each tooth small deviations in size, place and turn.
[[nodiscard]] std::vector<PlacedTooth> place_teeth(bool upper, std::uint64_t seed);

}  // namespace intercusp
