#include "occlusion/stencil/map_planes.h"

#include <tbb/parallel_for.h>

#include <array>
#include <bit>

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const gl::Texture& pixel, const gl::Texture* beside) {
  const std::array<const gl::Texture*, 2> colors = {&pixel, beside};
  return {std::span<const gl::Texture* const>(colors).first(beside != nullptr ? 2 : 1), nullptr};
}

void resize(ClearanceMap& map, const MapFrame& frame) {
  map.frame = frame;
  const std::size_t n = frame.grid.size();
  const auto plane = [n](auto&... planes) { (planes.resize(n), ...); };
  plane(map.clearance_mm, map.overlap_mm, map.upper_face, map.lower_face, map.coverage, map.state,
        map.resolved_by, map.valued_by, map.upper_intervals, map.lower_intervals);
}

std::int32_t original_name(std::span<const std::int32_t> names, std::uint32_t face) {
  return static_cast<std::int32_t>(face) == no_face ? no_face : names[face];
}

void unpack_flags(std::uint32_t flags, std::size_t i, ClearanceMap& map) {
  map.coverage[i] = static_cast<Coverage>(flags & 3U);
  map.state[i] = static_cast<PixelState>(flags >> 2 & 3U);
  map.resolved_by[i] = static_cast<Stage>(flags >> 4 & 7U);
  map.valued_by[i] = static_cast<Stage>(flags >> 7 & 7U);
  map.upper_intervals[i] = static_cast<std::uint8_t>(flags >> 10);
  map.lower_intervals[i] = static_cast<std::uint8_t>(flags >> 18);
}

}  // namespace

MapPlanes::MapPlanes(int width_px, int height_px)
    : pixel(GL_RGBA32UI, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      pixel_alone(target_of(pixel, nullptr)),
      pixel_and_overlap(target_of(pixel, &overlap)),
      pixel_and_waits(target_of(pixel, &waits)) {}

void MapPlanes::read(const MapFrame& frame, std::span<const std::int32_t> upper_faces,
                     std::span<const std::int32_t> lower_faces, bool has_overlaps, ClearanceMap& map) {
  resize(map, frame);
  pixels_.resize(frame.grid.size());
  pixel.read(GL_RGBA_INTEGER, GL_UNSIGNED_INT, std::as_writable_bytes(std::span(pixels_)));
  if (has_overlaps) overlap.read(GL_RED, GL_FLOAT, std::as_writable_bytes(std::span(map.overlap_mm)));
  tbb::parallel_for(0, frame.grid.height, [&](int row) {
    for (std::size_t i = frame.grid.index(0, row); i < frame.grid.index(0, row + 1); ++i) {
      const auto& [clearance, upper_face, lower_face, flags] = pixels_[i];
      map.clearance_mm[i] = std::bit_cast<float>(clearance);
      map.upper_face[i] = original_name(upper_faces, upper_face);
      map.lower_face[i] = original_name(lower_faces, lower_face);
      unpack_flags(flags, i, map);
      if (map.state[i] != PixelState::interfering) map.overlap_mm[i] = 0;
    }
  });
}

}  // namespace intercusp::stencil
