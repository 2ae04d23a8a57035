// The numbers of the pose on screen, found once for every view and panel: the report's own where the jaw rests, else
// live ones with how far they may be off.
#pragma once

#include <optional>
#include <vector>

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
  JawRelation relation = JawRelation::apart;
  bool facing = true;  //!< whether any lower surface faces the upper along the map's direction
  //! Negative: depth of the overlap. Empty where there is none, or it is unknown.
  std::optional<ShownNumber> least_mm;
  ShownNumber area_mm2;  //!< of contact
  std::optional<Interval> area_interval_mm2,
      least_interval_mm;  //!< 95 %, as in the report; empty until measured
  //! Percent of the area of the measure on either side; empty without contact or sides, and where its error is too large.
  std::optional<ShownNumber> right_percent, left_percent;
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

}  // namespace intercusp::viewer
