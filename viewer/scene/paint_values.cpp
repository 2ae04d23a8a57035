#include "viewer/scene/paint_values.h"

namespace intercusp::viewer {
namespace {

constexpr double edge_mm = 0.15;  // paint ends between pixels, so neighbouring pixels are also searched

}  // namespace

void PaintValues::follow(const AppState& state, const std::shared_ptr<LiveBite>& live, bool quick) {
  if (!live) return;
  const bool by_distance = state.document.measure == Measure::surface_distance;
  const Key wanted{.live = live.get(),
                   .pose = live->reading().upper_from_lower.matrix(),
                   .end_mm = by_distance ? state.view.paint_scale(state.document.threshold_mm).end_mm() : -1,
                   .coarse = by_distance && quick};
  if (wanted == key_ && live_ == live) return;
  key_ = wanted;
  live_ = live;
  ++version_;
  values_ = by_distance ? &live->distances_up_to(wanted.end_mm + edge_mm, wanted.coarse)
                        : &live->map().clearance_mm;
}

}  // namespace intercusp::viewer
