#include "occlusion/registration/tooth_loss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/gap_volume.h"

namespace intercusp {
namespace {

constexpr double of_median = 1.4826;  // standard deviation of normal errors by the median of their sizes
//! The teeth of a jaw have some 3000 places that are independent, and edges and fissures that meshes show differently: of 22
//! varied jaws without change, noise 5 to 30 µm, none shows one beyond this on both scans; beyond 3.75, 5 did.
constexpr double significant = 4.5;
//! There are ten times as many means over a vertex and its neighbours.
constexpr double significant_fine = 5.5, still_place_fine = 3;
constexpr double still_place_broad = 3;
constexpr double still_place = 2;  // a place reaches to where the mean change is so many deviations …
constexpr double beyond_mm = 0.4;  // … and what the mean has blurred beyond
constexpr std::size_t least_vertices = 4;
constexpr double least_place_mm2 = 0.1;

double deviation_by_median(std::vector<double> sizes) {
  return sizes.empty() ? 0 : of_median * nth_smallest(sizes, sizes.size() / 2);
}

//! Wider places are no peaks, and are deepest where their broad mean is.
constexpr double broad_place_mm2 = 20;

//! Gaps that closest points bridge askew: their walls are as wide as the places.
constexpr double deep_mm = 0.3;

//! Places of change of one sign on a tooth.
class Places {
 public:
  Places(const ChangedSurface& of, const ChangeNoise& noise, std::span<const CrownPart> tooth,
         const Eigen::Isometry3d& of_from_other, const Eigen::Vector3d& along, double sign)
      : of_(of),
        surface_(of.surface),
        rings_(of.rings),
        change_(of.change),
        noise_(noise),
        tooth_(tooth),
        of_from_other_(of_from_other),
        along_(along),
        sign_(sign) {
    is_place_.assign(tooth.size(), 0);
    for (std::uint32_t v = 0; v < tooth.size(); ++v) {
      if (is_place_[v] == 0 && is_significant(v)) add(v);
    }
  }

  [[nodiscard]] double area_mm2() const { return area_mm2_; }
  [[nodiscard]] double gap_mm() const { return gap_mm_; }
  [[nodiscard]] bool is_peak() const { return is_peak_; }
  [[nodiscard]] ChangeFigure volume_mm3() const {
    const double noise_mm3 =
        std::hypot(area_mm2_ * noise_.shared_mm, noise_.vertex_mm * std::sqrt(squares_mm4_));
    const double half =
        1.96 * std::hypot(noise_mm3, of_volume * volume_mm3_, std::hypot(curves_mm3_, chords_mm3_));
    if (volume_mm3_ <= 0) return unseen_mm3();
    return {volume_mm3_, half, {std::max(0.0, volume_mm3_ - half), volume_mm3_ + half}};
  }
  [[nodiscard]] ChangeFigure depth_mm() const {
    const double half = 1.96 * std::hypot(std::hypot(noise_.smooth_mm, noise_.shared_mm), depth_deviation_mm_,
                                          of_depth * depth_mm_);
    if (depth_mm_ == 0)
      return {0, least_depth_mm(), {0, least_depth_mm() + unseen_sagittas * most_convex_mm()}};
    return {depth_mm_, least_depth_mm(), {std::max(0.0, depth_mm_ - half), depth_mm_ + half}};
  }

 private:
  // Faces that cut corners, measured (docs/ACCURACY): of the whole, and of what they may lie off by over a place.
  static constexpr double of_volume = 0.015, of_chords = 0.08, of_deep_chords = 0.12, of_depth = 0.03;
  //! What is cut off a cusp shows on too few vertices where it is shallower: 85 of 87 facets that are not seen.
  static constexpr double unseen_sagittas = 3.5;
  [[nodiscard]] double most_convex_mm() const {
    double most_mm = 0;
    for (std::uint32_t v = 0; v < tooth_.size(); ++v) {
      if (tooth_[v] == CrownPart::inner) most_mm = std::max(most_mm, convex_mm(v));
    }
    return most_mm;
  }
  [[nodiscard]] double least_depth_mm() const {
    return significant * std::hypot(noise_.smooth_mm, noise_.shared_mm);
  }
  [[nodiscard]] double smooth(std::uint32_t v) const { return sign_ * change_.smooth_mm[v]; }
  [[nodiscard]] double fine(std::uint32_t v) const { return sign_ * change_.fine_mm[v]; }
  [[nodiscard]] bool is_significant(std::uint32_t v) const {
    if (tooth_[v] != CrownPart::inner) return false;
    return smooth(v) > least_depth_mm() + change_.chord_mm[v] / 2 ||
           fine(v) >
               significant_fine * std::hypot(noise_.fine_mm, noise_.shared_mm) + change_.chord_mm[v] / 2 ||
           broad(v) > least_broad_mm() + change_.chord_mm[v] / 8;
  }
  //! Faces that cut corners nearly cancel over wide places.
  [[nodiscard]] double broad(std::uint32_t v) const { return sign_ * change_.broad_mm[v]; }
  [[nodiscard]] double least_broad_mm() const {
    return significant * std::hypot(noise_.broad_mm, noise_.shared_mm);
  }

  //! What no place shows is in the mean of the whole crown, or shallower than the limits on places as wide as their means.
  [[nodiscard]] ChangeFigure unseen_mm3() const {
    constexpr double small_mm2 = 1, broad_mm2 = 4;
    double sum_mm3 = 0, area_mm2 = 0;
    for (std::size_t v = 0; v < tooth_.size(); ++v) {
      if (tooth_[v] != CrownPart::inner || std::isnan(change_.mm[v])) continue;
      sum_mm3 += sign_ * surface_.areas_mm2()[v] * change_.mm[v];
      area_mm2 += surface_.areas_mm2()[v];
    }
    const double value = std::max(0.0, sum_mm3);
    const double half = std::max({1.96 * area_mm2 * std::hypot(noise_.broad_mm / 2, noise_.shared_mm),
                                  small_mm2 * least_depth_mm(), broad_mm2 * least_broad_mm()});
    return {value, std::max(value, half), {std::max(0.0, value - half), value + half}};
  }

  //! Adds the neighbours that pass of the first `end` vertices of a place, which it may reach while it grows.
  template <class Passes>
  void grow(std::vector<std::uint32_t>& place, std::size_t end, const Passes& passes,
            bool over_margin = false) {
    for (std::size_t i = 0; i < std::min(end, place.size()); ++i) {
      for (const std::uint32_t v : rings_.of(place[i])) {
        const bool may_reach = tooth_[v] == CrownPart::inner || tooth_[v] == CrownPart::margin ||
                               (tooth_[v] == CrownPart::gum && over_margin);
        if (is_place_[v] != 0 || !may_reach || !passes(v)) continue;
        is_place_[v] = 1;
        place.push_back(v);
      }
    }
  }

  //! The place around a vertex, if it is large enough.
  void add(std::uint32_t seed) {
    std::vector<std::uint32_t> place = {seed};
    is_place_[seed] = 1;
    grow(place, tooth_.size(), [&](std::uint32_t v) {
      return smooth(v) > still_place * noise_.smooth_mm + change_.chord_mm[v] / 2 ||
             fine(v) > still_place_fine * noise_.fine_mm + change_.chord_mm[v] / 2 ||
             broad(v) > still_place_broad * noise_.broad_mm + change_.chord_mm[v] / 8;
    });
    double core_mm2 = 0;
    for (const std::uint32_t v : place) core_mm2 += surface_.areas_mm2()[v];
    if (core_mm2 < least_place_mm2 || place.size() < least_vertices ||
        !stands_without_deepest(place, core_mm2))
      return;
    area_mm2_ += core_mm2;
    Top top = top_of(place, core_mm2);
    if (Top peak = deepest_of(place, top.sagitta_mm); core_mm2 < broad_place_mm2 && is_peak(peak)) {
      constexpr double of_residual =
          0.7;  // what no quadric follows falls away from its top as nothing seen says
      peak.deviation_mm = std::hypot(peak.deviation_mm, of_residual * top.residual_mm);
      top = peak;
    }
    // No vertex of the seam is chosen by its change, or noise would be counted as change.
    const auto rounds = std::max(1L, std::lround(beyond_mm / surface_.edge_mm()));
    for (long round = 0; round < rounds; ++round)
      grow(
          place, place.size(), [](std::uint32_t) { return true; }, true);
    double volume = 0, gap_mm = 0, chords_mm3 = 0;
    for (const std::uint32_t v : place) {
      if (std::isnan(change_.mm[v])) continue;
      const double piece = surface_.areas_mm2()[v];
      volume += sign_ * piece * change_.mm[v];
      squares_mm4_ += piece * piece;
      chords_mm3 += piece * change_.chord_mm[v];
      gap_mm = std::max(gap_mm, sign_ * change_.fine_mm[v]);
    }
    gap_mm_ = std::max(gap_mm_, gap_mm);
    chords_mm3_ += (gap_mm > deep_mm ? of_deep_chords : of_chords) * chords_mm3;
    if (gap_mm > deep_mm && is_outer()) {
      // Much of what is broken away has no partner, or only walls that face it from either side.
      constexpr double near_mm = deep_mm / 3;
      grow(place, tooth_.size(), [&](std::uint32_t v) { return !(std::abs(change_.mm[v]) < near_mm); });
      volume = under(place);
      // A quadric may fit beside the edge. The largest of a thousand errors are some three deviations.
      constexpr double beyond_errors = 4;
      const Top deepest = deepest_of(place);
      if (!fits(top) || deepest.depth_mm > top.depth_mm + beyond_errors * noise_.vertex_mm) top = deepest;
    }
    if (top.depth_mm > depth_mm_) {
      depth_mm_ = top.depth_mm, depth_deviation_mm_ = top.deviation_mm;
      is_peak_ = is_peak(top);
    }
    volume_mm3_ += volume;
  }
  //! Faces of a curved surface may touch it from inside or cut it: what lies between counts by half.
  [[nodiscard]] double under(const std::vector<std::uint32_t>& place) {
    const double curves = volume_under_curves_mm3(surface_.mesh(), surface_.normals(), place);
    curves_mm3_ += std::abs(curves);
    const double gap = gap_volume_mm3(surface_.mesh(), place, of_.other.mesh(), of_from_other_, along_);
    return std::max(0.0, gap + 0.5 * curves);
  }
  //! One vertex makes no place: meshes end in the pits of fissures where they may.
  [[nodiscard]] bool stands_without_deepest(const std::vector<std::uint32_t>& place, double core_mm2) const {
    const std::uint32_t deepest = *std::ranges::max_element(
        place, {}, [&](std::uint32_t v) { return std::isnan(change_.mm[v]) ? 0 : sign_ * change_.mm[v]; });
    double sum = 0, area = 0;
    for (const std::uint32_t v : rings_.of(deepest)) {
      if (std::isnan(change_.mm[v])) continue;
      sum += surface_.areas_mm2()[v] * sign_ * change_.mm[v];
      area += surface_.areas_mm2()[v];
    }
    constexpr double broad_mm2 = 4;
    const double chord_mm = change_.chord_mm[deepest];
    const double limit =
        core_mm2 > broad_mm2 ? least_broad_mm() + chord_mm / 8 : least_depth_mm() + chord_mm / 2;
    return sum > limit * area;
  }

  //! Whether the place lies outside the other scan.
  [[nodiscard]] bool is_outer() const { return (of_.time == ScanTime::before) == (sign_ < 0); }

  //! The deepest point of a place.
  struct Top {
    double depth_mm, deviation_mm;
    double residual_mm = 0;  //!< what a quadric leaves: root mean square
    double above_mm = 0;     //!< how far the top lies above the deepest vertices
    //! Of the change along an edge, where a quadric tells.
    std::optional<double> sagitta_mm = {};
  };

  //! The top of the widest quadric that fits the change of a place about its deepest vertex as closely as vertices are scanned;
  //! where none does, the narrowest. The deepest vertices themselves would state how far the greatest of many errors reaches;
  //! they stand only for a place that is too small for a quadric.
  [[nodiscard]] Top top_of(const std::vector<std::uint32_t>& place, double core_mm2) const {
    // A wide place is deepest where its mean is: single vertices of it differ by their errors alone.
    constexpr double wide_mm2 = 4;
    const std::uint32_t deepest = *std::ranges::max_element(place, {}, [&](std::uint32_t v) {
      return core_mm2 > broad_place_mm2 ? broad(v) : core_mm2 > wide_mm2 ? smooth(v) : fine(v);
    });
    constexpr double of_radius = 0.6, least_edges = 1.2, most_mm = 2, narrower = 0.75;
    Top found = deepest_of(place);
    double radius_mm = std::min(most_mm, of_radius * std::sqrt(core_mm2 / std::numbers::pi));
    for (; radius_mm > least_edges * surface_.edge_mm(); radius_mm *= narrower) {
      const std::optional<Top> top = top_about(deepest, place, radius_mm);
      if (!top) break;
      found = *top;
      if (fits(found)) break;
    }
    return found;
  }

  //! Whether a quadric is as close as vertices are scanned.
  [[nodiscard]] bool fits(const Top& top) const {
    constexpr double alike = 1.5;  // the squares of some 50 residuals scatter by a fifth of their mean
    return top.residual_mm < std::sqrt(alike) * noise_.vertex_mm;
  }

  //! A cusp or an edge, which no quadric follows as its top is narrow.
  [[nodiscard]] bool is_peak(const Top& top) const { return top.above_mm > noise_.vertex_mm / 2; }

  //! The top of a cusp or an edge: the mean of the two deepest vertices, and how far the top lies above them. For 113 facets of
  //! 0.1 to 0.5 mm that is the sagitta of the edges there, times 0.8 where edges are short against cusps, with errors of 0.7 of that.
  [[nodiscard]] Top deepest_of(const std::vector<std::uint32_t>& place,
                               std::optional<double> sagitta_mm = {}) const {
    std::array<double, 2> deepest = {0, 0};
    std::uint32_t top = place.front();
    for (const std::uint32_t v : place) {
      const double depth_mm = std::isnan(change_.mm[v]) ? 0 : sign_ * change_.mm[v];
      if (depth_mm > deepest[0]) top = v;
      if (depth_mm > deepest[1]) deepest[1] = depth_mm;
      if (deepest[1] > deepest[0]) std::swap(deepest[0], deepest[1]);
    }
    constexpr double of_sagitta = 0.8, short_mm = 0.45, of_noise = 0.8, of_above = 0.7;
    const double scale = of_sagitta * std::max(1.0, surface_.edge_mm() / short_mm);
    const double drop = std::max(0.0, sagitta_mm.value_or(drop_mm(top)));
    const double above_mm = scale * std::max(0.0, std::min(convex_mm(top), drop) - under_mm(top));
    // Sharp cusps fall away faster than the normals about their tops say.
    return {0.5 * (deepest[0] + deepest[1]) + above_mm,
            std::hypot(of_noise * noise_.vertex_mm, of_above * scale * drop), 0, above_mm};
  }

  //! The greatest sagitta of a convex curve along an edge of a vertex.
  [[nodiscard]] double convex_mm(std::uint32_t v) const {
    double most_mm = 0;
    for (const std::uint32_t w : rings_.of(v)) {
      const Eigen::Vector3d way = surface_.mesh().vertices[v] - surface_.mesh().vertices[w];
      most_mm = std::max(most_mm, (surface_.normals()[v] - surface_.normals()[w]).dot(way) / 8);
    }
    return most_mm;
  }
  //! The least sagitta of the other surface below, which lacks its top as well: without this, 20 deposits on cusps were stated
  //! 0.08 mm too high on scans of 12 000 triangles.
  [[nodiscard]] double under_mm(std::uint32_t v) const {
    const std::array places = {of_from_other_.inverse() * surface_.mesh().vertices[v]};
    const auto found = of_.other.closest(places, deep_mm + std::abs(change_.mm[v]));
    if (!found[0]) return 0;
    const Face& face = of_.other.mesh().faces[found[0]->face];
    std::array<double, 3> sagittas_mm{};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3];
      sagittas_mm[i] = (of_.other.normals()[a] - of_.other.normals()[b])
                           .dot(of_.other.mesh().vertices[a] - of_.other.mesh().vertices[b]) /
                       8;
    }
    return std::max(0.0, std::ranges::min(sagittas_mm));
  }
  //! The sagitta of the change: that of the surface where the other is flat, none under a layer.
  [[nodiscard]] double drop_mm(std::uint32_t v) const {
    double sum_mm = 0, count = 0;
    for (const std::uint32_t w : rings_.of(v)) {
      if (std::isnan(change_.mm[w])) continue;
      sum_mm += sign_ * (change_.mm[v] - change_.mm[w]);
      ++count;
    }
    return count == 0 ? 0 : sum_mm / count / 4;
  }

  //! By how much the top of a quadric lies above its middle, where the deepest vertex is: a vertex seldom lies on the top, but
  //! not farther from it than an edge is long.
  static double above_vertex(const Vector6d& quadric, double edge) {
    const double slope_a = quadric[1], slope_b = quadric[2];
    const double aa = 2 * quadric[3], ab = quadric[4], bb = 2 * quadric[5], determinant = aa * bb - ab * ab;
    if (aa >= 0 || determinant <= 0) return 0;
    const double a = (ab * slope_b - bb * slope_a) / determinant,
                 b = (ab * slope_a - aa * slope_b) / determinant;
    return std::hypot(a, b) > edge ? 0 : 0.5 * (slope_a * a + slope_b * b);
  }

  //! Nothing where too few vertices are that near.
  [[nodiscard]] std::optional<Top> top_about(std::uint32_t deepest, const std::vector<std::uint32_t>& place,
                                             double radius_mm) const {
    const Eigen::Vector3d normal = surface_.normals()[deepest], origin = surface_.mesh().vertices[deepest];
    const Eigen::Vector3d u = normal.unitOrthogonal(), w = normal.cross(u);
    Matrix6d left = Matrix6d::Zero();
    Vector6d right = Vector6d::Zero();
    double squares = 0;
    int count = 0;
    for (const std::uint32_t v : place) {
      const Eigen::Vector3d from = surface_.mesh().vertices[v] - origin;
      if (from.norm() > radius_mm || std::isnan(change_.mm[v])) continue;
      const double a = from.dot(u) / radius_mm, b = from.dot(w) / radius_mm, depth = sign_ * change_.mm[v];
      Vector6d row;
      row << 1, a, b, a * a, a * b, b * b;
      left += row * row.transpose();
      right += depth * row;
      squares += depth * depth;
      ++count;
    }
    constexpr int enough = 10;
    if (count < enough) return std::nullopt;
    left += 1e-3 * Matrix6d::Identity();
    const Vector6d quadric = solve_symmetric(left, right);
    const double residual_mm = std::sqrt(std::max(0.0, squares - quadric.dot(right)) / (count - 6));
    const double share =
        solve_symmetric(left, Vector6d(Vector6d::Unit(0)))[0];  // variance of the top, in residuals
    return Top{quadric[0] + above_vertex(quadric, surface_.edge_mm() / radius_mm),
               residual_mm * std::sqrt(share), residual_mm, 0,
               -(quadric[3] + quadric[5]) / 8 * std::pow(surface_.edge_mm() / radius_mm, 2)};
  }

  const ChangedSurface& of_;
  const MatchSurface& surface_;
  const VertexRings& rings_;
  const SurfaceChange& change_;
  const ChangeNoise& noise_;
  std::span<const CrownPart> tooth_;
  const Eigen::Isometry3d& of_from_other_;
  const Eigen::Vector3d& along_;
  const double sign_;
  std::vector<std::uint8_t> is_place_;
  double volume_mm3_ = 0, area_mm2_ = 0, squares_mm4_ = 0, depth_mm_ = 0, depth_deviation_mm_ = 0,
         gap_mm_ = 0, curves_mm3_ = 0, chords_mm3_ = 0;
  bool is_peak_ = false;
};

ChangeFigure none_of(const ChangeFigure& a, const ChangeFigure& b) {
  return {0, std::max(a.noise, b.noise), {0, std::max(a.interval[1], b.interval[1])}};
}

//! A change that only one scan shows counts as noise.
ChangeFigure unseen_of(const ChangeFigure& a, const ChangeFigure& b) {
  const double value = 0.5 * (a.value + b.value);
  const double half = std::max(a.interval[1] - a.value, b.interval[1] - b.value);
  return {value, std::max({value, a.noise, b.noise}), {std::max(0.0, value - half), value + half}};
}

//! Deep gaps are measured under the outer surface, which sees all of their width.
ChangeFigure volume_of(const ChangeFigure& outer, const ChangeFigure& inner, double gap_mm) {
  return gap_mm > deep_mm ? outer : mean_of(outer, inner);
}

//! Without one where only one scan shows it. The inner surface does not show the outer one's top.
ChangeFigure depth_of(const ChangeFigure& outer, const ChangeFigure& inner, double gap_mm, bool is_peak) {
  if (outer.value == 0 || inner.value == 0) return none_of(outer, inner);
  return is_peak ? outer : volume_of(outer, inner, gap_mm);
}

}  // namespace

ChangeNoise change_noise(const SurfaceChange& change, std::span<const std::uint8_t> counts,
                         bool under_layer) {
  std::vector<double> smooth, fine, rough, broad;
  double layer_mm = 0;
  if (under_layer) {
    std::vector<double> changes;
    for (std::size_t v = 0; v < change.mm.size(); ++v) {
      if (counts[v] != 0 && !std::isnan(change.mm[v])) changes.push_back(change.smooth_mm[v]);
    }
    if (!changes.empty()) layer_mm = nth_smallest(changes, changes.size() / 2);
  }
  for (std::size_t v = 0; v < change.mm.size(); ++v) {
    if (counts[v] == 0 || std::isnan(change.mm[v])) continue;
    smooth.push_back(std::abs(change.smooth_mm[v] - layer_mm));
    fine.push_back(std::abs(change.fine_mm[v] - layer_mm));
    rough.push_back(std::abs(change.mm[v] - change.smooth_mm[v]));
    if (!change.broad_mm.empty()) broad.push_back(std::abs(change.broad_mm[v] - layer_mm));
  }
  return {.vertex_mm = deviation_by_median(std::move(rough)),
          .fine_mm = deviation_by_median(std::move(fine)),
          .smooth_mm = deviation_by_median(std::move(smooth)),
          .broad_mm = deviation_by_median(std::move(broad))};
}

LossAndGain loss_and_gain(const ChangedSurface& of, const ChangeNoise& noise,
                          std::span<const CrownPart> tooth, const Eigen::Isometry3d& of_from_other,
                          const Eigen::Vector3d& along) {
  const Places lost(of, noise, tooth, of_from_other, along, -1),
      gained(of, noise, tooth, of_from_other, along, 1);
  return {.lost_mm3 = lost.volume_mm3(),
          .gained_mm3 = gained.volume_mm3(),
          .deepest_loss_mm = lost.depth_mm(),
          .highest_gain_mm = gained.depth_mm(),
          .lost_mm2 = lost.area_mm2(),
          .gained_mm2 = gained.area_mm2(),
          .deep_loss_mm = lost.gap_mm(),
          .deep_gain_mm = gained.gap_mm(),
          .loss_is_peak = lost.is_peak(),
          .gain_is_peak = gained.is_peak()};
}

ChangeFigure mean_of(const ChangeFigure& a, const ChangeFigure& b) {
  if (!a.beyond_noise() || !b.beyond_noise()) return unseen_of(a, b);
  const auto mean = [](double x, double y) { return 0.5 * (x + y); };
  return {mean(a.value, b.value),
          std::max(a.noise, b.noise),
          {mean(a.interval[0], b.interval[0]), mean(a.interval[1], b.interval[1])}};
}

LossAndGain mean_of(const LossAndGain& before, const LossAndGain& after) {
  const auto mean = [](double a, double b) { return a == 0 || b == 0 ? 0 : 0.5 * (a + b); };
  return {.lost_mm3 = volume_of(before.lost_mm3, after.lost_mm3, before.deep_loss_mm),
          .gained_mm3 = volume_of(after.gained_mm3, before.gained_mm3, after.deep_gain_mm),
          .deepest_loss_mm = depth_of(before.deepest_loss_mm, after.deepest_loss_mm, before.deep_loss_mm,
                                      before.loss_is_peak),
          .highest_gain_mm =
              depth_of(after.highest_gain_mm, before.highest_gain_mm, after.deep_gain_mm, after.gain_is_peak),
          .lost_mm2 = mean(before.lost_mm2, after.lost_mm2),
          .gained_mm2 = mean(before.gained_mm2, after.gained_mm2)};
}

}  // namespace intercusp
