#include "occlusion/contacts/kernels/contact_shares.h"

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::contacts::INTERCUSP_ISA {
namespace {

constexpr int lanes = 8;  // pixels processed together
constexpr int neighbours = 8;
constexpr float unlimited = __builtin_inff();

template <class T>
inline T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
inline T most(T a, T b) {
  return a < b ? b : a;
}

//! Classifies pixels by their finite clearances and those of their neighbours. If all of these are on one
//! side of the threshold, its contour cannot cross the pixel, because means of floats, computed in double,
//! stay within the range of their values.
void find_kinds(const Stretch& stretch, float limit, Shares& shares) {
  constexpr std::int32_t within = 1, beyond = 2;
  alignas(64) std::int32_t found[Stretch::columns] = {};  // over three rows
  for (const auto& row : stretch.rows) {
    for (int i = 0; i < Stretch::columns; ++i) {
      const std::int32_t is_within = row[i] <= limit;  // false for NaN
      const std::int32_t is_beyond = (row[i] > limit) & (row[i] < unlimited);
      found[i] |= is_within * within | is_beyond * beyond;
    }
  }
  std::int32_t wholes = 0;
  for (int i = 0; i < stretch_columns; ++i) {
    const float centre = stretch.rows[1][i + 1];
    const std::int32_t all = found[i] | found[i + 1] | found[i + 2];
    const std::int32_t finite = (centre < unlimited) & (centre > -unlimited);
    const std::int32_t touched = finite & all & within;
    const std::int32_t kind = touched + (touched & ~(all / beyond));
    shares.kind[i] = kind;
    wholes += kind / whole;
  }
  shares.whole_count = wholes;
}

void list_parts(Shares& shares) {
  int count = 0;
  constexpr int group = 16;  // most groups have none
  for (int first = 0; first < stretch_columns; first += group) {
    std::int32_t any = 0;
    for (int i = first; i < first + group; ++i) any |= shares.kind[i] & part;
    if (any == 0) continue;
    for (int i = first; i < first + group; ++i) {
      shares.part_column[count] = i;
      count += shares.kind[i] & part;
    }
  }
  shares.part_count = count;
}

//! Clearances at the centres of eight pixels' squares and around their rims (PixelField).
struct alignas(64) Fields {
  double centre[lanes];
  double rim[neighbours][lanes];
};

//! The neighbours in a circle, starting at the corner before: their rows, and their columns counted from
//! the column before.
constexpr int row_of[neighbours] = {0, 0, 0, 1, 2, 2, 2, 1};
constexpr int column_of[neighbours] = {0, 1, 2, 2, 2, 1, 0, 0};

struct Neighbour {
  const double *value, *known;
};

//! Sets a corner of the squares and the middle of the edge that follows.
void set_rim(const double* __restrict centre, const Neighbour& at_corner, const Neighbour& before,
             const Neighbour& after, double* __restrict corner, double* __restrict middle) {
  for (int lane = 0; lane < lanes; ++lane) {
    const double sum = centre[lane] + at_corner.value[lane] + before.value[lane] + after.value[lane];
    const double count = 1 + at_corner.known[lane] + before.known[lane] + after.known[lane];
    corner[lane] = sum / count;
    middle[lane] = (centre[lane] + after.value[lane]) * (1 - 0.5 * after.known[lane]);
  }
}

void read_fields(const Stretch& stretch, const std::int32_t* columns, Fields& fields) {
  // Neighbours without a finite clearance do not count.
  alignas(64) double value[neighbours][lanes], known[neighbours][lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    fields.centre[lane] = static_cast<double>(stretch.rows[1][columns[lane] + 1]);
  }
  for (int n = 0; n < neighbours; ++n) {
    const float* const row = stretch.rows[row_of[n]] + column_of[n];
    for (int lane = 0; lane < lanes; ++lane) {
      const float clearance = row[columns[lane]];
      const bool finite = (clearance < unlimited) & (clearance > -unlimited);
      value[n][lane] = finite ? static_cast<double>(clearance) : 0;
      known[n][lane] = finite ? 1 : 0;
    }
  }
  for (int n = 0; n < neighbours; n += 2) {
    const Neighbour corner{value[n], known[n]}, after{value[n + 1], known[n + 1]};
    const Neighbour before{value[(n + neighbours - 1) % neighbours],
                           known[(n + neighbours - 1) % neighbours]};
    set_rim(fields.centre, corner, before, after, fields.rim[n], fields.rim[n + 1]);
  }
}

//! The share of a triangle, as clip_triangle. Both branches of each choice are computed.
inline double share_of(double centre, double b, double c, double threshold) {
  const double lower = least(b, c), higher = most(b, c);
  const double lowest = least(centre, lower), not_lowest = most(centre, lower);
  const double middle = least(not_lowest, higher), highest = most(not_lowest, higher);
  const bool corner_is_left = middle > threshold;  // else a corner is cut off
  const double reach = corner_is_left ? threshold - lowest : highest - threshold;
  const double side = corner_is_left ? middle - lowest : highest - middle;
  const double corner = reach * reach / (side * (highest - lowest));
  const double crossed = corner_is_left ? corner : 1 - corner;
  const double touched = lowest >= threshold ? 0 : crossed;
  return highest <= threshold ? 1 : touched;
}

void find_parts(const Fields& fields, double threshold, double* shares) {
  alignas(64) double sum[lanes] = {};
  for (int n = 0; n < neighbours; ++n) {
    const double* const here = fields.rim[n];
    const double* const next = fields.rim[(n + 1) % neighbours];
    for (int lane = 0; lane < lanes; ++lane) {
      sum[lane] += share_of(fields.centre[lane], here[lane], next[lane], threshold) / neighbours;
    }
  }
  for (int lane = 0; lane < lanes; ++lane) shares[lane] = sum[lane];
}

}  // namespace

void find_near(const float* clearances, int width, float limit, std::uint8_t* near) {
  for (int first = 0; first < width; first += stretch_columns) {
    const int begin = most(first - 1, 0), end = least(first + stretch_columns + 1, width);
    std::int32_t any = 0;
    for (int i = begin; i < end; ++i) any |= clearances[i] <= limit;
    *near++ = static_cast<std::uint8_t>(any);
  }
}

void find_shares(const Stretch& stretch, const Limit& limit, Shares& shares) {
  find_kinds(stretch, limit.as_float, shares);
  list_parts(shares);
  for (int lane = 0; lane < lanes; ++lane)
    shares.part_column[shares.part_count + lane] = 0;  // read, but not used
  Fields fields;
  for (int place = 0; place < shares.part_count; place += lanes) {
    read_fields(stretch, shares.part_column + place, fields);
    find_parts(fields, limit.threshold, shares.part_share + place);
  }
}

}  // namespace intercusp::contacts::INTERCUSP_ISA
