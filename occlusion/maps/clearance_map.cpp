#include "occlusion/maps/clearance_map.h"

#include "occlusion/base/free_memory.h"

namespace intercusp {

ClearanceMap ClearanceMap::empty(const View& view) {
  ClearanceMap map;
  map.clear(view);
  return map;
}

void ClearanceMap::clear(const View& new_view) {
  const std::size_t n = new_view.grid.size();
  constexpr std::size_t a_pixel = 22,
                        large = 1 << 22;  // bytes of all arrays below; the check itself takes time
  if (n > large && n > clearance_mm.capacity()) need_memory(a_pixel * n);
  view = new_view;
  clearance_mm.assign(n, no_clearance);
  overlap_mm.assign(n, 0.0F);
  upper_face.assign(n, no_face);
  lower_face.assign(n, no_face);
  coverage.assign(n, Coverage::none);
  state.assign(n, PixelState::outside);
  resolved_by.assign(n, Stage::none);
  valued_by.assign(n, Stage::none);
  upper_intervals.assign(n, 0);
  lower_intervals.assign(n, 0);
}

MapCounts& MapCounts::operator+=(const MapCounts& other) {
  both += other.both;
  upper_only += other.upper_only;
  lower_only += other.lower_only;
  not_anatomy += other.not_anatomy;
  interfering += other.interfering;
  pass1 += other.pass1;
  pass2 += other.pass2;
  layers += other.layers;
  rays += other.rays;
  upper_pi_convex += other.upper_pi_convex;
  lower_pi_convex += other.lower_pi_convex;
  return *this;
}

MapCounts count_pixels(const ClearanceMap& map) {
  MapCounts counts;
  for (std::size_t i = 0; i < map.coverage.size(); ++i) {
    counts.both += map.coverage[i] == Coverage::both;
    counts.upper_only += map.coverage[i] == Coverage::upper_only;
    counts.lower_only += map.coverage[i] == Coverage::lower_only;
    counts.not_anatomy += map.state[i] == PixelState::not_anatomy;
    counts.interfering += map.state[i] == PixelState::interfering;
    counts.pass1 += map.resolved_by[i] == Stage::pass1;
    counts.pass2 += map.resolved_by[i] == Stage::pass2;
    counts.layers += map.resolved_by[i] == Stage::layers;
    counts.rays += map.resolved_by[i] == Stage::rays;
    counts.upper_pi_convex += map.upper_intervals[i] == 1;
    counts.lower_pi_convex += map.lower_intervals[i] == 1;
  }
  return counts;
}

}  // namespace intercusp
