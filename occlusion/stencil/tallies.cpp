#include "occlusion/stencil/tallies.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "occlusion/stencil/parameters.h"

namespace intercusp::stencil {
namespace {

//! The tiles of a row that follow each other as one rectangle.
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

}  // namespace

Tallies::Tallies(std::uint32_t max_listed)
    : max_listed_(max_listed),
      counts_(sizeof(TallyCounts)),
      listed_(std::max<std::size_t>(2 * std::size_t{max_listed} * sizeof(std::uint32_t), 16)) {}

bool WaitingPixels::any(const Eigen::AlignedBox2d& pixels) const {
  const auto tile = [](double pixel, int count) {
    return static_cast<int>(std::clamp(std::floor(pixel / tile_px), 0.0, count - 1.0));
  };
  if (pixels.max().minCoeff() < 0 || pixels.min().x() > across * tile_px ||
      pixels.min().y() > down * tile_px) {
    return false;
  }
  return any(TileRange{tile(pixels.min().x(), across), tile(pixels.max().x(), across),
                       tile(pixels.min().y(), down), tile(pixels.max().y(), down)});
}

void Tallies::reset(int width_px, int height_px) {
  const TallyCounts nothing;
  counts_.write(0, std::as_bytes(std::span(&nothing, 1)));
  tiles_across_ = (width_px + tile_px - 1) / tile_px;
  tiles_down_ = (height_px + tile_px - 1) / tile_px;
  const std::size_t bytes = sizeof(std::uint32_t) * static_cast<std::size_t>(tiles_across_) * tiles_down_;
  if (tiles_.size() != bytes) tiles_ = gl::Buffer(bytes);
  tiles_.clear_to_zero();
}

WaitingPixels Tallies::waiting(WaitsFor stage, const Tally& tally) const {
  std::vector<std::uint32_t> bits(tiles_.size() / sizeof(std::uint32_t));
  tiles_.read(0, std::as_writable_bytes(std::span(bits)));
  WaitingPixels pixels{.window = tally.rectangle(), .across = tiles_across_, .down = tiles_down_};
  for (const std::uint32_t tile : bits) {
    pixels.tiles.push_back((tile >> static_cast<std::uint32_t>(stage) & 1U) != 0 ? 1 : 0);
  }
  const std::vector<Eigen::Vector4f> rectangles = runs_of(pixels);
  pixels.rectangles = gl::Buffer(std::as_bytes(std::span(rectangles)));
  pixels.rectangle_count = rectangles.size();
  return pixels;
}

void Tallies::bind() const {
  counts_.bind_storage(tallies_binding);
  listed_.bind_storage(listed_binding);
  tiles_.bind_storage(tiles_binding);
}

TallyCounts Tallies::read() const {
  TallyCounts counts;
  counts_.read(0, std::as_writable_bytes(std::span(&counts, 1)));
  return counts;
}

std::vector<PixelPlace> Tallies::listed(std::uint32_t first, std::uint32_t count) const {
  std::vector<std::uint32_t> packed(count);
  if (count > 0) listed_.read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(packed)));
  std::sort(packed.begin(), packed.end());  // the GPU lists them in any order
  std::vector<PixelPlace> places;
  for (const std::uint32_t place : packed) {
    places.push_back({static_cast<int>(place & 0xFFFF), static_cast<int>(place >> 16)});
  }
  return places;
}

}  // namespace intercusp::stencil
