// Z-lists and rays, which share no code, agree on any two bodies in any pose.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "occlusion/engines/compute_map.h"
#include "tests/fuzz/chosen.h"
#include "tests/fuzz/two_bodies.h"
#include "tests/support/compare_maps.h"

namespace intercusp {
namespace {

bool agree(const Bite& bite, const ClearanceMap& one, const ClearanceMap& other) {
  const testing::Comparison result = testing::compare(bite, one, other);
  return result.other_state + result.other_intervals + result.other_clearance == 0;
}

//! Z-lists put vertices on a grid of 1/256 pixel. If a face is so steep that neighbouring pixels do not resolve its
//! slope, their clearance still lies between those of rays shifted by that amount.
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
  return agree(bite, map, expected);
}

}  // namespace
}  // namespace intercusp

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace intercusp;
  const Bite bite = fuzz::two_bodies({data, size});
  const View view = testing::view_of(bite, 0.2);
  if (view.grid.size() == 0) return 0;
  const ClearanceMap zlist = compute_map(bite, view, {.kind = EngineKind::zlist});
  fuzz::expect(agree(bite, zlist, compute_map(bite, view, {.kind = EngineKind::ray})) ||
               agree_with_shifted_rays(bite, view, zlist));
  return 0;
}
