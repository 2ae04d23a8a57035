#include "occlusion/engines/stencil/tallies.h"

#include <algorithm>
#include <cmath>

#include "shaders.h"

namespace intercusp::stencil {
namespace {

std::uint32_t pixels_of(const std::array<std::uint32_t, 4>& tile, WaitsFor stage) {
  switch (stage) {
    case WaitsFor::pass1:
      return tile[0] & 0xFFFFU;
    case WaitsFor::pass2:
      return tile[0] >> 16;
    case WaitsFor::overlap:
      return tile[1] & 0xFFFFU;
    case WaitsFor::layers:
      return tile[1] >> 16;
    case WaitsFor::undecided:
      break;
  }
  return tile[2] & 0xFFFFU;
}

//! Joins adjacent tiles of a row to one rectangle.
std::vector<Eigen::Vector4f> runs_of(const WaitingPixels& pixels) {
  std::vector<Eigen::Vector4f> runs;
  for (int row = 0; row < pixels.down; ++row) {
    bool running = false;
    for (int column = 0; column < pixels.across; ++column) {
      const bool waits = pixels.tiles[static_cast<std::size_t>(row) * pixels.across + column] != 0;
      if (waits && running) runs.back()[2] += tile_px;
      if (waits && !running) runs.emplace_back(column * tile_px, row * tile_px, tile_px, tile_px);
      running = waits;
    }
  }
  return runs;
}

gl::Rectangle around(const std::vector<Eigen::Vector4f>& rectangles, int width_px, int height_px) {
  Eigen::AlignedBox2i box;
  for (const Eigen::Vector4f& rectangle : rectangles) {
    box.extend(Eigen::Vector2i(rectangle.head<2>().cast<int>()));
    box.extend(Eigen::Vector2i((rectangle.head<2>() + rectangle.tail<2>()).cast<int>()));
  }
  const Eigen::Vector2i end = box.max().cwiseMin(Eigen::Vector2i(width_px, height_px));
  return {box.min().x(), box.min().y(), end.x() - box.min().x(), end.y() - box.min().y()};
}

}  // namespace

bool WaitingPixels::any(const Eigen::AlignedBox2d& pixels) const {
  const auto tile = [](double pixel, int count) {
    return static_cast<int>(std::clamp(std::floor(pixel / tile_px), 0.0, count - 1.0));
  };
  if (pixels.max().minCoeff() < 0 || pixels.min().x() > across * tile_px ||
      pixels.min().y() > down * tile_px) {
    return false;
  }
  const int first_column = tile(pixels.min().x(), across), last_column = tile(pixels.max().x(), across);
  for (int row = tile(pixels.min().y(), down); row <= tile(pixels.max().y(), down); ++row) {
    const auto of_row = tiles.begin() + static_cast<std::ptrdiff_t>(row) * across;
    if (std::any_of(of_row + first_column, of_row + last_column + 1,
                    [](std::uint8_t waits) { return waits != 0; })) {
      return true;
    }
  }
  return false;
}

Tallies::Tallies(int invocations) : program_(gl::Program::compute(shaders::tally_comp, invocations)) {}

void Tallies::begin(int width_px, int height_px, std::span<const std::uint8_t> asked) {
  width_px_ = width_px;
  height_px_ = height_px;
  across_ = tiles_over(width_px);
  down_ = tiles_over(height_px);
  tiles_.resize(asked.size());
  pixels_ = {};
  Tally* tile = buffer_.room_for<Tally>(asked.size()).data();
  for (const std::uint8_t is_asked : asked) (*tile++)[3] = is_asked;
}

void Tallies::take(int first_row, int end_row) {
  const auto first = static_cast<std::ptrdiff_t>(first_row) * across_;
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(end_row - first_row) * across_;
  std::copy_n(buffer_.room_for<Tally>(tiles_.size()).begin() + first, count, tiles_.begin() + first);
  for (const Tally& tile : std::span(tiles_).subspan(first, count)) {
    if ((tile[0] | tile[1]) == 0) continue;
    for (std::size_t stage = 0; stage < pixels_.size(); ++stage) {
      pixels_[stage] += pixels_of(tile, static_cast<WaitsFor>(stage));
    }
  }
}

void Tallies::count(const gl::Texture& waits) {
  bind();
  waits.bind(0);
  glUseProgram(program_.get());
  glDispatchCompute(static_cast<GLuint>(across_), static_cast<GLuint>(down_), 1);
  glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  gl::HostBuffer::wait();
  pixels_ = {};
  take(0, down_);
}

std::vector<std::uint8_t> Tallies::covered() const {
  std::vector<std::uint8_t> covered(tiles_.size());
  std::transform(tiles_.begin(), tiles_.end(), covered.begin(),
                 [](const Tally& tile) { return tile[2] >> 16 != 0 ? 1 : 0; });
  return covered;
}

WaitingPixels Tallies::waiting(WaitsFor stage) const {
  WaitingPixels pixels{.window = {}, .across = across_, .down = down_};
  for (const auto& tile : tiles_) pixels.tiles.push_back(pixels_of(tile, stage) > 0 ? 1 : 0);
  const std::vector<Eigen::Vector4f> rectangles = runs_of(pixels);
  pixels.window = around(rectangles, width_px_, height_px_);
  pixels.rectangles = gl::Buffer(std::as_bytes(std::span(rectangles)));
  pixels.rectangle_count = rectangles.size();
  return pixels;
}

}  // namespace intercusp::stencil
