// Z-lists and rays, which share no code, agree on any two bodies in any pose.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/engines/compute_map.h"
#include "tests/support/bites.h"
#include "tests/support/compare_maps.h"

namespace intercusp {
namespace {

//! Reads numbers from bytes; zeros once they are used up.
class Numbers {
 public:
  Numbers(const unsigned char* data, std::size_t size) : bytes_(data, size) {}

  //! From −1 to 1.
  double next() {
    if (bytes_.size() < 2) return 0;
    const double number = (bytes_[0] * 256 + bytes_[1]) / 32768.0 - 1;
    bytes_ = bytes_.subspan(2);
    return number;
  }
  int below(int count) { return std::min(count - 1, static_cast<int>((next() + 1) / 2 * count)); }

 private:
  std::span<const unsigned char> bytes_;
};

Eigen::Isometry3d pose_of(Numbers& numbers, double shift_mm) {
  const Eigen::Vector4d turn(numbers.next(), numbers.next(), numbers.next(), numbers.next());
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (turn.norm() > 1e-3) pose.linear() = Eigen::Quaterniond(turn.normalized()).toRotationMatrix();
  pose.translation() = shift_mm * Eigen::Vector3d(numbers.next(), numbers.next(), numbers.next());
  return pose;
}

TriangleMesh body_of(Numbers& numbers) {
  switch (numbers.below(4)) {
    case 0:
      return shapes::sphere({0, 0, 0}, 3 + 2 * numbers.next(), 6 + numbers.below(8));
    case 1:
      return shapes::torus({0, 0, 0}, {0, 0, 1}, 5, 1.8 + numbers.next(), 5 + numbers.below(20),
                           4 + numbers.below(10));
    case 2: {
      const Eigen::Vector3d half(2.1 + 2 * numbers.next(), 2.1 + 2 * numbers.next(),
                                 2.1 + 2 * numbers.next());
      return shapes::box(-half, half);
    }
    default:
      return testing::hook(-3, 3);
  }
}

bool agree(const ClearanceMap& one, const ClearanceMap& other) {
  const testing::Comparison result = testing::compare(one, other);
  return result.other_state + result.other_intervals + result.other_clearance == 0;
}

//! Z-lists put vertices on a grid of 1/256 pixel. Where a face stands so steep that its slope cannot be told from the pixels
//! beside it, their clearance still lies between those of rays that are shifted by so much.
bool agree_with_shifted_rays(const Bite& bite, const View& view, const ClearanceMap& map) {
  std::vector<float> least = map.clearance_mm, most = map.clearance_mm;
  std::fill(least.begin(), least.end(), std::numeric_limits<float>::infinity());
  std::fill(most.begin(), most.end(), -std::numeric_limits<float>::infinity());
  for (const int across : {-1, 0, 1}) {
    for (const int up : {-1, 0, 1}) {
      View shifted = view;
      shifted.grid.u0_mm += across * view.grid.pixel_mm / 256;
      shifted.grid.v0_mm += up * view.grid.pixel_mm / 256;
      const ClearanceMap rays = compute_map(bite, shifted, {.kind = EngineKind::ray});
      for (std::size_t i = 0; i < rays.clearance_mm.size(); ++i) {
        least[i] = std::fmin(least[i], rays.clearance_mm[i]);
        most[i] = std::fmax(most[i], rays.clearance_mm[i]);
      }
    }
  }
  ClearanceMap expected = compute_map(bite, view, {.kind = EngineKind::ray});
  constexpr float rounding_mm = 0.001F;
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (map.clearance_mm[i] >= least[i] - rounding_mm && map.clearance_mm[i] <= most[i] + rounding_mm)
      expected.clearance_mm[i] = map.clearance_mm[i];
  }
  return agree(map, expected);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  Numbers numbers(data, size);
  const TriangleMesh upper = shapes::moved(body_of(numbers), pose_of(numbers, 3));
  const TriangleMesh lower = body_of(numbers);
  const Bite bite = testing::bite_of(upper, lower, pose_of(numbers, 4));
  const View view = testing::view_of(bite, 0.2);
  if (view.grid.size() == 0) return 0;
  const ClearanceMap zlist = compute_map(bite, view, {.kind = EngineKind::zlist});
  if (!agree(zlist, compute_map(bite, view, {.kind = EngineKind::ray})) &&
      !agree_with_shifted_rays(bite, view, zlist))
    std::abort();
  return 0;
}
