// A window with too many pixels, with the figures for the message.
#pragma once

#include <Eigen/Core>
#include <stdexcept>
#include <string>

namespace intercusp {

struct MapTooLarge : std::length_error {
  MapTooLarge(const Eigen::Vector2d& window_mm, double pixel_count, double fitting_pixel_mm)
      : std::length_error("a map of " + std::to_string(window_mm.x()) + " mm × " +
                          std::to_string(window_mm.y()) + " mm would have " + std::to_string(pixel_count) +
                          " pixels; use a pixel of at least " + std::to_string(fitting_pixel_mm) + " mm"),
        size_mm(window_mm),
        pixels(pixel_count),
        least_pixel_mm(fitting_pixel_mm) {}

  Eigen::Vector2d size_mm;
  double pixels;          //!< of the window
  double least_pixel_mm;  //!< the smallest allowed pixel
};

}  // namespace intercusp
