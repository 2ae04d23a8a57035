// Rasterises large faces: prepared in batches, then drawn one by one, sixteen centres of a row or column at a
// time.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/placed_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

// The compiler unrolls fewer instead of using SIMD.
constexpr int large_lanes = 16;   // faces prepared at a time
constexpr int centre_lanes = 16;  // centres tested at a time

//! Large faces prepared for testing centres, like SmallFaces but in double precision, which holds all products of
//! snapped coordinates. Centres are tested along lines: rows of the box, or columns where it is taller than wide, as
//! walls are.
struct alignas(64) LargeFaces {
  std::int32_t lines[large_lanes];   // 0: the face is not drawn
  std::int32_t length[large_lanes];  // of a line, centres
  std::int32_t first_pixel[large_lanes], pixels_along[large_lanes], pixels_across[large_lanes];
  //! Edge functions, positive inside, and their change from a centre to the next and from a line to the next.
  double edge[3][large_lanes], along[3][large_lanes], across[3][large_lanes];
  double depth[large_lanes], depth_along[large_lanes], depth_across[large_lanes];
  double low[large_lanes], high[large_lanes];
  std::uint32_t exit_face[large_lanes];
};

//! A corner of each of `large_lanes` faces.
struct alignas(64) LargeCorners {
  std::int32_t x[large_lanes], y[large_lanes];
  float depth[large_lanes];
  LargeCorners(const PackedFace* faces, int corner, const PlacedVertices& placed) {
    for (int first = 0; first < large_lanes; first += lanes) {
      const Corners some = fetch_corners(faces + first, corner, placed);
      __builtin_memcpy(x + first, &some.x, sizeof some.x);
      __builtin_memcpy(y + first, &some.y, sizeof some.y);
      __builtin_memcpy(depth + first, &some.depth, sizeof some.depth);
    }
  }
  [[nodiscard]] Place place(int lane) const { return {x[lane], y[lane]}; }
};

void set_up_large(const ClusterView& cluster, const PackedFace* __restrict packed, const BandView& band,
                  const PlacedVertices& placed, unsigned facings, LargeFaces& __restrict faces) {
  const LargeCorners a(packed, 0, placed), b(packed, 1, placed), c(packed, 2, placed);
  const double steps = 1 << band.shift;
  const std::int32_t draw_leaving = (facings & leaving) != 0 ? 1 : 0;
  const std::int32_t draw_entering = (facings & entering) != 0 ? 1 : 0;
  for (int lane = 0; lane < large_lanes; ++lane) {
    const double xa = a.x[lane], ya = a.y[lane], da = a.depth[lane];
    const double bx = b.x[lane] - xa, by = b.y[lane] - ya, bd = b.depth[lane] - da;
    const double cx = c.x[lane] - xa, cy = c.y[lane] - ya, cd = c.depth[lane] - da;
    const double area = bx * cy - by * cx;
    const bool leaves = area > 0;
    const double sx = leaves ? bx : cx, sy = leaves ? by : cy;
    const double tx = leaves ? cx : bx, ty = leaves ? cy : by;

    const Box box = clipped(box_of(a.place(lane), b.place(lane), c.place(lane), band), band);
    const std::int32_t columns = box.end_column - box.column, rows = box.end_row - box.row;
    const bool by_columns = rows > columns;
    const std::int32_t drawn = (static_cast<std::int32_t>(area > 0) & draw_leaving) |
                               (static_cast<std::int32_t>(area < 0) & draw_entering);
    const std::int32_t shorter = least(rows, columns);
    faces.lines[lane] = drawn != 0 ? shorter : 0;
    faces.length[lane] = most(rows, columns);
    faces.first_pixel[lane] = box.row * band.width + box.column;
    faces.pixels_along[lane] = by_columns ? band.width : 1;
    faces.pixels_across[lane] = by_columns ? 1 : band.width;
    faces.exit_face[lane] = cluster.faces[place_of(packed[lane])] | (leaves ? exit_bit : 0U);

    // The first centre, from corner a.
    const double x = (box.column + 0.5) * steps - xa;
    const double y = (box.row + band.first_row + 0.5) * steps - ya;
    const double ux = tx - sx, uy = ty - sy;
    // Whole numbers: shifted by one half, their sign is certain.
    faces.edge[0][lane] = sx * y - sy * x - edge_bias(sx, sy) + 0.5;
    faces.edge[1][lane] = ux * (y - sy) - uy * (x - sx) - edge_bias(ux, uy) + 0.5;
    faces.edge[2][lane] = ty * x - tx * y - edge_bias(-tx, -ty) + 0.5;
    faces.along[0][lane] = (by_columns ? sx : -sy) * steps;
    faces.along[1][lane] = (by_columns ? ux : -uy) * steps;
    faces.along[2][lane] = (by_columns ? -tx : ty) * steps;
    faces.across[0][lane] = (by_columns ? -sy : sx) * steps;
    faces.across[1][lane] = (by_columns ? -uy : ux) * steps;
    faces.across[2][lane] = (by_columns ? ty : -tx) * steps;
    const double per_x = (bd * cy - cd * by) / area, per_y = (cd * bx - bd * cx) / area;
    faces.depth[lane] = da + (per_x * x + per_y * y);
    faces.depth_along[lane] = (by_columns ? per_y : per_x) * steps;
    faces.depth_across[lane] = (by_columns ? per_x : per_y) * steps;
    faces.low[lane] = da + least(least(bd, cd), 0.0);
    faces.high[lane] = da + most(most(bd, cd), 0.0);
  }
}

//! A line of a large face's box: the values that change from centre to centre.
struct Line {
  double edge[3], along[3];
  double depth, depth_along, low, high;
  std::int32_t length;
};

inline Line line_of(const LargeFaces& faces, int lane, int index) {
  Line line;
  for (int edge = 0; edge < 3; ++edge) {
    line.edge[edge] = faces.edge[edge][lane] + index * faces.across[edge][lane];
    line.along[edge] = faces.along[edge][lane];
  }
  line.depth = faces.depth[lane] + index * faces.depth_across[lane];
  line.depth_along = faces.depth_along[lane];
  line.low = faces.low[lane];
  line.high = faces.high[lane];
  line.length = faces.length[lane];
  return line;
}

//! The range of centres of a line that may be covered, with a margin for the rounding of the divisions: covered centres
//! lie after the crossing of an edge, before it, or on either side of an edge along the line.
struct Span {
  std::int32_t begin, end;
};
inline Span span_of(const Line& line) {
  double begin = 0, end = line.length;
  for (int edge = 0; edge < 3; ++edge) {
    const double crossing = -line.edge[edge] / line.along[edge];
    if (line.along[edge] > 0) begin = most(begin, crossing - 1);
    if (line.along[edge] < 0) end = least(end, crossing + 2);
  }
  return {static_cast<std::int32_t>(least(begin, static_cast<double>(line.length))),
          static_cast<std::int32_t>(most(end, 0.0))};
}

//! Tables instead of sums and shifts of the lane's number: as wide as a double, they become SIMD.
constexpr double lane_number[centre_lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t lane_bit[centre_lanes] = {1,   2,   4,    8,    16,   32,   64,    128,
                                                  256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

//! Tests some centres of a line; \return a bit for each that is covered.
inline std::uint32_t test_large(const Line& __restrict line, int first, float* __restrict depth) {
  std::uint64_t covered = 0;
  for (int lane = 0; lane < centre_lanes; ++lane) {
    const double at = first + lane_number[lane];
    const bool inside = (line.edge[0] + line.along[0] * at > 0) & (line.edge[1] + line.along[1] * at > 0) &
                        (line.edge[2] + line.along[2] * at > 0) & (at < line.length);
    covered |= inside ? lane_bit[lane] : 0;
    depth[lane] = static_cast<float>(clamp(line.depth + line.depth_along * at, line.low, line.high));
  }
  return static_cast<std::uint32_t>(covered);
}

template <class Output>
void draw_large(const LargeFaces& faces, int lane, Output& output) {
  alignas(64) std::uint32_t exit_faces[centre_lanes];
  for (std::uint32_t& exit_face : exit_faces) exit_face = faces.exit_face[lane];
  const std::int32_t pixels_along = faces.pixels_along[lane];
  for (int index = 0; index < faces.lines[lane]; ++index) {
    const Line line = line_of(faces, lane, index);
    const Span span = line.length > centre_lanes ? span_of(line) : Span{0, line.length};
    const std::int32_t first_pixel = faces.first_pixel[lane] + index * faces.pixels_across[lane];
    for (int first = span.begin; first < span.end; first += centre_lanes) {
      alignas(64) float depths[centre_lanes];
      alignas(64) std::uint32_t pixels[centre_lanes];
      const std::uint32_t covered = test_large(line, first, depths);
      for (int at = 0; at < centre_lanes; ++at) {
        pixels[at] = static_cast<std::uint32_t>(first_pixel + (first + at) * pixels_along);
      }
      output.add(covered, pixels, depths, exit_faces);
    }
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
