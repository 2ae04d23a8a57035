// Which pixel centres a triangle covers, exactly.
//
// Vertices are snapped to a fine grid of whole numbers and edges are compared in 64-bit integers, so a closed
// mesh covers every centre with signs that sum to zero: no cracks, no double hits, whatever its shape. A
// centre exactly on an edge belongs to the triangle on whose top or left side the edge lies.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace intercusp::zlist {

//! A vertex as the rasteriser sees it: in pixels from the window's corner, depth in mm, and snapped.
struct RasterVertex {
  double u_px, v_px, depth;
  std::int64_t x, y;  //!< in 1/RasterScale::steps pixel
};

//! How finely vertices are snapped. 1/4096 pixel of 0.05 mm is 0.000012 mm; coarser only where the mesh spans
//! so many pixels that products of differences would leave 64 bits.
struct RasterScale {
  std::int64_t steps = 4096;

  [[nodiscard]] static RasterScale for_extent(double largest_px) {
    RasterScale scale;
    // |coordinate| < 2^29 keeps a sum of two products of differences below 2^62.
    while (scale.steps > 1 && largest_px * static_cast<double>(scale.steps) > 536'870'912.0) scale.steps /= 2;
    return scale;
  }
  [[nodiscard]] std::int64_t snap(double px) const {
    return static_cast<std::int64_t>(std::floor(px * static_cast<double>(steps) + 0.5));
  }
};

inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

//! Twice the area in the (u, v) plane, positive where the outward normal has a positive depth component:
//! there the line leaves the body.
inline std::int64_t twice_area(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

//! First and one past the last pixel of a row or column whose centre lies in [low, high].
struct PixelRange {
  std::int64_t begin, end;
  [[nodiscard]] bool empty() const { return begin >= end; }
};
inline PixelRange centres_between(std::int64_t low, std::int64_t high, std::int64_t steps,
                                  std::int64_t count) {
  return {std::max<std::int64_t>(0, ceil_div(low - steps / 2, steps)),
          std::min<std::int64_t>(count, floor_div(high - steps / 2, steps) + 1)};
}

//! Everything about a triangle that does not depend on the pixel.
class TriangleSetup {
 public:
  TriangleSetup(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, RasterScale scale)
      : steps_(scale.steps) {
    const std::int64_t area = twice_area(a, b, c);
    facing_ = area < 0 ? 1 : (area > 0 ? -1 : 0);
    y_low_ = std::min({a.y, b.y, c.y});
    y_high_ = std::max({a.y, b.y, c.y});
    const RasterVertex& second = area > 0 ? b : c;
    const RasterVertex& third = area > 0 ? c : b;
    edges_ = {edge(a, second), edge(second, third), edge(third, a)};
  }

  //! +1 where the line enters the body through this face, -1 where it leaves, 0 for a face seen edge-on.
  [[nodiscard]] int facing() const { return facing_; }

  [[nodiscard]] PixelRange rows(int height) const { return centres_between(y_low_, y_high_, steps_, height); }

  //! The covered pixels of one row: convex, so one range.
  [[nodiscard]] PixelRange span(std::int64_t row, PixelRange columns) const {
    return columns.end - columns.begin <= few_columns ? short_span(row, columns) : long_span(row, columns);
  }

 private:
  struct Edge {
    std::int64_t x, y, dx, dy, bias;
  };

  //! Up to here stepping along the row is cheaper than three divisions.
  static constexpr std::int64_t few_columns = 16;

  //! How far inside an edge a row's centre in column 0 lies; inside where room − slope·column ≥ 0.
  struct RowEdge {
    std::int64_t room, slope;
  };
  [[nodiscard]] RowEdge row_edge(const Edge& e, std::int64_t row) const {
    // Inside where e.dx·(y − e.y) − e.dy·(x − e.x) ≥ e.bias, x = column·steps + steps/2.
    const std::int64_t y = row * steps_ + steps_ / 2;
    return {e.dx * (y - e.y) - e.bias + e.dy * (e.x - steps_ / 2), e.dy * steps_};
  }

  [[nodiscard]] PixelRange short_span(std::int64_t row, PixelRange columns) const {
    std::array<std::int64_t, 3> inside;
    std::array<std::int64_t, 3> step;
    for (std::size_t i = 0; i < 3; ++i) {
      const RowEdge edge = row_edge(edges_[i], row);
      inside[i] = edge.room - edge.slope * columns.begin;
      step[i] = edge.slope;
    }
    const auto covered = [&] { return (inside[0] | inside[1] | inside[2]) >= 0; };
    const auto advance = [&] {
      for (std::size_t i = 0; i < 3; ++i) inside[i] -= step[i];
    };
    PixelRange range{columns.begin, columns.begin};
    for (; range.begin < columns.end && !covered(); ++range.begin) advance();
    range.end = range.begin;
    for (; range.end < columns.end && covered(); ++range.end) advance();
    return range;
  }

  [[nodiscard]] PixelRange long_span(std::int64_t row, PixelRange columns) const {
    PixelRange range = columns;
    for (const Edge& e : edges_) {
      const auto [room, slope] = row_edge(e, row);
      if (slope > 0) {
        range.end = std::min(range.end, floor_div(room, slope) + 1);
      } else if (slope < 0) {
        range.begin = std::max(range.begin, ceil_div(room, slope));
      } else if (room < 0) {
        return {0, 0};
      }
    }
    return range;
  }

  static Edge edge(const RasterVertex& from, const RasterVertex& to) {
    const std::int64_t dx = to.x - from.x;
    const std::int64_t dy = to.y - from.y;
    // y grows downwards and the inside lies where the edge function is positive: a left edge runs up, a top
    // edge right.
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    return {from.x, from.y, dx, dy, top_left ? 0 : 1};
  }

  std::int64_t steps_;
  int facing_ = 0;
  std::int64_t y_low_, y_high_;
  std::array<Edge, 3> edges_;
};

//! The depth of a face over the window. Apart from TriangleSetup, because many faces slip between the pixel
//! centres and need none.
class FacePlane {
 public:
  FacePlane(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c)
      : u_(a.u_px),
        v_(a.v_px),
        depth_(a.depth),
        low_(std::min({a.depth, b.depth, c.depth})),
        high_(std::max({a.depth, b.depth, c.depth})) {
    const Eigen::Vector3d p(b.u_px - a.u_px, b.v_px - a.v_px, b.depth - a.depth);
    const Eigen::Vector3d q(c.u_px - a.u_px, c.v_px - a.v_px, c.depth - a.depth);
    const double nu = p.y() * q.z() - p.z() * q.y();
    const double nv = p.z() * q.x() - p.x() * q.z();
    const double nw = p.x() * q.y() - p.y() * q.x();
    per_u_ = -nu / nw;
    per_v_ = -nv / nw;
    if (!std::isfinite(per_u_) || !std::isfinite(per_v_)) {  // edge-on: any depth of the face will do
      depth_ = 0.5 * (low_ + high_);
      per_u_ = per_v_ = 0;
    }
  }

  //! At a pixel's centre, within the face's own range of depth: beside a face that is seen almost edge-on the
  //! plane runs off, the face does not.
  [[nodiscard]] double depth(std::int64_t column, std::int64_t row) const {
    const double u = static_cast<double>(column) + 0.5 - u_;
    const double v = static_cast<double>(row) + 0.5 - v_;
    return std::clamp(depth_ + per_u_ * u + per_v_ * v, low_, high_);
  }

 private:
  double u_, v_, depth_, low_, high_, per_u_, per_v_;
};

}  // namespace intercusp::zlist
