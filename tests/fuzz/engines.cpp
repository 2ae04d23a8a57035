// Z-lists and rays, which share no code, agree on any two bodies in any pose.
#include <algorithm>
#include <cstdlib>
#include <span>

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
  const testing::Comparison result = testing::compare(compute_map(bite, view, {.kind = EngineKind::zlist}),
                                                      compute_map(bite, view, {.kind = EngineKind::ray}));
  if (result.other_state + result.other_intervals + result.other_clearance > 0) std::abort();
  return 0;
}
