#include "occlusion/several/stretch_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

//! Depths of the view, mm; faces of the solid, no_face on an analytic body.
struct LineStretch {
  double start, end;
  std::int32_t start_face, end_face;
};

//! Stretches of every pixel, in order of depth and apart from each other.
class LineStretches {
 public:
  LineStretches(const SightedSolid& solid, const View& view);

  [[nodiscard]] std::span<const LineStretch> at(std::size_t pixel) const {
    return {stretches_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  void from_formula(const AnalyticBody& body, const View& view);
  void from_layers(const PreparedSolid& prepared, const View& view);
  void from_rays(const rays::SolidLines& lines, const View& view);

  std::vector<std::uint32_t> first_;  // per pixel, and one past the end
  std::vector<LineStretch> stretches_;
};

LineStretches::LineStretches(const SightedSolid& solid, const View& view) : first_(1, 0) {
  first_.reserve(view.grid.size() + 1);
  if (solid.body) {
    from_formula(*solid.body, view);
  } else if (solid.rays) {
    from_rays(*solid.rays, view);
  } else {
    from_layers(*solid.layers, view);
  }
}

void LineStretches::from_formula(const AnalyticBody& body, const View& view) {
  const Eigen::Vector3d direction = view.direction();
  std::vector<std::vector<DepthRange>> ranges(view.grid.size());
  for_all(0, view.grid.height, [&](int row) {
    for (int column = 0; column < view.grid.width; ++column)
      ranges[view.grid.index(column, row)] = ranges_inside(body, view.case_point(column, row, 0), direction);
  });
  for (const std::vector<DepthRange>& of_pixel : ranges) {
    for (const DepthRange& range : of_pixel) stretches_.push_back({range.start, range.end, no_face, no_face});
    first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
  }
}

void LineStretches::from_layers(const PreparedSolid& prepared, const View& view) {
  const double origin = (view.view_from_case * prepared.box.centre()).z();  // layers are in single precision
  zlist::PosedMesh posed(*prepared.clusters);
  posed.place(Eigen::Isometry3d::Identity(), view, origin);
  zlist::IntervalLists lists;
  lists.make(posed);
  for (int band = 0; band < posed.band_count(); ++band) {
    for (std::size_t pixel = 0; pixel < posed.pixels(band); ++pixel) {
      for (const zlist::DepthInterval& interval : lists.at(band, pixel))
        stretches_.push_back({origin + static_cast<double>(interval.start),
                              origin + static_cast<double>(interval.end), interval.start_face,
                              interval.end_face});
      first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
    }
  }
}

void LineStretches::from_rays(const rays::SolidLines& lines, const View& view) {
  const Eigen::Isometry3d case_from_view = view.view_from_case.inverse(Eigen::Isometry);
  std::vector<rays::RowOfLines> rows(static_cast<std::size_t>(view.grid.height));
  for_all(0, view.grid.height, [&](int row) {
    rows[static_cast<std::size_t>(row)] = lines.read_row(case_from_view, view.grid, row);
  });
  for (const rays::RowOfLines& row : rows) {
    for (int column = 0; column < view.grid.width; ++column) {
      for (const rays::InsideInterval& interval : row.pixel(column))
        stretches_.push_back({interval.start, interval.end, interval.start_face, interval.end_face});
      first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
    }
  }
}

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
