#include "viewer/scene/paint_values.h"

#include <algorithm>
#include <utility>

namespace intercusp::viewer {
namespace {

constexpr double edge_mm = 0.15;  // paint ends between pixels: those beside it are found as well
//! On a wall the clearance is larger than the distance by 1/cosine. Steeper walls are hardly painted (jaw_view.vert).
constexpr double least_cosine = 0.35;

}  // namespace

void PaintValues::follow(const AppState& state) {
  if (!state.live) return;
  const PoseReading& reading = state.live->reading();
  const bool by_distance = state.document.measure == Measure::distance;
  const double end_mm = by_distance ? state.view.paint_scale(state.document.threshold_mm).end_mm() : -1;
  const Key wanted{state.live.get(), reading.upper_from_lower.matrix(), end_mm};
  const ClearanceMap& map = state.live->map();
  if (wanted == key_ && live_ == state.live) return;
  key_ = wanted;
  live_ = state.live;
  ++version_;
  values_ = by_distance ? &distance_mm_ : &map.clearance_mm;
  if (!by_distance) return;
  const Bite& bite = state.live->loaded().bite;
  if (lower_ != bite.lower || !true_distance_)
    true_distance_ = std::make_unique<TrueDistance>(bite.upper, bite.lower);
  lower_ = bite.lower;
  find_distances(map, reading.upper_from_lower, end_mm + edge_mm);
}

void PaintValues::find_distances(const ClearanceMap& map, const Eigen::Isometry3d& upper_from_lower,
                                 double end_mm) {
  const auto end = static_cast<float>(end_mm), reach = static_cast<float>(end_mm / least_cosine);
  bound_mm_.resize(map.clearance_mm.size());
  std::ranges::transform(map.clearance_mm, bound_mm_.begin(), [&](float clearance) {
    return clearance <= reach ? std::min(clearance, end) : unlimited_clearance;
  });
  const DistanceMap& found = true_distance_->compute(map, bound_mm_, upper_from_lower, end_mm);
  distance_mm_.resize(map.clearance_mm.size());
  for (std::size_t i = 0; i < distance_mm_.size(); ++i) {
    const bool beyond = found.mark[i] == DistanceMark::none && !(map.clearance_mm[i] <= end);
    distance_mm_[i] = found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                      : beyond                               ? map.clearance_mm[i]
                                                             : no_clearance;
  }
}

}  // namespace intercusp::viewer
