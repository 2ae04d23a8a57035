#include "occlusion/several/stretch_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/several/line_stretches.h"

namespace intercusp {
namespace {

//! An overlap along a line, and the ends of the solids' own stretches that are its ends.
struct LineOverlap {
  double start, end;
  bool a_begins, a_ends;  //!< else b does
  std::int32_t start_face, end_face;
};

//! Calls use(overlap) for each, in order.
template <class Use>
void for_each_overlap(std::span<const LineStretch> a, std::span<const LineStretch> b, const Use& use) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const bool a_begins = a[i].start >= b[j].start, a_ends = a[i].end <= b[j].end;
    const LineOverlap overlap{
        a_begins ? a[i].start : b[j].start,           a_ends ? a[i].end : b[j].end,          a_begins, a_ends,
        a_begins ? a[i].start_face : b[j].start_face, a_ends ? a[i].end_face : b[j].end_face};
    if (overlap.start < overlap.end) use(overlap);
    a[i].end < b[j].end ? ++i : ++j;
  }
}

class StretchLook {
 public:
  StretchLook(const SightedSolid& a, const SightedSolid& b, const View& view, double depth_tolerance_mm)
      : a_(a), b_(b), view_(view), tolerance_mm_(depth_tolerance_mm) {}

  //! \pre of a pixel's line
  void add(int column, int row, const LineOverlap& overlap, PixelOverlap& pixel) const {
    const double length = overlap.end - overlap.start;
    if (!(length > tolerance_mm_) || !is_between_anatomy(overlap)) return;
    pixel.sum_mm += length;
    if (length <= pixel.longest_mm) return;
    pixel.longest_mm = length;
    pixel.slope = slope(overlap.a_begins, overlap.start_face, view_.case_point(column, row, overlap.start)) +
                  slope(overlap.a_ends, overlap.end_face, view_.case_point(column, row, overlap.end));
  }

 private:
  [[nodiscard]] bool is_between_anatomy(const LineOverlap& overlap) const {
    const auto anatomy = [&](bool of_a, std::int32_t face) {
      return face == no_face || (of_a ? a_ : b_).solid->is_anatomy(static_cast<std::size_t>(face));
    };
    return anatomy(overlap.a_begins, overlap.start_face) && anatomy(overlap.a_ends, overlap.end_face);
  }

  //! Slope of the surface against the line at one end of an overlap, as a tangent.
  [[nodiscard]] double slope(bool of_a, std::int32_t face, const Eigen::Vector3d& point) const {
    const SightedSolid& solid = of_a ? a_ : b_;
    const Eigen::Vector3d normal =
        face == no_face
            ? outward_normal(*solid.body, point)
            : face_normal_twice_area(solid.solid->mesh, static_cast<std::size_t>(face)).normalized();
    const Eigen::Vector3d direction = view_.direction();
    return normal.cross(direction).norm() / std::max(1e-9, std::abs(normal.dot(direction)));
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  const View& view_;
  double tolerance_mm_;
};

}  // namespace

Look look_along_stretches(const SightedSolid& a, const SightedSolid& b, const View& view,
                          double depth_tolerance_mm) {
  const LineStretches of_a(a, view), of_b(b, view);
  const StretchLook lines(a, b, view, depth_tolerance_mm);
  const auto pixel_count =
      static_cast<std::size_t>(view.grid.width) * static_cast<std::size_t>(view.grid.height);
  Look look{view, std::vector<PixelOverlap>(pixel_count)};
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const std::size_t pixel = view.grid.index(column, row);
      for_each_overlap(of_a.at(pixel), of_b.at(pixel), [&](const LineOverlap& overlap) {
        lines.add(column, row, overlap, look.pixels[pixel]);
      });
    }
  }
  return look;
}

}  // namespace intercusp
