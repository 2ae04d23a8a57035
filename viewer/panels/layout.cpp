#include "viewer/panels/layout.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {

float type_for(const ViewBox& box, float font_px) {
  constexpr float lines = 22, smallest = 0.85F;
  return std::clamp(std::round(std::min(box.width, box.height) / lines), smallest * font_px, font_px);
}

ViewBox taken_from_scene(Layout& layout, float height) {
  ViewBox strip = layout.scene;
  strip.height = std::min(height, layout.scene.height / 2);
  layout.scene.y += strip.height;
  layout.scene.height -= strip.height;
  return strip;
}

namespace {

//! Area of a picture in a view, without the letters around it and the legend below.
float pictured_px2(float width, float height, float shape, float font_px) {
  constexpr float beside_em = 6, above_em = 9.5F;
  const float across = std::max(width - beside_em * font_px, 1.F);
  const float down = std::max(height - above_em * font_px, 1.F);
  const float shown = std::min(across, shape * down);
  return shown * shown / shape;
}

struct Parting {
  bool side_by_side = true;
  float second_share = 0.43F;
};

Parting best_parting(float across, float down, float font_px, const Shapes& shapes,
                     const std::optional<float>& share) {
  constexpr float least = 0.31F, most = 0.49F, step = 0.03F;  // the 3D view stays the larger one
  Parting best;
  float most_shown = -1;
  for (const bool beside : {true, false}) {
    for (float second = share.value_or(least); second <= share.value_or(most); second += step) {
      const float first = 1 - second;
      const float shown = pictured_px2(beside ? first * across : across, beside ? down : first * down,
                                       shapes.scene, font_px) *
                          pictured_px2(beside ? second * across : across, beside ? down : second * down,
                                       shapes.second, font_px);
      if (shown <= most_shown) continue;
      most_shown = shown;
      best = {.side_by_side = beside, .second_share = second};
    }
  }
  return best;
}

}  // namespace

Layout lay_out(float width, float height, const Bars& bars, float font_px, bool two_views,
               std::optional<float> second_share, const Shapes& shapes) {
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
  const auto [side_by_side, share] = best_parting(across, down, font_px, shapes, second_share);
  const float second = std::floor(share * (side_by_side ? across : down));
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
