// The patient's own articulator from a few recorded positions of the mandible: the hinge axis from openings, and the
// guidance of the condyles from excursions, each number with its 95 % interval.
//
// Mathematics, errors and evidence: docs/MOTION.md, "Checkbites". Lengths are mm, angles radians, places in the case
// frame with the jaws in the centric record. What the records cannot tell is left empty, and a finding says why.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/motion/checkbite/hinge_fit.h"

namespace intercusp {

//! The position of a record. Left and right: the mandible has moved to the patient's left or right.
enum class RecordKind { centric, open, protrusion, left, right };
[[nodiscard]] constexpr auto names_of(RecordKind) {
  return enum_table<RecordKind>({{RecordKind::centric, "centric"},
                                 {RecordKind::open, "open"},
                                 {RecordKind::protrusion, "protrusion"},
                                 {RecordKind::left, "left"},
                                 {RecordKind::right, "right"}});
}
//! "left" and "left2" are left; empty for other names, and for a numbered centric record.
[[nodiscard]] std::optional<RecordKind> record_kind_of(std::string_view name);

//! What was recorded in one position.
struct BiteRecord {
  std::string name;
  RecordKind kind = RecordKind::centric;
  std::optional<UncertainPose> pose = {};  //!< empty: its scans determine none
  std::optional<double> residual_mm = {};  //!< of the scans; empty for a record that was given as a pose
  std::vector<Finding> findings = {};      //!< why there is no pose
};

struct Estimate {
  double value = 0;
  Interval interval;  //!< 95 %
};
//! By condyle.
struct CondyleEstimates {
  std::optional<Estimate> left, right;
  [[nodiscard]] bool any() const { return left || right; }
};

//! A place of the axis with its 95 % ellipse in the sagittal plane.
struct AxisEnd {
  Eigen::Vector3d place{0, 0, 0};
  Eigen::Vector2d half_axes_mm{0, 0};  //!< the longer first
  Eigen::Vector3d long_axis{0, 0, 0};  //!< unit
};

//! The axis about which the lower turns from one opening to another.
struct InstantaneousAxis {
  std::string from, to;
  double turn_rad = 0;
  AxisEnd left, right;
};

struct Hinge {
  AxisEnd left, right;
  double residual_mm = 0;         //!< HingeFit::residual_mm
  double opening_rad = 0;         //!< of the widest record used
  std::vector<std::string> used;  //!< openings, by their turn
  std::vector<InstantaneousAxis> pairs;
  //! How far the widest opening would have to go to make the larger ellipse half as long, with the same error.
  std::optional<double> halve_at_rad;
};

struct PatientArticulator {
  std::optional<Hinge> hinge;
  std::optional<Condyles>
      condyles;  //!< of the hinge, else of the Bonwill triangle; empty without a centric record
  CondyleEstimates inclination_rad, bennett_rad, side_shift_mm;
  CondyleEstimates nonworking_inclination_rad;  //!< in the laterotrusion to the other side
  std::vector<Finding> findings;
};

//! \param frame of the centric record \pre one of the records is centric
[[nodiscard]] PatientArticulator patient_articulator(std::span<const BiteRecord> records,
                                                     const HingeFrame& frame);

}  // namespace intercusp
