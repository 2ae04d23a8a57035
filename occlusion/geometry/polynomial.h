// Real roots of polynomials up to degree 8, for intersections of lines and of particles' paths with surfaces.
// A parabola meets a quadric at the roots of a quartic, and a torus at the roots of a polynomial of degree 8.
#pragma once

#include <array>
#include <span>

namespace intercusp {

struct Roots {
  std::array<double, 8> at{};
  int count = 0;

  void add(double root) { at[static_cast<std::size_t>(count++)] = root; }
  [[nodiscard]] const double* begin() const { return at.data(); }
  [[nodiscard]] const double* end() const { return at.data() + count; }
};

//! Value of the polynomial at t.
//! \param coefficients ascending, the constant first
[[nodiscard]] double value_at(std::span<const double> coefficients, double t);

//! Places in [from, to] where the polynomial changes its sign, ascending. A root at which it only touches
//! zero is left out; within rounding it may be found or not. Each root is as close as bisection and Newton's
//! steps in doubles can resolve. Leading coefficients may be 0.
//! \pre at most nine coefficients; from and to are finite
[[nodiscard]] Roots sign_changes(std::span<const double> coefficients, double from, double to);

//! Real roots of a·t² + b·t + c, ascending: two or none, or one if a is 0. Avoids the cancellation of -b +
//! sqrt(b² - 4ac).
[[nodiscard]] Roots quadratic_roots(double a, double b, double c);

}  // namespace intercusp
