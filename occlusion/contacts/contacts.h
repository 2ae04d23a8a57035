// Contact patches, teeth in contact and the balance of a bite, from a clearance map.
//
// Every number here is a clearance along π of anatomy, penetration counted as contact, areas those of the lower jaw,
// clipped inside pixels: the report says so beside each.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/pose/anatomy.h"
#include "occlusion/pose/bite.h"

namespace intercusp {

//! FDI tooth number of each face: the label that most of its vertices bear; 0 for gum and where nothing is known.
[[nodiscard]] std::vector<int> face_teeth(const Solid& solid);

//! Where nothing is labelled and each tooth is a component of its own: FDI numbers per vertex, counted along the arch from
//! the midline. Empty where the components are no such arch (fewer than 4 or more than 16 of tooth size).
[[nodiscard]] std::vector<int> estimate_labels(const Solid& solid, const AnatomicalAxes& axes, bool upper,
                                               const Eigen::Isometry3d& case_from_solid);

struct ContactPatch {
  int id = 0;             //!< from 1, largest projected area first within a threshold
  double threshold_mm = 0;
  int lower_tooth = 0;    //!< FDI, of the lower jaw: where most of the patch lies; 0 = unknown or gum
  int upper_tooth = 0;    //!< of the opposing jaw
  std::string region;     //!< "right posterior", "anterior", "left posterior"; empty without anatomy
  Eigen::Vector3d centroid_mm{0, 0, 0};  //!< case frame, on the lower's surface, area-weighted
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double min_clearance_mm = 0;
  double mean_clearance_mm = 0;  //!< weighted by projected area
  std::vector<std::int32_t> lower_faces, upper_faces;  //!< sorted, each once
};

struct AreaTotal {
  double threshold_mm = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  std::size_t contacts = 0;
  // Shares of the projected area; empty without anatomy or without contact.
  std::optional<double> left_share, right_share, anterior_share, posterior_share;
};

struct ToothContact {
  double threshold_mm = 0;
  int tooth = 0;  //!< FDI, of either jaw
  std::size_t contacts = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;  //!< of the lower's surface opposite an upper tooth
  double min_clearance_mm = 0;
};

struct ToothPairContact {
  double threshold_mm = 0;
  int upper_tooth = 0, lower_tooth = 0;
  double projected_mm2 = 0;
  double surface_mm2 = 0;
  double min_clearance_mm = 0;
};

struct ContactReport {
  std::vector<AreaTotal> areas;           //!< one per threshold, in the order given
  std::vector<ContactPatch> patches;      //!< by threshold in the order given, then id
  std::vector<ToothContact> teeth;        //!< by threshold, upper teeth then lower teeth by number
  std::vector<ToothPairContact> pairs;    //!< by threshold, then upper, then lower tooth
};

//! \param axes where given, regions and balance are told.
//! \param upper_teeth,lower_teeth per face as face_teeth gives them; may be all 0.
[[nodiscard]] ContactReport find_contacts(const ClearanceMap& map, const Bite& bite,
                                          const std::vector<double>& thresholds_mm,
                                          const std::vector<int>& upper_teeth, const std::vector<int>& lower_teeth,
                                          const std::optional<AnatomicalAxes>& axes);

}  // namespace intercusp
