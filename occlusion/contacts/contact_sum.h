// Areas of contact and their errors, added up. Sums are made in the order of the calls.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace intercusp {

//! Contact on the whole jaw, one tooth, one pair of teeth or one patch.
struct ContactSum {
  double projected_mm2 = 0, surface_mm2 = 0;
  double least_mm =
      std::numeric_limits<double>::infinity();  //!< clearance or distance; infinite without contact

  ContactSum& operator+=(const ContactSum& other) {
    projected_mm2 += other.projected_mm2;
    surface_mm2 += other.surface_mm2;
    least_mm = std::min(least_mm, other.least_mm);
    return *this;
  }
};

//! The uncertainty of the area of one piece of a surface, mm².
struct AreaError {
  double change = 0;  //!< of the area when the piece was last refined
  double doubt = 0;   //!< area that may have been missed
};

//! The error of several pieces together, 95 %. Changes of single pieces are random, so their squares add up; a common
//! drift shows in their sum.
struct AreaErrorSum {
  double change = 0, squares = 0, doubt = 0;

  void add(const AreaError& error) {
    change += error.change;
    squares += error.change * error.change;
    doubt += error.doubt;
  }
  [[nodiscard]] double total() const { return std::abs(change) + 2 * std::sqrt(squares) + doubt; }
};

}  // namespace intercusp
