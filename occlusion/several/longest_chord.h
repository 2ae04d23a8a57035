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
  bool anatomy = true;  //!< else import added it: no chord ends on it
};

//! No chord is longer than mm + error_mm.
struct Chord {
  double mm = 0;
  double error_mm = 0;
};

//! Right to 1e-7 mm and error_mm, which is larger than some 1e-6 mm only on steep faces, or if the search gives up.
//! \param surface closed, not crossing itself  \param direction of unit length
//! \param known_mm length of a sampled chord; the search leaves out shorter ones
//! \return empty without a chord
[[nodiscard]] std::optional<Chord> longest_chord(std::span<const BoundingPart> surface,
                                                 const Eigen::Vector3d& direction, double known_mm);

}  // namespace intercusp
