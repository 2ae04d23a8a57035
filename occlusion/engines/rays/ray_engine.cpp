#include "occlusion/engines/rays/ray_engine.h"

#include <tbb/blocked_range.h>

#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/engines/rays/pixel_judgement.h"
#include "occlusion/engines/rays/solid_lines.h"

namespace intercusp {
namespace {

using rays::InsideInterval;
using rays::LineCounts;
using rays::LineReading;
using rays::RowOfLines;
using rays::SolidLines;

//! The upper's frame is the case frame, so these are at once upper_from_view.
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

class RayEngine::Impl {
 public:
  Impl(std::shared_ptr<const SolidLines> upper, std::shared_ptr<const SolidLines> lower,
       const RayOptions& options)
      : upper_(std::move(upper)), lower_(std::move(lower)), options_(options) {}

  const ClearanceMap& compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
    const Eigen::Isometry3d upper_lines = case_from_view(view.view_from_case);
    const Eigen::Isometry3d lower_lines = lower_from_view(view.view_from_case, upper_from_lower);

    auto start = std::chrono::steady_clock::now();
    const bool keep = view.grid.size() <= options_.max_kept_pixels;
    const double upper_ms = keep && !is_kept(view) ? (keep_upper(view, upper_lines), ms_since(start)) : 0;

    start = std::chrono::steady_clock::now();
    map_.clear(view);
    std::vector<LineCounts> counts(static_cast<std::size_t>(view.grid.height));
    for_each_row(view.grid.height, [&](int row) {
      const RowOfLines upper_here = keep ? RowOfLines{} : upper_->read_row(upper_lines, view.grid, row);
      const RowOfLines& upper_row = keep ? kept_upper_[static_cast<std::size_t>(row)] : upper_here;
      const RowOfLines lower_row = lower_->read_row(lower_lines, view.grid, row);
      for (int column = 0; column < view.grid.width; ++column) {
        set_pixel(map_, view.grid.index(column, row), judge(upper_row.pixel(column), lower_row.pixel(column)),
                  Stage::rays);
      }
      counts[static_cast<std::size_t>(row)] += upper_row.counts;
      counts[static_cast<std::size_t>(row)] += lower_row.counts;
    });
    last_counts_ = {};
    for (const LineCounts& row : counts) last_counts_ += row;
    last_times_ = {{"upper", upper_ms}, {"lower and pixels", ms_since(start)}};
    return map_;
  }

  [[nodiscard]] PixelResult at(const Eigen::Isometry3d& view_from_case,
                               const Eigen::Isometry3d& upper_from_lower, double u_mm, double v_mm) const {
    std::vector<std::uint32_t> faces;
    LineCounts not_counted;
    const LineReading upper = upper_->read(case_from_view(view_from_case), u_mm, v_mm, faces, not_counted);
    const LineReading lower =
        lower_->read(lower_from_view(view_from_case, upper_from_lower), u_mm, v_mm, faces, not_counted);
    return judge(upper.intervals, lower.intervals);
  }

  [[nodiscard]] const std::vector<StageTime>& last_times() const { return last_times_; }
  [[nodiscard]] const LineCounts& last_counts() const { return last_counts_; }

 private:
  [[nodiscard]] PixelResult judge(std::span<const InsideInterval> upper,
                                  std::span<const InsideInterval> lower) const {
    return rays::judge_pixel({upper_->solid(), upper}, {lower_->solid(), lower}, options_.depth_tolerance_mm);
  }

  [[nodiscard]] bool is_kept(const View& view) const {
    return kept_view_.has_value() && same_view(*kept_view_, view);
  }

  void keep_upper(const View& view, const Eigen::Isometry3d& upper_lines) {
    kept_view_.reset();
    kept_upper_.assign(static_cast<std::size_t>(view.grid.height), {});
    for_each_row(view.grid.height, [&](int row) {
      kept_upper_[static_cast<std::size_t>(row)] = upper_->read_row(upper_lines, view.grid, row);
    });
    kept_view_ = view;
  }

  std::shared_ptr<const SolidLines> upper_, lower_;
  RayOptions options_;
  std::optional<View> kept_view_;
  std::vector<RowOfLines> kept_upper_;  //!< the upper's lines of `kept_view_`
  ClearanceMap map_;
  std::vector<StageTime> last_times_;
  LineCounts last_counts_;
};

RayEngine::RayEngine(std::shared_ptr<const SolidLines> upper, std::shared_ptr<const SolidLines> lower,
                     const RayOptions& options) {
  if (!(options.depth_tolerance_mm >= 0)) throw std::invalid_argument("a depth tolerance cannot be negative");
  impl_ = std::make_unique<Impl>(std::move(upper), std::move(lower), options);
}

RayEngine::RayEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                     const RayOptions& options)
    : RayEngine(prepared(std::move(upper)), prepared(std::move(lower)), options) {}

RayEngine::~RayEngine() = default;

const ClearanceMap& RayEngine::compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
  return impl_->compute(view, upper_from_lower);
}

//! Embree finds faces in single precision; intersections are computed in double.
Quantisation RayEngine::quantisation() const { return {}; }

std::vector<StageTime> RayEngine::stage_times() const { return impl_->last_times(); }

PixelResult RayEngine::pixel(const View& view, const Eigen::Isometry3d& upper_from_lower, int column,
                             int row) const {
  const Eigen::Vector2d uv = view.grid.centre(column, row);
  return impl_->at(view.view_from_case, upper_from_lower, uv.x(), uv.y());
}

PixelResult RayEngine::at(const Eigen::Isometry3d& view_from_case, const Eigen::Isometry3d& upper_from_lower,
                          double u_mm, double v_mm) const {
  return impl_->at(view_from_case, upper_from_lower, u_mm, v_mm);
}

std::size_t RayEngine::reshot_lines() const { return impl_->last_counts().reshot; }
std::size_t RayEngine::inconsistent_lines() const { return impl_->last_counts().inconsistent; }

}  // namespace intercusp
