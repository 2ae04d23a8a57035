#include "occlusion/motion/seating/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double lever_mm = 20;  //!< a turn by 1 rad counts as this many mm: half the length of an arch
constexpr double longest_step_mm = 0.25;  //!< linear models of surfaces are valid only up to this step
constexpr int most_steps = 150;
constexpr double coarsest_mm = 0.5, finest_mm = 0.08;  //!< spacing of the bed's points

//! The pose after a step: the lower is turned about the pivot, then shifted.
Eigen::Isometry3d moved(const Eigen::Isometry3d& pose, const Vector6d& step, const Eigen::Vector3d& pivot) {
  const Eigen::Vector3d turn = step.tail<3>();
  const double angle = turn.norm();
  const Eigen::AngleAxisd rotation(angle,
                                   angle > 0 ? Eigen::Vector3d(turn / angle) : Eigen::Vector3d::UnitX());
  Eigen::Isometry3d result =
      Eigen::Translation3d(pivot + step.head<3>()) * rotation * Eigen::Translation3d(-pivot) * pose;
  // Normalises the rotation, because hundreds of steps would otherwise drift away from one.
  result.linear() = Eigen::Quaterniond(result.linear()).normalized().toRotationMatrix();
  return result;
}

double length_of(const Vector6d& step) { return step.head<3>().norm() + lever_mm * step.tail<3>().norm(); }

//! The bed with the closing force on it.
struct LoadedBed {
  BedReaction reaction;
  double energy;
  Vector6d push;
};

LoadedBed load(ElasticBed& bed, const Eigen::Isometry3d& pose, const ClosingForce& closing, double force) {
  const Eigen::Vector3d centre = pose * closing.lower_centre;
  LoadedBed loaded{.reaction = bed.press(pose, centre), .energy = 0, .push = {}};
  loaded.energy = loaded.reaction.energy - force * closing.direction.dot(centre);
  loaded.push = loaded.reaction.push;
  loaded.push.head<3>() += force * closing.direction;
  return loaded;
}

//! Whether the lower has moved so far from its start that it has slipped off and turns over.
bool has_slipped(const Eigen::Isometry3d& pose, const Eigen::Isometry3d& start,
                 const Eigen::Vector3d& place) {
  constexpr double farthest_mm = 12, widest_rad = 0.4;
  return (pose * place - start * place).norm() > farthest_mm ||
         Eigen::AngleAxisd(pose.linear() * start.linear().transpose()).angle() > widest_rad;
}

//! Presses the lower with one force.
//! \param depth_mm the expected depth of sinking
Equilibrium equilibrium_under(double force, double depth_mm, ElasticBed& bed, const Eigen::Isometry3d& start,
                              const ClosingForce& closing) {
  // A spring damps each step. Its stiffness is a share of the bed's stiffness under this force.
  Vector6d spring = Vector6d::Constant(force / depth_mm);
  spring.tail<3>() *= lever_mm * lever_mm;
  const double short_step_mm = 1e-4 * depth_mm;
  double damping = 0.01;
  Equilibrium equilibrium{.upper_from_lower = start, .force = force};
  LoadedBed at = load(bed, start, closing, force);
  for (int step = 0; step < most_steps && !equilibrium.converged; ++step) {
    Matrix6d stiffness = at.reaction.stiffness;
    stiffness.diagonal() += damping * spring;
    Vector6d way = solve_symmetric(stiffness, at.push);
    const double length = length_of(way);
    if (length > longest_step_mm) way *= longest_step_mm / length;
    const Eigen::Isometry3d there =
        moved(equilibrium.upper_from_lower, way, equilibrium.upper_from_lower * closing.lower_centre);
    const LoadedBed then = load(bed, there, closing, force);
    equilibrium.converged = length < short_step_mm;
    if (then.energy < at.energy) {
      equilibrium.upper_from_lower = there;
      at = then;
      damping = std::max(damping / 4, 1e-6);
    } else {
      damping *= 6;
    }
    if (has_slipped(equilibrium.upper_from_lower, start, closing.lower_centre)) break;
  }
  at = load(bed, equilibrium.upper_from_lower, closing, force);
  equilibrium.deepest_mm = at.reaction.deepest_mm;
  equilibrium.bearing_mm2 = at.reaction.bearing_mm2;
  equilibrium.force_residual = at.push.head<3>().norm() / force;
  equilibrium.moment_residual_mm = at.push.tail<3>().norm() / force;
  equilibrium.converged = equilibrium.converged && equilibrium.deepest_mm > 0;
  return equilibrium;
}

//! The force under which the deepest point of the bed sinks in by about that depth, with its equilibrium.
//! \param force a first guess
Equilibrium equilibrium_at_depth(double depth_mm, double force, ElasticBed& bed,
                                 const Eigen::Isometry3d& start, const ClosingForce& closing) {
  constexpr int most_tries = 8;
  Equilibrium equilibrium = equilibrium_under(force, depth_mm, bed, start, closing);
  for (int i = 1; i < most_tries && equilibrium.converged; ++i) {
    const double ratio = equilibrium.deepest_mm / depth_mm;
    if (ratio > 0.7 && ratio < 1.2) return equilibrium;
    // The exponent lies between that of plates, for which depth grows with the force, and that of cusps, for
    // which it grows with the root of the force.
    const double change = std::clamp(std::pow(ratio, -1.5), 0.01, 100.0);
    equilibrium =
        equilibrium_under(equilibrium.force * change, depth_mm, bed, equilibrium.upper_from_lower, closing);
  }
  return equilibrium;
}

}  // namespace

Equilibrium equilibrium_on_soft_bed(const Bite& start, const SeatingJaws& jaws, const ClosingForce& closing,
                                    double reach_mm) {
  constexpr double near_mm = 2;
  constexpr double same_faces_mm = 1;
  constexpr double force_per_mm2 = 36;  // measured for a full arch; a first guess
  constexpr int most_beds = 5;
  Equilibrium equilibrium{.upper_from_lower = start.upper_from_lower,
                          .force = force_per_mm2 * soft_bed_depth_mm * soft_bed_depth_mm};
  const Eigen::Vector3d& centre = closing.lower_centre;
  for (int i = 0; i < most_beds; ++i) {
    const Bite from{start.upper, start.lower, equilibrium.upper_from_lower};
    ElasticBed bed(from, jaws, {.spacing_mm = coarsest_mm, .reach_mm = reach_mm});
    equilibrium =
        equilibrium_at_depth(soft_bed_depth_mm, equilibrium.force, bed, from.upper_from_lower, closing);
    const double moved_mm = (equilibrium.upper_from_lower * centre - from.upper_from_lower * centre).norm();
    if (!equilibrium.converged || moved_mm < same_faces_mm) return equilibrium;
    reach_mm = near_mm;
  }
  return equilibrium;
}

Equilibrium equilibrium_on_harder_bed(const Bite& bite, const SeatingJaws& jaws, const ClosingForce& closing,
                                      const Equilibrium& equilibrium, double depth_mm,
                                      std::vector<PressedPoint>* points) {
  const Bite start{bite.upper, bite.lower, equilibrium.upper_from_lower};
  ElasticBed bed(start, jaws,
                 {.spacing_mm = std::clamp(2 * depth_mm, finest_mm, coarsest_mm), .reach_mm = 6 * depth_mm});
  const double softer = std::pow(depth_mm / equilibrium.deepest_mm, 2);  // the relation for cusps
  const Equilibrium result =
      equilibrium_at_depth(depth_mm, equilibrium.force * softer, bed, start.upper_from_lower, closing);
  if (points != nullptr) *points = bed.pressed_points();
  return result;
}

}  // namespace intercusp
