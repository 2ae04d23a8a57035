// Computes everything that a report says about a bite from two solids and a pose.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/bite_relations.h"
#include "occlusion/case/case.h"
#include "occlusion/case/tooth_landmarks.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/directions/sectors.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/motion/first_contact.h"

namespace intercusp {

struct InspectionOptions {
  EngineKind engine = EngineKind::automatic;
  double pixel_mm = 0.05;
  double depth_tolerance_mm = default_depth_tolerance_mm;
  std::optional<Eigen::Vector3d> direction;  //!< π; empty: chosen from the bite
  //! Number of pieces of the arch, each with its own direction (docs/ACCURACY.md, "Sectors"); one direction if
  //! `direction` is given or the scans show no arch.
  int sectors = 5;
  //! Requested 95 % error of contact areas, as a share. The edges of contacts are refined
  //! until it is reached.
  double area_error = 0.005;
  //! Measure distances in any direction: at vertices, the least one, and areas within the thresholds.
  bool surface_distance = true;
  //! Intervals over poses within the error of the bite; none with 0 poses.
  BiteError bite_error = {.poses = 200};
  bool exact = false;         //!< find where the surfaces cross, by an exact test: curves and pairs of faces
  bool first_contact = true;  //!< of a closing about the hinge axis, if the axes are known
  //! Measured condyles, case frame: the hinge axis of the first contact. Empty: average ones.
  std::optional<Condyles> condyles;
  std::vector<double> thresholds_mm = {0.05, 0.1, 0.15, 0.2,
                                       0.35};  //!< Owens 2002 and others, docs/ACCURACY.md
  std::vector<ToothLandmark> landmarks =
      {};  //!< replace those found (with_given); in the frames of the scans
};

struct Inspection {
  std::shared_ptr<const Case> bite_case;
  std::vector<ToothLandmark> landmarks;  //!< of both jaws, in the case frame
  BiteRelations relations;
  ClearanceMap map;                  //!< the whole bite along one direction: for pictures, depth, volume
  std::optional<SectoredArch> arch;  //!< empty if one direction serves the whole bite
  std::vector<CountedMap> maps;      //!< one per sector, else one map: areas, contacts and counts of pixels
  EngineKind engine = EngineKind::zlist;
  EngineReason engine_reason;
  InspectionOptions options;

  //! Whether the surfaces are deeper in each other than the tolerance. Without surface distances, the exact
  //! test decides if it ran, else the pixels of the maps.
  bool interference = false;
  std::optional<double> min_clearance_mm;  //!< empty if no pixel has a finite clearance; see refined_least.h
  double min_clearance_error_mm = 0;       //!< the true value may be lower by this
  double max_penetration_mm = 0;
  double overlap_volume_mm3 = 0;
  MapCounts pixels;           //!< summed over `maps`
  Quantisation quantisation;  //!< rounding of the maps
  ContactTable contacts;      //!< by clearance
  std::optional<SurfaceFindings> surface;
  std::optional<Intervals> clearance_intervals, distance_intervals;
  std::optional<ExactInterference> exact;
  //! Empty like hinge_contact, and if the directions are not the patient's.
  std::optional<HingeContact> first_contact;
  std::vector<Finding> findings;  //!< not in bite, swapped, far apart, …: shown before any number

  //! "prepare", "map", "analysis", "surface_distance", "first_contact", "exact" and "intervals"; not part of
  //! the result. "surface_distance" runs beside "map" and "analysis", and each counts in full.
  std::vector<StageTime> timings;
};

//! No bite is deeper than this, or has its teeth farther apart: scans of whole arches are matched to about 0.1 mm, and teeth
//! yield by some hundredths of a millimetre.
inline constexpr double farthest_from_bite_mm = 0.4;
//! Whether the jaws are near a bite, by surface distance where it was measured. If not, the numbers are right for the pose,
//! but what the error of a registration makes of them says nothing.
[[nodiscard]] bool in_bite(const Inspection& inspection);

struct InspectionIntervals {
  std::optional<Intervals> by_clearance, by_distance;
};

//! Everything but the intervals, which take as long as the rest.
struct UnfinishedInspection : Inspection {
  //! Finds the intervals. Holds trees and an engine of both jaws, about as large as the jaws.
  //! \throw Cancelled; also as inspect
  std::function<InspectionIntervals(const Progress&)> find_intervals;
};

//! Each threshold once, in the given order.
[[nodiscard]] std::vector<double> each_once(const std::vector<double>& thresholds_mm);

//! Runs the whole inspection. Equal thresholds count once.
//! \throw std::invalid_argument for more than limits::most_thresholds
[[nodiscard]] Inspection inspect(const std::shared_ptr<const Case>& bite_case,
                                 const InspectionOptions& options = {}, const Progress& progress = {});

//! As inspect, but without waiting for the intervals.
[[nodiscard]] UnfinishedInspection inspect_pose(const std::shared_ptr<const Case>& bite_case,
                                                const InspectionOptions& options = {},
                                                const Progress& progress = {});

}  // namespace intercusp
