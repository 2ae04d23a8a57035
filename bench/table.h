// The measurements as tables for people.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! One method on one case and window.
struct Row {
  std::string id, title, answer;
  bool of_pixels = false;
  std::size_t triangles = 0;  //!< as requested
  int side = 0;               //!< pixels: side²
  double median_ms = 0;       //!< over the poses that were timed
  double live_ms = 0;         //!< of our live map on the same jaws and pixels, alternating with this method
  std::size_t poses = 0;
  Agreement agreement;
  std::vector<std::pair<std::string, double>> depth_ms;  //!< by clearance of the jaws
  std::vector<StageTime> stages;                         //!< medians over the poses
  double made_bytes_per_triangle = 0;  //!< engines: resident growth by making it, per triangle of both jaws
  double mapped_bytes = 0;             //!< and with the first map
};

//! Prints the tables for which there are rows; `main_triangles` is the size of the tables by pixels and by depth.
void print_tables(std::ostream& out, const std::vector<Row>& rows, std::size_t main_triangles);

}  // namespace intercusp::bench
