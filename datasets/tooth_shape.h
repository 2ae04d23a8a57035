// The crown of one tooth as a body, defined by the depth of a point inside it; and appliances on its buccal
// face: aligner attachments and brackets.
//
// Tooth frame, mm: x towards distal, y towards cheek or lip (buccal), z from the neck of the tooth
// (cervix, z = 0) to the biting surface. Right and left teeth have equal coordinates; their axes in the
// world are mirrored.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "occlusion/case/fdi.h"

namespace intercusp {

// Minimum and maximum with a rounded corner, for bodies defined by the depth of a point inside them.

//! min(a, b), rounded where a and b differ by less than `round_mm`; at most round_mm/4 below the minimum.
[[nodiscard]] inline double smooth_min(double a, double b, double round_mm) {
  const double h = std::max(round_mm - std::abs(a - b), 0.0);
  return std::min(a, b) - h * h / (4 * round_mm);
}

//! max(a, b), rounded likewise.
[[nodiscard]] inline double smooth_max(double a, double b, double round_mm) {
  return -smooth_min(-a, -b, round_mm);
}

//! 1 at 0, falling smoothly to 0 at ±1.
[[nodiscard]] inline double bell(double t) {
  const double h = std::max(1 - t * t, 0.0);
  return h * h;
}

//! Half extents of the crown seen from one side, at the relative heights `silhouette_heights`.
using Silhouette = std::array<double, 5>;
inline constexpr std::array<double, 5> silhouette_heights = {0.0, 0.2, 0.45, 0.75, 1.0};

//! A cusp: a cone with a rounded tip, flatter along its four ridges than between them.
struct Cusp {
  double x, y, z;
  double slope;  //!< fall in mm per mm along the ridges
};

//! A ridge between two points that is lower by `sag_mm` in its middle.
struct Ridge {
  double x0, y0, z0, x1, y1, z1;
  double sag_mm;
  double slope;
};

//! A groove in the biting surface along a segment.
struct Groove {
  double x0, y0, x1, y1;
  double depth_mm, half_width_mm;
};

//! A bump or, if negative, a hollow of the wall on one side of the crown.
struct WallBump {
  double side;  //!< +1 buccal, -1 lingual
  double x, z, half_x_mm, half_z_mm, height_mm;
};

struct ToothShape {
  int fdi = 0;
  double mesiodistal_mm = 0, buccolingual_mm = 0, height_mm = 0;
  double mesiodistal_neck_mm = 0, buccolingual_neck_mm = 0;
  Silhouette mesial{}, distal{}, buccal{}, lingual{};  //!< all positive
  double squareness = 0;                               //!< 0: elliptic outline, 1: nearly rectangular
  double lingual_taper = 0;                            //!< share by which the lingual half is narrower
  double shear = 0;  //!< distal shift per mm towards buccal; gives upper molars their rhombic outline
  double edge_rounding_mm = 0;  //!< between wall and biting surface
  bool anterior = false;
  double tip_x = 0, mesial_slope = 0, distal_slope = 0;  //!< anterior: the incisal edge from its tip
  double corner_drop_mm = 0;  //!< anterior: how much of the distal corner is rounded off
  std::vector<Cusp> cusps;
  std::vector<Ridge> ridges;
  std::vector<Groove> grooves;
  std::vector<WallBump> bumps;
  std::array<double, 3> wave_phase{};  //!< phases of the unevenness of the enamel
  double worn_mm = 0;                  //!< wear of the highest cusp; lower cusps are worn to an equal level
};

//! The tooth with a two-digit FDI number, 11 to 48 or 51 to 85; mean sizes (datasets/README.md).
[[nodiscard]] ToothShape tooth_shape(int fdi);

//! Sizes of a crown relative to another crown.
struct CrownScale {
  double mesiodistal = 1, buccolingual = 1, height = 1;
  double cusp_height = 1;  //!< height of cusps and ridges above the fossae
};

[[nodiscard]] ToothShape stretched(const ToothShape& tooth, const CrownScale& scale);

//! Height of the biting surface above the neck at (x, y), without the walls.
[[nodiscard]] double occlusal_height(const ToothShape& tooth, double x, double y);

//! Positive inside the crown, zero on its surface; near the surface approximately the distance in mm.
[[nodiscard]] double inside_crown(const ToothShape& tooth, double x, double y, double z);

//! A box with rounded edges, turned about the tooth's x axis to lie on the crown.
struct RoundedBox {
  Eigen::Vector3d middle, half;
  Eigen::Vector2d out;  //!< y and z of the unit vector away from the crown
  double round_mm = 0;
};

//! The signed distance in mm: positive inside, zero on the surface.
[[nodiscard]] double inside_block(const RoundedBox& block, double x, double y, double z);

//! A block 2 mm wide and 3 mm high that protrudes 1 mm from the middle of the buccal face.
[[nodiscard]] std::vector<RoundedBox> attachment_on(const ToothShape& tooth);

//! A pad with four wings, two above and two below the slot, that protrudes 2.2 mm from the buccal face: the
//! outline of a twin bracket.
[[nodiscard]] std::vector<RoundedBox> bracket_on(const ToothShape& tooth);

//! The point where the wire passes through the slot of bracket_on.
[[nodiscard]] Eigen::Vector3d slot_on(const ToothShape& tooth);
inline constexpr double wire_radius_mm = 0.28;  // slots of 0.022 inch are filled by wires of 0.56 mm

}  // namespace intercusp
