#include "occlusion/engines/stencil/map_reader.h"

#include <algorithm>
#include <bit>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/stencil/software/face_sieve.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

using Texel = MapReader::Texel;

// As in pack_map.comp.
constexpr GLuint tiles_asked_binding = 0, pixels_binding = 1, overlaps_binding = 2;

void resize(ClearanceMap& map, const View& view) {
  map.view = view;
  const std::size_t n = view.grid.size();
  const auto plane = [n](auto&... planes) { (planes.resize(n), ...); };
  plane(map.clearance_mm, map.overlap_mm, map.upper_face, map.lower_face, map.coverage, map.state,
        map.resolved_by, map.valued_by, map.upper_intervals, map.lower_intervals);
}

int tiles_across(int width_px) { return (width_px + tile_px - 1) / tile_px; }

// Stretches of a row go plane by plane: short loops, several pixels at once.

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
void unpack_overlaps(std::span<const Texel> row, const float* overlap_mm, float* plane) {
  for (const Texel& texel : row) {
    const bool overlaps = static_cast<PixelState>(texel[3] >> 2 & 3U) == PixelState::interfering;
    *plane++ = overlaps ? *overlap_mm : 0.0F;
    ++overlap_mm;
  }
}

}  // namespace

MapReader::MapReader(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
                     bool on_gpu)
    : upper_faces_(upper_faces), lower_faces_(lower_faces) {
  if (on_gpu) pack_ = gl::Program::compute(shaders::pack_map_comp);
}

MapReader::Arrived MapReader::copy(const MapPlanes& planes, bool has_overlaps) {
  const std::size_t pixels = static_cast<std::size_t>(planes.pixel.width_px()) * planes.pixel.height_px();
  copied_pixels_.resize(pixels);
  planes.pixel.read(GL_RGBA_INTEGER, GL_UNSIGNED_INT, std::as_writable_bytes(std::span(copied_pixels_)));
  if (!has_overlaps) return {copied_pixels_, {}};
  copied_overlaps_.resize(pixels);
  planes.overlap.read(GL_RED, GL_FLOAT, std::as_writable_bytes(std::span(copied_overlaps_)));
  return {copied_pixels_, copied_overlaps_};
}

MapReader::Arrived MapReader::send(const MapPlanes& planes, bool has_overlaps,
                                   std::span<const std::uint8_t> tiles) {
  const std::size_t pixels = static_cast<std::size_t>(planes.pixel.width_px()) * planes.pixel.height_px();
  const auto across = static_cast<std::size_t>(tiles_across(planes.pixel.width_px()));
  const std::span<const Texel> texels = sent_pixels_.room_for<Texel>(pixels);
  const std::span<const float> overlap_mm = sent_overlaps_.room_for<float>(has_overlaps ? pixels : 1);
  const std::span<std::uint32_t> asked = asked_.room_for<std::uint32_t>(tiles.size());
  std::uint32_t count = 0;
  for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
    if (tiles[tile] != 0) asked[count++] = static_cast<std::uint32_t>(tile / across << 16 | tile % across);
  }
  planes.pixel.bind(0);
  planes.overlap.bind(1);
  asked_.bind_storage(tiles_asked_binding);
  sent_pixels_.bind_storage(pixels_binding);
  sent_overlaps_.bind_storage(overlaps_binding);
  pack_->set("has_overlaps", has_overlaps ? 1 : 0);
  pack_->set("tiles_asked", count);
  glUseProgram(pack_->get());
  // Groups in rows: one row of them may not be long enough for all tiles.
  const GLuint in_row = std::min(count, 32768U);
  if (count > 0) glDispatchCompute(in_row, (count + in_row - 1) / in_row, 1);
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  gl::HostBuffer::wait();
  return {texels, has_overlaps ? overlap_mm : std::span<const float>()};
}

void MapReader::read(const MapPlanes& planes, const View& view, bool has_overlaps,
                     std::span<const std::uint8_t> tiles, ClearanceMap& map) {
  resize(map, view);
  const Arrived arrived = pack_ ? send(planes, has_overlaps, tiles) : copy(planes, has_overlaps);
  const auto unpack = [&](std::size_t first, std::size_t count) {
    const std::span<const Texel> texels = arrived.pixels.subspan(first, count);
    unpack_clearances(texels, &map.clearance_mm[first]);
    unpack_faces(texels, 1, upper_faces_, &map.upper_face[first]);
    unpack_faces(texels, 2, lower_faces_, &map.lower_face[first]);
    unpack_flags(texels, 0, 3, &map.coverage[first]);
    unpack_flags(texels, 2, 3, &map.state[first]);
    unpack_flags(texels, 4, 7, &map.resolved_by[first]);
    unpack_flags(texels, 7, 7, &map.valued_by[first]);
    unpack_flags(texels, 10, 255, &map.upper_intervals[first]);
    unpack_flags(texels, 18, 255, &map.lower_intervals[first]);
    if (arrived.overlap_mm.empty()) {
      std::fill_n(&map.overlap_mm[first], count, 0.0F);
    } else {
      unpack_overlaps(texels, &arrived.overlap_mm[first], &map.overlap_mm[first]);
    }
  };
  const PixelGrid& grid = view.grid;
  const int across = tiles_across(grid.width);
  for_all(0, grid.height, [&](int row) {
    const std::uint8_t* const asked = &tiles[static_cast<std::size_t>(row / tile_px) * across];
    for (int tile = 0; tile < across;) {
      const int first = tile;
      while (tile < across && asked[tile] != 0) ++tile;
      const int end_px = std::min(tile * tile_px, grid.width);
      if (tile > first)
        unpack(grid.index(first * tile_px, row), static_cast<std::size_t>(end_px - first * tile_px));
      while (tile < across && asked[tile] == 0) ++tile;
    }
  });
}

}  // namespace intercusp::stencil
