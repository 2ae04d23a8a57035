// An orthographic view of a case: parallel lines from the lower jaw to the upper, and the window of pixels
// through which an engine looks along them.
//
// (u, v, depth) is a right-handed orthonormal frame in mm: u to the right of the picture, v down, depth along
// the lines, away from the viewer. A pixel is one line: u and v are constant along it, and depth grows from
// the lower jaw towards the upper. For circles about a hinge see HingeChart.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "occlusion/case/bite.h"

namespace intercusp {

//! A window of square pixels on the (u, v) plane. Pixel (column, row) covers [u0 + column·pixel, u0 +
//! (column+1)·pixel) × [v0 + row·pixel, v0 + (row+1)·pixel). Row 0 is the top of the picture. A pixel
//! is sampled at its centre. An edge exactly through a centre belongs to the face on whose top or
//! left side it lies.
struct PixelGrid {
  double u0_mm = 0;
  double v0_mm = 0;
  double pixel_mm = 0.05;
  int width = 0;  //!< 0 if the jaws have no common window
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

struct View {
  Eigen::Isometry3d view_from_case = Eigen::Isometry3d::Identity();  //!< to (u, v, depth); rigid
  PixelGrid grid;

  //! π: the unit vector along which depth grows, case frame.
  [[nodiscard]] Eigen::Vector3d direction() const { return view_from_case.linear().row(2).transpose(); }

  //! The point of the case at a pixel's centre and a depth.
  [[nodiscard]] Eigen::Vector3d case_point(int column, int row, double depth) const {
    const Eigen::Vector2d uv = grid.centre(column, row);
    return view_from_case.inverse(Eigen::Isometry) * Eigen::Vector3d(uv.x(), uv.y(), depth);
  }
};

//! Returns `view_from_case` of a view along a direction.
//! \param direction from the lower jaw towards the upper, of any length
//! \param down direction that v follows as far as possible. Posterior gives the picture that a dentist
//! expects (anterior on top, the patient's right on the left). Ignored if parallel to `direction`.
//! \throw std::invalid_argument if `direction` is zero or not finite
[[nodiscard]] Eigen::Isometry3d orthographic(const Eigen::Vector3d& direction,
                                             const Eigen::Vector3d& down = Eigen::Vector3d::UnitY());

//! The bounding box in (u, v, depth) of a box in another frame; empty for an empty one.
[[nodiscard]] Bounds viewed_bounds(const Eigen::Isometry3d& view_from_frame, const Bounds& box);

//! Whether two views have equal lines for equal pixels, to the last bit.
[[nodiscard]] bool same_view(const View& a, const View& b);

constexpr std::size_t most_pixels = 12000ull * 12000ull;

//! The view of a bite. Its window is the intersection of the two projected rectangles, grown by one pixel on
//! each side. Width and height are 0 if the rectangles do not meet.
//! \throw std::invalid_argument if `pixel_mm` is not positive; std::length_error if the window would have
//! more than `max_pixels` pixels, with the smallest pixel that fits
[[nodiscard]] View fit_view(const Bite& bite, const Eigen::Isometry3d& view_from_case, double pixel_mm,
                            std::size_t max_pixels = most_pixels);

//! The view through a rectangle of the (u, v) plane, grown by one pixel on each side. Width and height are 0
//! if max is below min.
//! \throw std::length_error like fit_view
[[nodiscard]] View view_of_window(const Eigen::Isometry3d& view_from_case, const Eigen::Vector2d& min,
                                  const Eigen::Vector2d& max, double pixel_mm,
                                  std::size_t max_pixels = most_pixels);

//! Thrown for a window with too many pixels; has the figures for the message.
struct MapTooLarge : std::length_error {
  MapTooLarge(const Eigen::Vector2d& window_mm, double pixel_count, double fitting_pixel_mm)
      : std::length_error("a map of " + std::to_string(window_mm.x()) + " mm × " +
                          std::to_string(window_mm.y()) + " mm would have " + std::to_string(pixel_count) +
                          " pixels; use a pixel of at least " + std::to_string(fitting_pixel_mm) + " mm"),
        size_mm(window_mm),
        pixels(pixel_count),
        least_pixel_mm(fitting_pixel_mm) {}

  Eigen::Vector2d size_mm;
  double pixels;          //!< number of pixels of the window
  double least_pixel_mm;  //!< the smallest pixel that is allowed
};

// Cylindrical coordinates about an axis. In them a rotation of the lower jaw is a shift (Eichner 1986): every
// circle about the axis has one (u, v), and a rotation adds its angle to the depth of every point.

//! u: position along the axis, mm. v: radius, mm. Depth: angle in radians, growing with a right-handed
//! rotation about the axis.
class HingeChart {
 public:
  //! \param opposite_cut points from the axis to the middle of the jaws, where depth is 0. The cut, where
  //! depth jumps from +π to -π, lies on the other side.
  //! \throw std::invalid_argument if `axis` is zero or parallel to `opposite_cut`
  HingeChart(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, const Eigen::Vector3d& opposite_cut);

  //! (u, v, depth) of a point of the case.
  [[nodiscard]] Eigen::Vector3d map(const Eigen::Vector3d& case_point) const;

  //! The point of the case at (u, v, depth).
  [[nodiscard]] Eigen::Vector3d unmap(const Eigen::Vector3d& uvd) const;

  //! Unit vector along which depth grows at a point of the case.
  [[nodiscard]] Eigen::Vector3d direction_at(const Eigen::Vector3d& case_point) const;

  //! Cartesian axes: x along the hinge, y towards the middle of the jaws, z the direction in which
  //! that middle turns.
  [[nodiscard]] const Eigen::Isometry3d& hinge_from_case() const { return hinge_from_case_; }

 private:
  Eigen::Isometry3d hinge_from_case_;
};

}  // namespace intercusp
