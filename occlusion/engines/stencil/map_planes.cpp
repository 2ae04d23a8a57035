#include "occlusion/engines/stencil/map_planes.h"

#include <array>
#include <bit>

#include "occlusion/base/for_all.h"

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const gl::Texture& pixel, const gl::Texture* beside) {
  const std::array<const gl::Texture*, 2> colors = {&pixel, beside};
  return {std::span<const gl::Texture* const>(colors).first(beside != nullptr ? 2 : 1), nullptr};
}

void resize(ClearanceMap& map, const View& view) {
  map.view = view;
  const std::size_t n = view.grid.size();
  const auto plane = [n](auto&... planes) { (planes.resize(n), ...); };
  plane(map.clearance_mm, map.overlap_mm, map.upper_face, map.lower_face, map.coverage, map.state,
        map.resolved_by, map.valued_by, map.upper_intervals, map.lower_intervals);
}

using Texel = std::array<std::uint32_t, 4>;

// A row goes plane by plane: short loops, several pixels at once.

void unpack_clearances(std::span<const Texel> row, float* plane) {
  for (const Texel& texel : row) *plane++ = std::bit_cast<float>(texel[0]);
}

void unpack_faces(std::span<const Texel> row, std::size_t component, std::span<const std::int32_t> names,
                  std::int32_t* plane) {
  for (const Texel& texel : row) {
    const auto face = static_cast<std::int32_t>(texel[component]);
    *plane++ = face == no_face ? no_face : names[static_cast<std::size_t>(face)];
  }
}

template <typename T>
void unpack_flags(std::span<const Texel> row, unsigned shift, std::uint32_t mask, T* plane) {
  for (const Texel& texel : row) *plane++ = static_cast<T>(texel[3] >> shift & mask);
}

//! There is an overlap where the state says so.
void clear_others(std::span<const Texel> row, float* overlap_mm) {
  for (const Texel& texel : row) {
    const bool overlaps = static_cast<PixelState>(texel[3] >> 2 & 3U) == PixelState::interfering;
    *overlap_mm = overlaps ? *overlap_mm : 0.0F;
    ++overlap_mm;
  }
}

}  // namespace

MapPlanes::MapPlanes(int width_px, int height_px)
    : pixel(GL_RGBA32UI, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      pixel_alone(target_of(pixel, nullptr)),
      pixel_and_overlap(target_of(pixel, &overlap)),
      pixel_and_waits(target_of(pixel, &waits)) {}

void MapPlanes::read(const View& view, std::span<const std::int32_t> upper_faces,
                     std::span<const std::int32_t> lower_faces, bool has_overlaps, ClearanceMap& map) {
  resize(map, view);
  pixels_.resize(view.grid.size());
  pixel.read(GL_RGBA_INTEGER, GL_UNSIGNED_INT, std::as_writable_bytes(std::span(pixels_)));
  if (has_overlaps) overlap.read(GL_RED, GL_FLOAT, std::as_writable_bytes(std::span(map.overlap_mm)));
  for_all(0, view.grid.height, [&](int row) {
    const std::size_t first = view.grid.index(0, row);
    const std::span<const Texel> texels =
        std::span<const Texel>(pixels_).subspan(first, static_cast<std::size_t>(view.grid.width));
    unpack_clearances(texels, &map.clearance_mm[first]);
    unpack_faces(texels, 1, upper_faces, &map.upper_face[first]);
    unpack_faces(texels, 2, lower_faces, &map.lower_face[first]);
    unpack_flags(texels, 0, 3, &map.coverage[first]);
    unpack_flags(texels, 2, 3, &map.state[first]);
    unpack_flags(texels, 4, 7, &map.resolved_by[first]);
    unpack_flags(texels, 7, 7, &map.valued_by[first]);
    unpack_flags(texels, 10, 255, &map.upper_intervals[first]);
    unpack_flags(texels, 18, 255, &map.lower_intervals[first]);
    clear_others(texels, &map.overlap_mm[first]);
  });
}

}  // namespace intercusp::stencil
