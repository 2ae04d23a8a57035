#include "io/picture/tooth_numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "io/picture/text.h"

namespace intercusp {
namespace {

using ToothOutlines = std::map<int, std::vector<Eigen::Vector2d>>;  // vertices in picture pixels

ToothOutlines outlines_of(const PosedJaw& jaw, const Eigen::Isometry3d& view_from_case,
                          const PictureScale& scale) {
  ToothOutlines teeth;
  const Eigen::Vector2d corner(scale.x_mm, scale.y_mm);
  for (std::size_t i = 0; i < jaw.solid->labels.size(); ++i) {
    if (jaw.solid->labels[i] <= 0) continue;
    const Eigen::Vector2d view = (view_from_case * jaw.points[i]).head<2>();
    teeth[jaw.solid->labels[i]].emplace_back((view - corner) * scale.pixels_per_mm);
  }
  return teeth;
}

Eigen::Vector2d mean_of(const std::vector<Eigen::Vector2d>& points) {
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

}  // namespace

void draw_tooth_numbers(Picture& picture, const PosedJaw& jaw, const Eigen::Isometry3d& view_from_case,
                        const PictureScale& scale) {
  constexpr int size_px = 19;
  constexpr double away_px = 20;  // from a tooth to the middle of its number
  const ToothOutlines teeth = outlines_of(jaw, view_from_case, scale);
  std::vector<Eigen::Vector2d> middles;
  for (const auto& [number, points] : teeth) middles.push_back(mean_of(points));
  if (middles.empty()) return;
  const Eigen::Vector2d arch = mean_of(middles);
  for (const auto& [number, points] : teeth) {
    const Eigen::Vector2d middle = mean_of(points);
    const Eigen::Vector2d outward = (middle - arch).normalized();
    double reach = 0;
    for (const Eigen::Vector2d& point : points) reach = std::max(reach, (point - middle).dot(outward));
    const Eigen::Vector2d place = middle + outward * (reach + away_px);
    const int x = static_cast<int>(std::lround(place.x())),
              top = static_cast<int>(std::lround(place.y())) - size_px / 2;
    const std::string text = std::to_string(number);
    // A rim of white keeps the number readable on gum and on the dark walls that close a scan.
    constexpr int rim_px = 2;
    for (int aside = -rim_px; aside <= rim_px; ++aside) {
      for (int down = -rim_px; down <= rim_px; ++down) {
        draw_text(picture, x + aside, top + down, text,
                  {.size_px = size_px, .colour = white, .align = Align::centre});
      }
    }
    draw_text(picture, x, top, text, {.size_px = size_px, .align = Align::centre});
  }
}

}  // namespace intercusp
