// Contact patches, teeth in contact and the balance of a bite, from a clearance map.
//
// Every number here is a clearance along π of anatomy, penetration counted as contact, areas those of the
// lower jaw, clipped inside pixels: the report says so beside each. The same tables are filled from surface
// distances by occlusion/contacts/surface_contacts.h; where this file says clearance, they hold the distance.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/detail.h"
#include "occlusion/maps/counted_map.h"

namespace intercusp {

//! Pixels in contact that touch at a side or a corner. A pixel is in contact where a part of it is
//! (contact_shares), its centre is, or a steep piece on it is; so the patches' areas sum to the total.
struct ContactPatch {
  int id = 0;  //!< from 1 through the whole report; within a threshold the largest projected area first
  double threshold_mm = 0;
  int lower_tooth = 0;  //!< FDI, of the lower jaw: where most of the patch lies; 0 = unknown or gum
  int upper_tooth = 0;  //!< of the opposing jaw
  std::string region;   //!< "right posterior", "anterior", "left posterior"; empty without anatomy
  //! Case frame: the middle of the projected area, on the lower's surface where that lies below it.
  Eigen::Vector3d centroid_mm{0, 0, 0};
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double min_clearance_mm =
      0;  //!< at pixel centres; the threshold where only parts beside the centres are below
  double mean_clearance_mm = 0;  //!< over the projected area; min_clearance_mm where that is 0
  std::vector<std::int32_t> lower_faces, upper_faces;  //!< sorted, each once
};

struct AreaTotal {
  double threshold_mm = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  std::size_t contacts = 0;  //!< patches
  // Shares of the projected area, in a report on surface distance of the surface area; empty without anatomy
  // or without contact. Left and right part at the middle of both jaws' extent along `left`, anterior and
  // posterior as arch_sides.h says.
  std::optional<double> left_share, right_share, anterior_share, posterior_share;
  //! Estimated remaining error of surface_mm2, 95 %: the true area of these meshes in this pose lies within
  //! surface_mm2 ± error_mm2 in 19 cases of 20. 0 where nobody has estimated it.
  double error_mm2 = 0;
};

struct ToothContact {
  double threshold_mm = 0;
  int tooth = 0;  //!< FDI, of either jaw
  std::size_t contacts =
      0;  //!< patches that lie on it, whole or in part: one across two teeth counts for both
  double projected_mm2 = 0;
  double surface_mm2 = 0;  //!< of the lower's surface opposite an upper tooth
  double min_clearance_mm = 0;
  double error_mm2 = 0;  //!< estimated remaining error of surface_mm2, 95 %, as in AreaTotal
};

struct ToothPairContact {
  double threshold_mm = 0;
  int upper_tooth = 0, lower_tooth = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double min_clearance_mm = 0;
};

struct ContactReport {
  std::vector<AreaTotal> areas;         //!< one per threshold, in the order given
  std::vector<ContactPatch> patches;    //!< by threshold in the order given, then id
  std::vector<ToothContact> teeth;      //!< by threshold, upper teeth then lower teeth by number
  std::vector<ToothPairContact> pairs;  //!< by threshold, then upper, then lower tooth
};

//! \param maps of one bite: one along a single direction, or one per sector, so that every point of the lower
//! counts
//!        in one of them.
//! \param axes where given, regions and balance are told.
//! \param upper_teeth,lower_teeth per face as face_teeth gives them; may be all 0. Faces without a number are
//! in no
//!        table of teeth, contacts with one on either side in none of pairs.
//! \param details of refine_contacts for these maps and thresholds; empty: the maps as they are
//! \throw std::invalid_argument for a hinge map.
[[nodiscard]] ContactReport find_contacts(std::span<const CountedMap> maps, const Bite& bite,
                                          const std::vector<double>& thresholds_mm,
                                          const std::vector<int>& upper_teeth,
                                          const std::vector<int>& lower_teeth,
                                          const std::optional<AnatomicalAxes>& axes,
                                          const std::vector<std::vector<Detail>>& details = {});

}  // namespace intercusp
