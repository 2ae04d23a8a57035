#include "occlusion/teeth/arch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

constexpr double square_mm = 2;
constexpr double around_mm = 12;  //!< crowns lie within this distance of the path

}  // namespace

ArchPlaces::ArchPlaces(const ArchPath& arch) : arch_(arch) {
  for (std::size_t i = 0; i + 1 < arch.points.size(); ++i)
    segments_.push_back({arch.points[i], (arch.points[i + 1] - arch.points[i]) / arch.step_mm});
  Eigen::Vector2d low = arch.points.front(), high = low;
  for (const Eigen::Vector2d& p : arch.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  corner_ = low.array() - around_mm;
  const Eigen::Vector2d size = (high - low).array() + 2 * around_mm;
  columns_ = static_cast<int>(size.x() / square_mm) + 1;
  rows_ = static_cast<int>(size.y() / square_mm) + 1;
  first_.push_back(0);
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) fill_square(column, row);
}

void ArchPlaces::fill_square(int column, int row) {
  const Eigen::Vector2d centre = corner_ + square_mm * Eigen::Vector2d(column + 0.5, row + 0.5);
  // Squared distance to the nearest start of a segment.
  double nearest = std::numeric_limits<double>::infinity();
  for (const Segment& segment : segments_)
    nearest = std::min(nearest, (segment.start - centre).squaredNorm());
  // A point of the square is within half a diagonal of its centre, and a point of a segment within one step
  // of the segment's start.
  const double bound = std::sqrt(nearest) + std::sqrt(2) * square_mm + arch_.step_mm;
  for (std::size_t i = 1; i + 1 < segments_.size(); ++i) {
    if ((segments_[i].start - centre).squaredNorm() <= bound * bound)
      near_.push_back(static_cast<std::uint16_t>(i));
  }
  first_.push_back(static_cast<std::uint32_t>(near_.size()));
}

ArchPoint ArchPlaces::operator()(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d d = point - arch_.origin;
  const Eigen::Vector2d p(arch_.right.dot(d), arch_.front.dot(d));
  const std::size_t last = segments_.size() - 1;
  double nearest = std::numeric_limits<double>::infinity(), place = 0;
  std::size_t at = 0;
  const auto look_at = [&](std::size_t i, double least, double most) {
    const Segment& segment = segments_[i];
    const Eigen::Vector2d from = p - segment.start;
    const double u = std::clamp(segment.along.dot(from), least, most);
    const double gap = (u * segment.along - from).squaredNorm();
    if (gap >= nearest) return;
    nearest = gap;
    place = u;
    at = i;
  };
  constexpr double far = std::numeric_limits<double>::infinity();
  look_at(0, -far, last == 0 ? far : arch_.step_mm);
  if (last > 0) look_at(last, 0, far);
  const int column = static_cast<int>(std::floor((p.x() - corner_.x()) / square_mm)),
            row = static_cast<int>(std::floor((p.y() - corner_.y()) / square_mm));
  if (column < 0 || column >= columns_ || row < 0 || row >= rows_) {
    for (std::size_t i = 1; i < last; ++i) look_at(i, 0, arch_.step_mm);
  } else {
    const auto square = static_cast<std::size_t>(row * columns_ + column);
    for (std::uint32_t s = first_[square]; s < first_[square + 1]; ++s) look_at(near_[s], 0, arch_.step_mm);
  }
  const Segment& segment = segments_[at];
  const Eigen::Vector2d outward(-segment.along.y(), segment.along.x());
  return {.along_mm = static_cast<double>(at) * arch_.step_mm + place,
          .across_mm = std::copysign(std::sqrt(nearest), outward.dot(p - segment.start)),
          .height_mm = arch_.up.dot(d)};
}

std::vector<char> near_outline_of_base(const TriangleMesh& mesh, const ArchPath& arch) {
  constexpr double cell_mm = 1;  // at least the longest edge, so that the surface leaves no cell out
  using Cell = std::pair<int, int>;
  std::vector<Cell> cell(mesh.vertices.size());
  std::vector<double> height(mesh.vertices.size());
  for (std::size_t v = 0; v < cell.size(); ++v) {
    const Eigen::Vector3d d = mesh.vertices[v] - arch.origin;
    cell[v] = {static_cast<int>(std::floor(arch.right.dot(d) / cell_mm)),
               static_cast<int>(std::floor(arch.front.dot(d) / cell_mm))};
    height[v] = arch.up.dot(d);
  }
  const double lowest = *std::min_element(height.begin(), height.end());
  const double deep = std::max(-tuning.arch.base_depth_mm, lowest + tuning.arch.thinnest_base_mm);
  std::set<Cell> base;
  for (std::size_t v = 0; v < cell.size(); ++v)
    if (height[v] < deep) base.insert(cell[v]);
  std::vector<char> near(cell.size(), 0);
  for (std::size_t v = 0; v < cell.size(); ++v) {
    if (height[v] < deep) continue;
    int covered = 0;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        covered += base.contains({cell[v].first + dx, cell[v].second + dy}) ? 1 : 0;
    near[v] = covered > 0 && covered < 9;
  }
  return near;
}

namespace {

constexpr double pair_mm = 1;  //!< from one pair of points to the next

//! Mean square distance between the right arm and the reflected left arm, about the axis that minimises it.
double asymmetry_mm2(const ArchPath& arch, std::size_t middle, std::size_t pairs, std::size_t stride) {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (std::size_t i = 1; i <= pairs; ++i)
    mean += arch.points[middle - i * stride] + arch.points[middle + i * stride];
  mean /= 2 * static_cast<double>(pairs);
  // The best axis passes through the middle of each pair, perpendicular to the line that joins the pair.
  Eigen::Matrix2d misfit = Eigen::Matrix2d::Zero();
  for (std::size_t i = 1; i <= pairs; ++i) {
    const Eigen::Vector2d &left = arch.points[middle - i * stride], &right = arch.points[middle + i * stride];
    const Eigen::Vector2d joint = 0.5 * (right - left), off = 0.5 * (left + right) - mean;
    const Eigen::Vector2d across(-off.y(), off.x());
    misfit += joint * joint.transpose() + across * across.transpose();
  }
  return eigenvalues(misfit)[0] / static_cast<double>(pairs);
}

}  // namespace

std::optional<double> symmetry_axis_mm(const ArchPath& arch) {
  const auto stride = static_cast<std::size_t>(pair_mm / arch.step_mm);
  const auto pairs = static_cast<std::size_t>(tuning.arch.arm_mm / pair_mm);
  std::optional<double> axis;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t middle = pairs * stride; middle + pairs * stride < arch.points.size(); ++middle) {
    const double mm2 = asymmetry_mm2(arch, middle, pairs, stride);
    if (mm2 >= least) continue;
    least = mm2;
    axis = static_cast<double>(middle) * arch.step_mm;
  }
  return axis;
}

namespace {

constexpr double across_limit = 8.0;
constexpr double cell_across = 0.5;
constexpr double cell_along = 0.25;
constexpr int rows = 32;
constexpr int cleft_reach = 2;  //!< columns

struct Raster {
  int columns = 0;
  std::vector<double> valley, area, top;  // column-major
  // Area of walls as seen along the arch: `forward` of walls that face its end, `backward` its start.
  std::vector<double> forward, backward;
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
    if (i < 0 || i >= r.columns || std::abs(places[v].across_mm) > tuning.arch.profile_half_mm ||
        places[v].height_mm > tuning.arch.stray_height_mm)
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
        p.height_mm > tuning.arch.stray_height_mm)
      continue;
    r.top[r.at(i, j)] = std::max(r.top[r.at(i, j)], p.height_mm);
    const auto c = static_cast<std::size_t>(i);
    if (p.height_mm < wide_top[c] - tuning.arch.band_mm || shape.near_margin[v]) continue;
    Eigen::Vector3d t = arch.tangent(p.along_mm);
    const double facing = t.dot(shape.normal[v]);
    std::vector<double>& walls = facing > 0 ? r.forward : r.backward;
    walls[r.at(i, j)] += shape.area_mm2[v] * std::max(0.0, std::abs(facing) - tuning.arch.wall_facing) /
                         (1 - tuning.arch.wall_facing);
    t -= t.dot(shape.normal[v]) * shape.normal[v];
    const double lying = t.squaredNorm();  // small where the surface faces along the arch
    const double bend = lying > 1e-4 ? t.dot(shape.curvature[v] * t) / lying : 0;
    const double weight = shape.area_mm2[v];
    r.valley[r.at(i, j)] += weight * std::clamp(-bend, tuning.arch.least_valley, tuning.arch.most_valley);
    r.area[r.at(i, j)] += weight * std::sqrt(lying);
    if (p.height_mm > wide_top[c] - tuning.arch.crest_depth_mm) {
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
      if (height[static_cast<std::size_t>(j)] < own_top - tuning.arch.table_depth_mm) continue;
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
        sum += tuning.arch.cleft_bend * r.cleft_mm2(middle, j);
      }
      const double mean = sum / (area + 0.5) - tuning.arch.slant_cost * std::abs(slant);
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
  double concave = 0, area = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const ArchPoint& p = places[v];
    const auto column = std::lround(p.along_mm / ArchProfile::step_mm);
    if (column < 0 || column >= static_cast<long>(profile.columns.size()) || shape.near_margin[v]) continue;
    const double top = profile.columns[static_cast<std::size_t>(column)].top_mm;
    if (std::abs(p.across_mm) > tuning.arch.biting_half_mm || p.height_mm > tuning.arch.stray_height_mm ||
        p.height_mm < top - tuning.arch.biting_depth_mm ||
        shape.normal[v].dot(arch.up) < tuning.arch.biting_facing)
      continue;
    area += shape.area_mm2[v];
    if (is_concave(shape.curvature[v], tuning.arch.biting_bend)) concave += shape.area_mm2[v];
  }
  return area > 0 ? concave / area : 0;
}

ArchProfile with_pieces(ArchProfile profile, std::span<const int> piece, std::span<const ArchPoint> places) {
  struct Extent {
    double first, middle, last;
  };
  std::map<int, std::vector<double>> along;
  for (std::size_t v = 0; v < piece.size(); ++v) {
    if (piece[v] >= 0) along[piece[v]].push_back(places[v].along_mm);
  }
  if (along.empty()) return profile;
  std::vector<Extent> extents;
  for (auto& [number, positions] : along) {
    std::sort(positions.begin(), positions.end());
    const std::size_t n = positions.size();
    extents.push_back({positions[n / 20], positions[n / 2], positions[n - 1 - n / 20]});
  }
  std::sort(extents.begin(), extents.end(),
            [](const Extent& a, const Extent& b) { return a.middle < b.middle; });
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t c = 0; c < profile.columns.size(); ++c) {
      const double at = static_cast<double>(c) * ArchProfile::step_mm;
      if (at >= extents[i].first && at <= extents[i].last)
        profile.columns[c].valley = std::min(profile.columns[c].valley, 0.0);
    }
  }
  for (std::size_t i = 0; i + 1 < extents.size(); ++i) {
    const double between = 0.5 * (extents[i].last + extents[i + 1].first);
    const auto c = static_cast<std::size_t>(std::max(0L, std::lround(between / ArchProfile::step_mm)));
    if (c >= profile.columns.size()) continue;
    profile.columns[c].valley = tuning.arch.piece_valley;
    profile.columns[c].slant = 0;
  }
  return profile;
}

std::vector<int> crest_of_each_vertex(std::span<const char> top, const TriangleMesh& mesh,
                                      const SurfaceShape& shape) {
  const std::size_t n = mesh.vertices.size();
  std::vector<char> on_crest(n);
  for (std::size_t v = 0; v < n; ++v)
    on_crest[v] = top[v] && !is_concave(shape.curvature[v], tuning.arch.crest_bend);
  UnionFind joined(n);
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (on_crest[a] && on_crest[b]) joined.join(a, b);
  });
  std::vector<int> crest(n, -1);
  for (std::size_t v = 0; v < n; ++v)
    if (on_crest[v]) crest[v] = static_cast<int>(joined.root(static_cast<std::uint32_t>(v)));
  return crest;
}

std::vector<double> crest_middles_mm(const TriangleMesh& mesh, const SurfaceShape& shape,
                                     std::span<const ArchPoint> places, const ArchProfile& profile) {
  std::vector<char> top(places.size(), 0);
  for (std::size_t v = 0; v < top.size(); ++v) {
    const auto column = std::lround(places[v].along_mm / ArchProfile::step_mm);
    if (column < 0 || column >= static_cast<long>(profile.columns.size()) || shape.near_margin[v]) continue;
    const ArchProfile::Column& c = profile.columns[static_cast<std::size_t>(column)];
    top[v] = std::abs(places[v].across_mm) < tuning.arch.crest_half_mm &&
             places[v].height_mm < tuning.arch.stray_height_mm &&
             places[v].height_mm > c.top_mm - tuning.arch.top_depth_mm;
  }
  const std::vector<int> crest = crest_of_each_vertex(top, mesh, shape);
  std::map<int, std::pair<double, double>> sums;  // per crest: area, and area times position along the arch
  for (std::size_t v = 0; v < crest.size(); ++v) {
    if (crest[v] < 0) continue;
    auto& [area, moment] = sums[crest[v]];
    area += shape.area_mm2[v];
    moment += shape.area_mm2[v] * places[v].along_mm;
  }
  std::vector<double> middles;
  for (const auto& [id, sum] : sums)
    if (sum.first >= tuning.arch.crest_mm2) middles.push_back(sum.second / sum.first);
  std::sort(middles.begin(), middles.end());
  return middles;
}

}  // namespace intercusp
