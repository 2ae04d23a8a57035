#include "occlusion/registration/tooth_loss.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double of_median = 1.4826;  // standard deviation of normal errors by the median of their sizes
//! The teeth of a jaw have some 3000 places that are independent: few jaws show one beyond this on both scans by chance.
constexpr double significant = 3.75;
//! Of means over a vertex and its neighbours, of which there are ten times as many.
constexpr double significant_fine = 4.5, still_place_fine = 3;
constexpr double still_place = 2;  // a place reaches to where the mean change is so many deviations …
constexpr double beyond_mm = 0.4;  // … and what the mean has blurred beyond
constexpr std::size_t least_vertices = 4;
constexpr double least_place_mm2 = 0.1;

double deviation_by_median(std::vector<double> sizes) {
  return sizes.empty() ? 0 : of_median * nth_smallest(sizes, sizes.size() / 2);
}

//! Places of change of one sign on a tooth.
class Places {
 public:
  Places(const MatchSurface& surface, const VertexRings& rings, const SurfaceChange& change,
         const ChangeNoise& noise, std::span<const std::uint8_t> of_tooth, double sign)
      : surface_(surface), rings_(rings), change_(change), noise_(noise), of_tooth_(of_tooth), sign_(sign) {
    is_place_.assign(of_tooth.size(), 0);
    for (std::uint32_t v = 0; v < of_tooth.size(); ++v) {
      if (is_place_[v] == 0 && is_significant(v)) add(v);
    }
  }

  [[nodiscard]] double volume_mm3() const { return volume_mm3_; }
  [[nodiscard]] double area_mm2() const { return area_mm2_; }
  [[nodiscard]] double depth_mm() const { return depth_mm_; }
  [[nodiscard]] double volume_noise_mm3() const {
    const double shared = area_mm2_ * noise_.shared_mm;
    const double own = noise_.vertex_mm * std::sqrt(squares_mm4_);
    return 1.96 * std::hypot(shared, own);
  }

 private:
  [[nodiscard]] double smooth(std::uint32_t v) const { return sign_ * change_.smooth_mm[v]; }
  [[nodiscard]] double fine(std::uint32_t v) const { return sign_ * change_.fine_mm[v]; }
  [[nodiscard]] bool is_significant(std::uint32_t v) const {
    if (of_tooth_[v] == 0) return false;
    return smooth(v) >
               significant * std::hypot(noise_.smooth_mm, noise_.shared_mm) + change_.chord_mm[v] / 2 ||
           fine(v) >
               significant_fine * std::hypot(noise_.fine_mm, noise_.shared_mm) + change_.chord_mm[v] / 2;
  }

  //! Adds the neighbours that pass of the first `end` vertices of a place, which it may reach while it grows.
  template <class Passes>
  void grow(std::vector<std::uint32_t>& place, std::size_t end, const Passes& passes) {
    for (std::size_t i = 0; i < std::min(end, place.size()); ++i) {
      for (const std::uint32_t v : rings_.of(place[i])) {
        if (is_place_[v] != 0 || of_tooth_[v] == 0 || !passes(v)) continue;
        is_place_[v] = 1;
        place.push_back(v);
      }
    }
  }

  //! The place around a vertex, if it is large enough.
  void add(std::uint32_t seed) {
    std::vector<std::uint32_t> place = {seed};
    is_place_[seed] = 1;
    grow(place, of_tooth_.size(), [&](std::uint32_t v) {
      return smooth(v) > still_place * noise_.smooth_mm + change_.chord_mm[v] / 2 ||
             fine(v) > still_place_fine * noise_.fine_mm + change_.chord_mm[v] / 2;
    });
    double core_mm2 = 0;
    for (const std::uint32_t v : place) core_mm2 += surface_.areas_mm2()[v];
    if (core_mm2 < least_place_mm2 || place.size() < least_vertices) return;
    area_mm2_ += core_mm2;
    depth_mm_ = std::max(depth_mm_, depth_of(place, core_mm2));
    // No vertex of the seam is chosen by its change, or noise would be counted as change.
    const auto rounds = std::max(1L, std::lround(beyond_mm / surface_.edge_mm()));
    for (long round = 0; round < rounds; ++round)
      grow(place, place.size(), [](std::uint32_t) { return true; });
    double volume = 0, squares = 0;
    for (const std::uint32_t v : place) {
      if (std::isnan(change_.mm[v])) continue;
      const double piece = surface_.areas_mm2()[v];
      volume += sign_ * piece * change_.mm[v];
      squares += piece * piece;
    }
    volume_mm3_ += volume;
    squares_mm4_ += squares;
  }

  //! Of a place with that core: the top of the quadric that fits the change about its deepest vertex, or, where that is too
  //! small for a fit, the mean of its deepest vertices, as many as bring their noise down.
  [[nodiscard]] double depth_of(const std::vector<std::uint32_t>& place, double core_mm2) const {
    const std::uint32_t deepest =
        *std::ranges::max_element(place, {}, [&](std::uint32_t v) { return fine(v); });
    constexpr double wanted_noise_mm = 0.01;
    const double needed =
        std::pow(noise_.vertex_mm / wanted_noise_mm, 2);  // vertices whose mean has that noise
    // Well inside the place, and no wider than the vertices need that bring the top's noise down: three for each of a mean.
    constexpr double of_radius = 0.6, least_edges = 1.2, least_most_mm = 0.35,
                     mm2_of_vertex = 0.28;  // edges², over π
    const double edge_mm = surface_.edge_mm();
    const double most_mm =
        std::max(least_most_mm, edge_mm * std::sqrt(mm2_of_vertex * std::max(10.0, 3 * needed)));
    const double radius_mm =
        std::clamp(of_radius * std::sqrt(core_mm2 / std::numbers::pi), least_edges * edge_mm, most_mm);
    if (const std::optional<double> top = top_about(deepest, place, radius_mm)) return *top;
    std::vector<double> depths;
    for (const std::uint32_t v : place) {
      if (!std::isnan(change_.mm[v])) depths.push_back(sign_ * change_.mm[v]);
    }
    std::ranges::sort(depths, std::greater());
    const double least = std::max(2.0, std::round(needed));
    const std::size_t count = std::min(depths.size(), static_cast<std::size_t>(least));
    return std::accumulate(depths.begin(), depths.begin() + static_cast<std::ptrdiff_t>(count), 0.0) /
           static_cast<double>(count);
  }

  //! Nothing where too few vertices are that near.
  [[nodiscard]] std::optional<double> top_about(std::uint32_t deepest,
                                                const std::vector<std::uint32_t>& place,
                                                double radius_mm) const {
    const Eigen::Vector3d normal = surface_.normals()[deepest], origin = surface_.mesh().vertices[deepest];
    const Eigen::Vector3d u = normal.unitOrthogonal(), w = normal.cross(u);
    Matrix6d left = Matrix6d::Zero();
    Vector6d right = Vector6d::Zero();
    int count = 0;
    for (const std::uint32_t v : place) {
      const Eigen::Vector3d from = surface_.mesh().vertices[v] - origin;
      if (from.norm() > radius_mm || std::isnan(change_.mm[v])) continue;
      const double a = from.dot(u) / radius_mm, b = from.dot(w) / radius_mm;
      Vector6d row;
      row << 1, a, b, a * a, a * b, b * b;
      left += row * row.transpose();
      right += sign_ * change_.mm[v] * row;
      ++count;
    }
    constexpr int enough = 10;
    if (count < enough) return std::nullopt;
    left += 1e-3 * Matrix6d::Identity();
    return solve_symmetric(left, right)[0];
  }

  const MatchSurface& surface_;
  const VertexRings& rings_;
  const SurfaceChange& change_;
  const ChangeNoise& noise_;
  std::span<const std::uint8_t> of_tooth_;
  const double sign_;
  std::vector<std::uint8_t> is_place_;
  double volume_mm3_ = 0, area_mm2_ = 0, squares_mm4_ = 0, depth_mm_ = 0;
};

ChangeFigure mean_of(const ChangeFigure& a, const ChangeFigure& b) {
  if (a.value == 0 || b.value == 0) return {0, std::max(a.noise, b.noise)};
  return {0.5 * (a.value + b.value), std::max(a.noise, b.noise)};
}

ChangeFigure greater_of(const ChangeFigure& a, const ChangeFigure& b) {
  if (a.value == 0 || b.value == 0) return {0, std::max(a.noise, b.noise)};
  return {std::max(a.value, b.value), std::max(a.noise, b.noise)};
}

}  // namespace

ChangeNoise change_noise(const SurfaceChange& change, std::span<const std::uint8_t> counts) {
  std::vector<double> smooth, fine, rough;
  for (std::size_t v = 0; v < change.mm.size(); ++v) {
    if (counts[v] == 0 || std::isnan(change.mm[v])) continue;
    smooth.push_back(std::abs(change.smooth_mm[v]));
    fine.push_back(std::abs(change.fine_mm[v]));
    rough.push_back(std::abs(change.mm[v] - change.smooth_mm[v]));
  }
  return {.vertex_mm = deviation_by_median(std::move(rough)),
          .fine_mm = deviation_by_median(std::move(fine)),
          .smooth_mm = deviation_by_median(std::move(smooth))};
}

LossAndGain loss_and_gain(const MatchSurface& surface, const VertexRings& rings, const SurfaceChange& change,
                          const ChangeNoise& noise, std::span<const std::uint8_t> of_tooth) {
  const Places lost(surface, rings, change, noise, of_tooth, -1),
      gained(surface, rings, change, noise, of_tooth, 1);
  const double depth_noise = significant * std::hypot(noise.smooth_mm, noise.shared_mm);
  return {.lost_mm3 = {lost.volume_mm3(), lost.volume_noise_mm3()},
          .gained_mm3 = {gained.volume_mm3(), gained.volume_noise_mm3()},
          .deepest_loss_mm = {lost.depth_mm(), depth_noise},
          .highest_gain_mm = {gained.depth_mm(), depth_noise},
          .lost_mm2 = lost.area_mm2(),
          .gained_mm2 = gained.area_mm2()};
}

LossAndGain mean_of(const LossAndGain& before, const LossAndGain& after) {
  const auto mean = [](double a, double b) { return a == 0 || b == 0 ? 0 : 0.5 * (a + b); };
  return {.lost_mm3 = mean_of(before.lost_mm3, after.lost_mm3),
          .gained_mm3 = mean_of(before.gained_mm3, after.gained_mm3),
          .deepest_loss_mm = greater_of(before.deepest_loss_mm, after.deepest_loss_mm),
          .highest_gain_mm = greater_of(before.highest_gain_mm, after.highest_gain_mm),
          .lost_mm2 = mean(before.lost_mm2, after.lost_mm2),
          .gained_mm2 = mean(before.gained_mm2, after.gained_mm2)};
}

}  // namespace intercusp
