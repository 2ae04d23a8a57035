#include "occlusion/several/near_pairs.h"

#include <algorithm>
#include <numeric>

namespace intercusp {
namespace {

//! The axis along which the boxes are spread most, so that a sweep along it compares the fewest.
Eigen::Index widest_axis(std::span<const Bounds> boxes) {
  Bounds centres;
  for (const Bounds& box : boxes) centres.add(box.centre());
  Eigen::Index axis = 0;
  centres.size().maxCoeff(&axis);
  return axis;
}

Bounds common_of(const Bounds& a, const Bounds& b) { return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)}; }

//! Whether two boxes come within a distance: their intersection is then inverted by at most that.
bool come_within(double distance_mm, const Bounds& common) {
  return (common.min.array() <= common.max.array() + distance_mm).all();
}

}  // namespace

std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double distance_mm) {
  if (boxes.empty()) return {};
  const Eigen::Index axis = widest_axis(boxes);
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return boxes[a].min[axis] < boxes[b].min[axis]; });
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double end = boxes[order[i]].max[axis] + distance_mm;
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min[axis] <= end; ++j) {
      const Bounds common = common_of(boxes[order[i]], boxes[order[j]]);
      if (come_within(distance_mm, common))
        pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j]), common});
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const NearPair& p, const NearPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  return pairs;
}

}  // namespace intercusp
