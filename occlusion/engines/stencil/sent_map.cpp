#include "occlusion/engines/stencil/sent_map.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <type_traits>

#include "occlusion/base/for_all.h"
#include "occlusion/engines/stencil/parameters.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

//! The host copies one part while the GPU sends the next.
constexpr int parts = 4;

//! OpenGL has no empty buffers, so an empty list gets one element.
gl::Buffer names_of(std::span<const std::int32_t> faces) {
  return faces.empty() ? gl::Buffer(sizeof(std::int32_t)) : gl::Buffer(std::as_bytes(faces));
}

constexpr int tiles_of_group = 4;  // as in shaders/settle_nearest.comp

//! Columns rounded up to whole groups.
std::size_t sent_columns(const PixelGrid& grid) {
  const int group_px = tiles_of_group * tile_px;
  return static_cast<std::size_t>((grid.width + group_px - 1) / group_px * group_px);
}
std::size_t sent_rows(const PixelGrid& grid) {
  return static_cast<std::size_t>(tiles_over(grid.height)) * tile_px;
}

//! The planes in the format in which the GPU sends them (shaders/send_pixels.glsl).
struct SentPlanes {
  SentPlanes(std::span<std::byte> memory, const PixelGrid& grid) : columns(sent_columns(grid)) {
    const std::size_t pixels = columns * sent_rows(grid);
    const auto take = [&](auto*& plane) {
      plane = reinterpret_cast<std::remove_reference_t<decltype(plane)>>(memory.data());
      memory = memory.subspan(pixels * sizeof(*plane));
    };
    take(clearance_mm), take(upper_face), take(lower_face);
    take(coverage), take(state), take(resolved_by), take(valued_by), take(upper_intervals),
        take(lower_intervals);
    take(overlap_mm);
  }
  std::size_t columns;
  const float* clearance_mm;
  const std::int32_t *upper_face, *lower_face;
  const Coverage* coverage;
  const PixelState* state;
  const Stage *resolved_by, *valued_by;
  const std::uint8_t *upper_intervals, *lower_intervals;
  const float* overlap_mm;  //!< valid if the state is interfering
};

void copy_stretch(const SentPlanes& sent, std::size_t from, std::size_t count, bool has_overlaps,
                  std::size_t to, ClearanceMap& map) {
  const auto copy = [&](const auto* plane, auto& of_map) { std::copy_n(plane + from, count, &of_map[to]); };
  copy(sent.clearance_mm, map.clearance_mm);
  copy(sent.upper_face, map.upper_face);
  copy(sent.lower_face, map.lower_face);
  copy(sent.coverage, map.coverage);
  copy(sent.state, map.state);
  copy(sent.resolved_by, map.resolved_by);
  copy(sent.valued_by, map.valued_by);
  copy(sent.upper_intervals, map.upper_intervals);
  copy(sent.lower_intervals, map.lower_intervals);
  for (std::size_t i = 0; i < count; ++i) {
    const bool overlaps = has_overlaps && sent.state[from + i] == PixelState::interfering;
    map.overlap_mm[to + i] = overlaps ? sent.overlap_mm[from + i] : 0;
  }
}

//! Waking sleeping threads would take longer than copying a part, so they are woken while the GPU computes
//! the first part.
void wake_threads() {
  for_all_evenly(0, tbb::this_task_arena::max_concurrency(), [](int) {});
}

}  // namespace

SentMap::SentMap(std::span<const std::int32_t> upper_faces, std::span<const std::int32_t> lower_faces,
                 int invocations)
    : upper_names_(names_of(upper_faces)),
      lower_names_(names_of(lower_faces)),
      settle_(gl::Program::compute(shaders::settle_nearest_comp, invocations)),
      pack_(gl::Program::compute(shaders::pack_map_comp, invocations)) {}

std::size_t SentMap::bytes_for(const PixelGrid& grid) {
  constexpr std::size_t a_pixel = 22;  // bytes of all planes of SentPlanes
  return a_pixel * sent_columns(grid) * sent_rows(grid);
}

void SentMap::bind(const gl::Program& program, const PixelGrid& grid) const {
  sent_.bind_storage(sent_pixels_binding);
  upper_names_.bind_storage(upper_names_binding);
  lower_names_.bind_storage(lower_names_binding);
  program.set("sent_size_px",
              Eigen::Vector2i(static_cast<int>(sent_columns(grid)), static_cast<int>(sent_rows(grid))));
  glUseProgram(program.get());
}

//! Copies the requested tiles in some rows of tiles.
void SentMap::copy(int first_row, int end_row, std::span<const std::uint8_t> wanted, bool has_overlaps,
                   ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  const SentPlanes sent(sent_.content(), grid);
  const int across = tiles_over(grid.width);
  for_all_evenly(first_row * tile_px, std::min(end_row * tile_px, grid.height), [&](int row) {
    const std::uint8_t* const of_row = &wanted[static_cast<std::size_t>(row / tile_px) * across];
    for (int tile = 0; tile < across;) {
      const int first = tile;
      while (tile < across && of_row[tile] != 0) ++tile;
      const int first_px = first * tile_px, end_px = std::min(tile * tile_px, grid.width);
      if (tile > first) {
        copy_stretch(sent, row * sent.columns + first_px, static_cast<std::size_t>(end_px - first_px),
                     has_overlaps, grid.index(first_px, row), map);
      }
      while (tile < across && of_row[tile] == 0) ++tile;
    }
  });
}

void SentMap::settle_nearest(const KeptUpper& upper, const gl::Texture& layers, const MapPlanes& planes,
                             std::span<const std::uint8_t> asked, Tallies& tallies, ClearanceMap& map) {
  tallies.begin(map.view.grid.width, map.view.grid.height, asked);
  (void)sent_.room_for<std::byte>(bytes_for(map.view.grid));
  bind(settle_, map.view.grid);
  tallies.bind();
  upper.summary.bind(0);
  layers.bind(6);
  planes.waits.bind_image(0, GL_WRITE_ONLY);
  planes.pixel.bind_image(1, GL_WRITE_ONLY);
  const auto first_row = [&](int part) { return tallies.down() * part / parts; };
  std::vector<gl::Fence> sent_until;
  for (int part = 0; part < parts; ++part) {
    settle_.set("first_row", static_cast<std::uint32_t>(first_row(part)));
    const int rows = first_row(part + 1) - first_row(part);
    const int groups = (tallies.across() + tiles_of_group - 1) / tiles_of_group;
    if (rows > 0) glDispatchCompute(static_cast<GLuint>(groups), static_cast<GLuint>(rows), 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    sent_until.emplace_back();
  }
  wake_threads();
  arrived_.assign(asked.begin(), asked.end());
  left_.resize(asked.size());
  any_left_ = false;
  for (int part = 0; part < parts; ++part) {
    sent_until[static_cast<std::size_t>(part)].wait();
    tallies.take(first_row(part), first_row(part + 1));
    const auto first_tile = [&](int p) { return static_cast<std::size_t>(first_row(p)) * tallies.across(); };
    for (std::size_t tile = first_tile(part); tile < first_tile(part + 1); ++tile) {
      left_[tile] = tallies.waits(tile) ? 1 : 0;
      any_left_ = any_left_ || left_[tile] != 0;
      arrived_[tile] = left_[tile] == 0 && (asked[tile] != 0 || tallies.covers(tile)) ? 1 : 0;
    }
    copy(first_row(part), first_row(part + 1), arrived_, false, map);
  }
}

void SentMap::read(const MapPlanes& planes, bool has_overlaps, ClearanceMap& map) {
  if (!any_left_) return;
  const std::span<std::uint32_t> listed = listed_.room_for<std::uint32_t>(left_.size());
  std::uint32_t count = 0;
  for (std::size_t tile = 0; tile < left_.size(); ++tile) {
    if (left_[tile] != 0) listed[count++] = static_cast<std::uint32_t>(tile);
  }
  planes.pixel.bind(0);
  planes.overlap.bind(1);
  listed_.bind_storage(tiles_binding);
  bind(pack_, map.view.grid);
  pack_.set("has_overlaps", has_overlaps ? 1 : 0);
  pack_.set("tiles_asked", count);
  // Groups are arranged in rows, because one row may be too short for all tiles.
  const GLuint in_row = std::min(count, 32768U);
  glDispatchCompute(in_row, (count + in_row - 1) / in_row, 1);
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  gl::HostBuffer::wait();
  copy(0, tiles_over(map.view.grid.height), left_, has_overlaps, map);
}

}  // namespace intercusp::stencil
