// What a report says of a pose, for the screen: the numbers of `inspect` itself, read when the jaw rests.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/inspect.h"
#include "viewer/case/live_bite.h"

namespace intercusp::viewer {

//! The case in another pose, as import read it. Axes and teeth are found again, as `inspect --pose` does.
[[nodiscard]] Bite posed_bite(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower);

//! The options of `inspect`, with the threshold shown added.
[[nodiscard]] InspectionOptions report_options(double threshold_mm);

//! What the error of the bite's registration makes of the numbers of a pose: 95 % intervals, as in the report.
struct RestIntervals {
  struct Figures {
    std::optional<Interval> area_mm2, least_mm;
    std::optional<Interval> left_share;  //!< part of the contact area, by surface distance
  };
  Figures by_clearance, by_distance;

  [[nodiscard]] const Figures& by(Measure measure) const {
    return measure == Measure::surface_distance ? by_distance : by_clearance;
  }
};

//! One pose at one threshold.
struct RestReading {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double threshold_mm = 0;
  std::shared_ptr<const Case> bite_case;  //!< in this pose, numbered as the report numbers it
  bool interference = false;
  std::optional<double> least_clearance_mm, least_distance_mm;  //!< empty where there is none
  ContactTable by_clearance, by_distance;                       //!< the rows at the threshold
  //! What makes the pose doubtful: jaws that overlap too deeply, pass each other or are upside down.
  std::optional<Finding> doubt;
  bool in_bite = true;  //!< as the report judges it
  int lower_teeth = 0;  //!< with a number
  double ms = 0;
  //! Takes about a second. What it needs is as large as both jaws, and is freed when they are found: call it until it
  //! returns, then no more. Empty in a pose to compare with.
  std::function<RestIntervals(const Progress&)> find_intervals;

  [[nodiscard]] const ContactTable& by(Measure measure) const {
    return measure == Measure::surface_distance ? by_distance : by_clearance;
  }
  [[nodiscard]] const std::optional<double>& least_mm(Measure measure) const {
    return measure == Measure::surface_distance ? least_distance_mm : least_clearance_mm;
  }
};

//! About a second. What a report adds about the error of the bite can be found later.  \throw Cancelled
[[nodiscard]] RestReading read_at_rest(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                       double threshold_mm, const Progress& progress = {});

//! Contact of a tooth in a pose.
struct ToothFigures {
  double area_mm2 = 0;  //!< on the lower jaw
  double depth_mm = 0;  //!< depth of the overlap; 0 where the surfaces only come near
  double share = 0;     //!< part of the whole contact area
};

//! What differs between two poses of a case.
struct ToothDifference {
  int tooth = 0;  //!< FDI, of the lower; 0: the whole bite
  ToothFigures now, other;
};

//! The whole bite, then the lower teeth in contact in either pose by number.
//! \pre both at one threshold
[[nodiscard]] std::vector<ToothDifference> tooth_differences(const RestReading& now, const RestReading& other,
                                                             Measure measure);

enum class Light { green, amber, red };

//! A judgement of how the two scans were brought together, from what they show: how deep they overlap or how far they stand
//! apart, how many teeth meet and where. By surface distance.
struct Registration {
  std::optional<Light> light;  //!< empty while the interval of the balance decides and is not known yet
  double least_mm = 0;         //!< negative: depth of the overlap
  // What is wrong with it.
  bool too_deep = false, few_meet = false;
  bool no_contact = false, one_side = false;
  bool lopsided = false;  //!< the 95 % interval of the balance leaves 30 to 70 %, or sides are not known
};

//! Deeper than this, overlap is an error of scans or registration: teeth yield by some hundredths of a millimetre under load, and
//! matched scans of whole arches are off by up to about 0.1 mm.
constexpr double most_overlap_mm = 0.15;
//! A bite that may have less or more of its contact area on one side is looked at again.
constexpr Interval usual_balance = {0.3, 0.7};

//! Red where the jaws are not in bite; green only where nothing is wrong. Empty where no distance is certain.
//! \param intervals null: not known yet
[[nodiscard]] std::optional<Registration> registration_of(const RestReading& rest,
                                                          const RestIntervals* intervals);

}  // namespace intercusp::viewer
