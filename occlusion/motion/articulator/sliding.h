// The paths of an articulator: in each excursion the teeth slide on each other.
//
// An excursion leaves one degree of freedom, the turn about the moved axis. One step finds it: the lower
// starts wide open and closes to first contact.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/motion/articulator/condyles.h"
#include "occlusion/motion/contact_search.h"

namespace intercusp {

//! Opening from which the lower closes. At the first molars, some 50 mm in front of the axis, it is 17 mm.
constexpr double wide_open_rad = 20 * rad_per_deg;
//! Limit of closing beyond the registered bite. The teeth of a registered bite are never further apart.
constexpr double over_closed_rad = 10 * rad_per_deg;

//! A case on its articulator.
struct Articulator {
  AnatomicalAxes axes;
  Condyles condyles;
  ArticulatorSettings settings;
  Eigen::Vector3d incisal_point;       //!< incisal point of the lower, case frame, in the registered bite
  Eigen::Isometry3d upper_from_lower;  //!< the registered bite
};

//! First contact of a closing turn: ContactSearch::first, or a substitute in tests.
using ClosingStep = std::function<std::optional<FirstContact>(const Eigen::Isometry3d& upper_from_lower,
                                                              const Motion& closing)>;

struct ArticulatedPose {
  double travel_mm = 0;  //!< travel of the guiding condyle
  //! Turn about the moved axis, relative to the registered bite moved with the axis; negative where the lower
  //! closes further.
  double opening_rad = 0;
  //! Distance of the lower incisal point from intercuspation, in the occlusal plane.
  double excursion_mm = 0;
  Eigen::Vector3d incisal_point{0, 0, 0};  //!< incisal point of the lower, case frame
  Condyles condyles;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  FirstContact contact;
};

//! The registered bite after closing about the axis; empty if the jaws do not meet.
[[nodiscard]] std::optional<ArticulatedPose> intercuspation(const Articulator& articulator,
                                                            const ClosingStep& closing);

//! Slides from intercuspation through poses with the requested excursions. Each is reached to within
//! `tolerance_mm` if the path has such a pose. The path may jump where teeth separate on a steep wall; the
//! nearest pose found is then returned. The result ends early if the jaws no longer meet.
//! \param excursions_mm growing, above 0
[[nodiscard]] std::vector<ArticulatedPose> slide(const Articulator& articulator, Excursion excursion,
                                                 const ArticulatedPose& intercuspation,
                                                 std::span<const double> excursions_mm, double tolerance_mm,
                                                 const ClosingStep& closing);

//! Opens from intercuspation about the axis. The pose has no contact of its own and keeps the contact of
//! intercuspation.
[[nodiscard]] ArticulatedPose opened(const Articulator& articulator, const ArticulatedPose& intercuspation,
                                     double opening_rad);

}  // namespace intercusp
