#include "datasets/tooth_shape.h"

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

constexpr double enamel_wave_mm = 0.02;

//! A smooth curve through the silhouette's knots (Catmull-Rom with uneven heights); constant beyond them.
double extent_at(const Silhouette& s, double height_share) {
  const auto& h = silhouette_heights;
  if (height_share <= h.front()) return s.front();
  if (height_share >= h.back()) return s.back();
  std::size_t i = 0;
  while (height_share > h[i + 1]) ++i;
  const auto slope = [&](std::size_t k) {
    const std::size_t a = k == 0 ? 0 : k - 1;
    const std::size_t b = k + 1 == s.size() ? k : k + 1;
    return (s[b] - s[a]) / (h[b] - h[a]);
  };
  const double d = h[i + 1] - h[i];
  const double t = (height_share - h[i]) / d;
  const double u = 1 - t;
  return u * u * (1 + 2 * t) * s[i] + t * t * (3 - 2 * t) * s[i + 1] +
         d * t * u * (u * slope(i) - t * slope(i + 1));
}

//! Radial distance to the crown's outline at height z; positive inside.
double inside_wall(const ToothShape& tooth, double x, double y, double z) {
  const double share = z / tooth.height_mm;
  const double buccal = extent_at(tooth.buccal, share);
  const double lingual = extent_at(tooth.lingual, share);
  const double middle = 0.5 * (buccal - lingual);
  const double half_y = 0.5 * (buccal + lingual);
  const double v = (y - middle) / half_y;
  const double narrowing = 1 + tooth.lingual_taper * std::clamp(v, -1.0, 0.0);
  const double dx = x - tooth.shear * y;
  const double half_x = extent_at(dx < 0 ? tooth.mesial : tooth.distal, share) * narrowing;
  const double u = dx / half_x;
  const double uu = u * u;
  const double vv = v * v;
  const double norm = (1 - tooth.squareness) * std::sqrt(uu + vv) +
                      tooth.squareness * std::sqrt(std::sqrt(uu * uu + vv * vv));
  const double radius = std::hypot(dx, y - middle);
  double inside = norm > 1e-6 ? radius * (1 / norm - 1) : half_y;
  for (const WallBump& bump : tooth.bumps) {
    const double side = std::clamp(0.5 + bump.side * v, 0.0, 1.0);
    inside +=
        side * bump.height_mm * bell((x - bump.x) / bump.half_x_mm) * bell((z - bump.z) / bump.half_z_mm);
  }
  return inside;
}

double cusp_height(const Cusp& cusp, double x, double y) {
  const double dx = x - cusp.x;
  const double dy = y - cusp.y;
  const double d2 = dx * dx + dy * dy + 1e-9;
  // sin²(2φ): 0 along the four ridges, 1 half-way between them, where the cusp falls more steeply.
  const double between = 4 * dx * dx * dy * dy / (d2 * d2);
  const double slope = cusp.slope * (1 + 0.2 * between);
  constexpr double tip_mm = 0.45;  // radius of the tip, as a height
  return cusp.z + tip_mm - std::sqrt(slope * slope * d2 + tip_mm * tip_mm);
}

//! The nearest point of a segment: its position as a share of the segment, and its distance.
std::array<double, 2> nearest_on(double x, double y, double x0, double y0, double x1, double y1) {
  const double ex = x1 - x0;
  const double ey = y1 - y0;
  const double t = std::clamp(((x - x0) * ex + (y - y0) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
  return {t, std::hypot(x - x0 - t * ex, y - y0 - t * ey)};
}

double ridge_height(const Ridge& r, double x, double y) {
  const auto [t, d] = nearest_on(x, y, r.x0, r.y0, r.x1, r.y1);
  constexpr double crest_mm = 0.3;
  const double crest = r.z0 + t * (r.z1 - r.z0) - 4 * t * (1 - t) * r.sag_mm;
  return crest + crest_mm - std::sqrt(r.slope * r.slope * d * d + crest_mm * crest_mm);
}

double edge_height(const ToothShape& tooth, double x) {
  const double dx = x - tooth.tip_x;
  const double fall = (dx < 0 ? tooth.mesial_slope : tooth.distal_slope) * dx;
  constexpr double tip_mm = 0.25;
  const double corner = std::max(x / (0.5 * tooth.mesiodistal_mm), 0.0);
  return tooth.height_mm + tip_mm - std::sqrt(fall * fall + tip_mm * tip_mm) -
         tooth.corner_drop_mm * corner * corner * corner;
}

//! y of the buccal surface in the middle of the tooth, at height z.
double buccal_face(const ToothShape& tooth, double z) {
  double y = 0.8 * tooth.buccolingual_mm;
  while (y > 0 && inside_crown(tooth, 0, y, z) < 0) y -= 0.02;
  return y;
}

//! The crown's surface half-way up, where appliances are fixed, with its slope.
struct Seat {
  double y, z;
  Eigen::Vector2d out, up;  //!< y and z of two unit vectors
};

Seat seat_on(const ToothShape& tooth) {
  Seat seat;
  seat.z = 0.52 * tooth.height_mm;
  seat.y = buccal_face(tooth, seat.z);
  seat.up =
      Eigen::Vector2d(buccal_face(tooth, seat.z + 0.8) - buccal_face(tooth, seat.z - 0.8), 1.6).normalized();
  seat.out = Eigen::Vector2d(seat.up.y(), -seat.up.x());
  return seat;
}

//! A block from `low_mm` inside the crown to `high_mm` outside it, with its middle at (x, up_mm) on the seat.
RoundedBox block_on(const Seat& seat, double x, double up_mm, const Eigen::Vector2d& half, double low_mm,
                    double high_mm, double round_mm) {
  const Eigen::Vector2d yz =
      Eigen::Vector2d(seat.y, seat.z) + up_mm * seat.up + 0.5 * (high_mm - low_mm) * seat.out;
  return {.middle = {x, yz.x(), yz.y()},
          .half = {half.x(), 0.5 * (high_mm + low_mm), half.y()},
          .out = seat.out,
          .round_mm = round_mm};
}

}  // namespace

double occlusal_height(const ToothShape& tooth, double x, double y) {
  if (tooth.anterior) return edge_height(tooth, x);
  // Grooves and ridges of real teeth are not straight.
  const double across = y;
  y += 0.16 * std::sin(1.5 * x + tooth.wave_phase[0]);
  x += 0.16 * std::sin(1.4 * across + tooth.wave_phase[1]);
  double height = -100;
  for (const Cusp& cusp : tooth.cusps) height = smooth_max(height, cusp_height(cusp, x, y), 0.35);
  for (const Ridge& ridge : tooth.ridges) height = smooth_max(height, ridge_height(ridge, x, y), 0.3);
  for (const Groove& g : tooth.grooves) {
    const auto [t, d] = nearest_on(x, y, g.x0, g.y0, g.x1, g.y1);
    height -= 0.7 * g.depth_mm * bell(d / (1.3 * g.half_width_mm));
  }
  return height;
}

double inside_crown(const ToothShape& tooth, double x, double y, double z) {
  // Far outside the crown's box the distance to the box is good enough.
  const double far = std::max({std::abs(x) - 0.6 * tooth.mesiodistal_mm,
                               std::abs(y) - 0.6 * tooth.buccolingual_mm, z - tooth.height_mm - 0.3});
  if (far > 1) return -far;
  const double wall = inside_wall(tooth, x, y, z);
  double top = 0.85 * (occlusal_height(tooth, x, y) - z);
  if (tooth.worn_mm > 0) top = smooth_min(top, tooth.height_mm - tooth.worn_mm - z, 0.25);
  const auto& phase = tooth.wave_phase;
  const double wave = enamel_wave_mm * std::sin(2.1 * x + phase[0]) * std::sin(1.9 * y + phase[1]) *
                      std::sin(2.3 * z + phase[2]);
  return smooth_min(wall, top, tooth.edge_rounding_mm) + wave;
}

double inside_block(const RoundedBox& block, double x, double y, double z) {
  const Eigen::Vector2d yz(y - block.middle.y(), z - block.middle.z());
  const Eigen::Vector2d up(-block.out.y(), block.out.x());
  const Eigen::Vector3d p(x - block.middle.x(), block.out.dot(yz), up.dot(yz));
  const Eigen::Vector3d beyond = p.cwiseAbs() - block.half + Eigen::Vector3d::Constant(block.round_mm);
  return block.round_mm - beyond.cwiseMax(0).norm() - std::min(beyond.maxCoeff(), 0.0);
}

std::vector<RoundedBox> attachment_on(const ToothShape& tooth) {
  return {block_on(seat_on(tooth), 0, 0, {1.0, 1.5}, 1.0, 1.0, 0.35)};
}

std::vector<RoundedBox> bracket_on(const ToothShape& tooth) {
  const Seat seat = seat_on(tooth);
  const double half_pad_mm = std::min(1.7, 0.32 * tooth.mesiodistal_mm);
  const double wing_mm = 0.45 * half_pad_mm;  // half the width; a third of it is free between two wings
  std::vector<RoundedBox> blocks = {block_on(seat, 0, 0, {half_pad_mm, 1.6}, 1.0, 0.6, 0.2),
                                    block_on(seat, 0, 0, {half_pad_mm, 1.0}, 0, 1.2, 0.1)};
  for (const double x : {-1.0, 1.0}) {
    for (const double up : {-1.0, 1.0}) {
      blocks.push_back(block_on(seat, x * (half_pad_mm - wing_mm), 0.85 * up, {wing_mm, 0.55}, 0, 2.2, 0.2));
    }
  }
  return blocks;
}

Eigen::Vector3d slot_on(const ToothShape& tooth) {
  const Seat seat = seat_on(tooth);
  const Eigen::Vector2d yz = Eigen::Vector2d(seat.y, seat.z) + 1.6 * seat.out;
  return {0, yz.x(), yz.y()};
}

}  // namespace intercusp
