// A curve in space.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace intercusp {

//! Straight from point to point; a closed one repeats its first point at the end.
struct Polyline {
  std::vector<Eigen::Vector3d> points;  //!< case frame, mm
  bool closed = false;
};

[[nodiscard]] double length_mm(const Polyline& line);

}  // namespace intercusp
