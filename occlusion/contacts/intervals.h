// Uncertainty of the contact figures that results from the registration of the bite: 95 % confidence
// intervals over poses within the error of the bite (occlusion/case/bite.h).
//
// The lower is measured in some hundred poses, with coarser pixels than those of the report to save time. For
// an area, the interval of its ratio to the coarse area of the registered bite is multiplied by the reported
// area. For counts and the least distance, the interval of the difference is added to the reported figure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

//! A 95 % confidence interval: the 2.5th and 97.5th percentiles over the poses.
struct Interval {
  double low = 0, high = 0;
};

struct AreaInterval {
  double threshold_mm = 0;
  Interval surface_mm2;
  Interval contacts;  //!< whole numbers
  //! Intervals of AreaTotal's shares by surface distance; empty without axes or if no pose has contact.
  std::optional<Interval> left_share, anterior_share;
};

struct ToothInterval {
  double threshold_mm = 0;
  int tooth = 0;  //!< FDI
  Interval surface_mm2;
};

//! How constant a contact of the report is.
struct ContactPresence {
  int id = 0;             //!< share of the poses in which its faces or their neighbours are in contact
  double presence = 0;    //!< false: too small for the coarse pixels, so the presence is unknown
  bool followed = false;  //!< false: too small for the coarse pixels, presence unknown

  //! Whether the contact is absent in more than 2.5 % of the poses.
  [[nodiscard]] bool vanishes() const { return followed && presence < 0.975; }
};

struct Intervals {
  std::vector<AreaInterval> areas;        //!< like ContactTable::areas
  std::vector<ToothInterval> teeth;       //!< like ContactTable::teeth
  std::vector<ContactPresence> contacts;  //!< like ContactTable::patches
  std::optional<Interval> least_mm;       //!< clearance or distance; empty if the jaws do not face each other
  BiteError error;
  std::size_t poses = 0;  //!< number of poses
  double pixel_mm = 0;    //!< pixel size of the coarse samples
};

//! The reported contacts of the registered bite.
struct NominalContacts {
  const ContactTable& contacts;
  std::optional<double> least_mm;
  std::vector<double> thresholds_mm;
  const std::vector<int>& upper_teeth;  //!< per face
  const std::vector<int>& lower_teeth;
  std::optional<AnatomicalAxes> axes = {};  //!< for the shares of the sides
};

//! Intervals by clearance along the projection of `view`.
//! \param engine of this bite, preferably a live one
//! \throw as MapEngine::compute
[[nodiscard]] Intervals clearance_intervals(MapEngine& engine, const View& view, const Bite& bite,
                                            const NominalContacts& nominal, const BiteError& error = {},
                                            const Progress& progress = {});

//! Intervals by surface distance. One point of the lower's surface per pixel of `map` is followed through the
//! poses. Its distance is extrapolated to first order, and measured again if a threshold lies within 0.3 of
//! the distance that the point moved. Points that are undecided or at the rim of a scan are left out.
//! \param map of the registered bite; its projection distributes the points
[[nodiscard]] Intervals distance_intervals(const PreparedJaws& jaws, const ClearanceMap& map,
                                           const Bite& bite, const NominalContacts& nominal,
                                           const BiteError& error = {}, const Progress& progress = {});

//! The window with pixels of this size, or with larger ones if that would be more than 512 × 512 pixels.
[[nodiscard]] View coarse_view(const View& view, double pixel_mm);

}  // namespace intercusp
