#include "viewer/scene/paint_values.h"

#include <algorithm>
#include <utility>

namespace intercusp::viewer {
namespace {

constexpr double edge_mm = 0.15;  // paint ends between pixels: those beside it are found as well
//! On a wall the clearance is larger than the distance by 1/cosine. Steeper walls are hardly painted (jaw_view.vert).
constexpr double least_cosine = 0.35;

}  // namespace

void PaintValues::follow(const AppState& state, const std::shared_ptr<LiveBite>& live) {
  if (!live) return;
  const bool by_distance = state.document.measure == Measure::distance;
  const double end_mm = by_distance ? state.view.paint_scale(state.document.threshold_mm).end_mm() : -1;
  const Key wanted{live.get(), live->reading().upper_from_lower.matrix(), end_mm};
  if (wanted == key_ && live_ == live) return;
  key_ = wanted;
  live_ = live;
  ++version_;
  values_ = by_distance ? &distance_mm_ : &live->map().clearance_mm;
  if (by_distance) find_distances(end_mm + edge_mm);
}

void PaintValues::find_distances(double end_mm) {
  const ClearanceMap& map = live_->map();
  const auto end = static_cast<float>(end_mm), reach = static_cast<float>(end_mm / least_cosine);
  bound_mm_.resize(map.clearance_mm.size());
  std::ranges::transform(map.clearance_mm, bound_mm_.begin(), [&](float clearance) {
    return clearance <= reach ? std::min(clearance, end) : unlimited_clearance;
  });
  const DistanceMap& found = live_->distances_within(bound_mm_, end_mm);
  distance_mm_.resize(map.clearance_mm.size());
  for (std::size_t i = 0; i < distance_mm_.size(); ++i) {
    const bool beyond = found.mark[i] == DistanceMark::none && !(map.clearance_mm[i] <= end);
    distance_mm_[i] = found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                      : beyond                               ? map.clearance_mm[i]
                                                             : no_clearance;
  }
}

}  // namespace intercusp::viewer
