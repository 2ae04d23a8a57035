#include "occlusion/several/pair_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/view/view.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! The result on one pixel's line. Both solids are in the pose of their meshes.
struct PixelOverlap {
  double longest_mm = 0;  //!< longest overlap on the line; 0 without overlap
  double sum_mm = 0;      //!< total length of all overlaps
  //! Sum of the slopes of the surfaces that bound the longest overlap: how much it may grow per mm sideways.
  double slope = 0;
};

//! The results along one direction, pixel by pixel.
struct Look {
  View view;
  std::vector<PixelOverlap> pixels;
};

//! Slope of a surface relative to the lines of a view, as a tangent. A surface nearly parallel to the lines
//! bounds nothing within a pixel.
double slope_of(const Eigen::Vector3d& normal, const Eigen::Vector3d& direction) {
  return normal.cross(direction).norm() / std::max(1e-9, std::abs(normal.dot(direction)));
}

// For pairs with an analytic body: the intervals of lines inside each solid. (For two meshes see the
// engines' maps below.)

//! A stretch of a line inside a solid: depths in the view, mm; faces of the solid, or no_face for
//! an analytic body.
struct LineStretch {
  double start, end;
  std::int32_t start_face, end_face;
};

//! The stretches of every pixel, sorted by depth and separate.
class LineStretches {
 public:
  LineStretches(const SightedSolid& solid, const View& view) : first_(1, 0) {
    first_.reserve(view.grid.size() + 1);
    if (solid.body) {
      from_formula(*solid.body, view);
    } else if (solid.rays) {
      from_rays(*solid.rays, view);
    } else {
      from_layers(*solid.layers, view);
    }
  }

  [[nodiscard]] std::span<const LineStretch> at(std::size_t pixel) const {
    return {stretches_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  void from_formula(const AnalyticBody& body, const View& view) {
    const Eigen::Vector3d direction = view.direction();
    std::vector<std::vector<DepthRange>> ranges(view.grid.size());
    for_all(0, view.grid.height, [&](int row) {
      for (int column = 0; column < view.grid.width; ++column)
        ranges[view.grid.index(column, row)] =
            ranges_inside(body, view.case_point(column, row, 0), direction);
    });
    for (const std::vector<DepthRange>& of_pixel : ranges) {
      for (const DepthRange& range : of_pixel)
        stretches_.push_back({range.start, range.end, no_face, no_face});
      first_.push_back(static_cast<std::uint32_t>(stretches_.size()));
    }
  }

  void from_layers(const PreparedSolid& prepared, const View& view) {
    const double origin =
        // The middle, because layers are in single precision.
        (view.view_from_case * prepared.box.centre()).z();
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

  void from_rays(const rays::SolidLines& lines, const View& view) {
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

  std::vector<std::uint32_t> first_;  // per pixel, and one past the end
  std::vector<LineStretch> stretches_;
};

//! An overlap along a line, and which solid's stretches its ends belong to.
struct LineOverlap {
  double start, end;
  bool a_begins, a_ends;  //!< if false, b does
  std::int32_t start_face, end_face;
};

//! Calls use(overlap) for each overlap in order.
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

  //! \pre the overlap is on the pixel's line
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

  //! Slope of the surface relative to the line at one end of an overlap, as a tangent.
  [[nodiscard]] double slope(bool of_a, std::int32_t face, const Eigen::Vector3d& point) const {
    const SightedSolid& solid = of_a ? a_ : b_;
    const Eigen::Vector3d normal =
        face == no_face
            ? outward_normal(*solid.body, point)
            : face_normal_twice_area(solid.solid->mesh, static_cast<std::size_t>(face)).normalized();
    return slope_of(normal, view_.direction());
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  const View& view_;
  double tolerance_mm_;
};

//! The overlaps between anatomy that are longer than the tolerance.
Look look_along_stretches(const SightedSolid& a, const SightedSolid& b, const View& view,
                          double depth_tolerance_mm) {
  const LineStretches of_a(a, view), of_b(b, view);
  const StretchLook lines(a, b, view, depth_tolerance_mm);
  Look look{view, std::vector<PixelOverlap>(view.grid.size())};
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

//! A window is at least this many pixels across, so that a small overlap is sampled as densely
//! as a large one.
constexpr double least_pixels_across = 32;
//! But a long and thin window has at most this many pixels in total.
constexpr double most_fine_pixels = 1 << 15;
//! Limit for any window.
constexpr double most_pixels = 1 << 20;
//! Limit for a body: corners are snapped to integer fractions of a pixel (zlist/kernels/kernels.h).
constexpr double most_pixels_of_a_body = 1e6;

//! Extent of a solid that is drawn. A body needs no pixels for its formula.
double drawn_extent(const SightedSolid& solid) { return solid.body ? 0 : solid.box.size().maxCoeff(); }

double slope_of_face(const Solid& solid, std::int32_t face, const Eigen::Vector3d& direction) {
  if (face == no_face) return 0;
  return slope_of(face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face)).normalized(), direction);
}

//! The overlaps along one direction, in one window after another.
class PairView {
 public:
  PairView(const SightedSolid& a, const SightedSolid& b, const Eigen::Vector3d& direction,
           const OverlapOptions& options)
      : a_(a),
        b_(b),
        view_from_case_(orthographic(direction)),
        options_(options),
        extent_mm_(std::max(drawn_extent(a), drawn_extent(b))) {
    const double tolerance_mm = options.depth_tolerance_mm;
    if (a.layers && b.layers)
      engine_ = std::make_unique<ZListEngine>(*b.layers, *a.layers,
                                              ZListOptions{.depth_tolerance_mm = tolerance_mm});
    if (a.rays && b.rays)
      engine_ = std::make_unique<RayEngine>(b.rays, a.rays, RayOptions{.depth_tolerance_mm = tolerance_mm});
  }

  [[nodiscard]] Look look_at(const Bounds& where) {
    const Bounds seen = viewed_bounds(view_from_case_, where);
    const Eigen::Vector2d size = seen.size().head<2>();
    const double fine =
        std::max(size.minCoeff() / least_pixels_across, std::sqrt(size.prod() / most_fine_pixels));
    const double fitting = std::max(std::sqrt(size.prod() / most_pixels),
                                    std::max(size.maxCoeff(), extent_mm_) / most_pixels_of_a_body);
    return look_through(seen.min.head<2>(), seen.max.head<2>(),
                        std::max(std::min(options_.pixel_mm, fine), fitting));
  }

  //! The overlaps in a window of this many pixels around a point of the view.
  [[nodiscard]] Look look_around(const Eigen::Vector2d& centre, double pixel_mm) {
    constexpr double pixels_around = 16;
    const double pixel = std::max(pixel_mm, extent_mm_ / most_pixels_of_a_body);
    const Eigen::Vector2d reach = Eigen::Vector2d::Constant(pixels_around * pixel);
    return look_through(centre - reach, centre + reach, pixel);
  }

  [[nodiscard]] Eigen::Vector2d place_of(const Eigen::Vector3d& point) const {
    return (view_from_case_ * point).head<2>();
  }

 private:
  [[nodiscard]] Look look_through(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double pixel_mm) {
    const View view = view_of_window(view_from_case_, from, to, pixel_mm);
    return engine_ ? look_at_map(view) : look_along_stretches(a_, b_, view, options_.depth_tolerance_mm);
  }

  [[nodiscard]] Look look_at_map(const View& view) {
    const ClearanceMap& map = engine_->compute(view, Eigen::Isometry3d::Identity());
    const Eigen::Vector3d direction = view.direction();
    Look look{view, std::vector<PixelOverlap>(map.overlap_mm.size())};
    for (std::size_t i = 0; i < look.pixels.size(); ++i) {
      if (!(map.overlap_mm[i] > 0)) continue;
      look.pixels[i] = {.longest_mm = -static_cast<double>(map.clearance_mm[i]),
                        .sum_mm = static_cast<double>(map.overlap_mm[i]),
                        .slope = slope_of_face(*b_.solid, map.upper_face[i], direction) +
                                 slope_of_face(*a_.solid, map.lower_face[i], direction)};
    }
    return look;
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  Eigen::Isometry3d view_from_case_;
  OverlapOptions options_;
  double extent_mm_;
  std::unique_ptr<MapEngine> engine_;  //!< for two meshes
};

//! Index of the pixel with the longest overlap.
std::size_t longest(const Look& look) {
  const auto found = std::ranges::max_element(look.pixels, {}, &PixelOverlap::longest_mm);
  return static_cast<std::size_t>(found - look.pixels.begin());
}

Eigen::Vector2d centre_of(const Look& look, std::size_t pixel) {
  const auto width = static_cast<std::size_t>(look.view.grid.width);
  return look.view.grid.centre(static_cast<int>(pixel % width), static_cast<int>(pixel / width));
}

//! Calls use(i, j) for each pixel and the next pixel in its row and in its column.
template <class Use>
void for_each_neighbours(const PixelGrid& grid, const Use& use) {
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      if (column + 1 < grid.width) use(pixel, pixel + 1);
      if (row + 1 < grid.height) use(pixel, grid.index(column, row + 1));
    }
  }
}

//! A line represents half a pixel on either side; overlaps there lie between its own and those
//! of the next line.
double volume_error(const Look& look) {
  double changes = 0;
  for_each_neighbours(look.view.grid, [&](std::size_t i, std::size_t j) {
    changes += std::abs(look.pixels[i].sum_mm - look.pixels[j].sum_mm);
  });
  return 0.5 * changes * look.view.grid.pixel_area_mm2();
}

//! How much longer an overlap may be elsewhere in a pixel than at its centre: the slope of the surfaces over
//! half a diagonal, limited by the change to the next pixel.
double hidden_growth(const Look& look, double known_mm) {
  std::vector<double> changes(look.pixels.size(), 0);
  for_each_neighbours(look.view.grid, [&](std::size_t i, std::size_t j) {
    const double change = std::abs(look.pixels[i].longest_mm - look.pixels[j].longest_mm);
    changes[i] = std::max(changes[i], change);
    changes[j] = std::max(changes[j], change);
  });
  const double half_diagonal_mm = std::sqrt(0.5) * look.view.grid.pixel_mm;
  double most = 0;
  for (std::size_t i = 0; i < look.pixels.size(); ++i) {
    const PixelOverlap& pixel = look.pixels[i];
    if (pixel.longest_mm > 0)
      most =
          std::max(most, pixel.longest_mm + std::min(changes[i], pixel.slope * half_diagonal_mm) - known_mm);
  }
  return most;
}

constexpr double times_finer = 8;

//! Samples a finer window around the longest overlap.
double look_closer(PairView& view, Look look) {
  constexpr int rounds = 3;
  double extent_mm = look.pixels[longest(look)].longest_mm;
  for (int round = 0; round < rounds; ++round) {
    look = view.look_around(centre_of(look, longest(look)), look.view.grid.pixel_mm / times_finer);
    extent_mm = std::max(extent_mm, look.pixels[longest(look)].longest_mm);
  }
  return extent_mm;
}

}  // namespace

Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a, const SightedSolid& b,
                      const Bounds& where, const Eigen::Vector3d& deepest, const OverlapOptions& options) {
  PairView view(a, b, direction, options);
  Look look = view.look_at(where);
  Overlap overlap{.pixel_mm = look.view.grid.pixel_mm, .seen = look.pixels[longest(look)].longest_mm > 0};
  constexpr int most_looks = 6;
  for (int i = 0; i < most_looks && look.pixels[longest(look)].longest_mm == 0; ++i)
    look = view.look_around(view.place_of(deepest), look.view.grid.pixel_mm / times_finer);
  if (look.pixels[longest(look)].longest_mm == 0) return overlap;
  for (const PixelOverlap& pixel : look.pixels) overlap.volume_mm3 += pixel.sum_mm;
  overlap.volume_mm3 *= look.view.grid.pixel_area_mm2();
  overlap.volume_error_mm3 = volume_error(look);
  overlap.extent_mm = look_closer(view, look);
  overlap.extent_error_mm = hidden_growth(look, overlap.extent_mm);
  return overlap;
}

}  // namespace intercusp
