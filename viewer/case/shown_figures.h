// The numbers of the pose on screen, found once for every view and panel: the report's own where the jaw rests, else live ones
// with how far they may be off. The contacts as rows of one table: each pair of an upper and a lower tooth once, and contacts of
// what has no number by the region of the arch.
#pragma once

#include <Eigen/Core>

#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/tooth_groups.h"
#include "viewer/case/live_bite.h"
#include "viewer/case/rest_reading.h"

namespace intercusp::viewer {

struct ShownNumber {
  double value = 0;
  double error =
      0;  //!< the report has another value by at most so much (docs/ACCURACY.md, "Live numbers"); 0: the same
};

enum class JawRelation { apart, touching, overlapping };

//! By one measure.
struct ShownFigures {
  Measure measure = Measure::surface_distance;
  double threshold_mm = 0;
  bool as_in_report = false;  //!< else read from the live map, with errors
  bool in_bite = true;        //!< as the report judges it; if not, there are no intervals
  JawRelation relation = JawRelation::apart;
  bool facing = true;  //!< whether any lower surface faces the upper along the map's direction
  //! Negative: depth of the overlap. Empty where there is none, or it is unknown.
  std::optional<ShownNumber> least_mm;
  ShownNumber area_mm2;  //!< of contact
  std::optional<Interval> area_interval_mm2,
      least_interval_mm;  //!< 95 %, as in the report; empty until measured
  //! Percent of the area of the measure on either side; empty without contact or sides, and where its error is too large.
  std::optional<ShownNumber> right_percent, left_percent;
  std::optional<Interval> right_interval_percent;  //!< as the others, by surface distance
  struct Tooth {
    int fdi = 0;
    double area_mm2 = 0, least_mm = 0;
  };
  std::vector<Tooth> teeth;  //!< in contact, by number
};

//! \param rest of the pose and threshold of the live reading; null until it is known
//! \param intervals likewise
[[nodiscard]] ShownFigures figures_of(const LiveBite& live, const RestReading* rest, Measure measure,
                                      const RestIntervals* intervals = nullptr);

constexpr double least_contact_mm2 = 0.005;  //!< reads 0.01

//! What tells one row from the others.
struct ContactName {
  int upper_tooth = 0, lower_tooth = 0;  //!< FDI; 0: unknown
  int patch = 0;  //!< where either tooth is unknown: the first one's id in the report's table
  bool operator==(const ContactName&) const = default;
};

struct ContactPair {
  ContactName name;
  std::optional<ArchPart> region;  //!< of a patch
  PatientSide side = PatientSide::neither;
  double area_mm2 = 0;                                 //!< on the lower jaw
  double least_mm = 0;                                 //!< negative: depth of the overlap
  double share = 0;                                    //!< part of the whole contact area
  std::optional<ToothPlace> upper_place, lower_place;  //!< where the largest patch lies on these two teeth
};

//! Pairs with a readable area (at least 0.01 mm²), in the order of the report. While the jaw moves, pairs are not known:
//! then one row for each lower tooth.  \param rest null while the jaw moves
[[nodiscard]] std::vector<ContactPair> contact_pairs(const LiveBite& live, const RestReading* rest,
                                                     Measure measure);

//! A place of contact on the lower jaw.
struct ContactSpot {
  Eigen::Vector3d case_point{0, 0, 0};
  double radius_mm = 0;  //!< around all of it
};

//! Where a row's contact lies, one for each patch with a part of it, the largest first.
[[nodiscard]] std::vector<ContactSpot> spots_of(const RestReading& rest, Measure measure,
                                                const ContactName& name);

}  // namespace intercusp::viewer
