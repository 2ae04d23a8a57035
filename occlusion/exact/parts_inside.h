// Divides a solid's surface where it meets another surface, and returns the parts in a requested place, for
// example inside another solid.
//
// Faces that meet the other surface are cut along the common segments, which the exact test names. The other
// faces form patches that no face of the other surface meets. No part lies on both sides, so one of its
// points decides. Faces that lie in one plane within rounding cross along lines that depend on rounding.
// Parts of such a face whose points disagree are returned as unsure.
//
// Internal to occlusion.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/exact/pair_segments.h"

namespace intercusp::exact {

enum class Place : std::uint8_t {
  outside,
  inside,
  flush,  //!< on a face of the other that looks the same way: it bounds the common volume, but has no depth
};

//! Tells the place of a surface point with its normal.
class Places {
 public:
  virtual ~Places() = default;
  //! Empty if a surface is too close to decide.
  [[nodiscard]] virtual std::optional<Place> certain(const Eigen::Vector3d& point,
                                                     const Eigen::Vector3d& normal) const = 0;
  //! Decides by points in front of the point and behind it.
  [[nodiscard]] virtual Place near_surface(const Eigen::Vector3d& point,
                                           const Eigen::Vector3d& normal) const = 0;
};

//! Distance of the points in front of and behind a surface point. A point within 1e-9 mm of a surface has no
//! side (inside_test.h).
constexpr double beside_mm = 1e-7;

struct SurfacePart {
  Corners corners;
  std::uint32_t face;
  Place place = Place::inside;  //!< place of the part's middle
  bool sure = true;             //!< the whole part lies there
  bool whole = true;            //!< the part is the whole face
};

//! All parts but those that certainly lie outside.
//! \param segments in which the surface, as the upper, meets the other
[[nodiscard]] std::vector<SurfacePart> parts_not_outside(const Surface& surface, const Surface& other,
                                                         std::span<const PairSegment> segments,
                                                         const Places& places);

//! The parts of a surface inside a solid.
[[nodiscard]] std::vector<SurfacePart> parts_inside(const Surface& surface, const Surface& other,
                                                    std::span<const PairSegment> segments,
                                                    const InsideTest& inside);

}  // namespace intercusp::exact
