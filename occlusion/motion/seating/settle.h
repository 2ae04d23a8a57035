// Finds the pose of stable intercuspation near a start. A small rigid motion of the lower jaw closes a bite
// that was scanned slightly open, or opens one that was scanned slightly too deep.
//
// A force along superior through the bite's centre presses the lower against the upper, without friction,
// first on a soft elastic bed and then on harder ones (equilibrium.h). This ends when the deepest point of
// either surface lies no deeper in the other jaw than a tolerance, by the exact least surface distance
// (occlusion/distance/deepest.h). Then the pose found is checked: whether it is near the start, has enough
// well-spread supports, is reached from other starts too, and is the best one nearby. If a check fails, the
// pose is refused with the reason. The start is never changed.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/angles.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/case.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/motion/other_start.h"
#include "occlusion/motion/seating/supports.h"

namespace intercusp {

//! A rigid motion of the lower jaw in clinical terms: along and about the anatomical axes, and as the
//! displacement of the front teeth and the molars.
struct JawChange {
  AnatomicalVector centre_mm{0, 0, 0};  //!< displacement of the given point
  //! Right-handed turns about left (positive: the front goes down), anterior (the left side goes up) and
  //! superior (the front goes to the left). Together they form one rotation vector, whose length is the
  //! angle.
  AnatomicalVector turn_rad{0, 0, 0};
  //! Mean displacements of the foremost 2 mm of the crowns, and of their hindmost 10 mm on either side; empty
  //! if a side has none.
  std::optional<AnatomicalVector> incisal_mm, right_molars_mm, left_molars_mm;
  double largest_mm = 0;  //!< largest displacement of any vertex of the anatomy
};

//! The greatest distance that any vertex of the anatomy moves between two poses.
[[nodiscard]] double largest_displacement(const Solid& lower, const Eigen::Isometry3d& from,
                                          const Eigen::Isometry3d& to);

//! Thicknesses of articulating foils: 50 µm and 100 µm.
inline constexpr std::array<double, 2> settle_thresholds_mm = {0.05, 0.1};

//! The figures that compare a bite before and after seating.
struct BiteFigures {
  std::optional<LeastDistance> least;  //!< surface distance; empty if no vertex has a reliable one
  double overlap_mm3 = 0;              //!< along superior, on pixels of 0.05 mm
  //! Areas of the lower's surface by surface distance, including penetration; one entry per threshold.
  std::vector<AreaTotal> contact;
};

struct SettleOptions {
  //! How deep the surfaces may lie in each other. The noise of scanners is 5 to 13 µm (PMC5549906).
  double tolerance_mm = 0.010;
  double max_motion_mm = 2;  //!< limit for every vertex of the lower, from the start
  double max_turn_rad = 3 * rad_per_deg;
  //! Closing direction, unit, case frame. If it is given, anatomy is not needed and findings about it do not
  //! refuse. If empty, superior.
  std::optional<Eigen::Vector3d> direction;
};

//! The places to which other nearby starts lead.
struct SettleAgreement {
  int starts = 0;
  int same_place = 0;  //!< number of these that end within 0.1 mm, at every vertex of the lower
  //! Greatest distance, at any vertex of the lower, between their results and that of the start.
  double spread_mm = 0;
  //! upper_from_lower of the furthest result, if it is another place
  std::optional<Eigen::Isometry3d> other_place;
};

//! Another place where the bite would fit, found from a start that is a tooth's width or a turn away.
struct SettleRival {
  OtherStart start = OtherStart::tooth_forward;
  double fit = 0;  //!< area that bears on the soft bed, divided by that of the place found
  Eigen::Isometry3d upper_from_lower;
};

struct Settlement {
  SettleOptions options;
  std::shared_ptr<const Case> start;       //!< the case in the pose from which the search started
  std::optional<Eigen::Isometry3d> found;  //!< the pose found, accepted or not; empty if none was searched
  std::vector<Finding> refusals;  //!< why the pose is not accepted: "too_far", …; empty if it is accepted

  //! The axes of the figures below: those of the anatomy, in the pose found. If a direction was given and no
  //! anatomy was found, superior is the direction, and the other two are perpendicular to it.
  std::optional<AnatomicalAxes> axes;
  Eigen::Vector3d lower_centre{0, 0, 0};  //!< of the bite, where the force acts; in the lower's frame

  std::optional<BiteFigures> before, after;
  std::optional<JawChange> change;
  Supports supports;
  double upper_reach_mm = 0;      //!< by how much the upper arch extends beyond the lower (crowns.h)
  double force_residual = 0;      //!< share of the closing force that the pushes do not balance
  double moment_residual_mm = 0;  //!< distance between the line of the pushes and that of the force
  //! Shift along the closing direction, from the equilibrium on the bed to the exact depth.
  double last_shift_mm = 0;
  SettleAgreement agreement;
  std::vector<SettleRival> rivals;

  [[nodiscard]] bool settled() const { return found.has_value() && refusals.empty(); }
};

//! \throw std::runtime_error if Embree has no device
//! \throw std::invalid_argument for options outside their limits (base/limits.h)
[[nodiscard]] Settlement settle(const std::shared_ptr<const Case>& start, const SettleOptions& options = {},
                                const Progress& progress = {});

}  // namespace intercusp
