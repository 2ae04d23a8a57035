// What is true of a generated dentition: sizes, axes and landmarks of its teeth, and the forms of its arches.
//
// All of it is found on the body from which the meshes are made, so it holds for any number of triangles. A landmark
// that the scan does not show (a contact inside its neighbour, a facial axis under a bracket) is left out.
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
  double mesiodistal_mm = 0;                 //!< of the crown, between its contact points
  Eigen::Vector3d origin_mm;                 //!< middle of the neck
  Eigen::Vector3d buccal, mesial, occlusal;  //!< unit vectors
  std::vector<Landmark> landmarks;
};

//! Empty where the teeth that define a value are missing.
struct ArchTruth {
  //! Greatest distance, towards the lower jaw's root side, of the canine's, premolars' and molars' buccal cusps from the
  //! plane through the middle of the central incisors' edges and the distobuccal cusps of both second molars.
  std::optional<double> spee_right_mm, spee_left_mm;
  std::optional<double>
      wilson_mm;  //!< mesiolingual below mesiobuccal cusps of the first molars, mean of both
  std::optional<double> intercanine_mm,
      intermolar_mm;  //!< between tips of canines, mesiobuccal of first molars
  double occlusion_width_mm = 0, occlusion_depth_mm = 0;  //!< Braun's W and D of the line of occlusion
};

struct JawTruth {
  std::vector<ToothTruth> teeth;  //!< right to left
  ArchTruth arch;
};

[[nodiscard]] JawTruth truth_of(const JawBody& jaw, const Patient& patient);

//! Moves origins, axes and landmarks.
void move(JawTruth& truth, const Eigen::Isometry3d& pose);

}  // namespace intercusp
