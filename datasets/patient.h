// What differs between the mouths of two people: the parameters from which the arches and the crowns are built.
//
// The default is the mean patient. Sources of means and deviations: datasets/README.md.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "datasets/tooth_shape.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

//! One tooth against that of the mean patient.
struct ToothTraits {
  CrownScale scale;
  std::array<Eigen::Vector3d, 5> cusp_shift_mm = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                                                  Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                                                  Eigen::Vector3d::Zero()};  //!< tooth frame
  double torque_deg = 0;  //!< the crown leans further towards lip or cheek
  double tip_deg = 0;     //!< the crown leans further mesially
  double turn_deg = 0;    //!< about its long axis
  double out_mm = 0;      //!< towards lip or cheek
};

struct Patient {
  double arch_width_mm = 57, arch_depth_mm = 44;  //!< W and D of Braun's line of occlusion
  std::array<double, 2> spee = {1, 1};            //!< curvature on the right and left, 1: Monson's sphere
  double wilson = 1;                              //!< curvature across the arch, 1: Monson's sphere
  double overjet = 1;                             //!< of the upper front teeth, share of the mean's
  double overbite_mm = 0;                         //!< deeper than the mean's
  double lower_forward_mm = 0;                    //!< the lower arch against class I
  double lower_midline_mm = 0;                    //!< the lower midline, to the left
  std::array<double, 2> crowding_mm = {0, 0};     //!< room that the six upper and lower front teeth lack
  std::array<std::array<ToothTraits, 16>, 2>
      teeth;  //!< upper and lower, from the patient's right to the left

  //! Milk teeth have the traits of their successors.
  [[nodiscard]] const ToothTraits& tooth(int fdi) const {
    return teeth[jaw_of(fdi) == Jaw::upper ? 0 : 1][static_cast<std::size_t>(place_along_arch(fdi))];
  }
};

[[nodiscard]] Patient drawn_patient(std::uint64_t seed);

}  // namespace intercusp
