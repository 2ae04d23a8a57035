#include "io/picture/stroke.h"

#include <algorithm>

namespace intercusp {

void draw_stroke(Picture& picture, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double half_px,
                 Rgb colour) {
  const Eigen::Vector2d low = from.cwiseMin(to).array() - half_px - 1,
                        high = from.cwiseMax(to).array() + half_px + 1;
  for (int y = static_cast<int>(low.y()); y <= static_cast<int>(high.y()); ++y) {
    for (int x = static_cast<int>(low.x()); x <= static_cast<int>(high.x()); ++x) {
      if (!picture.has(x, y)) continue;
      const Eigen::Vector2d at(x + 0.5, y + 0.5), along = to - from;
      const double length = along.squaredNorm();
      const double share = length > 0 ? std::clamp((at - from).dot(along) / length, 0.0, 1.0) : 0;
      const double away = (at - from - share * along).norm();
      picture.at(x, y) = blend(picture.at(x, y), colour, std::clamp(half_px + 0.5 - away, 0.0, 1.0));
    }
  }
}

}  // namespace intercusp
