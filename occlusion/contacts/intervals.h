// How uncertain each contact figure is because the registration of the bite is: 95 % confidence intervals over poses
// within the error of the bite (occlusion/case/bite.h).
//
// The lower is measured in some hundred poses, on coarser pixels than those of the report to save time. For areas, the
// interval is that of the ratio to the coarse sample of the registered bite, times the reported figure; for counts and
// the least distance it is the interval of the difference, added to the reported figure.
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

//! A 95 % confidence interval: the 2.5th and the 97.5th percentile over the poses.
struct Interval {
  double low = 0, high = 0;
};

struct AreaInterval {
  double threshold_mm = 0;
  Interval surface_mm2;
  Interval contacts;  //!< whole numbers
  //! Intervals of AreaTotal's shares by surface distance; empty without axes, and where no pose has contact.
  std::optional<Interval> left_share, anterior_share;
};

struct ToothInterval {
  double threshold_mm = 0;
  int tooth = 0;  //!< FDI
  Interval surface_mm2;
};

//! A contact of the report.
struct ContactPresence {
  int id = 0;             //!< ContactPatch::id
  double presence = 0;    //!< share of the poses in which its faces, or their neighbours, are in contact
  bool followed = false;  //!< false: too small for the coarse pixels, presence unknown

  //! Whether it is absent from more than 2.5 % of the poses.
  [[nodiscard]] bool vanishes() const { return followed && presence < 0.975; }
};

struct Intervals {
  std::vector<AreaInterval> areas;        //!< like ContactTable::areas
  std::vector<ToothInterval> teeth;       //!< as ContactTable::teeth
  std::vector<ContactPresence> contacts;  //!< as ContactTable::patches
  std::optional<Interval> least_mm;  //!< clearance or distance; empty where the jaws do not face each other
  BiteError error;
  std::size_t poses = 0;  //!< looked at
  double pixel_mm = 0;    //!< of the coarse samples
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

//! By clearance along the projection of `view`. \param engine of this bite, best a live one
//! \throw as MapEngine::compute
[[nodiscard]] Intervals clearance_intervals(MapEngine& engine, const View& view, const Bite& bite,
                                            const NominalContacts& nominal, const BiteError& error = {},
                                            const Progress& progress = {});

//! By surface distance. One point of the lower's surface per pixel of `map` is followed through the poses. Its
//! distance is extrapolated to first order, and measured again if a threshold lies within 0.3 of the distance that
//! the point moved. Points that are undecided or at the rim of a scan are left out.
//! \param map of the registered bite, along the projection that spreads the points
[[nodiscard]] Intervals distance_intervals(const PreparedJaws& jaws, const ClearanceMap& map,
                                           const Bite& bite, const NominalContacts& nominal,
                                           const BiteError& error = {}, const Progress& progress = {});

//! The window with pixels of this size or, where that would be more than 512 × 512 of them, larger ones.
[[nodiscard]] View coarse_view(const View& view, double pixel_mm);

}  // namespace intercusp
