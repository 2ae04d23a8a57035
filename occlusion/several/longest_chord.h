// The longest chord of the intersection of two meshes along one direction, without pixels.
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <span>

namespace intercusp {

//! A triangle of the surface of an intersection, oriented outwards.
struct BoundingPart {
  std::array<Eigen::Vector3d, 3> corners;
  bool anatomy = true;  //!< if false, import added it, and no chord ends on it
};

//! A chord; none is longer than mm + error_mm.
struct Chord {
  double mm = 0;
  double error_mm = 0;
};

//! Accurate to 1e-7 mm plus error_mm, which exceeds some 1e-6 mm only on steep faces or if the
//! search gives up.
//! \param surface closed, not crossing itself
//! \param direction of unit length
//! \param known_mm length of a sampled chord; the search ignores shorter ones
//! \return empty if there is no chord
[[nodiscard]] std::optional<Chord> longest_chord(std::span<const BoundingPart> surface,
                                                 const Eigen::Vector3d& direction, double known_mm);

}  // namespace intercusp
