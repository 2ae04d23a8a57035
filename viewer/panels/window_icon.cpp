#include "viewer/panels/window_icon.h"

#include <Eigen/Core>
#include <algorithm>
#include <span>

namespace intercusp::viewer {
namespace {

using Point = Eigen::Vector2d;

// In a square of 64 units, y down.
constexpr double units = 64;
const std::array<Point, 7> upper = {{{12, 9}, {52, 9}, {55, 24}, {44, 38}, {32, 27}, {20, 38}, {9, 24}}};
const std::array<Point, 7> lower = {{{14, 55}, {50, 55}, {55, 45}, {45, 43}, {32, 32}, {19, 43}, {9, 45}}};
const Point contact{32, 29.5};

constexpr IconPixel clear{0, 0, 0, 0}, ground{0x14, 0x50, 0x5C, 255}, upper_enamel{0xF4, 0xEC, 0xDA, 255},
    lower_enamel{0xC9, 0xD8, 0xDC, 255}, contact_red{0xE0, 0x44, 0x2E, 255};

bool inside(std::span<const Point> polygon, const Point& p) {
  bool odd = false;
  for (std::size_t i = 0, before = polygon.size() - 1; i < polygon.size(); before = i++) {
    const Point &a = polygon[i], &b = polygon[before];
    if ((a.y() > p.y()) != (b.y() > p.y()) &&
        p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y()))
      odd = !odd;
  }
  return odd;
}

IconPixel colour_at(const Point& p) {
  constexpr double corner = 12, radius = 4;
  const Point beyond = (p - Point::Constant(units / 2)).cwiseAbs() - Point::Constant(units / 2 - corner);
  if (beyond.cwiseMax(0).norm() > corner) return clear;
  if ((p - contact).norm() < radius) return contact_red;
  if (inside(upper, p)) return upper_enamel;
  return inside(lower, p) ? lower_enamel : ground;
}

}  // namespace

std::vector<IconPixel> window_icon(int side_px) {
  constexpr int samples = 4;  // each way
  std::vector<IconPixel> pixels;
  for (int y = 0; y < side_px; ++y) {
    for (int x = 0; x < side_px; ++x) {
      std::array<int, 4> sum{};  // colours weighted by opacity
      for (int i = 0; i < samples * samples; ++i) {
        const Point p((x + (i % samples + 0.5) / samples) * units / side_px,
                      (y + (i / samples + 0.5) / samples) * units / side_px);
        const IconPixel one = colour_at(p);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += one[3] > 0 ? one[c] : 0;
        sum[3] += one[3] > 0 ? 1 : 0;
      }
      const int seen = std::max(sum[3], 1);
      pixels.push_back({static_cast<std::uint8_t>(sum[0] / seen), static_cast<std::uint8_t>(sum[1] / seen),
                        static_cast<std::uint8_t>(sum[2] / seen),
                        static_cast<std::uint8_t>(255 * sum[3] / (samples * samples))});
    }
  }
  return pixels;
}

}  // namespace intercusp::viewer
