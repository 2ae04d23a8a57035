#include "occlusion/registration/arch_heights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double pixel_mm2 = ArchHeights::pixel_mm * ArchHeights::pixel_mm;
//! Compressed volume of the springs under the closing force, mm³: about that of the softest bed of seating (1.4), and more, because heights
//! on a lattice are some tenths of a millimetre off on slopes.
constexpr double pressed_mm3 = 6;
constexpr double near_gap_mm = 0.5;
constexpr double largest_arch_mm = 200;  // arches are up to 80 mm long

struct Corner {
  double x, y, z;  //!< x and y in pixels
};

//! Calls use(column, row, height) for the middle of each pixel in a triangle seen along z.
template <class Use>
void for_each_pixel(const std::array<Corner, 3>& t, const Use& use) {
  const double twice = (t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[2].x - t[0].x) * (t[1].y - t[0].y);
  if (!(std::abs(twice) > 0)) return;
  const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
  const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
  for (int row = static_cast<int>(std::ceil(top)); row <= bottom; ++row) {
    for (int column = static_cast<int>(std::ceil(left)); column <= right; ++column) {
      const double b = ((column - t[0].x) * (t[2].y - t[0].y) - (t[2].x - t[0].x) * (row - t[0].y)) / twice;
      const double c = ((t[1].x - t[0].x) * (row - t[0].y) - (column - t[0].x) * (t[1].y - t[0].y)) / twice;
      if (b < 0 || c < 0 || b + c > 1) continue;
      use(column, row, t[0].z + b * (t[1].z - t[0].z) + c * (t[2].z - t[0].z));
    }
  }
}

bool is_crown(const Solid& jaw, const Face& face) {
  return std::ranges::all_of(face, [&](std::uint32_t vertex) { return jaw.labels[vertex] > 0; });
}

//! Corners of the crown faces that look towards the other jaw.
std::vector<std::array<Corner, 3>> biting_faces(const Solid& jaw, const Eigen::Isometry3d& frame_from_jaw,
                                                Jaw which) {
  const double towards = which == Jaw::upper ? -1 : 1;
  const Eigen::Vector3d z = towards * frame_from_jaw.linear().row(2).transpose();
  std::vector<std::array<Corner, 3>> faces;
  for (std::size_t i = 0; i < jaw.anatomy_faces; ++i) {
    const Face& face = jaw.mesh.faces[i];
    if (!is_crown(jaw, face) || !(z.dot(face_normal_twice_area(jaw.mesh, i)) > 0)) continue;
    std::array<Corner, 3>& corners = faces.emplace_back();
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Eigen::Vector3d p = frame_from_jaw * jaw.mesh.vertices[face[corner]];
      corners[corner] = {p.x() / ArchHeights::pixel_mm, p.y() / ArchHeights::pixel_mm, p.z()};
    }
  }
  return faces;
}

//! A pixel where both jaws are.
struct Gap {
  double x, y, mm;
  double lower_mm;  //!< height of the lower
};

std::vector<Gap> gaps_of(const ArchHeights& upper, const ArchHeights& lower, int columns, int rows) {
  std::vector<Gap> gaps;
  gaps.reserve(lower.mm.size() / 4);
  for (int row = lower.first_row; row < lower.first_row + lower.rows; ++row) {
    for (int column = lower.first_column; column < lower.first_column + lower.columns; ++column) {
      const float low = lower.at(column, row);
      if (std::isnan(low)) continue;
      const float high = upper.at(column + columns, row + rows);
      if (std::isnan(high)) continue;
      gaps.push_back({column * ArchHeights::pixel_mm, row * ArchHeights::pixel_mm,
                      static_cast<double>(high) - static_cast<double>(low), static_cast<double>(low)});
    }
  }
  return gaps;
}

//! A plane z = rise·(1, x, y) added to the lower's heights.
using Rise = Eigen::Vector3d;

double rise_at(const Rise& rise, const Gap& gap) { return rise[0] + rise[1] * gap.x + rise[2] * gap.y; }

//! Where the springs hold a force at the centre: Newton's method on the springs that are pressed.
Rise pressed_together(const std::vector<Gap>& gaps, const Eigen::Vector3d& centre) {
  constexpr int most_steps = 30;
  constexpr double most_tilt = 0.15, same_mm = 1e-3;
  double least = std::numeric_limits<double>::infinity();
  for (const Gap& gap : gaps) least = std::min(least, gap.mm);
  Rise rise(least + 0.5, 0, 0);
  for (int step = 0; step < most_steps; ++step) {
    Eigen::Matrix3d stiffness =
        Eigen::Vector3d(1e-3, 1, 1).asDiagonal();  // solvable also where one pixel bears
    Eigen::Vector3d push = pressed_mm3 * Eigen::Vector3d(1, centre.x(), centre.y());
    for (const Gap& gap : gaps) {
      const double depth = rise_at(rise, gap) - gap.mm;
      if (depth <= 0) continue;
      const Eigen::Vector3d at(1, gap.x, gap.y);
      stiffness += pixel_mm2 * at * at.transpose();
      push -= pixel_mm2 * depth * at;
    }
    Rise way = solve_symmetric(stiffness, push);
    const double length = std::abs(way[0]) + 20 * way.tail<2>().norm();
    if (length > 1) way /= length;
    rise += way;
    for (int i : {1, 2}) rise[i] = std::clamp(rise[i], -most_tilt, most_tilt);
    if (length < same_mm) break;
  }
  return rise;
}

}  // namespace

const float ArchHeights::nothing = std::numeric_limits<float>::quiet_NaN();

ArchHeights arch_heights(const Solid& jaw, const Eigen::Isometry3d& frame_from_jaw, Jaw which) {
  const std::vector<std::array<Corner, 3>> faces = biting_faces(jaw, frame_from_jaw, which);
  ArchHeights heights;
  if (faces.empty()) return heights;
  Eigen::AlignedBox2d box;
  for (const auto& corners : faces)
    for (const Corner& corner : corners) box.extend(Eigen::Vector2d(corner.x, corner.y));
  if (!(box.sizes().maxCoeff() < largest_arch_mm / ArchHeights::pixel_mm)) return heights;
  heights.first_column = static_cast<int>(std::floor(box.min().x()));
  heights.first_row = static_cast<int>(std::floor(box.min().y()));
  heights.columns = static_cast<int>(std::ceil(box.max().x())) - heights.first_column + 1;
  heights.rows = static_cast<int>(std::ceil(box.max().y())) - heights.first_row + 1;
  heights.mm.assign(static_cast<std::size_t>(heights.columns) * heights.rows, ArchHeights::nothing);
  for (const auto& corners : faces) {
    for_each_pixel(corners, [&](int column, int row, double z) {
      float& kept = heights.mm[static_cast<std::size_t>(row - heights.first_row) * heights.columns + column -
                               heights.first_column];
      const auto height = static_cast<float>(z);
      if (std::isnan(kept) || (which == Jaw::upper ? height < kept : height > kept)) kept = height;
    });
  }
  return heights;
}

HeightRest rest_of_heights(const ArchHeights& upper, const ArchHeights& lower, int columns, int rows) {
  constexpr std::size_t least_pixels = 400;  // 100 mm²: four teeth
  HeightRest rest;
  const std::vector<Gap> gaps = gaps_of(upper, lower, columns, rows);
  if (gaps.size() < least_pixels) return rest;
  for (const Gap& gap : gaps) rest.centre += Eigen::Vector3d(gap.x, gap.y, gap.lower_mm);
  rest.centre /= static_cast<double>(gaps.size());
  const Rise rise = pressed_together(gaps, rest.centre);
  for (const Gap& gap : gaps)
    if (std::abs(gap.mm - rise_at(rise, gap)) < near_gap_mm) rest.near_mm2 += pixel_mm2;
  const Eigen::Quaterniond tilt =
      turn_between(Eigen::Vector3d::UnitZ(), Eigen::Vector3d(-rise[1], -rise[2], 1));
  const Eigen::Vector3d shift(columns * ArchHeights::pixel_mm, rows * ArchHeights::pixel_mm, rise[0]);
  rest.motion = Eigen::Translation3d(shift) * tilt;
  return rest;
}

}  // namespace intercusp
