// The surface that a nozzle can reach, without shooting: paths from points of a surface back to the nozzle, in closed
// form.
//
// A point of a surface is *reached* if a droplet of the nozzle can come to it from outside and meets nothing before.
// Other points lie *in shadow*. Droplets per mm² follow from the same paths. Shares of an area come from one or more
// random points per face: they are estimates with a stated error, independent of the number of droplets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/particles/particles.h"

namespace intercusp {

//! The share of all droplets that lands per mm² around a point of a surface; 0 in shadow.
//! \param normal of the surface there, unit length, outward \param colliders with that surface among them
[[nodiscard]] double share_per_mm2(const std::vector<Collider>& colliders, const Emitter& emitter,
                                   const Eigen::Vector3d& point, const Eigen::Vector3d& normal);

struct SurfacePoint {
  Eigen::Vector3d place, normal;  //!< outward, unit length
};

//! The surface point that a point of a face represents: itself, or on an analytic body the closest point of the body's
//! surface. \param place on the face, which has an area
[[nodiscard]] SurfacePoint surface_point(const SolidOrBody& solid, std::size_t face,
                                         const Eigen::Vector3d& place);

//! Random points of the scanned faces of a solid, at least one per face.
struct SurfaceSamples {
  std::vector<std::uint32_t> face;  //!< ascending
  std::vector<double> area_mm2;     //!< represented by the point: equal parts of its face
  std::vector<double> per_mm2;      //!< share_per_mm2 there
};

//! \param cell_mm2 larger faces have a point for each part of this area
[[nodiscard]] SurfaceSamples sample_exposure(const SolidOrBody& solid, double cell_mm2,
                                             const std::vector<Collider>& colliders, const Emitter& emitter,
                                             const Progress& progress = {});

//! How well a part of a scanned surface is covered.
struct SprayCoverage {
  double area_mm2 = 0;
  double reached_mm2 = 0;
  //! At most two standard errors of reached_mm2: a point that represents an area a has a standard error of at most a/2.
  double reached_error_mm2 = 0;
  //! 1 if all of the reached surface gets equally many droplets per mm², towards 0 if few places get nearly all: 1 -
  //! mean |d - mean d| / (2 mean d) over the reached area (the uniformity index of Weltens 1993). Empty in shadow.
  std::optional<double> evenness;
  std::uint64_t droplets = 0;  //!< that landed on it
  double expected_share = 0;   //!< of all droplets, by the paths back: the expectation of `droplets`

  [[nodiscard]] double in_shadow_mm2() const { return area_mm2 - reached_mm2; }
  [[nodiscard]] double reached_share() const { return area_mm2 > 0 ? reached_mm2 / area_mm2 : 0; }
};

//! Area, reach and evenness of each part, droplets not counted.
//! \param part_of_face below `parts`, for every scanned face
[[nodiscard]] std::vector<SprayCoverage> coverage_of(const SurfaceSamples& samples,
                                                     std::span<const std::size_t> part_of_face,
                                                     std::size_t parts);

//! The scanned faces of each tooth. No parts if no face has a number.
struct ToothParts {
  std::vector<std::size_t> of_face;  //!< of every scanned face
  std::vector<int> fdi;              //!< of each part, ascending; 0: gum or unknown
};
[[nodiscard]] ToothParts tooth_parts(const Solid& solid);

}  // namespace intercusp
