// Where a map lies: a projection and the window of pixels on it.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>

#include "occlusion/case/bite.h"
#include "occlusion/view/projection.h"

namespace intercusp {

//! A window of square pixels on the (u, v) plane. Pixel (column, row) covers
//! [u0 + column·pixel, u0 + (column+1)·pixel) × [v0 + row·pixel, v0 + (row+1)·pixel); row 0 is the top of the
//! picture. A pixel is sampled at its centre; an edge that runs exactly through a centre belongs to the face
//! on whose top or left side it lies.
struct PixelGrid {
  double u0_mm = 0;
  double v0_mm = 0;
  double pixel_mm = 0.05;
  int width = 0;  //!< 0 where the jaws have no window in common
  int height = 0;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width) * height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * width + column;
  }
  [[nodiscard]] Eigen::Vector2d centre(int column, int row) const {
    return {u0_mm + (column + 0.5) * pixel_mm, v0_mm + (row + 0.5) * pixel_mm};
  }
  [[nodiscard]] double pixel_area_mm2() const { return pixel_mm * pixel_mm; }
};

struct MapFrame {
  Projection projection;
  PixelGrid grid;

  //! The case-frame point at a pixel's centre and a depth.
  [[nodiscard]] Eigen::Vector3d case_point(int column, int row, double depth) const {
    const Eigen::Vector2d uv = grid.centre(column, row);
    return projection.unmap({uv.x(), uv.y(), depth});
  }
};

//! The box, in (u, v, depth), around a box of another frame; empty for an empty one. \pre an orthographic
//! view
[[nodiscard]] Bounds viewed_bounds(const Eigen::Isometry3d& view_from_frame, const Bounds& box);

//! Whether two frames have the same lines for the same pixels, to the last bit.
[[nodiscard]] bool same_frame(const MapFrame& a, const MapFrame& b);

constexpr std::size_t most_pixels = 12000ull * 12000ull;

//! The window for a bite: the intersection of the two projected rectangles, grown by one pixel on each side.
//! Width and height are 0 where the rectangles do not meet.
//! \throw std::invalid_argument if `pixel_mm` is not positive; std::length_error if the window would have
//! more
//!        than `max_pixels` pixels, with the smallest pixel that fits.
[[nodiscard]] MapFrame fit_frame(const Bite& bite, const Projection& projection, double pixel_mm,
                                 std::size_t max_pixels = most_pixels);

//! The window of a rectangle on the (u, v) plane, grown by one pixel on each side; width and height are 0
//! where max is below min. \throw std::length_error as fit_frame.
[[nodiscard]] MapFrame frame_of_window(const Projection& projection, const Eigen::Vector2d& min,
                                       const Eigen::Vector2d& max, double pixel_mm,
                                       std::size_t max_pixels = most_pixels);

}  // namespace intercusp
