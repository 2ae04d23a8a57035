// The part of a triangle where a linear function is at most a threshold, in closed form.
#pragma once

#include <algorithm>

namespace intercusp {

struct ClippedTriangle {
  double share = 0;  //!< of the triangle's area, 0 to 1
  double mean = 0;   //!< of the function over that part; 0 if empty
};

//! \param a,b,c the function at the corners.
[[nodiscard]] inline ClippedTriangle clip_triangle(double a, double b, double c, double threshold) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  const double whole_mean = (a + b + c) / 3;
  if (c <= threshold) return {1, whole_mean};
  if (a >= threshold) return {};  // at most a corner or, where a = b, an edge
  if (b > threshold) {            // the corner at a is left
    const double share = (threshold - a) * (threshold - a) / ((b - a) * (c - a));
    return {share, (a + 2 * threshold) / 3};
  }
  // The corner at c is cut off.
  const double cut = (c - threshold) * (c - threshold) / ((c - b) * (c - a));
  const double share = 1 - cut;
  return {share, share > 0 ? (whole_mean - cut * (c + 2 * threshold) / 3) / share : a};
}

}  // namespace intercusp
