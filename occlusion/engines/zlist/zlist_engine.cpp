#include "occlusion/engines/zlist/zlist_engine.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/engines/zlist/facing_path.h"
#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/engines/zlist/posed_mesh.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

//! Records the time since the last record under a name.
class StageClock {
 public:
  explicit StageClock(std::vector<StageTime>& stages) : stages_(stages) { stages_.clear(); }
  void note(const char* name) {
    const Clock::time_point now = Clock::now();
    stages_.push_back({name, std::chrono::duration<double, std::milli>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<StageTime>& stages_;
  Clock::time_point last_ = Clock::now();
};

//! Data that all engines of a bite share.
struct PreparedBite {
  PreparedSolid upper, lower;
};

//! Prepares both jaws at once.
PreparedBite prepared_bite(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower) {
  std::optional<PreparedSolid> upper_ready, lower_ready;
  run_both([&] { upper_ready.emplace(std::move(upper)); }, [&] { lower_ready.emplace(std::move(lower)); });
  return {*std::move(upper_ready), *std::move(lower_ready)};
}

}  // namespace

PreparedSolid::PreparedSolid(std::shared_ptr<const Solid> made_of)
    : solid(std::move(made_of)),
      clusters(std::make_shared<const zlist::ClusteredMesh>(*solid)),
      box(bounds_of(solid->mesh)) {}

class ZListEngine::Impl {
 public:
  Impl(PreparedBite bite, const ZListOptions& options)
      : bite_(std::move(bite)),
        options_(options),
        upper_centre_(bite_.upper.box.centre()),
        posed_upper_(*bite_.upper.clusters),
        posed_lower_(*bite_.lower.clusters) {}

  [[nodiscard]] const PreparedBite& bite() const { return bite_; }

  const ClearanceMap& compute(const View& view, const Eigen::Isometry3d& upper_from_lower,
                              const std::optional<NearPixels>& near) {
    if (!upper_from_lower.matrix().allFinite()) throw std::invalid_argument("the pose is not finite");
    if (view.grid.size() == 0) return map_ = ClearanceMap::empty(view);
    StageClock clock(stages_);
    if (!kept_view_ || !same_view(*kept_view_, view)) keep_upper(view);
    clock.note("upper layers (kept)");
    posed_lower_.place(upper_from_lower, view, depth_origin_);
    clock.note("lower clusters");
    if (options_.facing_only) {
      const zlist::ColumnRules column_rules = rules();
      facing_.run({posed_lower_, upper_intervals_, upper_first_, column_rules, near}, map_);
      clock.note("lower facing layer and map");
    } else {
      compare_lists();
      clock.note("lower layers and map");
    }
    return map_;
  }

  [[nodiscard]] const std::vector<StageTime>& stages() const { return stages_; }

  [[nodiscard]] Quantisation quantisation() const {
    const auto depth =
        static_cast<float>(std::max(posed_upper_.greatest_depth_mm(), posed_lower_.greatest_depth_mm()));
    return {.position_mm = std::max(posed_upper_.snap_mm(), posed_lower_.snap_mm()),
            .depth_mm = std::nextafter(depth, std::numeric_limits<float>::infinity()) - depth};
  }

 private:
  [[nodiscard]] zlist::ColumnRules rules() const {
    return {bite_.upper.solid->anatomy_faces, bite_.lower.solid->anatomy_faces, options_.depth_tolerance_mm};
  }

  void keep_upper(const View& view) {
    kept_view_.reset();  // an exception may leave it incomplete
    map_.clear(view);
    facing_ = {};
    // The middle of the jaws, because depths are in single precision.
    depth_origin_ = (view.view_from_case * upper_centre_).z();
    posed_upper_.place(Eigen::Isometry3d::Identity(), view, depth_origin_);
    upper_intervals_.make(posed_upper_);
    if (options_.facing_only) upper_first_ = zlist::first_stretch(upper_intervals_, posed_upper_);
    kept_view_ = view;
  }

  //! Compares a band's lists while they are in the cache, then drops them.
  void compare_lists() {
    for_all(0, posed_lower_.band_count(), [this](int band) {
      Scratch& scratch = scratch_.local();
      scratch.lists.make(posed_lower_, band);
      const std::size_t first_pixel = posed_lower_.first_pixel(band);
      for (std::size_t pixel = 0; pixel < posed_lower_.pixels(band); ++pixel) {
        zlist::find_intervals(scratch.lists.at(pixel), scratch.intervals);
        set_pixel(map_, first_pixel + pixel,
                  zlist::compare_intervals(upper_intervals_.at(band, pixel), scratch.intervals, rules()),
                  Stage::layers);
      }
    });
  }

  PreparedBite bite_;
  ZListOptions options_;
  Eigen::Vector3d upper_centre_;
  zlist::PosedMesh posed_upper_, posed_lower_;

  // Data that depends only on the upper and the frame.
  std::optional<View> kept_view_;
  double depth_origin_ = 0;
  zlist::IntervalLists upper_intervals_;
  zlist::FirstStretch upper_first_;  // only if the facing path needs it

  //! Working storage of one thread.
  struct Scratch {
    zlist::BandLists lists;
    std::vector<zlist::DepthInterval> intervals;
  };
  tbb::enumerable_thread_specific<Scratch> scratch_;
  zlist::FacingPath facing_;
  ClearanceMap map_;
  std::vector<StageTime> stages_;
};

ZListEngine::ZListEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                         const ZListOptions& options)
    : impl_(std::make_unique<Impl>(prepared_bite(std::move(upper), std::move(lower)), options)) {}

ZListEngine::ZListEngine(PreparedSolid upper, PreparedSolid lower, const ZListOptions& options)
    : impl_(std::make_unique<Impl>(PreparedBite{std::move(upper), std::move(lower)}, options)) {}

ZListEngine::ZListEngine(const ZListEngine& prepared, const ZListOptions& options)
    : impl_(std::make_unique<Impl>(prepared.impl_->bite(), options)) {}

ZListEngine::~ZListEngine() = default;

const ClearanceMap& ZListEngine::compute(const View& view, const Eigen::Isometry3d& upper_from_lower) {
  return impl_->compute(view, upper_from_lower, {});
}

const ClearanceMap& ZListEngine::compute_within(const View& view, const Eigen::Isometry3d& upper_from_lower,
                                                const NearPixels& near) {
  return impl_->compute(view, upper_from_lower, near);
}

Quantisation ZListEngine::quantisation() const { return impl_->quantisation(); }

std::vector<StageTime> ZListEngine::stage_times() const { return impl_->stages(); }

}  // namespace intercusp
