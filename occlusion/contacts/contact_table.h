// Contacts of a bite as a report lists them: areas, patches, teeth and pairs of teeth for each threshold.
//
// Areas lie on the lower's surface, include penetration, and are clipped along the contour of the threshold.
// A `Measure` decides what is compared with the threshold and what `least_mm` and `mean_mm` hold.
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
  int id = 0;      //!< from 1, unique in the table; within a threshold by decreasing area of the measure
  int number = 0;  //!< from 1 at each threshold, from the patient's right to left; 0 until with_numbers
  double threshold_mm = 0;
  int lower_tooth = 0;             //!< FDI of the tooth with most of the patch; 0 = unknown or gum
  int upper_tooth = 0;             //!< FDI of the opposing tooth, likewise
  std::optional<ArchPart> region;  //!< right_posterior, anterior or left_posterior; empty without anatomy
  //! Centroid of the area of the measure, case frame. On a curved contact it may lie off the surface.
  Eigen::Vector3d centroid_mm{0, 0, 0};
  Eigen::Vector3d place_mm{0, 0, 0};  //!< point of the lower's surface near the centroid, case frame
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double least_mm = 0;
  double mean_mm = 0;                                  //!< over the area of the measure (area_by)
  std::vector<std::int32_t> lower_faces, upper_faces;  //!< sorted, each once
  //! Empty before with_places, and where nothing is known.
  std::optional<ToothPlace> lower_place = {}, upper_place = {};
};

struct AreaTotal {
  double threshold_mm = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  std::size_t contacts = 0;  //!< number of patches
  // Shares of the area of the measure (area_by); empty without anatomy or without contact. The midline
  // between left and right is the middle of both jaws' extent along `left`. Anterior and posterior are
  // defined in arch_sides.h.
  std::optional<double> left_share, right_share, anterior_share, posterior_share;
  //! Estimated remaining error of surface_mm2, 95 %: in 19 of 20 cases the true area of these meshes in this
  //! pose lies within surface_mm2 ± error_mm2. Empty if not estimated.
  std::optional<double> error_mm2;
};

struct ToothContact {
  double threshold_mm = 0;
  int tooth = 0;  //!< FDI, upper or lower
  //! Patches that lie on it, wholly or partly; a patch across two teeth counts for both.
  std::size_t contacts = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;  //!< on the lower's surface; for an upper tooth, the part opposite it
  double least_mm = 0;
  std::optional<double> error_mm2;  //!< error of surface_mm2, as in AreaTotal
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
  std::vector<AreaTotal> areas;         //!< one per threshold, in the given order
  std::vector<ContactPatch> patches;    //!< by threshold in the given order, then by id
  std::vector<ToothContact> teeth;      //!< by threshold, upper teeth before lower ones, then by number
  std::vector<ToothPairContact> pairs;  //!< by threshold, then by upper and lower tooth
};

//! The area that a measure is averaged over: projected area for clearance, surface area for surface distance.
[[nodiscard]] inline double area_by(Measure measure, double projected_mm2, double surface_mm2) {
  return measure == Measure::clearance ? projected_mm2 : surface_mm2;
}

// Numbers of contacts in tables, pictures and files, and their places on the teeth.

//! Returns the patches with `upper_place` and `lower_place` set: the middle of a patch's faces on its tooth
//! (tooth_surface.h). A patch without a tooth, or on a tooth without axes, has no place there.
//! \param upper,lower axes of the teeth in the bite's pose
//! \param upper_teeth,lower_teeth per face, as face_teeth() gives them
[[nodiscard]] std::vector<ContactPatch> with_places(std::vector<ContactPatch> patches, const Bite& bite,
                                                    const std::vector<ToothAxes>& upper,
                                                    const std::vector<ToothAxes>& lower,
                                                    const std::vector<int>& upper_teeth,
                                                    const std::vector<int>& lower_teeth);

//! Numbers the contacts of each threshold 1, 2, 3 … from the patient's right to left. Contacts at equal
//! positions are numbered by id. The order of the list does not change.
//! \param left the patient's left, a unit vector in the case frame
[[nodiscard]] std::vector<ContactPatch> with_numbers(std::vector<ContactPatch> patches,
                                                     const Eigen::Vector3d& left);

}  // namespace intercusp
