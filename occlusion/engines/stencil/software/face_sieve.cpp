#include "occlusion/engines/stencil/software/face_sieve.h"

#include <tbb/blocked_range.h>

#include <algorithm>
#include <cmath>

#include "occlusion/base/for_all.h"

namespace intercusp::stencil {
namespace {

constexpr std::size_t vertices_per_task = 8192;

// Corners are stored in fractions of a pixel that are whole numbers in floats across the largest window.
constexpr int unit_bits = 12;
constexpr std::int32_t unit = 1 << unit_bits;
constexpr float pixel = unit;
constexpr float farthest = 1 << 28;       // beyond, a corner is only known to be outside
constexpr float largest_known = 1 << 27;  // of a face's box: no corner is this far outside

// Plain comparisons without branches, which would be mispredicted at every other face: the compiler tests several faces
// at once.
template <typename T>
T lesser(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
T greater(T a, T b) {
  return a < b ? b : a;
}

//! The centres between the least and the most of a face along one axis.
struct Centres {
  Centres(float a, float b, float c, std::int32_t margin) {
    const float least = lesser(a, lesser(b, c));
    const float most = greater(a, greater(b, c));
    first = (static_cast<std::int32_t>(least) - margin + unit - 1) >> unit_bits;
    last = (static_cast<std::int32_t>(most) + margin) >> unit_bits;
    size = most - least;
  }
  //! Negative where none of them is in the window.
  [[nodiscard]] std::int32_t in(int size_px) const { return (last - first) | last | (size_px - 1 - first); }

  std::int32_t first, last;
  float size;
};

constexpr std::size_t block = 64;

//! The corners of some faces.
struct Corners {
  float ax[block], ay[block], bx[block], by[block], cx[block], cy[block];
};

//! The visible sides of one face.
std::uint32_t seen_of(const Corners& of, std::size_t i, std::int32_t margin_units, int width_px,
                      int height_px) {
  const Centres columns(of.ax[i], of.bx[i], of.cx[i], margin_units);
  const Centres rows(of.ay[i], of.by[i], of.cy[i], margin_units);
  const auto margin = static_cast<float>(margin_units);
  const float size = columns.size + rows.size;
  // Vectors from the first centre to the corners; twice the area of the three points tells the side of each edge.
  const float x = pixel * static_cast<float>(columns.first), y = pixel * static_cast<float>(rows.first);
  const float ax = of.ax[i] - x, bx = of.bx[i] - x, cx = of.cx[i] - x;
  const float ay = of.ay[i] - y, by = of.by[i] - y, cy = of.cy[i] - y;
  const float ab = ax * by - ay * bx, bc = bx * cy - by * cx, ca = cx * ay - cy * ax;
  const float twice_area = ab + bc + ca;  // wherever the centre lies
  // How much a product of two edges, or of two vectors from a centre to corners, changes if each corner moves by the
  // margin.
  const float doubt = 4 * margin * size + 8 * margin * margin;
  const float centre_doubt = 2 * margin * size + 6 * margin * margin;
  const float sign = twice_area < 0 ? -1.0F : 1.0F;
  // The same for the last centres of a face that has no more than two by two.
  const float right = sign * pixel * static_cast<float>(columns.last - columns.first);
  const float down = sign * pixel * static_cast<float>(rows.last - rows.first);
  const float ab_here = sign * ab, ab_right = right * (ay - by), ab_down = down * (bx - ax);
  const float bc_here = sign * bc, bc_right = right * (by - cy), bc_down = down * (cx - bx);
  const float ca_here = sign * ca, ca_right = right * (cy - ay), ca_down = down * (ax - cx);
  const float at_first = lesser(ab_here, lesser(bc_here, ca_here));
  const float at_right = lesser(ab_here + ab_right, lesser(bc_here + bc_right, ca_here + ca_right));
  const float at_down = lesser(ab_here + ab_down, lesser(bc_here + bc_down, ca_here + ca_down));
  const float at_last = lesser(ab_here + ab_right + ab_down,
                               lesser(bc_here + bc_right + bc_down, ca_here + ca_right + ca_down));
  const float deepest = greater(greater(at_first, at_right), greater(at_down, at_last));

  const std::int32_t across = columns.last - columns.first, along = rows.last - rows.first;
  const std::uint32_t sides = (twice_area >= -doubt ? FaceSieve::front : 0U) |
                              (twice_area <= doubt ? FaceSieve::back : 0U) | (size > largest_known ? 3U : 0U);
  const std::uint32_t large = (across >= small_columns ? FaceSieve::large : 0U) |
                              (along >= small_rows ? FaceSieve::large : 0U) |
                              (size > largest_known ? FaceSieve::large : 0U);
  const std::uint32_t kept = (deepest >= -centre_doubt ? 1U : 0U) | (across > 1 ? 1U : 0U) |
                             (along > 1 ? 1U : 0U) | (sides == 3U ? 1U : 0U);
  return ((columns.in(width_px) | rows.in(height_px)) >= 0 ? sides | large : 0U) & (0U - kept);
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
  for_all(tbb::blocked_range<std::size_t>(0, vertices.size(), vertices_per_task), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const Eigen::Vector3f& p = vertices[i];
      corners_[i] = {bounded(turn(0, 0) * p.x() + turn(0, 1) * p.y() + turn(0, 2) * p.z() + shift.x()),
                     bounded(turn(1, 0) * p.x() + turn(1, 1) * p.y() + turn(1, 2) * p.z() + shift.y())};
    }
  });
}

void FaceSieve::look_at(std::span<const Face> faces, std::span<std::uint32_t> seen) const {
  const std::int32_t margin = margin_;
  const int width_px = width_px_, height_px = height_px_;
  Corners corners{};
  std::uint32_t found[block];
  for (std::size_t first = 0; first < faces.size(); first += block) {
    const std::size_t count = std::min(block, faces.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const Face& face = faces[first + i];
      const Point &a = corners_[face[0]], &b = corners_[face[1]], &c = corners_[face[2]];
      corners.ax[i] = a[0], corners.ay[i] = a[1];
      corners.bx[i] = b[0], corners.by[i] = b[1];
      corners.cx[i] = c[0], corners.cy[i] = c[1];
    }
    // Always the whole block; entries beyond the faces are not used.
    for (std::size_t i = 0; i < block; ++i) found[i] = seen_of(corners, i, margin, width_px, height_px);
    std::copy_n(found, count, seen.begin() + static_cast<std::ptrdiff_t>(first));
  }
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
