#include "occlusion/stencil/face_sieve.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace intercusp::stencil {
namespace {

constexpr std::size_t vertices_per_task = 8192;

constexpr int unit_bits = 12;
constexpr std::int32_t unit = 1 << unit_bits;    // of a corner's place; a pixel has that many
constexpr float farthest = 1 << 28;              // beyond, a corner is only known to be outside
constexpr std::int64_t largest_known = 1 << 27;  // of a face's box: none of its corners is that far outside

std::int32_t first_centre(std::int32_t from) { return (from + unit - 1) >> unit_bits; }
std::int32_t last_centre(std::int32_t to) { return to >> unit_bits; }

//! The centres between the least and the most of a face along one axis.
struct Centres {
  Centres(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t margin) {
    const std::int32_t least = std::min(a, std::min(b, c));
    const std::int32_t most = std::max(a, std::max(b, c));
    first = first_centre(least - margin);
    last = last_centre(most + margin);
    size = std::int64_t{most} - least;
  }
  [[nodiscard]] bool meet(int size_px) const { return first <= last && last >= 0 && first < size_px; }

  std::int32_t first, last;
  std::int64_t size;
};

//! Twice the area of a, b and a centre, there and at up to three centres beside it: on which side of an edge
//! they lie.
struct EdgeSides {
  EdgeSides(const std::array<std::int32_t, 2>& a, const std::array<std::int32_t, 2>& b,
            const Centres& columns, const Centres& rows) {
    const std::int64_t dx = b[0] - a[0];
    const std::int64_t dy = b[1] - a[1];
    at = dx * (rows.first * unit - a[1]) - dy * (columns.first * unit - a[0]);
    to_last_column = -dy * unit * (columns.last - columns.first);
    to_last_row = dx * unit * (rows.last - rows.first);
  }
  std::int64_t at, to_last_column, to_last_row;
};

}  // namespace

double corner_margin_px(const SieveWindow& window, double extent_px) {
  // Rounding to parts of a pixel, and a few roundings of floats as large as the mesh.
  return std::ldexp(1, -window.subpixel_bits) + std::ldexp(8 * extent_px, -24);
}

void FaceSieve::place(std::span<const Eigen::Vector3f> vertices, const SieveWindow& window,
                      double extent_px) {
  width_px_ = window.width_px;
  height_px_ = window.height_px;
  const int our_rounding = 1;
  margin_ = static_cast<std::int32_t>(std::ceil(unit * corner_margin_px(window, extent_px))) + our_rounding;
  const Eigen::Array2d half_px(0.5 * window.width_px, 0.5 * window.height_px);
  const Eigen::Matrix<double, 2, 4> map =
      unit * (half_px.matrix().asDiagonal() * window.clip_from_vertex.topRows<2>());
  const Eigen::Matrix<float, 2, 3> turn = map.leftCols<3>().cast<float>();
  const Eigen::Vector2f shift = (map.col(3).array() + unit * (half_px - 0.5)).matrix().cast<float>();
  const auto rounded = [](float place) {
    return static_cast<std::int32_t>(std::clamp(place, -farthest, farthest));
  };
  corners_.resize(vertices.size());
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, vertices.size(), vertices_per_task), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          const Eigen::Vector3f& p = vertices[i];
          corners_[i] = {rounded(turn(0, 0) * p.x() + turn(0, 1) * p.y() + turn(0, 2) * p.z() + shift.x()),
                         rounded(turn(1, 0) * p.x() + turn(1, 1) * p.y() + turn(1, 2) * p.z() + shift.y())};
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
  const std::int64_t size = columns.size + rows.size;
  if (size > largest_known) return front | back;

  // By how much a product of two edges, or of two ways from a centre to corners, changes where each corner
  // moves by the margin.
  const std::int64_t margin = margin_;
  const std::int64_t doubt = 4 * margin * size + 8 * margin * margin;
  const std::int64_t twice_area =
      std::int64_t{b[0] - a[0]} * (c[1] - a[1]) - std::int64_t{b[1] - a[1]} * (c[0] - a[0]);
  const unsigned seen = (twice_area >= -doubt ? front : no_side) | (twice_area <= doubt ? back : no_side);
  const bool few = columns.last - columns.first <= 1 && rows.last - rows.first <= 1;
  if (!few || seen == (front | back)) return seen;

  // Without branches, which would be mispredicted at every other face.
  const std::int64_t sign = seen == front ? 1 : -1;
  const std::int64_t centre_doubt = 2 * margin * size + 6 * margin * margin;
  std::int64_t outside_all = -1;  // the sign bit stays set while every centre is outside
  const EdgeSides ab(a, b, columns, rows);
  const EdgeSides bc(b, c, columns, rows);
  const EdgeSides ca(c, a, columns, rows);
  for (const std::int64_t last_column : {0, 1}) {
    for (const std::int64_t last_row : {0, 1}) {
      const auto beyond = [&](const EdgeSides& edge) {
        return sign * (edge.at + last_column * edge.to_last_column + last_row * edge.to_last_row) +
               centre_doubt;
      };
      outside_all &= beyond(ab) | beyond(bc) | beyond(ca);
    }
  }
  return outside_all < 0 ? no_side : seen;
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
