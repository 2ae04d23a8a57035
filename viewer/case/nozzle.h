// A nozzle that sprays the jaws: where it stands, what it aims at, and between which limits.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "occlusion/base/angles.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/particles/emitter.h"

namespace intercusp::viewer {

//! A nozzle in the case frame. Whoever holds it aims it at a point.
struct Nozzle {
  Eigen::Vector3d place{0, 0, 0};
  Eigen::Vector3d direction{0, 0, 1};  //!< unit length
  double aim_mm = 25;                  //!< from the place to the point aimed at
  bool disc = false;                   //!< a parallel beam from a disc, else a cone
  double half_angle_rad = 15 * rad_per_deg;
  double radius_mm = 5;
  double speed_mm_s = Emitter{}.speed_mm_s;
  bool gravity = false;  //!< towards the patient's feet, the head upright
  std::uint32_t droplets = 100'000;

  [[nodiscard]] Eigen::Vector3d aim() const { return place + aim_mm * direction; }
  bool operator==(const Nozzle&) const = default;
};

constexpr double least_aim_mm = 1, most_aim_mm = 300;
constexpr double least_half_angle_rad = 0.5 * rad_per_deg, most_half_angle_rad = 85 * rad_per_deg;
constexpr double least_beam_mm = 0.1, most_beam_mm = 100;
constexpr double least_speed_mm_s = 100, most_speed_mm_s = 100'000;
constexpr std::uint32_t least_droplets = 1000, most_droplets = 5'000'000;
constexpr double least_thin_per_mm2 = 0, most_thin_per_mm2 = 100'000;

//! What is given, within these limits; nothing where its place or direction is none.
[[nodiscard]] std::optional<Nozzle> within_limits(Nozzle nozzle);

//! The nozzle about the point that it aims at.  \param direction unit length
[[nodiscard]] Nozzle turned_to(Nozzle nozzle, const Eigen::Vector3d& direction);

//! Nearer or farther from the point that it aims at.
[[nodiscard]] Nozzle at_distance(Nozzle nozzle, double aim_mm);

//! Where a nozzle stands, seen from the jaws.
enum class NozzleSide { front, back, right, left, above, below };
[[nodiscard]] NozzleSide side_of(const Nozzle& nozzle, const AnatomicalAxes& axes);

}  // namespace intercusp::viewer
