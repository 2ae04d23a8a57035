#include "occlusion/geometry/polynomial.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace intercusp {
namespace {

using Coefficients = std::span<const double>;

std::array<double, 8> derivative_of(Coefficients coefficients) {
  std::array<double, 8> derivative{};
  for (std::size_t power = 1; power < coefficients.size(); ++power)
    derivative[power - 1] = static_cast<double>(power) * coefficients[power];
  return derivative;
}

//! The root of a polynomial that changes its sign once between `low` and `high`. Takes Newton's step if it
//! stays inside and at least halves the interval, else bisects.
double bracketed_root(Coefficients coefficients, double low, double high) {
  const std::array<double, 8> slope = derivative_of(coefficients);
  const Coefficients slopes(slope.data(), coefficients.size() - 1);
  const bool negative_before = value_at(coefficients, low) < 0;
  double t = 0.5 * (low + high);
  for (int step = 0; step < 200; ++step) {
    const double value = value_at(coefficients, t);
    if (value == 0) return t;
    ((value < 0) == negative_before ? low : high) = t;
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return t;
    const double newton = t - value / value_at(slopes, t);
    if (newton == t) return t;
    const bool stays = low < newton && newton < high && std::abs(newton - t) <= 0.5 * (high - low);
    t = stays ? newton : middle;
  }
  return t;
}

//! A polynomial is monotonic between the sign changes of its derivative.
Roots between_extrema(Coefficients coefficients, double from, double to) {
  const std::array<double, 8> slope = derivative_of(coefficients);
  const Roots extrema = sign_changes(Coefficients(slope.data(), coefficients.size() - 1), from, to);
  Roots roots;
  double low = from;
  for (int i = 0; i <= extrema.count; ++i) {
    const double high = i < extrema.count ? extrema.at[static_cast<std::size_t>(i)] : to;
    if ((value_at(coefficients, low) < 0) != (value_at(coefficients, high) < 0))
      roots.add(bracketed_root(coefficients, low, high));
    low = high;
  }
  return roots;
}

}  // namespace

double value_at(std::span<const double> coefficients, double t) {
  double value = 0;
  for (std::size_t power = coefficients.size(); power-- > 0;) value = value * t + coefficients[power];
  return value;
}

Roots quadratic_roots(double a, double b, double c) {
  Roots roots;
  if (a == 0) {
    if (b != 0) roots.add(-c / b);
    return roots;
  }
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return roots;
  const double sum = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  const double one = sum / a, other = sum == 0 ? one : c / sum;
  roots.add(std::min(one, other));
  roots.add(std::max(one, other));
  return roots;
}

Roots sign_changes(std::span<const double> coefficients, double from, double to) {
  assert(coefficients.size() <= 9);
  while (!coefficients.empty() && coefficients.back() == 0)
    coefficients = coefficients.first(coefficients.size() - 1);
  if (coefficients.size() < 2 || !(from <= to)) return {};
  if (coefficients.size() > 3) return between_extrema(coefficients, from, to);
  const double square = coefficients.size() == 3 ? coefficients[2] : 0;
  Roots inside;
  const Roots roots = quadratic_roots(square, coefficients[1], coefficients[0]);
  if (roots.count == 2 && roots.at[0] == roots.at[1]) return {};
  for (const double root : roots) {
    if (root >= from && root <= to) inside.add(root);
  }
  return inside;
}

}  // namespace intercusp
