#include "occlusion/engines/stencil/software/drawn_map.h"

#include <algorithm>
#include <bit>

#include "occlusion/base/for_all.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

using Texel = DrawnMap::Texel;

// Copies stretches of a row plane by plane: short loops over several pixels at once.

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

//! The overlap is valid where the state is interfering.
void unpack_overlaps(std::span<const Texel> row, const float* overlap_mm, float* plane) {
  for (const Texel& texel : row) {
    const bool overlaps = static_cast<PixelState>(texel[3] >> 2 & 3U) == PixelState::interfering;
    *plane++ = overlaps ? *overlap_mm : 0.0F;
    ++overlap_mm;
  }
}

}  // namespace

DrawnMap::DrawnMap(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
                   bool is_live)
    : upper_faces_(upper_faces),
      lower_faces_(lower_faces),
      settle_(is_live ? shaders::settle_nearest_live_frag : shaders::settle_nearest_frag) {}

void DrawnMap::settle_nearest(const KeptUpper& upper, const gl::Texture& layers, const MapPlanes& planes,
                              std::span<const std::uint8_t> asked, Tallies& tallies, ClearanceMap& map) {
  upper.summary.bind(0);
  layers.bind(6);
  settle_.run({}, planes.pixel_and_waits);
  tallies.begin(map.view.grid.width, map.view.grid.height, asked);
  tallies.count(planes.waits);
}

void DrawnMap::read(const MapPlanes& planes, bool has_overlaps, ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  pixels_.resize(grid.size());
  planes.pixel.read(GL_RGBA_INTEGER, GL_UNSIGNED_INT, std::as_writable_bytes(std::span(pixels_)));
  if (has_overlaps) {
    overlap_mm_.resize(grid.size());
    planes.overlap.read(GL_RED, GL_FLOAT, std::as_writable_bytes(std::span(overlap_mm_)));
  }
  const auto width = static_cast<std::size_t>(grid.width);
  for_all(0, grid.height, [&](int row) {
    const std::size_t first = grid.index(0, row);
    const std::span<const Texel> texels = std::span(pixels_).subspan(first, width);
    unpack_clearances(texels, &map.clearance_mm[first]);
    unpack_faces(texels, 1, upper_faces_, &map.upper_face[first]);
    unpack_faces(texels, 2, lower_faces_, &map.lower_face[first]);
    unpack_flags(texels, 0, 3, &map.coverage[first]);
    unpack_flags(texels, 2, 3, &map.state[first]);
    unpack_flags(texels, 4, 7, &map.resolved_by[first]);
    unpack_flags(texels, 7, 7, &map.valued_by[first]);
    unpack_flags(texels, 10, 255, &map.upper_intervals[first]);
    unpack_flags(texels, 18, 255, &map.lower_intervals[first]);
    if (has_overlaps) {
      unpack_overlaps(texels, &overlap_mm_[first], &map.overlap_mm[first]);
    } else {
      std::fill_n(&map.overlap_mm[first], width, 0.0F);
    }
  });
}

}  // namespace intercusp::stencil
