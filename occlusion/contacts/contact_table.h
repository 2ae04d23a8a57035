// The contacts of a bite as a report lists them: areas, patches, teeth and pairs of teeth, one set per threshold.
//
// The lower's surface is measured, penetration counts as contact, and areas are clipped along the threshold's
// contour. The measure says what is at most the threshold, and what `least_mm` and `mean_mm` hold.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_axes.h"
#include "occlusion/case/tooth_surface.h"

namespace intercusp {

enum class Measure {
  clearance,        //!< along the direction of projection
  surface_distance  //!< to the closest point of the other jaw, in any direction
};

//! One connected area of contact.
struct ContactPatch {
  int id = 0;  //!< from 1 through the whole table; within a threshold the largest area by the measure first
  int number = 0;  //!< from 1 at each threshold, from the patient's right to the left; 0 until with_numbers
  double threshold_mm = 0;
  int lower_tooth = 0;             //!< FDI, where most of the patch lies; 0 = unknown or gum
  int upper_tooth = 0;             //!< of the opposing jaw
  std::optional<ArchPart> region;  //!< right_posterior, anterior or left_posterior; empty without anatomy
  Eigen::Vector3d centroid_mm{
      0, 0, 0};  //!< case frame; of the area of the measure: a curved contact may leave it out
  Eigen::Vector3d place_mm{0, 0, 0};  //!< case frame, on the lower's surface: near the centroid
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double least_mm = 0;
  double mean_mm = 0;                                  //!< over the area of the measure (area_by)
  std::vector<std::int32_t> lower_faces, upper_faces;  //!< sorted, each once
  std::optional<ToothPlace> lower_place = {},
                            upper_place = {};  //!< empty until with_places, and where nothing is known
};

struct AreaTotal {
  double threshold_mm = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  std::size_t contacts = 0;  //!< patches
  // Shares of the area of the measure (area_by); empty without anatomy or without contact. The midline between
  // left and right is the middle of both jaws' extent along `left`; arch_sides.h tells anterior from posterior.
  std::optional<double> left_share, right_share, anterior_share, posterior_share;
  //! Estimated remaining error of surface_mm2, 95 %: in 19 cases of 20 the true area of these meshes in this pose
  //! lies within surface_mm2 ± error_mm2. Empty if not estimated.
  std::optional<double> error_mm2;
};

struct ToothContact {
  double threshold_mm = 0;
  int tooth = 0;             //!< FDI, of either jaw
  std::size_t contacts = 0;  //!< patches wholly or partly on it: one across two teeth counts for both
  double projected_mm2 = 0;
  double surface_mm2 = 0;  //!< of an upper tooth: the lower's surface opposite it
  double least_mm = 0;
  std::optional<double> error_mm2;  //!< of surface_mm2, as in AreaTotal
};

struct ToothPairContact {
  double threshold_mm = 0;
  int upper_tooth = 0, lower_tooth = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double least_mm = 0;
};

struct ContactTable {
  Measure measure = Measure::clearance;
  std::vector<AreaTotal> areas;         //!< one per threshold, in the order given
  std::vector<ContactPatch> patches;    //!< by threshold in the order given, then id
  std::vector<ToothContact> teeth;      //!< by threshold, upper teeth then lower teeth by number
  std::vector<ToothPairContact> pairs;  //!< by threshold, then upper, then lower tooth
};

//! The area that belongs to a measure: clearance is known per projected area, surface distance per surface area.
[[nodiscard]] inline double area_by(Measure measure, double projected_mm2, double surface_mm2) {
  return measure == Measure::clearance ? projected_mm2 : surface_mm2;
}

// The number of each contact of a table in tables, pictures and files, and where on the teeth it lies.

//! Returns the patches with `upper_place` and `lower_place`: the middle of a patch's faces on its tooth
//! (tooth_surface.h). A patch without a tooth, or on a tooth without axes, has no place there.
//! \param upper,lower in the bite's pose \param upper_teeth,lower_teeth per face, as face_teeth() gives them
[[nodiscard]] std::vector<ContactPatch> with_places(std::vector<ContactPatch> patches, const Bite& bite,
                                                    const std::vector<ToothAxes>& upper,
                                                    const std::vector<ToothAxes>& lower,
                                                    const std::vector<int>& upper_teeth,
                                                    const std::vector<int>& lower_teeth);

//! Numbers the contacts of each threshold 1, 2, 3 … from the patient's right to the left; of two at the same place
//! the one with the smaller id comes first. The order of the list stays.
//! \param left of the patient, a unit vector in the case frame
[[nodiscard]] std::vector<ContactPatch> with_numbers(std::vector<ContactPatch> patches,
                                                     const Eigen::Vector3d& left);

}  // namespace intercusp
