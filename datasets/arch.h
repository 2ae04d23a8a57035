// Places the teeth of a patient on arches that belong to one line of occlusion.
//
// The line of occlusion runs through the lower incisal edges and buccal cusps and, in a normal bite, through
// the fossae of the upper teeth (Angle 1899). Its outline is Braun's beta function of the dental arch (Braun
// et al. 1998). Its height is a sphere of 4 inches (Monson 1920), which gives the curves of Spee and of
// Wilson together. Case frame (LPS): x to the patient's left, y posterior, z superior, mm.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "datasets/dentition_options.h"
#include "datasets/tooth_shape.h"
#include "occlusion/base/jaw.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

//! How one tooth differs from that of the mean patient.
struct ToothTraits {
  CrownScale scale;
  std::array<Eigen::Vector3d, 5> cusp_shift_mm = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                                                  Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                                                  Eigen::Vector3d::Zero()};  //!< tooth frame
  double torque_deg = 0;  //!< additional lean of the crown towards lip or cheek
  double tip_deg = 0;     //!< additional lean of the crown towards mesial
  double turn_deg = 0;    //!< rotation about the long axis
  double out_mm = 0;      //!< shift towards lip or cheek
};

//! Differences between the mouths of two people: the parameters from which arches and crowns are built. The
//! default is the mean patient. For the sources of means and deviations see datasets/README.md.
struct Patient {
  double arch_width_mm = 57, arch_depth_mm = 44;  //!< W and D of Braun's line of occlusion
  std::array<double, 2> spee = {1, 1};         //!< curvature of the right and left side; 1: Monson's sphere
  double wilson = 1;                           //!< curvature across the arch, 1: Monson's sphere
  double overjet = 1;                          //!< overjet of the upper front teeth, relative to the mean
  double overbite_mm = 0;                      //!< how much deeper than the mean
  double lower_forward_mm = 0;                 //!< shift of the lower arch relative to class I
  double lower_midline_mm = 0;                 //!< shift of the lower midline to the left
  std::array<double, 2> crowding_mm = {0, 0};  //!< space that the six upper and lower front teeth lack
  //! Upper and lower, from the patient's right to left.
  std::array<std::array<ToothTraits, 16>, 2> teeth;

  //! Milk teeth have the traits of their successors.
  [[nodiscard]] const ToothTraits& tooth(int fdi) const {
    return teeth[jaw_of(fdi) == Jaw::upper ? 0 : 1][static_cast<std::size_t>(place_along_arch(fdi))];
  }
};

[[nodiscard]] Patient drawn_patient(std::uint64_t seed);

struct PlacedTooth {
  static constexpr double root_mm = 1.5;  //!< length of the visible part of the root
  ToothShape shape;
  Eigen::Vector3d origin;                    //!< middle of the neck
  Eigen::Vector3d distal, buccal, occlusal;  //!< unit axes of the tooth frame, which is mirrored on one side
  double arch_mm = 0;  //!< position of the middle along the arch, from the midline, positive on the left
  double half_width_mm = 0;  //!< distance to the contacts with the neighbours
  double lean_mm = 0;        //!< how far tilt and turn may move the crown out of its place
  bool present = true;       //!< if false, its place is gum

  std::vector<RoundedBox> blocks;  //!< attachments and brackets

  [[nodiscard]] double inside(const Eigen::Vector3d& point) const {
    const Eigen::Vector3d d = point - origin;
    const Eigen::Vector3d p(distal.dot(d), buccal.dot(d), occlusal.dot(d));
    double inside = inside_crown(shape, p.x(), p.y(), p.z());
    // The root of a leaning tooth ends early, because otherwise it would protrude from the gum.
    if (lean_mm > 0) inside = smooth_min(inside, p.z() + root_mm, 1);
    for (const RoundedBox& block : blocks)
      inside = std::max(inside, inside_block(block, p.x(), p.y(), p.z()));
    return inside;
  }
  [[nodiscard]] Eigen::Vector3d point(const Eigen::Vector3d& p) const {
    return origin + p.x() * distal + p.y() * buccal + p.z() * occlusal;
  }
};

//! The patient whose teeth the options describe.
[[nodiscard]] Patient patient_of(const DentitionOptions& options);

//! The teeth of a jaw from the patient's right to left, from second molar to second molar unless the options
//! say otherwise. The seed gives each tooth small deviations in size, position and turn.
[[nodiscard]] std::vector<PlacedTooth> place_teeth(Jaw jaw, const DentitionOptions& options);

}  // namespace intercusp
