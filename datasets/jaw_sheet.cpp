#include "datasets/jaw_sheet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "datasets/seeded_random.h"
#include "datasets/tooth_shape.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

constexpr std::size_t net_rows = 113;
constexpr double net_step_mm = 0.2;
constexpr double longest_ray_mm = 13;
constexpr double shortest_ray_mm = 0.2;
constexpr double wall_share = 0.3;  // share of the rays for each of the two walls

struct PlaneRay {
  double q0, z0, dq, dz;
};

//! The ray at share `t` of the way from the cheek's edge of the scan, over the bite, to the tongue's edge.
PlaneRay ray_at(const Station& s, double t) {
  const double wall = std::min(t, 1 - t) / wall_share;
  if (wall < 1) return {0, s.bottom_mm + wall * (s.blade_mm - s.bottom_mm), t < 0.5 ? 1.0 : -1.0, 0};
  const double angle = std::numbers::pi * (t - wall_share) / (1 - 2 * wall_share);
  return {0, s.blade_mm, std::cos(angle), std::sin(angle)};
}

BodyValue value_on(const JawBody& jaw, const Station& s, const PlaneRay& ray, double r) {
  return inside_jaw(jaw, s, ray.q0 + r * ray.dq, ray.z0 + r * ray.dz);
}

//! Root of the body's value between an inner and an outer length (regula falsi with halving, "Illinois").
double refine(const JawBody& jaw, const Station& s, const PlaneRay& ray, double in, double value_in,
              double out, double value_out) {
  constexpr double close_enough_mm = 2e-5;
  double middle = in;
  for (int i = 0; i < 24 && out - in > close_enough_mm; ++i) {
    middle = in + (out - in) * value_in / (value_in - value_out);
    const double value = value_on(jaw, s, ray, middle).inside_mm;
    if (std::abs(value) < close_enough_mm) return middle;
    if (value > 0) {
      in = middle;
      value_in = value;
      value_out *= 0.5;
    } else {
      out = middle;
      value_out = value;
      value_in *= 0.5;
    }
  }
  return middle;
}

//! The ray's last exit from the jaw, searched from outside inwards in steps that the value allows.
double cast_from_outside(const JawBody& jaw, const Station& s, const PlaneRay& ray) {
  double out = longest_ray_mm;
  double value_out = value_on(jaw, s, ray, out).inside_mm;
  if (value_out >= 0) return out;
  while (out > shortest_ray_mm) {
    const double in = std::max(out - std::max(-0.6 * value_out, 0.05), shortest_ray_mm);
    const double value_in = value_on(jaw, s, ray, in).inside_mm;
    if (value_in >= 0) return refine(jaw, s, ray, in, value_in, out, value_out);
    out = in;
    value_out = value_in;
  }
  return shortest_ray_mm;
}

//! The ray's exit, searched from a good estimate.
double cast_near(const JawBody& jaw, const Station& s, const PlaneRay& ray, double guess) {
  constexpr double doubt_mm = 0.02;
  const double in = std::max(guess - doubt_mm, shortest_ray_mm);
  const double out = in + 2 * doubt_mm;
  const double value_in = value_on(jaw, s, ray, in).inside_mm;
  const double value_out = value_on(jaw, s, ray, out).inside_mm;
  if (value_in >= 0 && value_out < 0) return refine(jaw, s, ray, in, value_in, out, value_out);
  return cast_from_outside(jaw, s, ray);
}

Eigen::Vector3d point_on(const Station& s, const PlaneRay& ray, double r) {
  return s.base + (ray.q0 + r * ray.dq) * s.out + (ray.z0 + r * ray.dz) * s.up;
}

//! Inverse of a table of increasing numbers, linear between entries.
double inverse(const std::vector<double>& table, double value) {
  const auto next = std::upper_bound(table.begin() + 1, table.end() - 1, value);
  const double a = *(next - 1);
  const double b = *next;
  const double t = b > a ? std::clamp((value - a) / (b - a), 0.0, 1.0) : 0.0;
  return static_cast<double>(next - 1 - table.begin()) + t;
}

//! Distributes the vertices over the sheet with approximately equal spacing.
struct Spread {
  std::vector<double> along;                //!< per column: share of the way from the right end to the left
  std::vector<std::vector<double>> across;  //!< per column and row: share of the way from cheek to tongue
  double along_mm = 0, across_mm = 0;       //!< typical lengths in the two directions
};

double step_mm(const SheetNet& net, std::size_t a, std::size_t b) {
  return (net.points[a] - net.points[b]).norm();
}

Spread measure_spread(const SheetNet& net) {
  Spread spread;
  spread.along.assign(net.columns, 0);
  std::vector<std::vector<double>> raw(net.columns, std::vector<double>(net.rows, 0));
  for (std::size_t c = 0; c < net.columns; ++c) {
    double squares = 0;
    for (std::size_t r = 0; r < net.rows; ++r) {
      const std::size_t k = c * net.rows + r;
      if (r > 0) raw[c][r] = raw[c][r - 1] + step_mm(net, k, k - 1);
      if (c > 0) squares += std::min(std::pow(step_mm(net, k, k - net.rows), 2), 1.0);
    }
    spread.across_mm += raw[c].back() / static_cast<double>(net.columns);
    if (c > 0) spread.along[c] = spread.along[c - 1] + std::sqrt(squares / static_cast<double>(net.rows));
    for (double& share : raw[c]) share /= raw[c].back();
  }
  spread.along_mm = spread.along.back();
  for (double& share : spread.along) share /= spread.along_mm;
  // Positions of rows are averaged over neighbouring columns, because rows would otherwise drift at the gaps
  // between teeth.
  constexpr long reach = 6;
  spread.across = raw;
  for (long c = 0; c < static_cast<long>(net.columns); ++c) {
    auto& row_shares = spread.across[static_cast<std::size_t>(c)];
    std::fill(row_shares.begin(), row_shares.end(), 0);
    double weights = 0;
    for (long k = std::max(c - reach, 0L); k <= std::min(c + reach, static_cast<long>(net.columns) - 1);
         ++k) {
      const double w = bell(static_cast<double>(k - c) / (reach + 1));
      weights += w;
      for (std::size_t r = 0; r < net.rows; ++r) row_shares[r] += w * raw[static_cast<std::size_t>(k)][r];
    }
    for (double& share : row_shares) share /= weights;
  }
  return spread;
}

double reach_guess(const SheetNet& net, double column, double row) {
  const auto c = std::min(static_cast<std::size_t>(column), net.columns - 2);
  const auto r = std::min(static_cast<std::size_t>(row), net.rows - 2);
  const double s = column - static_cast<double>(c);
  const double t = row - static_cast<double>(r);
  const double* a = &net.reach_mm[c * net.rows + r];
  const double* b = a + net.rows;
  return (1 - s) * ((1 - t) * a[0] + t * a[1]) + s * ((1 - t) * b[0] + t * b[1]);
}

//! Makes two triangles per quad, cut along its shorter diagonal, facing outward.
void join(TriangleMesh& mesh, std::size_t columns, std::size_t rows, bool flip) {
  mesh.faces.resize(2 * (columns - 1) * (rows - 1));
  for_all(std::size_t{0}, columns - 1, [&](std::size_t c) {
    std::size_t next = 2 * c * (rows - 1);
    for (std::size_t r = 0; r + 1 < rows; ++r) {
      const auto k = static_cast<std::uint32_t>(c * rows + r);
      const auto n = static_cast<std::uint32_t>(rows);
      std::array<std::uint32_t, 4> quad = {k, k + n, k + n + 1, k + 1};
      if (flip) std::swap(quad[1], quad[3]);
      const auto& v = mesh.vertices;
      if ((v[quad[0]] - v[quad[2]]).squaredNorm() <= (v[quad[1]] - v[quad[3]]).squaredNorm()) {
        mesh.faces[next++] = {quad[0], quad[1], quad[2]};
        mesh.faces[next++] = {quad[0], quad[2], quad[3]};
      } else {
        mesh.faces[next++] = {quad[0], quad[1], quad[3]};
        mesh.faces[next++] = {quad[1], quad[2], quad[3]};
      }
    }
  });
}

}  // namespace

SheetNet cast_net(const JawBody& jaw) {
  const double first = jaw.stations.front().arch_mm;
  const double length = jaw.stations.back().arch_mm - first;
  SheetNet net{.columns = static_cast<std::size_t>(length / net_step_mm) + 1,
               .rows = net_rows,
               .first_arch_mm = first};
  net.step_mm = length / static_cast<double>(net.columns - 1);
  net.reach_mm.resize(net.columns * net.rows);
  net.points.resize(net.columns * net.rows);
  for_all(std::size_t{0}, net.columns, [&](std::size_t c) {
    const Station s = station_at(jaw, first + net.step_mm * static_cast<double>(c));
    for (std::size_t r = 0; r < net.rows; ++r) {
      const PlaneRay ray = ray_at(s, static_cast<double>(r) / static_cast<double>(net.rows - 1));
      const std::size_t k = c * net.rows + r;
      net.reach_mm[k] = cast_from_outside(jaw, s, ray);
      net.points[k] = point_on(s, ray, net.reach_mm[k]);
    }
  });
  return net;
}

bool sheet_shows(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm) {
  constexpr double beside_mm = 0.15, step_mm = 0.1;
  const Station s = station_of(jaw, point, near_mm);
  const double q = s.out.dot(point - s.base), z = s.up.dot(point - s.base);
  const double z0 = std::min(z, s.blade_mm);
  const double reach = std::hypot(q, z - z0);
  if (z < s.bottom_mm || reach < shortest_ray_mm) return false;
  const PlaneRay ray{0, z0, q / reach, (z - z0) / reach};
  for (double r = reach + beside_mm; r < longest_ray_mm; r += step_mm)
    if (value_on(jaw, s, ray, r).inside_mm >= 0) return false;
  return true;
}

Sheet sheet_mesh(const JawBody& jaw, const SheetNet& net, std::size_t triangles, std::uint64_t seed) {
  const Spread spread = measure_spread(net);
  const double quads = static_cast<double>(triangles) / 2;
  const auto cells_across = std::max<std::size_t>(
      8, static_cast<std::size_t>(std::lround(std::sqrt(quads * spread.across_mm / spread.along_mm))));
  const auto cells_along = std::max<std::size_t>(
      8, static_cast<std::size_t>(std::lround(quads / static_cast<double>(cells_across))));
  const std::size_t rows = cells_across + 1;
  const std::size_t columns = cells_along + 1;
  Sheet sheet{.columns = columns, .rows = rows, .jaw = jaw.which};
  sheet.inwards.resize(columns);
  LabelledMesh& result = sheet.surface;
  result.mesh.vertices.resize(columns * rows);
  result.labels.resize(columns * rows);
  for_all(std::size_t{0}, columns, [&](std::size_t c) {
    SeededRandom random(seed * 0x100000001b3ULL + c * 2 + (jaw.which == Jaw::upper ? 1 : 0));
    std::vector<double> shares(net.rows);
    for (std::size_t r = 0; r < rows; ++r) {
      // At most a quarter of a cell, so that vertices keep their order. Edges stay straight.
      const double slip = c == 0 || c + 1 == columns ? 0 : random.uniform(-0.25, 0.25);
      const double slide = r == 0 || r + 1 == rows ? 0 : random.uniform(-0.25, 0.25);
      const double column =
          inverse(spread.along, (static_cast<double>(c) + slip) / static_cast<double>(cells_along));
      const auto left = std::min(static_cast<std::size_t>(column), net.columns - 2);
      const double t = column - static_cast<double>(left);
      for (std::size_t k = 0; k < net.rows; ++k) {
        shares[k] = (1 - t) * spread.across[left][k] + t * spread.across[left + 1][k];
      }
      const double row =
          inverse(shares, (static_cast<double>(r) + slide) / static_cast<double>(cells_across));
      const Station s = station_at(jaw, net.first_arch_mm + net.step_mm * column);
      const PlaneRay ray = ray_at(s, row / static_cast<double>(net.rows - 1));
      if (r + 1 == rows) sheet.inwards[c] = -s.out;
      const double reach = cast_near(jaw, s, ray, reach_guess(net, column, row));
      result.mesh.vertices[c * rows + r] = point_on(s, ray, reach);
      result.labels[c * rows + r] = value_on(jaw, s, ray, reach).label;
    }
  });
  join(result.mesh, columns, rows, jaw.which == Jaw::upper);
  return sheet;
}

}  // namespace intercusp
