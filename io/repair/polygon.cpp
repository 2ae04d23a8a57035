#include "io/repair/polygon.h"

namespace intercusp::repair {
namespace {

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

class EarCutter {
 public:
  explicit EarCutter(std::span<const Eigen::Vector2d> corners)
      : corners_(corners), before_(corners.size()), after_(corners.size()), cut_(corners.size(), 0) {
    const std::size_t n = corners.size();
    double area = 0;
    for (std::size_t i = 0; i < n; ++i) {
      before_[i] = (i + n - 1) % n;
      after_[i] = (i + 1) % n;
      area += cross(corners[0], corners[i], corners[(i + 1) % n]);
    }
    side_ = area < 0 ? -1 : 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (turn_at(i) <= 0) reflex_.push_back(i);
    }
  }

  std::vector<std::array<std::size_t, 3>> triangles() {
    std::vector<std::array<std::size_t, 3>> result;
    std::size_t left = corners_.size();
    std::size_t tried = 0;
    std::size_t at = 0;
    while (left > 3) {
      if (!is_ear(at)) {
        if (++tried > left) return {};
        at = after_[at];
        continue;
      }
      result.push_back({before_[at], at, after_[at]});
      after_[before_[at]] = after_[at];
      before_[after_[at]] = before_[at];
      cut_[at] = 1;
      --left;
      tried = 0;
      // Stepping over the neighbour keeps the triangles from becoming one thin fan.
      at = after_[after_[at]];
    }
    if (turn_at(at) <= 0) return {};
    result.push_back({before_[at], at, after_[at]});
    return result;
  }

 private:
  [[nodiscard]] double turn_at(std::size_t i) const {
    return side_ * cross(corners_[before_[i]], corners_[i], corners_[after_[i]]);
  }

  [[nodiscard]] bool is_ear(std::size_t i) {
    if (turn_at(i) <= 0) return false;
    const Eigen::Vector2d& a = corners_[before_[i]];
    const Eigen::Vector2d& b = corners_[i];
    const Eigen::Vector2d& c = corners_[after_[i]];
    // A corner that is no longer reflex stays so: cutting ears only opens angles of what is left.
    std::erase_if(reflex_, [&](std::size_t r) { return cut_[r] != 0 || turn_at(r) > 0; });
    for (const std::size_t r : reflex_) {
      if (r == before_[i] || r == after_[i]) continue;
      const Eigen::Vector2d& p = corners_[r];
      if (side_ * cross(a, b, p) >= 0 && side_ * cross(b, c, p) >= 0 && side_ * cross(c, a, p) >= 0)
        return false;
    }
    return true;
  }

  std::span<const Eigen::Vector2d> corners_;
  std::vector<std::size_t> before_;
  std::vector<std::size_t> after_;
  std::vector<char> cut_;
  std::vector<std::size_t> reflex_;
  double side_ = 1;
};

}  // namespace

std::vector<std::array<std::size_t, 3>> triangulate_polygon(std::span<const Eigen::Vector2d> corners) {
  constexpr std::size_t most_corners = 4000;
  if (corners.size() < 3 || corners.size() > most_corners) return {};
  return EarCutter(corners).triangles();
}

}  // namespace intercusp::repair
