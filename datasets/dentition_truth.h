// True values of a generated dentition: sizes, axes and landmarks of its teeth, and the forms of its arches.
//
// They are found on the body from which the meshes are made, so they hold for any number of triangles.
// A landmark that the scan does not show (a contact inside its neighbour, a facial axis under a
// bracket) is left out.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string_view>
#include <vector>

#include "datasets/arch.h"
#include "datasets/jaw_body.h"

namespace intercusp {

struct Landmark {
  std::string_view name;  //!< as in segment.json
  Eigen::Vector3d position_mm;
};

struct ToothTruth {
  int fdi = 0;
  double mesiodistal_mm = 0;                 //!< width between its contact points, along the mesiodistal axis
  Eigen::Vector3d origin_mm;                 //!< middle of the neck
  Eigen::Vector3d buccal, mesial, occlusal;  //!< unit vectors
  std::vector<Landmark> landmarks;
};

//! A value is empty if the teeth that define it are missing.
struct ArchTruth {
  //! Greatest distance, towards the roots of the lower jaw, of the buccal cusps of canine, premolars and
  //! molars from the plane through the middle of the central incisors' edges and the distobuccal cusps of
  //! both second molars.
  std::optional<double> spee_right_mm, spee_left_mm;
  //! How far mesiolingual cusps of the first molars lie below the mesiobuccal ones, mean of both sides.
  std::optional<double> wilson_mm;
  //! Distances between the tips of canines, and between the mesiobuccal cusps of first molars.
  std::optional<double> intercanine_mm, intermolar_mm;
  double occlusion_width_mm = 0, occlusion_depth_mm = 0;  //!< W and D of Braun's line of occlusion
};

struct JawTruth {
  std::vector<ToothTruth> teeth;  //!< right to left
  ArchTruth arch;
};

[[nodiscard]] JawTruth truth_of(const JawBody& jaw, const Patient& patient);

//! Moves origins, axes and landmarks by the pose.
void move(JawTruth& truth, const Eigen::Isometry3d& pose);

}  // namespace intercusp
