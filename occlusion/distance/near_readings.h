// Reads neighbouring points in sequence. One search finds the closest faces of sixteen points. A point inherits the
// side of its predecessor if their distances prove it; otherwise a ray decides.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "occlusion/distance/jaw_distance.h"

namespace intercusp {

//! `keep(number, point, reading)` is called for each point that has a closest face, in their order.
template <class Keep>
class NearReadings {
 public:
  //! \param jaw must outlive this
  NearReadings(const JawDistance& jaw, Keep keep) : jaw_(jaw), keep_(std::move(keep)) {}

  //! \param number of the point, which `keep` gets back
  void add(std::size_t number, const Eigen::Vector3d& point, double radius_mm) {
    add(number, point, radius_mm, std::nullopt);
  }
  //! As above, beginning with a face that may be close.
  void add(std::size_t number, const Eigen::Vector3d& point, const ClosestPoint& guess) {
    add(number, point, guess.distance_mm, guess);
  }

  //! Reads the points added since the last sixteen. Call it at the end.
  void finish() {
    if (near_.count == 0) return;
    const ClosestOfNear found = jaw_.closest(near_);
    for (std::size_t i = 0; i < near_.count; ++i) {
      const std::optional<ClosestPoint>& closest = nearer(found[i], guesses_[i]);
      if (!closest) continue;
      const JawReading reading = jaw_.at(near_.points[i], *closest, before_);
      before_ = {near_.points[i], reading};
      keep_(numbers_[i], near_.points[i], reading);
    }
    near_.count = 0;
  }

 private:
  void add(std::size_t number, const Eigen::Vector3d& point, double radius_mm,
           const std::optional<ClosestPoint>& guess) {
    numbers_[near_.count] = number;
    guesses_[near_.count] = guess;
    near_.add(point, radius_mm);
    if (near_.full()) finish();
  }

  const JawDistance& jaw_;
  Keep keep_;
  NearPoints near_;
  std::array<std::size_t, NearPoints::most> numbers_{};
  std::array<std::optional<ClosestPoint>, NearPoints::most> guesses_;
  std::optional<NearbyReading> before_;
};

}  // namespace intercusp
