// Covers centres with one large face, sixteen centres of a row or column at a time.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/zlist/kernels/placed_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

constexpr int large_lanes = 16;  // centres at a time; the compiler unrolls fewer before it thinks of SIMD

//! As SmallFaces, but one, and in double precision, which holds all products of snapped coordinates.
struct LargeFace {
  Box box;
  double edge[3], per_column[3], per_row[3];  // inside where positive
  double depth, depth_per_column, depth_per_row, low, high;
  std::uint32_t exit_face;
  bool drawn;
};

LargeFace set_up_large(const ClusterView& cluster, PackedFace packed, const BandView& band,
                       const PlacedVertices& placed, unsigned facings) {
  const std::int32_t a = corner_of(packed, 0), b = corner_of(packed, 1), c = corner_of(packed, 2);
  const std::int64_t pa = placed.place[a], pb = placed.place[b], pc = placed.place[c];
  const double xa = x_of(pa), ya = y_of(pa), da = placed.depth[a];
  const double bx = x_of(pb) - xa, by = y_of(pb) - ya, bd = placed.depth[b] - da;
  const double cx = x_of(pc) - xa, cy = y_of(pc) - ya, cd = placed.depth[c] - da;
  const double area = bx * cy - by * cx;
  const bool leaves = area > 0;
  const double sx = leaves ? bx : cx, sy = leaves ? by : cy;
  const double tx = leaves ? cx : bx, ty = leaves ? cy : by;

  LargeFace face;
  face.drawn = (leaves && (facings & leaving) != 0) || (area < 0 && (facings & entering) != 0);
  if (!face.drawn) return face;
  face.exit_face = cluster.faces[packed >> 24] | (leaves ? exit_bit : 0U);
  face.box = clipped(box_of(pa, pb, pc, band), band);
  const double steps = 1 << band.shift;
  const double x = (face.box.column + 0.5) * steps - xa;
  const double y = (face.box.row + band.first_row + 0.5) * steps - ya;
  const double from_x[3] = {0, sx, 0}, from_y[3] = {0, sy, 0};
  const double dx[3] = {sx, tx - sx, -tx}, dy[3] = {sy, ty - sy, -ty};
  for (int edge = 0; edge < 3; ++edge) {
    // Whole numbers: half of one apart from zero, they are on its sure side.
    face.edge[edge] =
        dx[edge] * (y - from_y[edge]) - dy[edge] * (x - from_x[edge]) - edge_bias(dx[edge], dy[edge]) + 0.5;
    face.per_column[edge] = -dy[edge] * steps;
    face.per_row[edge] = dx[edge] * steps;
  }
  const double per_x = (bd * cy - cd * by) / area, per_y = (cd * bx - bd * cx) / area;
  face.depth = da + (per_x * x + per_y * y);
  face.depth_per_column = per_x * steps;
  face.depth_per_row = per_y * steps;
  face.low = da + least(least(bd, cd), 0.0);
  face.high = da + most(most(bd, cd), 0.0);
  return face;
}

//! A row or a column of a large face's box: what changes along it, a centre at a time.
struct Line {
  double edge[3], per_centre[3];
  double depth, depth_per_centre, low, high;
  std::int32_t length, first_pixel, pixels_per_centre;
};

Line line_of(const LargeFace& face, int index, bool is_column, int width) {
  const double* along = is_column ? face.per_row : face.per_column;
  const double* across = is_column ? face.per_column : face.per_row;
  Line line;
  for (int edge = 0; edge < 3; ++edge) {
    line.edge[edge] = face.edge[edge] + index * across[edge];
    line.per_centre[edge] = along[edge];
  }
  line.depth = face.depth + index * (is_column ? face.depth_per_column : face.depth_per_row);
  line.depth_per_centre = is_column ? face.depth_per_row : face.depth_per_column;
  line.low = face.low;
  line.high = face.high;
  line.length = is_column ? face.box.end_row - face.box.row : face.box.end_column - face.box.column;
  line.first_pixel = face.box.row * width + face.box.column + index * (is_column ? 1 : width);
  line.pixels_per_centre = is_column ? width : 1;
  return line;
}

//! Where the edges of a face cross its lines, in centres from the first: a linear function of the line, and
//! whether covered centres lie after it, before it, or on either side of an edge along the lines.
struct Crossings {
  double first[3], per_line[3], slope[3];
};
Crossings crossings_of(const LargeFace& face, bool by_columns) {
  const double* along = by_columns ? face.per_row : face.per_column;
  const double* across = by_columns ? face.per_column : face.per_row;
  Crossings crossings;
  for (int edge = 0; edge < 3; ++edge) {
    crossings.first[edge] = -face.edge[edge] / along[edge];
    crossings.per_line[edge] = -across[edge] / along[edge];
    crossings.slope[edge] = along[edge];
  }
  return crossings;
}

//! Centres of a line outside which none is covered, give or take what the divisions round off.
struct Span {
  std::int32_t begin, end;
};
Span span_of(const Crossings& crossings, int index, std::int32_t length) {
  double begin = 0, end = length;
  for (int edge = 0; edge < 3; ++edge) {
    const double crossing = crossings.first[edge] + index * crossings.per_line[edge];
    if (crossings.slope[edge] > 0) begin = most(begin, crossing - 1);
    if (crossings.slope[edge] < 0) end = least(end, crossing + 2);
  }
  return {static_cast<std::int32_t>(least(begin, static_cast<double>(length))),
          static_cast<std::int32_t>(most(end, 0.0))};
}

//! Tables rather than sums and shifts of the lane's number: of the width of a double, they become SIMD.
constexpr double lane_number[large_lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t lane_bit[large_lanes] = {1,   2,   4,    8,    16,   32,   64,    128,
                                                 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

//! Tests some centres of a line; \return a bit for each that is covered. The line is passed by value, or the
//! compiler would think that the depths may lie in it.
std::uint32_t test_large(const Line line, int first, float* __restrict depth) {
  std::uint64_t covered = 0;
  for (int lane = 0; lane < large_lanes; ++lane) {
    const double at = first + lane_number[lane];
    const bool inside = (line.edge[0] + line.per_centre[0] * at > 0) &
                        (line.edge[1] + line.per_centre[1] * at > 0) &
                        (line.edge[2] + line.per_centre[2] * at > 0) & (at < line.length);
    covered |= inside ? lane_bit[lane] : 0;
    depth[lane] = static_cast<float>(clamp(line.depth + line.depth_per_centre * at, line.low, line.high));
  }
  return static_cast<std::uint32_t>(covered);
}

//! Along the longer side of the box: walls are tall and narrow, or wide and flat.
template <class Output>
void draw_large(const LargeFace& face, const BandView& band, Output& output) {
  const int columns = face.box.end_column - face.box.column;
  const int rows = face.box.end_row - face.box.row;
  const bool by_columns = rows > columns;
  alignas(64) std::uint32_t exit_faces[large_lanes];
  for (std::uint32_t& exit_face : exit_faces) exit_face = face.exit_face;
  const std::int32_t length = by_columns ? rows : columns;
  const bool many = length > large_lanes;
  const Crossings crossings = many ? crossings_of(face, by_columns) : Crossings{};
  for (int index = 0; index < (by_columns ? columns : rows); ++index) {
    const Span span = many ? span_of(crossings, index, length) : Span{0, length};
    if (span.begin >= span.end) continue;
    const Line line = line_of(face, index, by_columns, band.width);
    for (int first = span.begin; first < span.end; first += large_lanes) {
      alignas(64) float depths[large_lanes];
      alignas(64) std::uint32_t pixels[large_lanes];
      const std::uint32_t covered = test_large(line, first, depths);
      for (int lane = 0; lane < large_lanes; ++lane) {
        pixels[lane] = static_cast<std::uint32_t>(line.first_pixel + (first + lane) * line.pixels_per_centre);
      }
      output.add(covered, pixels, depths, exit_faces);
    }
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
