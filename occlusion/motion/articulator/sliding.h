// The paths of an articulator: along each excursion the teeth slide on each other.
//
// An excursion leaves one degree of freedom, the turn about the moved axis. It is found in one step: the
// lower starts wide open and closes to first contact.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/motion/articulator/condyles.h"
#include "occlusion/motion/contact_search.h"

namespace intercusp {

//! Opening from which the lower closes. At the first molars, some 50 mm in front of the axis, this is 17 mm.
constexpr double wide_open_rad = 20 * rad_per_deg;
//! Limit of closing beyond the registered bite: teeth in bite are never further apart.
constexpr double over_closed_rad = 10 * rad_per_deg;

//! A case on its articulator.
struct Articulator {
  AnatomicalAxes axes;
  Condyles condyles;
  ArticulatorSettings settings;
  Eigen::Vector3d incisal_point;       //!< of the lower, case frame, in the registered bite
  Eigen::Isometry3d upper_from_lower;  //!< the registered bite
};

//! First contact of a closing turn: ContactSearch::first, or a substitute in tests.
using ClosingStep = std::function<std::optional<FirstContact>(const Eigen::Isometry3d& upper_from_lower,
                                                              const Motion& closing)>;

struct ArticulatedPose {
  double travel_mm = 0;     //!< of the guiding condyle
  double opening_rad = 0;   //!< about the moved axis, against the registered bite moved with it; negative
                            //!< where it closes further
  double excursion_mm = 0;  //!< of the lower incisal point, in the occlusal plane, against intercuspation
  Eigen::Vector3d incisal_point{0, 0, 0};  //!< of the lower, case frame
  Condyles condyles;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  FirstContact contact;
};

//! The registered bite closed about the axis; empty if the jaws do not meet.
[[nodiscard]] std::optional<ArticulatedPose> intercuspation(const Articulator& articulator,
                                                            const ClosingStep& closing);

//! Slides from intercuspation through poses with the requested excursions, to `tolerance_mm` if the path has such
//! a pose: it may jump where teeth separate on a steep wall, and then the nearest pose found is returned. Ends
//! early if the jaws no longer meet.
//! \param excursions_mm growing, above 0.
[[nodiscard]] std::vector<ArticulatedPose> slide(const Articulator& articulator, Excursion excursion,
                                                 const ArticulatedPose& intercuspation,
                                                 std::span<const double> excursions_mm, double tolerance_mm,
                                                 const ClosingStep& closing);

//! Opening from intercuspation about the axis. It has no contact; that of intercuspation is kept.
[[nodiscard]] ArticulatedPose opened(const Articulator& articulator, const ArticulatedPose& intercuspation,
                                     double opening_rad);

}  // namespace intercusp
