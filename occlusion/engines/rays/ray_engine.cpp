#include "occlusion/engines/rays/ray_engine.h"

#include <tbb/blocked_range.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/engines/rays/solid_lines.h"

namespace intercusp {
namespace {

using rays::InsideInterval;
using rays::LineReading;
using rays::RowOfLines;
using rays::SolidLines;

//! A jaw along one line. Its intervals are sorted by depth and separate.
struct JawOnLine {
  const Solid& solid;
  std::span<const InsideInterval> intervals;
};

//! A gap or an overlap and the faces that bound it.
struct Stretch {
  double length_mm = 0;
  std::int32_t upper_face = no_face;
  std::int32_t lower_face = no_face;
  bool between_anatomy = false;
};

//! What was found so far among the intervals of a pixel.
struct Findings {
  bool any = false;      //!< any gap or overlap, between anatomy or not
  bool overlap = false;  //!< an overlap between anatomy
  bool gap = false;      //!< a gap between anatomy
  Stretch longest_overlap, smallest_gap;
  double overlap_sum_mm = 0;
};

bool is_anatomy(const JawOnLine& jaw, std::int32_t face) {
  return jaw.solid.is_anatomy(static_cast<std::size_t>(face));
}

//! Ui ∩ Lj: starts at the later of both starts and ends at the earlier of both ends.
Stretch overlap_of(const JawOnLine& upper, const InsideInterval& u, const JawOnLine& lower,
                   const InsideInterval& l) {
  const bool upper_begins_it = u.start >= l.start;
  const bool lower_ends_it = l.end <= u.end;
  Stretch overlap{.length_mm = std::min(u.end, l.end) - std::max(u.start, l.start)};
  overlap.upper_face = upper_begins_it ? u.start_face : (lower_ends_it ? no_face : u.end_face);
  overlap.lower_face = lower_ends_it ? l.end_face : (upper_begins_it ? no_face : l.start_face);
  overlap.between_anatomy =
      (upper_begins_it ? is_anatomy(upper, u.start_face) : is_anatomy(lower, l.start_face)) &&
      (lower_ends_it ? is_anatomy(lower, l.end_face) : is_anatomy(upper, u.end_face));
  return overlap;
}

void find_overlaps(const JawOnLine& upper, const JawOnLine& lower, double tolerance_mm, Findings& findings) {
  for (const InsideInterval& u : upper.intervals) {
    for (const InsideInterval& l : lower.intervals) {
      const Stretch overlap = overlap_of(upper, u, lower, l);
      if (overlap.length_mm <= tolerance_mm) continue;
      findings.any = true;
      if (!overlap.between_anatomy) continue;
      findings.overlap_sum_mm += overlap.length_mm;
      if (!findings.overlap || overlap.length_mm > findings.longest_overlap.length_mm) {
        findings.longest_overlap = overlap;
      }
      findings.overlap = true;
    }
  }
}

//! For each interval of the upper, takes the last of the lower that ends before it. The space between is a
//! gap if it is empty.
void find_gaps(const JawOnLine& upper, const JawOnLine& lower, double tolerance_mm, Findings& findings) {
  for (std::size_t i = 0; i < upper.intervals.size(); ++i) {
    const InsideInterval& u = upper.intervals[i];
    const auto next =
        std::partition_point(lower.intervals.begin(), lower.intervals.end(),
                             [&](const InsideInterval& l) { return l.end <= u.start + tolerance_mm; });
    if (next == lower.intervals.begin()) continue;
    const InsideInterval& l = *(next - 1);
    const bool lower_between = next != lower.intervals.end() && next->start < u.start - tolerance_mm;
    const bool upper_between = i > 0 && upper.intervals[i - 1].end > l.end + tolerance_mm;
    if (lower_between || upper_between) continue;

    findings.any = true;
    if (!is_anatomy(upper, u.start_face) || !is_anatomy(lower, l.end_face)) continue;
    const double gap_mm = u.start - l.end;
    if (!findings.gap || gap_mm < findings.smallest_gap.length_mm) {
      findings.smallest_gap = {
          .length_mm = gap_mm, .upper_face = u.start_face, .lower_face = l.end_face, .between_anatomy = true};
    }
    findings.gap = true;
  }
}

Coverage coverage_of(bool upper, bool lower) {
  if (upper) return lower ? Coverage::both : Coverage::upper_only;
  return lower ? Coverage::lower_only : Coverage::none;
}

std::uint8_t up_to_255(std::size_t count) {
  return static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
}

void take_faces(PixelResult& pixel, const Stretch& stretch) {
  pixel.upper_face = stretch.upper_face;
  pixel.lower_face = stretch.lower_face;
}

//! Applies the rules in occlusion/maps/clearance_map.h. An overlap that lies wholly inside one jaw is bounded
//! by two faces of the other. The map then names that jaw's outer one, where the line enters the upper or
//! leaves the lower.
PixelResult judge_pixel(const JawOnLine& upper, const JawOnLine& lower, double depth_tolerance_mm) {
  PixelResult pixel;
  pixel.coverage = coverage_of(!upper.intervals.empty(), !lower.intervals.empty());
  pixel.upper_intervals = up_to_255(upper.intervals.size());
  pixel.lower_intervals = up_to_255(lower.intervals.size());
  if (pixel.coverage != Coverage::both) return pixel;

  Findings findings;
  find_overlaps(upper, lower, depth_tolerance_mm, findings);
  find_gaps(upper, lower, depth_tolerance_mm, findings);
  if (findings.overlap) {
    pixel.state = PixelState::interfering;
    pixel.clearance_mm = static_cast<float>(-findings.longest_overlap.length_mm);
    pixel.overlap_mm = static_cast<float>(findings.overlap_sum_mm);
    take_faces(pixel, findings.longest_overlap);
  } else if (findings.gap) {
    pixel.state = PixelState::free;
    pixel.clearance_mm = static_cast<float>(findings.smallest_gap.length_mm);
    take_faces(pixel, findings.smallest_gap);
  } else if (findings.any) {
    pixel.state = PixelState::not_anatomy;
  } else {
    pixel.state = PixelState::free;  // the upper lies below the lower everywhere on the line
    pixel.clearance_mm = unlimited_clearance;
  }
  return pixel;
}

//! The frame of the upper is the case frame, so this is also upper_from_view.
Eigen::Isometry3d case_from_view(const Eigen::Isometry3d& view_from_case) {
  return view_from_case.inverse(Eigen::Isometry);
}

Eigen::Isometry3d lower_from_view(const Eigen::Isometry3d& view_from_case,
                                  const Eigen::Isometry3d& upper_from_lower) {
  return upper_from_lower.inverse(Eigen::Isometry) * case_from_view(view_from_case);
}

//! \throw std::invalid_argument without a solid
std::shared_ptr<const SolidLines> prepared(std::shared_ptr<const Solid> solid) {
  if (!solid) throw std::invalid_argument("the ray engine needs both jaws");
  return std::make_shared<const SolidLines>(std::move(solid));
}

template <typename Work>
void for_each_row(int height, const Work& work) {
  for_all(tbb::blocked_range<int>(0, height, 1), [&](const tbb::blocked_range<int>& rows) {
    for (int row = rows.begin(); row < rows.end(); ++row) work(row);
  });
}

}  // namespace

RayEngine::RayEngine(std::shared_ptr<const SolidLines> upper, std::shared_ptr<const SolidLines> lower,
                     const RayOptions& options)
    : upper_(std::move(upper)), lower_(std::move(lower)), options_(options) {
  if (!(options.depth_tolerance_mm >= 0)) throw std::invalid_argument("a depth tolerance cannot be negative");
}

RayEngine::RayEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                     const RayOptions& options)
    : RayEngine(prepared(std::move(upper)), prepared(std::move(lower)), options) {}

RayEngine::~RayEngine() = default;

void RayEngine::keep_upper(const View& view, const Eigen::Isometry3d& upper_lines) {
  kept_view_.reset();
  kept_upper_.assign(static_cast<std::size_t>(view.grid.height), {});
  for_each_row(view.grid.height, [&](int row) {
    kept_upper_[static_cast<std::size_t>(row)] = upper_->read_row(upper_lines, view.grid, row);
  });
  kept_view_ = view;
}

const ClearanceMap& RayEngine::compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
  const Eigen::Isometry3d upper_lines = case_from_view(view.view_from_case);
  const Eigen::Isometry3d lower_lines = lower_from_view(view.view_from_case, upper_from_lower);

  auto start = std::chrono::steady_clock::now();
  const bool keep = view.grid.size() <= options_.max_kept_pixels;
  const bool is_kept = kept_view_ && same_view(*kept_view_, view);
  const double upper_ms = keep && !is_kept ? (keep_upper(view, upper_lines), ms_since(start)) : 0;

  start = std::chrono::steady_clock::now();
  map_.clear(view);
  for_each_row(view.grid.height, [&](int row) {
    const RowOfLines upper_here = keep ? RowOfLines{} : upper_->read_row(upper_lines, view.grid, row);
    const RowOfLines& upper_row = keep ? kept_upper_[static_cast<std::size_t>(row)] : upper_here;
    const RowOfLines lower_row = lower_->read_row(lower_lines, view.grid, row);
    for (int column = 0; column < view.grid.width; ++column) {
      set_pixel(map_, view.grid.index(column, row),
                judge_pixel({upper_->solid(), upper_row.pixel(column)},
                            {lower_->solid(), lower_row.pixel(column)}, options_.depth_tolerance_mm),
                Stage::rays);
    }
  });
  last_times_ = {{"upper", upper_ms}, {"lower and pixels", ms_since(start)}};
  return map_;
}

//! Exact: Embree finds faces in single precision, but intersections are computed in double.
Quantisation RayEngine::quantisation() const { return {}; }

std::vector<StageTime> RayEngine::stage_times() const { return last_times_; }

PixelResult RayEngine::pixel(const View& view, const Eigen::Isometry3d& upper_from_lower, int column,
                             int row) const {
  const Eigen::Vector2d uv = view.grid.centre(column, row);
  return at(view.view_from_case, upper_from_lower, uv.x(), uv.y());
}

PixelResult RayEngine::at(const Eigen::Isometry3d& view_from_case, const Eigen::Isometry3d& upper_from_lower,
                          double u_mm, double v_mm) const {
  std::vector<std::uint32_t> faces;
  const LineReading upper = upper_->read(case_from_view(view_from_case), u_mm, v_mm, faces);
  const LineReading lower =
      lower_->read(lower_from_view(view_from_case, upper_from_lower), u_mm, v_mm, faces);
  return judge_pixel({upper_->solid(), upper.intervals}, {lower_->solid(), lower.intervals},
                     options_.depth_tolerance_mm);
}

}  // namespace intercusp
