#include "occlusion/zlist/zlist_engine.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>

#include "occlusion/zlist/column.h"
#include "occlusion/zlist/facing_layer.h"
#include "occlusion/zlist/layer_lists.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

//! Notes the time since the last note under a name.
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

bool same_frame(const MapFrame& a, const MapFrame& b) {
  return a.projection.kind() == b.projection.kind() &&
         a.projection.view_from_case().matrix() == b.projection.view_from_case().matrix() &&
         a.grid.u0_mm == b.grid.u0_mm && a.grid.v0_mm == b.grid.v0_mm && a.grid.pixel_mm == b.grid.pixel_mm &&
         a.grid.width == b.grid.width && a.grid.height == b.grid.height;
}

}  // namespace

struct ZListEngine::Kept {
  MapFrame frame;
  double depth_origin;
  zlist::LayerLists upper;
  zlist::FacingLayer upper_entries;  // only where the facing path wants it
};

ZListEngine::ZListEngine(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower,
                         const ZListOptions& options)
    : upper_(std::move(upper)), lower_(std::move(lower)), options_(options) {}

ZListEngine::~ZListEngine() = default;

void ZListEngine::keep_upper(const MapFrame& frame) {
  if (kept_ && same_frame(kept_->frame, frame)) return;
  const double origin = zlist::middle_depth(*upper_, frame);
  kept_ = std::make_unique<Kept>(
      Kept{frame,
           origin,
           zlist::LayerLists(zlist::BinnedMesh(upper_->mesh, Eigen::Isometry3d::Identity(), frame, origin)),
           {}});
  if (options_.facing_only) kept_->upper_entries = zlist::first_entries(kept_->upper, frame.grid);
}

const ClearanceMap& ZListEngine::compute(const MapFrame& frame, const Eigen::Isometry3d& upper_from_lower) {
  map_.clear(frame);
  if (frame.grid.size() == 0) return map_;
  options_.facing_only ? compare_facing(upper_from_lower) : compare_all(upper_from_lower);
  return map_;
}

void ZListEngine::compare_lists(const zlist::LayerLists& lower, const std::vector<std::uint8_t>& wanted,
                                ClearanceMap& map) const {
  const PixelGrid& grid = map.frame.grid;
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::vector<zlist::Interval> upper_intervals, lower_intervals;
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      if (!wanted.empty() && wanted[pixel] == 0) continue;
      zlist::find_intervals(kept_->upper.at(column, row), upper_intervals);
      zlist::find_intervals(lower.at(column, row), lower_intervals);
      if (upper_intervals.empty() && lower_intervals.empty()) continue;
      set_pixel(map, pixel,
                zlist::compare_intervals(upper_intervals, lower_intervals, upper_->anatomy_faces,
                                         lower_->anatomy_faces, options_.depth_tolerance_mm),
                Stage::layers);
    }
  });
}

void ZListEngine::compare_all(const Eigen::Isometry3d& upper_from_lower) {
  const MapFrame& frame = map_.frame;
  StageClock clock(stages_);
  keep_upper(frame);
  clock.note("upper layers (kept)");
  const zlist::LayerLists lower(
      zlist::BinnedMesh(lower_->mesh, upper_from_lower, frame, kept_->depth_origin));
  clock.note("lower layers");
  compare_lists(lower, {}, map_);
  clock.note("comparison");
}

void ZListEngine::compare_facing(const Eigen::Isometry3d& upper_from_lower) {
  const MapFrame& frame = map_.frame;
  StageClock clock(stages_);
  keep_upper(frame);
  clock.note("upper layers (kept)");
  const zlist::BinnedMesh lower_mesh(lower_->mesh, upper_from_lower, frame, kept_->depth_origin);
  const zlist::FacingLayer exits = zlist::last_exits(lower_mesh);
  clock.note("lower facing layer");
  const std::vector<std::uint8_t> open_question = compare_facing_layers(exits, map_);
  clock.note("comparison");
  if (std::find(open_question.begin(), open_question.end(), 1) != open_question.end()) {
    compare_lists(zlist::LayerLists(lower_mesh, open_question), open_question, map_);
  }
  clock.note("lists where the jaws meet");
}

std::vector<std::uint8_t> ZListEngine::compare_facing_layers(const zlist::FacingLayer& exits,
                                                             ClearanceMap& map) const {
  const zlist::FacingLayer& entries = kept_->upper_entries;
  const auto tolerance = static_cast<float>(options_.depth_tolerance_mm);
  std::vector<std::uint8_t> open_question(exits.face.size(), 0);
  tbb::parallel_for(0, map.frame.grid.height, [&](int row) {
    for (std::size_t i = map.frame.grid.index(0, row); i < map.frame.grid.index(0, row + 1); ++i) {
      const bool upper = entries.face[i] != no_face;
      const bool lower = exits.face[i] != no_face;
      if (!upper && !lower) continue;
      // What import added may be two sheets in one plane, which enclose nothing: only lists tell.
      const bool lower_anatomy = lower && lower_->is_anatomy(static_cast<std::size_t>(exits.face[i]));
      const float gap = entries.depth[i] - exits.depth[i];
      if (lower && (!lower_anatomy || (upper && gap < -tolerance))) {
        open_question[i] = 1;
        continue;
      }
      PixelResult pixel{.coverage =
                            upper ? (lower ? Coverage::both : Coverage::upper_only) : Coverage::lower_only};
      if (pixel.coverage == Coverage::both) {
        pixel.state = PixelState::not_anatomy;
        if (upper_->is_anatomy(static_cast<std::size_t>(entries.face[i]))) {
          pixel.state = PixelState::free;
          pixel.clearance_mm = gap;
          pixel.upper_face = entries.face[i];
          pixel.lower_face = exits.face[i];
        }
      }
      set_pixel(map, i, pixel, Stage::layers);
    }
  });
  return open_question;
}

}  // namespace intercusp
