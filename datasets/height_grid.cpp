#include "datasets/height_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace intercusp {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

void draw(HeightGrid& grid, FacingSide side, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
          const Eigen::Vector3d& c) {
  const Eigen::Vector2d ab = (b - a).head<2>();
  const Eigen::Vector2d ac = (c - a).head<2>();
  const double area = ab.x() * ac.y() - ab.y() * ac.x();
  if (std::abs(area) < 1e-12) return;
  const Eigen::Array3d xs(a.x(), b.x(), c.x());
  const Eigen::Array3d ys(a.y(), b.y(), c.y());
  const auto first = [&](double v, double from) {
    return static_cast<long>(std::ceil((v - from) / grid.cell_mm));
  };
  for (long j = first(ys.minCoeff(), grid.min.y()); j < first(ys.maxCoeff(), grid.min.y()); ++j) {
    for (long i = first(xs.minCoeff(), grid.min.x()); i < first(xs.maxCoeff(), grid.min.x()); ++i) {
      const Eigen::Vector2d p(grid.min.x() + grid.cell_mm * static_cast<double>(i) - a.x(),
                              grid.min.y() + grid.cell_mm * static_cast<double>(j) - a.y());
      const double u = (p.x() * ac.y() - p.y() * ac.x()) / area;
      const double v = (ab.x() * p.y() - ab.y() * p.x()) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const double z = a.z() + u * (b.z() - a.z()) + v * (c.z() - a.z());
      double& kept = grid.z[static_cast<std::size_t>(j) * grid.width + static_cast<std::size_t>(i)];
      if (std::isnan(kept) || (side == FacingSide::up ? z > kept : z < kept)) kept = z;
    }
  }
}

}  // namespace

double HeightGrid::at(double x, double y) const {
  const double u = (x - min.x()) / cell_mm;
  const double v = (y - min.y()) / cell_mm;
  if (!(u >= 0 && v >= 0 && u < static_cast<double>(width - 1) && v < static_cast<double>(height - 1)))
    return nothing;
  const auto i = static_cast<std::size_t>(u);
  const auto j = static_cast<std::size_t>(v);
  const double s = u - static_cast<double>(i);
  const double t = v - static_cast<double>(j);
  const double* row = &z[j * width + i];
  return (1 - t) * ((1 - s) * row[0] + s * row[1]) + t * ((1 - s) * row[width] + s * row[width + 1]);
}

HeightGrid height_grid(const std::vector<Eigen::Vector3d>& points, std::size_t rows, FacingSide side,
                       double cell_mm) {
  Eigen::Vector2d low = points.front().head<2>();
  Eigen::Vector2d high = low;
  for (const Eigen::Vector3d& p : points) {
    low = low.cwiseMin(p.head<2>());
    high = high.cwiseMax(p.head<2>());
  }
  HeightGrid grid{.min = low, .cell_mm = cell_mm};
  grid.width = static_cast<std::size_t>((high.x() - low.x()) / cell_mm) + 2;
  grid.height = static_cast<std::size_t>((high.y() - low.y()) / cell_mm) + 2;
  grid.z.assign(grid.width * grid.height, nothing);
  for (std::size_t c = 0; c + 1 < points.size() / rows; ++c) {
    for (std::size_t r = 0; r + 1 < rows; ++r) {
      const std::size_t k = c * rows + r;
      draw(grid, side, points[k], points[k + 1], points[k + rows + 1]);
      draw(grid, side, points[k], points[k + rows + 1], points[k + rows]);
    }
  }
  return grid;
}

HeightGrid pits_filled(const HeightGrid& grid) {
  HeightGrid result = grid;
  for (std::size_t j = 1; j + 1 < grid.height; ++j) {
    for (std::size_t i = 1; i + 1 < grid.width; ++i) {
      const std::size_t k = j * grid.width + i;
      if (std::isnan(grid.z[k])) continue;
      double sum = 0;
      double weights = 0;
      for (std::size_t b = 0; b < 3; ++b) {
        for (std::size_t a = 0; a < 3; ++a) {
          const double z = grid.z[(j + b - 1) * grid.width + i + a - 1];
          const double w = (b == 1 ? 2 : 1) * (a == 1 ? 2 : 1);
          if (std::isnan(z)) continue;
          sum += w * z;
          weights += w;
        }
      }
      result.z[k] = std::min(grid.z[k], sum / weights);
    }
  }
  return result;
}

}  // namespace intercusp
