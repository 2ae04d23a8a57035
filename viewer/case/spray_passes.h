// Spray passes over the jaws as they stand: the nozzle, what one pass reaches, and the deposit of all of them together.
// Computed as `intercusp spray` does.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/angles.h"
#include "occlusion/particles/deposit.h"
#include "viewer/case/bodies.h"

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

//! For fields: mm to the patient's left, forwards and up from the middle of the lower jaw as opened; and degrees.
struct NozzleNumbers {
  std::array<double, 3> place_mm{};
  double aside_rad = 0;  //!< 0 sprays from the front backwards; above 0 towards the patient's left
  double up_rad = 0;     //!< above 0 upwards
};
[[nodiscard]] NozzleNumbers numbers_of(const Nozzle& nozzle, const LoadedCase& loaded);
//! The nozzle with these numbers.
[[nodiscard]] Nozzle with_numbers(Nozzle nozzle, const NozzleNumbers& numbers, const LoadedCase& loaded);

//! Where a nozzle stands, seen from the jaws.
enum class NozzleSide { front, back, right, left, above, below };
[[nodiscard]] NozzleSide side_of(const Nozzle& nozzle, const AnatomicalAxes& axes);

struct SprayPass {
  std::string name;
  Nozzle nozzle;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();  //!< when it was taken
  std::vector<std::string> bodies = {};  //!< files of those that were in the way
};
//! Whether both land alike; names do not count.
[[nodiscard]] bool same_spray(const SprayPass& a, const SprayPass& b);

//! What one pass brought.
struct PassResult {
  SprayedSolid upper, lower;  //!< without what there is per face
  std::uint64_t droplets = 0, hits = 0;
};

//! The options of `intercusp spray` for a pass over this case.
[[nodiscard]] SprayOptions spray_options(const LoadedCase& loaded, const Nozzle& nozzle);

//! \param bodies null: none.  \throw std::runtime_error, in the user's language, where the nozzle lies inside a solid; Cancelled
[[nodiscard]] PassResult sprayed(const LoadedCase& loaded, const SprayPass& pass, const Bodies* bodies,
                                 const Progress& progress = {});

struct JawDeposits {
  Deposit upper, lower;
};
//! \pre there is a pass
[[nodiscard]] JawDeposits deposits_of(const LoadedCase& loaded,
                                      const std::vector<std::shared_ptr<const PassResult>>& passes,
                                      double thin_per_mm2);

//! The middle of a tooth's corners in its jaw's frame; nothing where none has the number.
[[nodiscard]] std::optional<Eigen::Vector3d> middle_of_tooth(const Solid& jaw, int fdi);

}  // namespace intercusp::viewer
