// Appliances on the buccal faces of teeth: aligner attachments and brackets.
//
// Tooth frame as in tooth_shape.h, mm.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "datasets/tooth_shape.h"

namespace intercusp {

//! A box with rounded edges, turned about the tooth's x axis to lie on the crown.
struct RoundedBox {
  Eigen::Vector3d middle, half;
  Eigen::Vector2d out;  //!< y and z of the direction away from the crown, unit length
  double round_mm = 0;
};

//! Positive inside, zero on the surface, the distance in mm.
[[nodiscard]] double inside_block(const RoundedBox& block, double x, double y, double z);

//! A block 2 mm wide and 3 mm high that stands 1 mm off the middle of the buccal face.
[[nodiscard]] std::vector<RoundedBox> attachment_on(const ToothShape& tooth);

//! A pad with four wings, two above and two below the slot, 2.2 mm off the buccal face; a twin bracket in outline.
[[nodiscard]] std::vector<RoundedBox> bracket_on(const ToothShape& tooth);

//! Where the wire runs through the slot of bracket_on.
[[nodiscard]] Eigen::Vector3d slot_on(const ToothShape& tooth);
inline constexpr double wire_radius_mm = 0.28;  // 0.022 inch slots are filled by wires of 0.56 mm

}  // namespace intercusp
