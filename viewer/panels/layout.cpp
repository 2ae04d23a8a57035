#include "viewer/panels/layout.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {
namespace {

//! What is written on a small view is smaller, to leave room for what it shows.
float type_for(const ViewBox& box, float font_px) {
  constexpr float lines = 22, smallest = 0.72F;
  return std::clamp(std::round(std::min(box.width, box.height) / lines), smallest * font_px, font_px);
}

}  // namespace

ViewBox taken_from_scene(Layout& layout, float height) {
  ViewBox strip = layout.scene;
  strip.height = std::min(height, layout.scene.height / 2);
  layout.scene.y += strip.height;
  layout.scene.height -= strip.height;
  return strip;
}

Layout lay_out(float width, float height, const Bars& bars, float font_px, bool two_views,
               float second_share) {
  constexpr float panel_em = 19, border = 5;
  const float rail = bars.rail_width;
  const float panel = std::floor(std::min(panel_em * font_px, 0.36F * width));
  const float top = std::floor(bars.menu_height), bottom = std::floor(height - bars.status_height);
  const auto box = [font_px](float x, float y, float across, float down) {
    return ViewBox{
        .x = x, .y = y, .width = std::max(across, 1.F), .height = std::max(down, 1.F), .font_px = font_px};
  };
  const float left = rail + 1 + panel + 2, across = width - left, down = bottom - top;
  Layout layout;
  layout.rail = box(0, top, rail, down);
  layout.panel = box(rail + 1, top, panel, down);
  layout.status = box(0, bottom, width, height - bottom);
  layout.scene = box(left, top, across, down);
  layout.second.width = 0;
  if (!two_views) {
    layout.bar = taken_from_scene(layout, bars.view_bar_height);
    return layout;
  }
  const bool side_by_side = across > 1.25F * down;
  const float second = std::floor(second_share * (side_by_side ? across : down));
  const float first = (side_by_side ? across : down) - second - border;
  if (side_by_side) {
    layout.scene = box(left, top, first, down);
    layout.border = box(left + first, top, border, down);
    layout.second = box(left + first + border, top, second, down);
  } else {
    layout.scene = box(left, top, across, first);
    layout.border = box(left, top + first, across, border);
    layout.second = box(left, top + first + border, across, second);
  }
  layout.bar = taken_from_scene(layout, bars.view_bar_height);
  layout.scene.font_px = type_for(layout.scene, font_px);
  layout.second.font_px = type_for(layout.second, font_px);
  return layout;
}

Layout lay_out_full_screen(float width, float height, const Bars& bars, float font_px) {
  const float bottom = std::floor(std::max(height - bars.status_height, 1.F));
  Layout layout;
  layout.scene = {.x = 0, .y = 0, .width = width, .height = bottom, .font_px = font_px};
  layout.second.width = 0;
  layout.status = {.x = 0, .y = bottom, .width = width, .height = height - bottom, .font_px = font_px};
  layout.bar = taken_from_scene(layout, bars.view_bar_height);
  return layout;
}

}  // namespace intercusp::viewer
