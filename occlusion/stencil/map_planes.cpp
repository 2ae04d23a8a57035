#include "occlusion/stencil/map_planes.h"

#include <tbb/parallel_for.h>

#include <array>

namespace intercusp::stencil {
namespace {

gl::Framebuffer map_target(const MapPlanes& planes, bool with_waits) {
  const std::array<const gl::Texture*, 6> colors = {&planes.clearance,  &planes.overlap, &planes.upper_face,
                                                    &planes.lower_face, &planes.flags,   &planes.waits};
  return {std::span<const gl::Texture* const>(colors).first(with_waits ? 6 : 5), nullptr};
}

template <typename T>
void read_plane(const gl::Texture& plane, GLenum format, GLenum type, std::vector<T>& values) {
  plane.read(format, type, std::as_writable_bytes(std::span(values)));
}

void resize(ClearanceMap& map, const MapFrame& frame) {
  map.frame = frame;
  const std::size_t n = frame.grid.size();
  const auto plane = [n](auto&... planes) { (planes.resize(n), ...); };
  plane(map.clearance_mm, map.overlap_mm, map.upper_face, map.lower_face, map.coverage, map.state,
        map.resolved_by, map.valued_by, map.upper_intervals, map.lower_intervals);
}

void unpack_flags(std::uint32_t packed, std::size_t i, ClearanceMap& map) {
  map.coverage[i] = static_cast<Coverage>(packed & 3U);
  map.state[i] = static_cast<PixelState>(packed >> 2 & 3U);
  map.resolved_by[i] = static_cast<Stage>(packed >> 4 & 7U);
  map.valued_by[i] = static_cast<Stage>(packed >> 7 & 7U);
  map.upper_intervals[i] = static_cast<std::uint8_t>(packed >> 10);
  map.lower_intervals[i] = static_cast<std::uint8_t>(packed >> 18);
}

void rename(std::span<const std::int32_t> names, std::int32_t& face) {
  if (face != no_face) face = names[static_cast<std::size_t>(face)];
}

}  // namespace

MapPlanes::MapPlanes(int width_px, int height_px)
    : clearance(GL_R32F, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      upper_face(GL_R32I, width_px, height_px),
      lower_face(GL_R32I, width_px, height_px),
      flags(GL_R32UI, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      map(map_target(*this, false)),
      map_and_waits(map_target(*this, true)) {}

void MapPlanes::read(const MapFrame& frame, std::span<const std::int32_t> upper_faces,
                     std::span<const std::int32_t> lower_faces, ClearanceMap& result) {
  resize(result, frame);
  packed_flags_.resize(frame.grid.size());
  read_plane(clearance, GL_RED, GL_FLOAT, result.clearance_mm);
  read_plane(overlap, GL_RED, GL_FLOAT, result.overlap_mm);
  read_plane(upper_face, GL_RED_INTEGER, GL_INT, result.upper_face);
  read_plane(lower_face, GL_RED_INTEGER, GL_INT, result.lower_face);
  read_plane(flags, GL_RED_INTEGER, GL_UNSIGNED_INT, packed_flags_);
  tbb::parallel_for(0, frame.grid.height, [&](int row) {
    for (std::size_t i = frame.grid.index(0, row); i < frame.grid.index(0, row + 1); ++i) {
      unpack_flags(packed_flags_[i], i, result);
      rename(upper_faces, result.upper_face[i]);
      rename(lower_faces, result.lower_face[i]);
    }
  });
}

}  // namespace intercusp::stencil
