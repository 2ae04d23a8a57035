// Signed distance from any point to one jaw.
//
// The distance is that to the closest point of the jaw's anatomy, in any direction. The sign is that of the
// whole solid, anatomy and closure: negative where the winding number is at least 1 (inside_test.h explains
// why normals are not used). Where parts of a jaw overlap, a wall inside another part also counts as surface,
// so the depth there is at most the depth to the outside. Lengths are mm, points in the jaw's own frame.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "occlusion/case/bite.h"
#include "occlusion/distance/closest_faces.h"
#include "occlusion/distance/scan_closure.h"
#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct JawReading {
  double distance_mm = 0;  //!< negative inside; unsigned if `decided` is false
  std::uint32_t face = 0;  //!< closest face of the anatomy; any one of several equally close
  //! Whether the sign is known. It is unknown if no line through the point decides it (an open mesh), or if
  //! the closure of a scan runs between the point and the closest anatomy: the sign would be that of a wall
  //! that was not scanned.
  bool decided = true;
  //! The closest point lies on the rim of the scan. The unknown surface beyond the rim may be closer.
  bool at_rim = false;

  [[nodiscard]] bool is_certain() const { return decided && !at_rim; }
};

//! A reading at another point. It saves work for points close to it.
struct NearbyReading {
  Eigen::Vector3d point;
  JawReading reading;
};

//! Neighbouring points whose closest faces are searched together.
struct NearPoints {
  static constexpr std::size_t most = surface::lanes;

  std::size_t count = 0;
  std::array<Eigen::Vector3d, most> points;
  std::array<double, most> radius_mm;  //!< search radius of each point

  void add(const Eigen::Vector3d& point, double point_radius_mm) {
    points[count] = point;
    radius_mm[count] = point_radius_mm;
    ++count;
  }
  [[nodiscard]] bool full() const { return count == most; }
};

//! The closest point to each of NearPoints; empty if no face is within its radius.
using ClosestOfNear = std::array<std::optional<ClosestPoint>, NearPoints::most>;

//! The nearer of two closest points, if both exist; the second one if they are equally near.
[[nodiscard]] inline const std::optional<ClosestPoint>& nearer(const std::optional<ClosestPoint>& found,
                                                               const std::optional<ClosestPoint>& guess) {
  return found && (!guess || found->distance_mm < guess->distance_mm) ? found : guess;
}

class JawDistance {
 public:
  //! \throw std::runtime_error if Embree has no device or cannot build its trees
  explicit JawDistance(std::shared_ptr<const Solid> jaw);

  //! The reading at a point; empty if the jaw has no anatomy. May be called from many threads at once.
  //! \param guess a face that may be close
  [[nodiscard]] std::optional<JawReading> at(const Eigen::Vector3d& point,
                                             std::optional<std::uint32_t> guess = std::nullopt) const;

  //! The reading at a point whose closest point is known.
  //! \param nearby may make the test of its side unnecessary
  [[nodiscard]] JawReading at(const Eigen::Vector3d& point, const ClosestPoint& closest,
                              const std::optional<NearbyReading>& nearby) const;

  //! Whether two points are certainly on one side. This is so if the balls around them up to the closest
  //! anatomy overlap and no closure is near, because then no wall lies between them. False means unknown.
  //! \param distance_mm of the point, unsigned
  [[nodiscard]] bool is_same_side(const Eigen::Vector3d& point, double distance_mm,
                                  const NearbyReading& nearby) const;

  //! The closest point of the anatomy alone, unsigned, as ClosestPoints::within.
  [[nodiscard]] std::optional<ClosestPoint> closest(const Eigen::Vector3d& point, double radius_mm,
                                                    std::optional<std::uint32_t> guess = std::nullopt) const;

  //! Closest points of several points in one search, which is several times as fast as one by one. Any one of
  //! several equally close faces may be returned.
  //! \pre at least one point
  [[nodiscard]] ClosestOfNear closest(const NearPoints& near) const;

  //! Distance of the point from one face.
  [[nodiscard]] ClosestPoint on_face(const Eigen::Vector3d& point, std::uint32_t face) const;

  //! The side alone, as InsideTest::inside.
  [[nodiscard]] std::optional<bool> inside(const Eigen::Vector3d& point) const {
    return whole_.inside(point);
  }

  [[nodiscard]] const Solid& solid() const { return *jaw_; }

 private:
  [[nodiscard]] JawReading reading_of(const Eigen::Vector3d& point, const ClosestPoint& closest,
                                      std::optional<bool> inside) const;

  std::shared_ptr<const Solid> jaw_;
  // The tree of the anatomy comes last, because it is the largest, and the others need much memory while
  // they are built.
  InsideTest whole_;
  ScanRim rim_;
  ScanClosure closure_;
  ClosestFaces anatomy_;
};

//! Both jaws of a bite, prepared once for all poses.
struct PreparedJaws {
  JawDistance upper, lower;
};

//! \throw std::invalid_argument if a jaw is missing; also as JawDistance
[[nodiscard]] PreparedJaws prepare_jaws(const Bite& bite);

// Reads neighbouring points in sequence. One search finds the closest faces of sixteen points. A point inherits the
// side of its predecessor if their distances prove it; otherwise a ray decides.

//! Calls `keep(number, point, reading)` for each point that has a closest face, in the order of the points.
template <class Keep>
class NearReadings {
 public:
  //! \param jaw must outlive this object
  NearReadings(const JawDistance& jaw, Keep keep) : jaw_(jaw), keep_(std::move(keep)) {}

  //! \param number of the point, which is passed to `keep`
  void add(std::size_t number, const Eigen::Vector3d& point, double radius_mm) {
    add(number, point, radius_mm, std::nullopt);
  }
  //! As above, starting from a face that may be close.
  void add(std::size_t number, const Eigen::Vector3d& point, const ClosestPoint& guess) {
    add(number, point, guess.distance_mm, guess);
  }

  //! Reads the points added since the last sixteen. Call this at the end.
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
