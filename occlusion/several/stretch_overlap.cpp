#include "occlusion/several/stretch_overlap.h"

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

//! What two solids share, line by line.
class StretchTally {
 public:
  StretchTally(const SightedSolid& a, const SightedSolid& b, const View& view, double depth_tolerance_mm)
      : a_(a), b_(b), view_(view), tolerance_mm_(depth_tolerance_mm), direction_(view.direction()) {
    deepest_ = {.depth_mm = depth_tolerance_mm, .direction = direction_, .pixel_mm = view.grid.pixel_mm};
  }

  void add(int column, int row, const LineOverlap& overlap) {
    const double length = overlap.end - overlap.start;
    if (!(length > tolerance_mm_) || !is_between_anatomy(overlap)) return;
    length_sum_ += length;
    normal_sum_ += facing_area(overlap, view_.case_point(column, row, overlap.start),
                               view_.case_point(column, row, overlap.end));
    if (length <= deepest_.depth_mm) return;
    deepest_.depth_mm = length;
    deepest_.point = view_.case_point(column, row, 0.5 * (overlap.start + overlap.end));
  }

  [[nodiscard]] std::optional<Look> result() const {
    if (length_sum_ == 0) return std::nullopt;
    Look look{deepest_, Eigen::Vector3d::Zero()};
    look.overlap.volume_mm3 = length_sum_ * view_.grid.pixel_area_mm2();
    if (normal_sum_.norm() > 1e-9) look.normal = normal_sum_.normalized();
    return look;
  }

 private:
  [[nodiscard]] bool is_between_anatomy(const LineOverlap& overlap) const {
    const auto anatomy = [&](bool of_a, std::int32_t face) {
      return face == no_face || (of_a ? a_ : b_).solid->is_anatomy(static_cast<std::size_t>(face));
    };
    return anatomy(overlap.a_begins, overlap.start_face) && anatomy(overlap.a_ends, overlap.end_face);
  }

  //! Area × normal of what the line cuts out of the surfaces that bound an overlap, per area of a pixel: a's, less
  //! b's, which look at each other. Over a whole lens they add up to its axis.
  [[nodiscard]] Eigen::Vector3d facing_area(const LineOverlap& overlap, const Eigen::Vector3d& start,
                                            const Eigen::Vector3d& end) const {
    return area(overlap.a_begins, overlap.start_face, start) + area(overlap.a_ends, overlap.end_face, end);
  }

  [[nodiscard]] Eigen::Vector3d area(bool of_a, std::int32_t face, const Eigen::Vector3d& point) const {
    constexpr double least_cosine = 0.05;  // what the line grazes is seen too badly to count in full
    const SightedSolid& solid = of_a ? a_ : b_;
    const Eigen::Vector3d normal =
        face == no_face
            ? outward_normal(*solid.body, point)
            : face_normal_twice_area(solid.solid->mesh, static_cast<std::size_t>(face)).normalized();
    const double cosine = std::max(least_cosine, std::abs(normal.dot(direction_)));
    return (of_a ? 1 : -1) / cosine * normal;
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  const View& view_;
  double tolerance_mm_;
  Eigen::Vector3d direction_;
  Overlap deepest_;
  double length_sum_ = 0;
  Eigen::Vector3d normal_sum_ = Eigen::Vector3d::Zero();
};

}  // namespace

std::optional<Look> look_along_stretches(const SightedSolid& a, const SightedSolid& b, const View& view,
                                         double depth_tolerance_mm) {
  const LineStretches of_a(a, view), of_b(b, view);
  StretchTally tally(a, b, view, depth_tolerance_mm);
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const std::size_t pixel = view.grid.index(column, row);
      for_each_overlap(of_a.at(pixel), of_b.at(pixel),
                       [&](const LineOverlap& overlap) { tally.add(column, row, overlap); });
    }
  }
  return tally.result();
}

}  // namespace intercusp
