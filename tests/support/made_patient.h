// A patient whose hinge axis and condylar guidance are known, and records of its positions with a stated error. The
// poses are made by the program's own articulator (occlusion/motion/articulator/condyles.h).
#pragma once

#include <Eigen/Cholesky>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/motion/articulator/condyles.h"
#include "occlusion/motion/checkbite/patient_articulator.h"
#include "tests/support/bites.h"

namespace intercusp::testing {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}
  double between(double least, double most) { return std::uniform_real_distribution(least, most)(random_); }
  double normal() { return normal_(random_); }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

struct MadePatient {
  HingeFrame frame;
  Condyles condyles;  //!< true places of the axis at the frame's planes
  CondylarGuidance guidance;

  [[nodiscard]] Eigen::Isometry3d opened(double opening_rad,
                                         const Eigen::Vector3d& glide_mm = {0, 0, 0}) const {
    return Eigen::Translation3d(glide_mm) * opened_about(condyles, opening_rad);
  }
  //! \param opening_rad about the moved axis, as the teeth part
  [[nodiscard]] Eigen::Isometry3d excursion(Excursion kind, double travel_mm, double opening_rad) const {
    const Condyles moved = moved_condyles(condyles, frame.axes, guidance, kind, travel_mm);
    return opened_about(moved, opening_rad) * least_turn(condyles, moved);
  }
};

//! Inclination 15 to 60°, Bennett angle 0 to 20°, side shift 0 to 1 mm; the axis about the average one, tilted.
inline MadePatient made_patient(Draws& draws, const AnatomicalAxes& axes = lps_axes(),
                                const Eigen::Vector3d& incisal_point = {0, -50, 0}) {
  MadePatient patient{.frame = {axes, incisal_point, 55}, .condyles = {}, .guidance = {}};
  const double back = draws.between(-94, -78), up = draws.between(26, 40);
  AxisPlaces places;
  for (const Eigen::Index i : {0, 2}) {
    places[i] = back + draws.between(-3, 3);
    places[i + 1] = up + draws.between(-3, 3);
  }
  patient.condyles = condyles_at(patient.frame, places);
  const auto sides = [&](double least, double most) {
    return BothSides{.right = draws.between(least, most), .left = draws.between(least, most)};
  };
  patient.guidance = {.inclination_rad = sides(15 * rad_per_deg, 60 * rad_per_deg),
                      .bennett_rad = sides(0, 20 * rad_per_deg),
                      .side_shift_mm = sides(0, 1)};
  return patient;
}

//! A record whose true pose is `motion` (from the closed jaws in their files' place), off by a draw from its error.
inline BiteRecord drawn_record(const std::string& name, const Eigen::Isometry3d& motion, PoseError error,
                               Draws* draws) {
  error.centre = motion * error.centre;
  BiteRecord record{.name = name, .kind = record_kind_of(name).value()};
  Eigen::Isometry3d pose = motion;
  if (draws != nullptr) {
    PoseVector z;
    for (double& each : z) each = draws->normal();
    const PoseMatrix root = error.covariance.llt().matrixL();
    pose = changed_pose(pose, root * z, error.centre);
  }
  record.pose = {pose, error};
  return record;
}

//! Centric, two openings, a protrusion and two laterotrusions to each side.
inline std::vector<BiteRecord> drawn_records(const MadePatient& patient, const PoseError& error, Draws* noise,
                                             double opening_rad = 8 * rad_per_deg) {
  std::vector<BiteRecord> records;
  const auto add = [&](const std::string& name, const Eigen::Isometry3d& motion) {
    records.push_back(drawn_record(name, motion, error, noise));
  };
  constexpr double parted = 1.5 * rad_per_deg;
  add("centric", Eigen::Isometry3d::Identity());
  add("open", patient.opened(opening_rad));
  add("open2", patient.opened(0.5 * opening_rad));
  add("protrusion", patient.excursion(Excursion::protrusion, 5, parted));
  add("left", patient.excursion(Excursion::laterotrusion_left, 3.5, parted));
  add("left2", patient.excursion(Excursion::laterotrusion_left, 6.5, parted));
  add("right", patient.excursion(Excursion::laterotrusion_right, 3.5, parted));
  add("right2", patient.excursion(Excursion::laterotrusion_right, 6.5, parted));
  return records;
}

//! Independent errors along and about each axis, through the middle of the teeth.
inline PoseError plain_error(double shift_mm, double turn_rad, const Eigen::Vector3d& centre = {0, -25, 0}) {
  PoseError error{.centre = centre, .patches = 1e6};
  error.covariance.diagonal().head<3>().setConstant(shift_mm * shift_mm);
  error.covariance.diagonal().tail<3>().setConstant(turn_rad * turn_rad);
  return error;
}

}  // namespace intercusp::testing
