#include "occlusion/teeth/arch_profile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace intercusp {
namespace {

constexpr double across_limit = 8.0;
constexpr double cell_across = 0.5;
constexpr double cell_along = 0.25;
constexpr double band_mm = 5.5;  //!< of the crown below its top
constexpr int rows = 32;
constexpr double wall_facing = 0.7;
constexpr int cleft_reach = 2;  //!< columns
constexpr double cleft_bend = 2;

struct Raster {
  int columns = 0;
  std::vector<double> valley, area, top;  // column-major
  std::vector<double> forward,
      backward;  // area seen along the arch, of walls that face its end and its beginning
  [[nodiscard]] std::size_t at(int i, int j) const { return static_cast<std::size_t>(i * rows + j); }
  //! Area of walls that face each other across a cleft near a column.
  [[nodiscard]] double cleft_mm2(int column, int j) const {
    double before = 0, behind = 0;
    for (int m = -cleft_reach; m <= cleft_reach; ++m) {
      if (column + m < 0 || column + m >= columns) continue;
      if (m <= 1) before += forward[at(column + m, j)];
      if (m >= -1) behind += backward[at(column + m, j)];
    }
    return std::min(before, behind);
  }
};

std::vector<double> spread(const std::vector<double>& values, int half, bool most) {
  std::vector<double> out(values.size());
  const int n = static_cast<int>(values.size());
  for (int i = 0; i < n; ++i) {
    double best = values[static_cast<std::size_t>(i)];
    for (int j = std::max(0, i - half); j <= std::min(n - 1, i + half); ++j) {
      const double v = values[static_cast<std::size_t>(j)];
      best = most ? std::max(best, v) : std::min(best, v);
    }
    out[static_cast<std::size_t>(i)] = best;
  }
  return out;
}

}  // namespace

ArchProfile arch_profile(const SurfaceShape& shape, const ArchPath& arch,
                         const std::vector<ArchPoint>& places) {
  Raster r;
  r.columns = static_cast<int>(arch.length_mm() / cell_along) + 1;
  const auto cells = static_cast<std::size_t>(r.columns * rows);
  r.valley.assign(cells, 0);
  r.area.assign(cells, 0);
  r.forward.assign(cells, 0);
  r.backward.assign(cells, 0);
  r.top.assign(cells, -1e3);
  const auto column_of = [&](double along) { return static_cast<int>(std::lround(along / cell_along)); };
  std::vector<double> top(static_cast<std::size_t>(r.columns), -1e3);
  for (std::size_t v = 0; v < places.size(); ++v) {
    const int i = column_of(places[v].along_mm);
    if (i < 0 || i >= r.columns || std::abs(places[v].across_mm) > 6 || places[v].height_mm > stray_height_mm)
      continue;
    top[static_cast<std::size_t>(i)] = std::max(top[static_cast<std::size_t>(i)], places[v].height_mm);
  }
  const std::vector<double> wide_top = spread(top, 10, true);
  std::vector<double> convex(static_cast<std::size_t>(r.columns), 0),
      convex_area(static_cast<std::size_t>(r.columns), 1e-6), relief(static_cast<std::size_t>(r.columns), 0);
  for (std::size_t v = 0; v < places.size(); ++v) {
    const ArchPoint& p = places[v];
    const int i = column_of(p.along_mm);
    const int j = static_cast<int>((p.across_mm + across_limit) / cell_across);
    if (i < 0 || i >= r.columns || j < 0 || j >= rows || p.across_mm < -across_limit ||
        p.height_mm > stray_height_mm)
      continue;
    r.top[r.at(i, j)] = std::max(r.top[r.at(i, j)], p.height_mm);
    const auto c = static_cast<std::size_t>(i);
    if (p.height_mm < wide_top[c] - band_mm || shape.near_margin[v]) continue;
    Eigen::Vector3d t = arch.tangent(p.along_mm);
    const double facing = t.dot(shape.normal[v]);
    std::vector<double>& walls = facing > 0 ? r.forward : r.backward;
    walls[r.at(i, j)] +=
        shape.area_mm2[v] * std::max(0.0, std::abs(facing) - wall_facing) / (1 - wall_facing);
    t -= t.dot(shape.normal[v]) * shape.normal[v];
    const double lying = t.squaredNorm();  // small where the surface faces along the arch
    const double bend = lying > 1e-4 ? t.dot(shape.curvature[v] * t) / lying : 0;
    const double weight = shape.area_mm2[v];
    r.valley[r.at(i, j)] += weight * std::clamp(-bend, -0.4, 1.0);
    r.area[r.at(i, j)] += weight * std::sqrt(lying);
    if (p.height_mm > wide_top[c] - 2.5) {
      convex[c] += weight * std::max(0.0, shape.curvature[v].trace());
      convex_area[c] += weight;
      relief[c] += weight * shape.curvature[v].norm();
    }
  }
  ArchProfile profile;
  const int n = static_cast<int>(arch.length_mm() / ArchProfile::step_mm) + 1;
  profile.columns.resize(static_cast<std::size_t>(n));
  const std::vector<double> envelope = spread(spread(wide_top, 36, true), 36, false);
  for (int k = 0; k < n; ++k) {
    ArchProfile::Column& column = profile.columns[static_cast<std::size_t>(k)];
    const int i = column_of(k * ArchProfile::step_mm);
    if (i >= r.columns) continue;
    const auto c = static_cast<std::size_t>(i);
    double own_top = -1e3, conv = 0, conv_area = 1e-6, rel = 0;
    for (int m = std::max(0, i - 4); m <= std::min(r.columns - 1, i + 4); ++m) {
      conv += convex[static_cast<std::size_t>(m)];
      rel += relief[static_cast<std::size_t>(m)];
      conv_area += convex_area[static_cast<std::size_t>(m)];
    }
    std::array<double, rows> height{};
    height.fill(-1e3);
    for (int m = std::max(0, i - 2); m <= std::min(r.columns - 1, i + 2); ++m) {
      for (int j = 0; j < rows; ++j)
        height[static_cast<std::size_t>(j)] =
            std::max(height[static_cast<std::size_t>(j)], r.top[r.at(m, j)]);
      own_top = std::max(own_top, top[static_cast<std::size_t>(m)]);
    }
    column.empty = own_top < -100;
    column.top_mm = own_top;
    column.envelope_mm = envelope[c];
    column.convexity = conv / conv_area;
    column.relief = rel / conv_area;
    int first = rows, last = -1;
    for (int j = 0; j < rows; ++j) {
      if (height[static_cast<std::size_t>(j)] < own_top - 2.0) continue;
      first = std::min(first, j);
      last = std::max(last, j);
    }
    column.table_mm = last < first ? 0 : cell_across * (last - first + 1);
    column.middle_mm = last < first ? 0 : 0.5 * cell_across * (first + last + 1) - across_limit;
    column.valley = -1;
    for (int a = -4; a <= 4; ++a) {
      const double slant = 0.2 * a;
      double sum = 0, area = 0;
      for (int j = 0; j < rows; ++j) {
        const double across = (j + 0.5) * cell_across - across_limit;
        const int middle = column_of(k * ArchProfile::step_mm + slant * across);
        for (int m = -1; m <= 1; ++m) {
          if (middle + m < 0 || middle + m >= r.columns) continue;
          const double w = m == 0 ? 1.0 : 0.6;
          sum += w * r.valley[r.at(middle + m, j)];
          area += w * r.area[r.at(middle + m, j)];
        }
        sum += cleft_bend * r.cleft_mm2(middle, j);
      }
      const double mean = sum / (area + 0.5) - 0.03 * std::abs(slant);
      if (mean > column.valley) {
        column.valley = mean;
        column.slant = slant;
      }
    }
  }
  return profile;
}

double concave_share(const SurfaceShape& shape, const ArchPath& arch, const std::vector<ArchPoint>& places,
                     const ArchProfile& profile) {
  constexpr double depth_mm = 2.5, half_breadth_mm = 6, steepest = 0.3, clear_bend = 0.2;
  double concave = 0, area = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const ArchPoint& p = places[v];
    const auto column = std::lround(p.along_mm / ArchProfile::step_mm);
    if (column < 0 || column >= static_cast<long>(profile.columns.size()) || shape.near_margin[v]) continue;
    const double top = profile.columns[static_cast<std::size_t>(column)].top_mm;
    if (std::abs(p.across_mm) > half_breadth_mm || p.height_mm > stray_height_mm ||
        p.height_mm < top - depth_mm || shape.normal[v].dot(arch.up) < steepest)
      continue;
    area += shape.area_mm2[v];
    if (is_concave(shape.curvature[v], clear_bend)) concave += shape.area_mm2[v];
  }
  return area > 0 ? concave / area : 0;
}

}  // namespace intercusp
