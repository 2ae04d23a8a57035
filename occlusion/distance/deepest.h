// The least surface distance of a bite over the whole surface of both jaws, not only at vertices: distance or
// depth of overlap.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "occlusion/distance/surface_distance.h"

namespace intercusp {

struct LeastDistance {
  double distance_mm = 0;  //!< found on a surface; negative where that lies inside the other solid
  double bound_mm = 0;     //!< no certain point of either surface is below this
  Eigen::Vector3d case_point{0, 0, 0};
  bool on_lower = true;  //!< whose surface the point lies on; the face of the other jaw is the closest to it
  std::uint32_t upper_face = 0, lower_face = 0;

  //! The greatest depth of either surface inside the other jaw; 0 without overlap.
  [[nodiscard]] double max_penetration_distance_mm() const { return std::max(0.0, -distance_mm); }
};

struct LeastDistanceOptions {
  double tolerance_mm = 1e-4;  //!< the search ends when bound_mm is this near to distance_mm
  //! … or after this many pieces. Surfaces parallel over an area reach this limit; bound_mm then shows what
  //! remains open.
  std::size_t most_pieces = 200'000;
};

//! Points that are undecided or at the rim of a scan (JawReading) do not take part; next to them the search
//! goes down to pieces of 0.02 mm. Nothing where no vertex is certain. The same bits for any number of
//! threads. \pre as surface_distances; the distances are those of this bite in this pose.
[[nodiscard]] std::optional<LeastDistance> least_distance(const Bite& bite, const PreparedJaws& jaws,
                                                          const SurfaceDistances& distances,
                                                          const LeastDistanceOptions& options = {});

}  // namespace intercusp
