#include "viewer/scene/legends.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/scene/map_colours.h"
#include "viewer/text/scene.h"

namespace intercusp::viewer {
namespace {

constexpr double contact_share = 0.3;  // of the bar: below it overlaps, above it gaps

double share_of(const ColourScale& scale, double clearance_mm) {
  const double position = scale.position(clearance_mm);
  return position < 0 ? contact_share * (1 + position) : contact_share + (1 - contact_share) * position;
}

//! The strongest first: others give way to them.
std::vector<Tick> clearance_ticks(const ColourScale& scale, double threshold_mm) {
  std::vector<Tick> ticks = {
      {contact_share, text::contact_tick, true},
      {1, fmt::format(text::farthest_tick, shortest(scale.farthest_mm)), true},
      {0, fmt::format(text::deepest_tick, shortest(scale.deepest_mm)), true},
      {share_of(scale, threshold_mm), fmt::format(text::threshold_tick, shortest(threshold_mm)), true}};
  for (const double usual : usual_contours_mm)
    ticks.push_back({share_of(scale, usual), shortest(usual), false});
  for (const double part : {0.4, 0.8, 0.2, 0.6})
    ticks.push_back({contact_share * (1 - part),
                     fmt::format(text::overlap_tick, shortest(part * scale.deepest_mm)), false});
  return ticks;
}

void fill_bar(Pen& pen, const ColourScale& scale, const Area& bar) {
  constexpr int steps = 24;  // of each side; within a step colours run into each other
  const float height = bar.bottom - bar.top;
  for (int i = -steps; i < steps; ++i) {
    const auto y = [&](double position) {
      const double share =
          i < 0 ? contact_share * (1 + position) : contact_share + (1 - contact_share) * position;
      return bar.bottom - static_cast<float>(share) * height;
    };
    const double from = static_cast<double>(i) / steps, to = static_cast<double>(i + 1) / steps;
    const double to_inside = i < 0 ? std::min(to, -1e-9) : to;  // contact itself belongs to the gaps
    const ImU32 low = ink_of(scale.colour_at(from)), high = ink_of(scale.colour_at(to_inside));
    pen.list.AddRectFilledMultiColor(ImVec2(bar.left, y(to)), ImVec2(bar.right, y(from)), high, high, low,
                                     low);
  }
  pen.list.AddRect(ImVec2(bar.left, bar.top), ImVec2(bar.right, bar.bottom), pen.ink.frame);
}

}  // namespace

float legend_width(const Pen& pen) { return 8.2F * pen.em; }

float draw_clearance_legend(Pen& pen, const ColourScale& scale, double threshold_mm, float x, float y,
                            float height) {
  pen.write(x, y, text::clearance_legend, pen.em, pen.ink.strong);
  const float size = 0.88F * pen.em;
  const Area bar{x, y + 1.7F * pen.em, x + 1.1F * pen.em, y + height - 0.5F * pen.em};
  fill_bar(pen, scale, bar);
  pen.take(bar);
  for (const Tick& tick : clearance_ticks(scale, threshold_mm)) {
    const float row = bar.bottom - static_cast<float>(tick.share) * (bar.bottom - bar.top);
    if (pen.write_if_free(bar.right + 0.6F * pen.em, row - size / 2, tick.text, size,
                          tick.strong ? pen.ink.strong : pen.ink.pale, Anchor::left))
      pen.list.AddLine(ImVec2(bar.right, row), ImVec2(bar.right + 0.4F * pen.em, row), pen.ink.strong,
                       tick.strong ? 2.0F : 1.0F);
  }
  const float threshold =
      bar.bottom - static_cast<float>(share_of(scale, threshold_mm)) * (bar.bottom - bar.top);
  pen.list.AddLine(ImVec2(bar.left, threshold), ImVec2(bar.right, threshold), IM_COL32(20, 20, 24, 255), 2);
  return y + height;
}

float draw_swatches(Pen& pen, const std::string& title, const std::vector<Swatch>& swatches, float x,
                    float y) {
  if (!title.empty()) {
    pen.write(x, y, title, pen.em, pen.ink.strong);
    y += 1.6F * pen.em;
  }
  const float size = 0.88F * pen.em, side = 0.9F * pen.em;
  for (const auto& [colour, meaning] : swatches) {
    pen.list.AddRectFilled(ImVec2(x, y), ImVec2(x + side, y + side), ink_of(colour));
    pen.list.AddRect(ImVec2(x, y), ImVec2(x + side, y + side), pen.ink.frame);
    pen.write(x + 1.5F * side, y, meaning, size, pen.ink.strong);
    y += 1.35F * pen.em;
  }
  return y;
}

void draw_scale_bar(Pen& pen, float x, float bottom, double pixels_per_mm, float most_px) {
  const double longest_mm = most_px / pixels_per_mm;
  const double decade = std::pow(10.0, std::floor(std::log10(longest_mm)));
  const double length_mm = longest_mm >= 5 * decade   ? 5 * decade
                           : longest_mm >= 2 * decade ? 2 * decade
                                                      : decade;
  const float right = x + static_cast<float>(length_mm * pixels_per_mm), size = 0.88F * pen.em;
  const float y = bottom - 3, tick = 0.45F * pen.em;
  const auto strokes = [&](ImU32 colour, float thickness) {
    pen.list.AddLine(ImVec2(x, y), ImVec2(right, y), colour, thickness);
    pen.list.AddLine(ImVec2(x, y - tick), ImVec2(x, y + 1), colour, thickness);
    pen.list.AddLine(ImVec2(right, y - tick), ImVec2(right, y + 1), colour, thickness);
  };
  strokes(pen.ink.halo, 4);
  strokes(pen.ink.strong, 2);
  pen.take({x, y - tick, right, bottom});
  pen.write((x + right) / 2, y - 0.35F * pen.em - size, fmt::format(text::millimetres, shortest(length_mm)),
            size, pen.ink.strong, Anchor::middle);
}

void draw_sides(Pen& pen, const Area& area, const PatientSides& sides) {
  const float middle_x = (area.left + area.right) / 2, middle_y = (area.top + area.bottom) / 2;
  const auto size_of = [&](const std::string& side) { return (side.size() == 1 ? 1.6F : 0.95F) * pen.em; };
  const auto write = [&](float x, float y, const std::string& side, Anchor anchor) {
    return side.empty() || pen.write_if_free(x, y, side, size_of(side), pen.ink.strong, anchor);
  };
  write(area.left, middle_y - size_of(sides.left) / 2, sides.left, Anchor::left);
  // At the very edge, or left of a legend that is there.
  if (!write(area.right, middle_y - size_of(sides.right) / 2, sides.right, Anchor::right))
    write(area.right - legend_width(pen) - 0.75F * pen.em, middle_y - size_of(sides.right) / 2, sides.right,
          Anchor::right);
  write(middle_x, area.top, sides.top, Anchor::middle);
  write(middle_x, area.bottom - size_of(sides.bottom), sides.bottom, Anchor::middle);
}

}  // namespace intercusp::viewer
