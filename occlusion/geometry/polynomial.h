// Real roots of polynomials of degree 8 or less: where lines and the paths of particles meet a surface. A parabola meets a
// quadric at the roots of a quartic, a torus at those of a polynomial of degree 8.
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

//! The value at t. \param coefficients ascending: the constant first
[[nodiscard]] double value_at(std::span<const double> coefficients, double t);

//! Where the polynomial changes its sign in [from, to], ascending. A root that only touches zero does not change the
//! sign and is left out; within rounding either may happen. Each root is the closest double that bisection or Newton's
//! step can resolve. Leading coefficients may be 0. \pre at most nine coefficients; from and to are finite
[[nodiscard]] Roots sign_changes(std::span<const double> coefficients, double from, double to);

//! The real roots of a·t² + b·t + c, ascending: two, none, or one if a is 0. Computed without the cancellation of -b +
//! sqrt(b² - 4ac).
[[nodiscard]] Roots quadratic_roots(double a, double b, double c);

}  // namespace intercusp
