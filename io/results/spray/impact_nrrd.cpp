#include "io/results/spray/parts.h"

#include <algorithm>
#include <array>
#include <limits>

#include "io/picture/image_bytes.h"

namespace intercusp {
namespace {

//! The components of every pixel of a side.
void add_side(std::vector<float>& values, const ImpactMap::Places& side, std::size_t pixels,
              std::size_t collider) {
  constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
  const std::size_t start = values.size();
  for (std::size_t pixel = 0; pixel < pixels; ++pixel)
    values.insert(values.end(), {-1.0F, 0.0F, nothing, nothing});
  for (const auto& [pixel, place] : side) {
    const std::array<float, impact_components> components = {
        static_cast<float>(collider), static_cast<float>(place.hits), static_cast<float>(place.first_s),
        static_cast<float>(place.speed_mm_s)};
    std::ranges::copy(components,
                      values.begin() + static_cast<std::ptrdiff_t>(start + impact_components * pixel));
  }
}

}  // namespace

std::string impact_nrrd(const ImpactMap& map, std::size_t collider,
                        const std::vector<std::pair<std::string, std::string>>& notes) {
  const std::size_t pixels = map.view.grid.size();
  std::vector<float> values;
  values.reserve(2 * impact_components * pixels);
  add_side(values, map.facing, pixels, collider);
  add_side(values, map.averted, pixels, collider);
  ItkSlices slices = slices_in(map.view, map.near_mm);
  slices.count = 2;
  slices.components = impact_components;
  slices.values = values;
  slices.apart_mm = std::max(map.far_mm - map.near_mm, map.view.grid.pixel_mm);
  slices.notes = {
      {"intercusp_content",
       "impact map: collider (from 0; -1 without hits), hits, first_s, speed_mm_s of the earliest hit"},
      {"intercusp_slices", "0: the side that faces the nozzle; 1: the side turned away from it"},
      {"intercusp_frame", "the frame of the files, in mm"}};
  slices.notes.insert(slices.notes.end(), notes.begin(), notes.end());
  return itk_nrrd(slices);
}

}  // namespace intercusp
