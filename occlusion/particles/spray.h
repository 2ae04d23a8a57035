// The analysis behind `intercusp spray`: droplets from a nozzle land on solids; where, when, how fast and how evenly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/particles/emitter.h"
#include "occlusion/particles/exposure.h"
#include "occlusion/particles/impact_map.h"

namespace intercusp {

struct SprayOptions {
  Emitter emitter;
  std::uint64_t particles = 100000;
  Bounces bounces = {};
};

//! Coverage of a tooth, or of the surface without a tooth number.
struct ToothCoverage {
  int fdi = 0;  //!< 0: gum or unknown
  SprayCoverage coverage;
};

//! The droplets on one solid. Faces that import added stop droplets too, but do not count as surface to be covered. A
//! droplet that bounces counts once, where it met a surface last; the coverage is that of the paths before any bounce.
struct SprayedSolid {
  std::uint64_t hits = 0;
  std::uint64_t added_hits = 0;  //!< of these on faces that import added
  std::uint64_t inner_hits = 0;  //!< of these from within, by droplets that started inside the solid
  double mean_speed_mm_s = 0, first_hit_s = 0, last_hit_s = 0;  //!< 0 without hits
  SprayCoverage coverage;
  std::vector<ToothCoverage> teeth;  //!< by number; empty where no vertex has a label

  ImpactMap impacts;  //!< of all hits

  //! Per face of the solid; a droplet on a body of a formula counts for the closest face of the mesh.
  std::vector<std::uint32_t> droplets;
  std::vector<double> first_s, speed_mm_s;  //!< earliest time and mean speed; NaN without droplets
  std::vector<double> reached;              //!< share of a scanned face that droplets reach; 0 on others
  std::vector<double> expected_per_mm2;     //!< droplets, on the mean of a scanned face; 0 on others
  SurfaceSamples samples;                   //!< from which these and the coverage are computed
};

struct Spray {
  SprayOptions options;
  std::vector<SprayedSolid> solids;                        //!< in the order given
  std::uint64_t hits = 0;                                  //!< of all solids; all other particles escaped
  double seconds = 0;                                      //!< computing time
  std::shared_ptr<const std::vector<Collider>> colliders;  //!< the solids must outlive them

  [[nodiscard]] std::uint64_t escaped() const { return options.particles - hits; }
};

//! All droplets start at once; each is followed to its last impact, which without bounces is its first. Bodies are met by
//! their formulas. The same input gives the same result, its computing
//! time aside, on any number of threads.
[[nodiscard]] Spray spray(std::span<const SolidOrBody> solids, const SprayOptions& options,
                          const Progress& progress = {});

//! The first solid that the point lies inside.
[[nodiscard]] std::optional<std::size_t> solid_around(std::span<const SolidOrBody> solids,
                                                      const Eigen::Vector3d& point);

}  // namespace intercusp
