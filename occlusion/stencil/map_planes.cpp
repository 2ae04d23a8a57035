#include "occlusion/stencil/map_planes.h"

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

void unpack_flags(const std::vector<std::uint32_t>& flags, ClearanceMap& map) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::uint32_t packed = flags[i];
    map.coverage[i] = static_cast<Coverage>(packed & 3U);
    map.state[i] = static_cast<PixelState>(packed >> 2 & 3U);
    map.resolved_by[i] = static_cast<Stage>(packed >> 4 & 7U);
    map.valued_by[i] = static_cast<Stage>(packed >> 7 & 7U);
    map.upper_intervals[i] = static_cast<std::uint8_t>(packed >> 10);
    map.lower_intervals[i] = static_cast<std::uint8_t>(packed >> 18);
  }
}

void rename_faces(std::span<const std::int32_t> names, std::vector<std::int32_t>& faces) {
  for (std::int32_t& face : faces) {
    if (face != no_face) face = names[static_cast<std::size_t>(face)];
  }
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

ClearanceMap MapPlanes::read(const MapFrame& frame, std::span<const std::int32_t> upper_faces,
                             std::span<const std::int32_t> lower_faces) const {
  ClearanceMap result = ClearanceMap::empty(frame);
  read_plane(clearance, GL_RED, GL_FLOAT, result.clearance_mm);
  read_plane(overlap, GL_RED, GL_FLOAT, result.overlap_mm);
  read_plane(upper_face, GL_RED_INTEGER, GL_INT, result.upper_face);
  read_plane(lower_face, GL_RED_INTEGER, GL_INT, result.lower_face);
  std::vector<std::uint32_t> packed(frame.grid.size());
  read_plane(flags, GL_RED_INTEGER, GL_UNSIGNED_INT, packed);
  unpack_flags(packed, result);
  rename_faces(upper_faces, result.upper_face);
  rename_faces(lower_faces, result.lower_face);
  return result;
}

}  // namespace intercusp::stencil
