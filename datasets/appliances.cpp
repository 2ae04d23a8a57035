#include "datasets/appliances.h"

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

//! y of the buccal surface in the middle of the tooth.
double buccal_face(const ToothShape& tooth, double z) {
  double y = 0.8 * tooth.buccolingual_mm;
  while (y > 0 && inside_crown(tooth, 0, y, z) < 0) y -= 0.02;
  return y;
}

//! The crown's surface where appliances sit, half-way up, and its slope there.
struct Seat {
  double y, z;
  Eigen::Vector2d out, up;  //!< y and z of unit vectors
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

//! From `low_mm` inside to `high_mm` off the crown, its middle at (x, up_mm) on the seat.
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
  const double wing_mm = 0.45 * half_pad_mm;  // half the width; a third as much is free between two
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
