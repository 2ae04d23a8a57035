#include "occlusion/stencil/face_sieve.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

constexpr std::size_t vertices_per_task = 8192;

// Corners are kept in parts of a pixel that are whole numbers in floats across the largest window.
constexpr int unit_bits = 12;
constexpr std::int32_t unit = 1 << unit_bits;
constexpr float farthest = 1 << 28;       // beyond, a corner is only known to be outside
constexpr float largest_known = 1 << 27;  // of a face's box: none of its corners is that far outside

//! The centres between the least and the most of a face along one axis. Floats, because their least and most
//! take no branch, which would be mispredicted at every other face.
struct Centres {
  Centres(float a, float b, float c, std::int32_t margin) {
    const float least = std::min(a, std::min(b, c));
    const float most = std::max(a, std::max(b, c));
    first = (static_cast<std::int32_t>(least) - margin + unit - 1) >> unit_bits;
    last = (static_cast<std::int32_t>(most) + margin) >> unit_bits;
    size = most - least;
  }
  [[nodiscard]] bool meet(int size_px) const {
    return ((last - first) | last | (size_px - 1 - first)) >= 0;  // all three are
  }

  std::int32_t first, last;
  float size;
};

//! On which side of the edge from a to b a place lies, by twice the area of the three.
double side_of(const std::array<float, 2>& a, const std::array<float, 2>& b, std::int32_t column,
               std::int32_t row) {
  const double dx = static_cast<double>(b[0]) - a[0];
  const double dy = static_cast<double>(b[1]) - a[1];
  return dx * (row * unit - static_cast<double>(a[1])) - dy * (column * unit - static_cast<double>(a[0]));
}

}  // namespace

double corner_margin_px(const SieveWindow& window, double extent_px) {
  // Rounding to parts of a pixel, and a few roundings of floats as large as the mesh.
  return std::ldexp(1, -window.subpixel_bits) + std::ldexp(8 * extent_px, -24);
}

void FaceSieve::place(std::span<const Eigen::Vector3f> vertices, const SieveWindow& window,
                      double extent_px) {
  width_px_ = window.width_px;
  height_px_ = window.height_px;
  const int our_rounding = 2;
  margin_ = static_cast<std::int32_t>(std::ceil(unit * corner_margin_px(window, extent_px))) + our_rounding;
  const Eigen::Array2d half_px(0.5 * window.width_px, 0.5 * window.height_px);
  const Eigen::Matrix<double, 2, 4> map =
      unit * (half_px.matrix().asDiagonal() * window.clip_from_vertex.topRows<2>());
  const Eigen::Matrix<float, 2, 3> turn = map.leftCols<3>().cast<float>();
  const Eigen::Vector2f shift = (map.col(3).array() + unit * (half_px - 0.5)).matrix().cast<float>();
  const auto bounded = [](float place) { return std::min(std::max(place, -farthest), farthest); };
  corners_.resize(vertices.size());
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, vertices.size(), vertices_per_task), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          const Eigen::Vector3f& p = vertices[i];
          corners_[i] = {bounded(turn(0, 0) * p.x() + turn(0, 1) * p.y() + turn(0, 2) * p.z() + shift.x()),
                         bounded(turn(1, 0) * p.x() + turn(1, 1) * p.y() + turn(1, 2) * p.z() + shift.y())};
        }
      });
}

unsigned FaceSieve::sides(const Face& face) const {
  const Point& a = corners_[face[0]];
  const Point& b = corners_[face[1]];
  const Point& c = corners_[face[2]];
  const Centres columns(a[0], b[0], c[0], margin_);
  const Centres rows(a[1], b[1], c[1], margin_);
  if (!columns.meet(width_px_) || !rows.meet(height_px_)) return no_side;
  const double size = static_cast<double>(columns.size) + rows.size;
  if (size > largest_known) return front | back;

  // The sides of the three edges add up to twice the area, wherever the centre lies.
  const double ab = side_of(a, b, columns.first, rows.first);
  const double bc = side_of(b, c, columns.first, rows.first);
  const double ca = side_of(c, a, columns.first, rows.first);
  const double twice_area = ab + bc + ca;
  // By how much a product of two edges, or of two ways from a centre to corners, changes where each corner
  // moves by the margin.
  const double doubt = 4 * margin_ * size + 8.0 * margin_ * margin_;
  const double centre_doubt = 2 * margin_ * size + 6.0 * margin_ * margin_;
  const unsigned seen = (twice_area >= -doubt ? front : no_side) | (twice_area <= doubt ? back : no_side);
  if (seen == (front | back)) return seen;
  const double sign = seen == front ? 1 : -1;
  const auto holds = [&](double to_ab, double to_bc, double to_ca) {
    return std::min(sign * to_ab, std::min(sign * to_bc, sign * to_ca)) >= -centre_doubt;
  };
  if (holds(ab, bc, ca)) return seen;
  if (columns.first == columns.last && rows.first == rows.last) return no_side;
  if (columns.last - columns.first > 1 || rows.last - rows.first > 1) return seen;
  for (std::int32_t row = rows.first; row <= rows.last; ++row) {
    for (std::int32_t column = columns.first; column <= columns.last; ++column) {
      if (holds(side_of(a, b, column, row), side_of(b, c, column, row), side_of(c, a, column, row))) {
        return seen;
      }
    }
  }
  return no_side;
}

TileRange FaceSieve::tiles(const Face& face) const {
  const Point& a = corners_[face[0]];
  const Point& b = corners_[face[1]];
  const Point& c = corners_[face[2]];
  const Centres columns(a[0], b[0], c[0], margin_);
  const Centres rows(a[1], b[1], c[1], margin_);
  return {std::max(columns.first, 0) / tile_px, std::min(columns.last, width_px_ - 1) / tile_px,
          std::max(rows.first, 0) / tile_px, std::min(rows.last, height_px_ - 1) / tile_px};
}

}  // namespace intercusp::stencil
