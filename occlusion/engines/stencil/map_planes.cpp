#include "occlusion/engines/stencil/map_planes.h"

#include <algorithm>
#include <array>
#include <span>

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const gl::Texture& pixel, const gl::Texture* beside) {
  const std::array<const gl::Texture*, 2> colors = {&pixel, beside};
  return {std::span<const gl::Texture* const>(colors).first(beside != nullptr ? 2 : 1), nullptr};
}

}  // namespace

MapPlanes::MapPlanes(int width_px, int height_px)
    : pixel(GL_RGBA32UI, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      pixel_alone(target_of(pixel, nullptr)),
      pixel_and_overlap(target_of(pixel, &overlap)) {}

namespace {

template <typename T>
void paste(const std::vector<T>& part, const PixelGrid& part_grid, int column, int row, const PixelGrid& grid,
           std::vector<T>& whole) {
  for (int r = 0; r < part_grid.height; ++r) {
    std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(part_grid.index(0, r)), part_grid.width,
                whole.begin() + static_cast<std::ptrdiff_t>(grid.index(column, row + r)));
  }
}

}  // namespace

View part_of(const View& view, int column, int row, int width, int height) {
  View part = view;
  part.grid.u0_mm += column * view.grid.pixel_mm;
  part.grid.v0_mm += row * view.grid.pixel_mm;
  part.grid.width = width;
  part.grid.height = height;
  return part;
}

void paste_map(const ClearanceMap& part, int column, int row, ClearanceMap& whole) {
  const auto plane = [&](auto member) {
    paste(part.*member, part.view.grid, column, row, whole.view.grid, whole.*member);
  };
  plane(&ClearanceMap::clearance_mm);
  plane(&ClearanceMap::overlap_mm);
  plane(&ClearanceMap::upper_face);
  plane(&ClearanceMap::lower_face);
  plane(&ClearanceMap::coverage);
  plane(&ClearanceMap::state);
  plane(&ClearanceMap::resolved_by);
  plane(&ClearanceMap::valued_by);
  plane(&ClearanceMap::upper_intervals);
  plane(&ClearanceMap::lower_intervals);
}

}  // namespace intercusp::stencil
