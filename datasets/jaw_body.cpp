#include "datasets/jaw_body.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "datasets/seeded_random.h"
#include "datasets/tooth_shape.h"

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

constexpr double behind_last_tooth_mm = 5;
constexpr double gum_over_neck_mm = 0.6;  // the gum's margin covers the neck slightly

//! Rises smoothly from 0 at `from` to 1 at `to`.
double ramp(double x, double from, double to) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

//! Values that each tooth has, interpolated linearly between the middles of teeth.
Station between_teeth(const std::vector<PlacedTooth>& teeth, double arch_mm) {
  std::size_t i = 0;
  while (i + 2 < teeth.size() && arch_mm > teeth[i + 1].arch_mm) ++i;
  const PlacedTooth& a = teeth[i];
  const PlacedTooth& b = teeth[i + 1];
  const double t = (arch_mm - a.arch_mm) / (b.arch_mm - a.arch_mm);
  const double inside = std::clamp(t, 0.0, 1.0);
  Station s{.arch_mm = arch_mm};
  s.base = a.origin + inside * (b.origin - a.origin);
  s.up = (a.occlusal + inside * (b.occlusal - a.occlusal)).normalized();
  if (t < 0) s.base += a.distal * (a.arch_mm - arch_mm);
  if (t > 1) s.base += b.distal * (arch_mm - b.arch_mm);
  const auto mix = [&](double va, double vb) { return va + inside * (vb - va); };
  s.buccal_mm = mix(a.shape.buccal[0], b.shape.buccal[0]);
  s.lingual_mm = mix(a.shape.lingual[0], b.shape.lingual[0]);
  const auto blade = [](const PlacedTooth& tooth) {
    if (is_milk(tooth.shape.fdi) && tooth.shape.anterior) return 0.15 * tooth.shape.height_mm;  // thin crowns
    return (tooth.shape.anterior ? 0.42 : 0.36) * tooth.shape.height_mm;
  };
  s.blade_mm = mix(blade(a), blade(b));
  const auto papilla = [](const PlacedTooth& tooth) {
    if (is_milk(tooth.shape.fdi)) return 0.4 * tooth.shape.height_mm;
    return tooth.shape.anterior ? 0.47 * tooth.shape.height_mm : 2.9;
  };
  s.papilla_mm = mix(papilla(a), papilla(b));
  return s;
}

//! Running mean with a bell-shaped weight; removes the corners of linear pieces.
std::vector<Station> smoothed(const std::vector<Station>& raw, double half_mm) {
  const auto reach = static_cast<long>(half_mm / station_step_mm);
  std::vector<Station> result = raw;
  for (long i = 0; i < static_cast<long>(raw.size()); ++i) {
    const long room = std::min({reach, i, static_cast<long>(raw.size()) - 1 - i});
    Station sum{.base = Eigen::Vector3d::Zero(), .up = Eigen::Vector3d::Zero()};
    double weights = 0;
    for (long k = -room; k <= room; ++k) {
      const Station& s = raw[static_cast<std::size_t>(i + k)];
      const double w = bell(static_cast<double>(k) / static_cast<double>(reach + 1));
      weights += w;
      sum.base += w * s.base;
      sum.up += w * s.up;
      sum.buccal_mm += w * s.buccal_mm;
      sum.lingual_mm += w * s.lingual_mm;
      sum.blade_mm += w * s.blade_mm;
      sum.papilla_mm += w * s.papilla_mm;
    }
    Station& s = result[static_cast<std::size_t>(i)];
    s.base = sum.base / weights;
    s.up = sum.up.normalized();
    s.buccal_mm = sum.buccal_mm / weights;
    s.lingual_mm = sum.lingual_mm / weights;
    s.blade_mm = sum.blade_mm / weights;
    s.papilla_mm = sum.papilla_mm / weights;
  }
  return result;
}

void set_outward(std::vector<Station>& stations, Jaw jaw) {
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const std::size_t before = i < 5 ? 0 : i - 5;
    const std::size_t after = std::min(i + 5, stations.size() - 1);
    // Towards the left.
    const Eigen::Vector3d along = (stations[after].base - stations[before].base).normalized();
    const Eigen::Vector3d out = jaw == Jaw::upper ? stations[i].up.cross(along) : along.cross(stations[i].up);
    stations[i].out = out.normalized();
  }
  // The planes must not follow the turn of single teeth, or they would cross on the inner side of the arch.
  const std::vector<Station> raw = stations;
  constexpr long reach = 80;
  for (long i = 0; i < static_cast<long>(raw.size()); ++i) {
    const long room = std::min({reach, i, static_cast<long>(raw.size()) - 1 - i});
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (long k = -room; k <= room; ++k) {
      sum += bell(static_cast<double>(k) / (reach + 1)) * raw[static_cast<std::size_t>(i + k)].out;
    }
    Station& s = stations[static_cast<std::size_t>(i)];
    s.out = (sum - sum.dot(s.up) * s.up).normalized();
  }
}

//! Height of the gum's tip between two teeth: 1 where they touch, 0 away from there and beside lost teeth.
double papilla_at(const std::vector<PlacedTooth>& teeth, double arch_mm) {
  double papilla = 0;
  for (std::size_t i = 0; i + 1 < teeth.size(); ++i) {
    if (!teeth[i].present || !teeth[i + 1].present) continue;
    const double contact = teeth[i].arch_mm + teeth[i].half_width_mm;
    const double width = 0.62 * (teeth[i].half_width_mm + teeth[i + 1].half_width_mm) * 0.5 + 0.9;
    papilla = std::max(papilla, bell((arch_mm - contact) / width));
  }
  return papilla;
}

//! Sets the gum between and behind the teeth, and the lower edge of the scan.
void set_gum(Station& s, const JawBody& jaw) {
  s.papilla = papilla_at(jaw.teeth, s.arch_mm);
  s.between = 0;
  for (const PlacedTooth& tooth : jaw.teeth) {
    const double off_middle = std::abs(s.arch_mm - tooth.arch_mm) / tooth.half_width_mm;
    if (off_middle <= 1) s.between = 0.5 - 0.5 * std::cos(std::numbers::pi * off_middle);
  }
  // The front of the palate lies in a tight curve.
  s.palate_slope = 0.4 + 0.45 * ramp(std::abs(s.arch_mm), 8, 30);
  const PlacedTooth& last = s.arch_mm < 0 ? jaw.teeth.front() : jaw.teeth.back();
  const double behind = std::abs(s.arch_mm) - std::abs(last.arch_mm) - last.half_width_mm;
  if (behind > 0) s.between = 1 - ramp(behind, 0, 4);
  const double away = ramp(behind, 0.5, behind_last_tooth_mm + 1);
  s.gum_mm = gum_over_neck_mm + 1.2 * ramp(behind, -2.5, 0.2) - 5.5 * away;
  s.blade_mm += (s.gum_mm - 1.5 - s.blade_mm) * ramp(behind, -2.6, -0.7);
  s.thickness = 1 - 0.35 * away;
  const auto& w = jaw.wave_phase;
  s.bottom_mm =
      -7 + 0.5 * std::sin(0.33 * s.arch_mm + w[0]) + 0.25 * std::sin(0.9 * s.arch_mm + w[1]) - 1.5 * away;
}

//! A stretch of the arch without teeth.
struct Gap {
  double from_mm, to_mm;
};

std::vector<Gap> gaps_of(const JawBody& jaw) {
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < jaw.teeth.size(); ++i) {
    const PlacedTooth& tooth = jaw.teeth[i];
    if (tooth.present) continue;
    const bool goes_on = i > 0 && !jaw.teeth[i - 1].present;
    if (!goes_on) gaps.push_back({tooth.arch_mm - tooth.half_width_mm, 0});
    gaps.back().to_mm = tooth.arch_mm + tooth.half_width_mm;
    if (i == 0) gaps.back().from_mm = jaw.stations.front().arch_mm - 5;
    if (i + 1 == jaw.teeth.size()) gaps.back().to_mm = jaw.stations.back().arch_mm + 5;
  }
  return gaps;
}

//! Shapes a rounded ridge of gum, slightly lower and thinner than next to the teeth, as in a healed jaw.
void set_ridge(Station& s, const Gap& gap) {
  const double inside = std::min(s.arch_mm - gap.from_mm, gap.to_mm - s.arch_mm);
  if (inside < -3) return;
  const double healed = ramp(inside, -2.5, 1.5);
  s.gum_mm += (std::min(s.gum_mm, 0.1) - s.gum_mm) * healed;
  s.blade_mm += (std::min(s.blade_mm, s.gum_mm - 1.5) - s.blade_mm) * ramp(inside, -2.6, -0.7);
  if (inside > 0) s.between = 1 - ramp(inside, 0, 4);
  s.thickness *= 1 - 0.22 * ramp(inside, 0, 4);
}

double inside_gum(const JawBody& jaw, const Station& s, double q, double z) {
  const double depth = std::max(-z, 0.0);
  const double rise = std::clamp((z + 0.7) / (s.papilla_mm + 0.7), 0.0, 1.0);
  const bool buccal = q > 0;
  const double neck = buccal ? s.buccal_mm : s.lingual_mm;
  double half = neck + 0.35 - s.between * (0.35 * std::exp(-depth / 2.5) + rise * (neck - 1.5));
  const double slope_depth = depth * depth / (depth + 2.5);  // depth without the kink at the neck
  if (buccal) {
    // Bulges over the roots, and the fold towards the cheek.
    half += 0.16 * slope_depth + 0.25 * (1 - s.between) * bell((depth - 3) / 5);
  } else if (jaw.which == Jaw::upper) {
    half += s.palate_slope * slope_depth;
  } else {
    half += 0.12 * slope_depth;
  }
  const auto& w = jaw.wave_phase;
  const double wave = 0.05 * std::sin(0.9 * s.arch_mm + w[2]) * std::sin(0.8 * z + w[3]);
  const double scallop = 0.25 * s.papilla_mm * s.between * s.between;
  const double top = s.gum_mm + scallop + s.papilla * std::max(s.papilla_mm - s.gum_mm - scallop, 0.0);
  const double round_mm = 1.0 + 9 * (1 - s.thickness);  // the pad behind the last tooth is a dome
  return smooth_min(s.thickness * half - std::abs(q), top - z, round_mm) + wave;
}

//! How far the point is below the opposing jaw. Small where lower cusps reach the upper's surface.
double below_opposing(const JawBody& jaw, const Eigen::Vector3d& p) {
  const double ceiling = jaw.opposing.at(p.x(), p.y());
  if (std::isnan(ceiling)) return 100;
  const auto& w = jaw.wave_phase;
  // Worn surfaces press into the opposing ones by some hundredths of a mm, which vary from place to place.
  const double press = 0.06 + 0.02 * std::sin(1.3 * p.x() + w[0]) * std::sin(1.1 * p.y() + w[1]);
  return 0.75 * (ceiling + press - p.z());
}

double inside_wire(const std::vector<Eigen::Vector3d>& wire, const Eigen::Vector3d& p) {
  double nearest = 1e9;
  for (std::size_t i = 1; i < wire.size(); ++i) {
    const Eigen::Vector3d along = wire[i] - wire[i - 1];
    const double t = std::clamp((p - wire[i - 1]).dot(along) / along.squaredNorm(), 0.0, 1.0);
    nearest = std::min(nearest, (p - wire[i - 1] - t * along).norm());
  }
  return wire_radius_mm - nearest;
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

JawBody jaw_body(std::vector<PlacedTooth> teeth, Jaw which, std::uint64_t seed) {
  JawBody jaw{.which = which, .teeth = std::move(teeth)};
  SeededRandom random(seed * 2 + (which == Jaw::upper ? 1001 : 1002));
  for (double& phase : jaw.wave_phase) phase = random.uniform(0, 6.28);
  const double left = jaw.teeth.back().arch_mm + jaw.teeth.back().half_width_mm + behind_last_tooth_mm;
  const double right = jaw.teeth.front().arch_mm - jaw.teeth.front().half_width_mm - behind_last_tooth_mm;
  std::vector<Station> raw;
  for (int i = 0; right + i * station_step_mm <= left; ++i) {
    raw.push_back(between_teeth(jaw.teeth, right + i * station_step_mm));
  }
  jaw.stations = smoothed(raw, 4.5);
  set_outward(jaw.stations, which);
  for (Station& s : jaw.stations) set_gum(s, jaw);
  return jaw;
}

void lose_teeth(JawBody& jaw, const std::vector<int>& missing) {
  for (PlacedTooth& tooth : jaw.teeth) {
    if (names(missing, tooth.shape.fdi)) tooth.present = false;
  }
  const std::vector<Gap> gaps = gaps_of(jaw);
  for (Station& s : jaw.stations) {
    s.papilla = papilla_at(jaw.teeth, s.arch_mm);
    for (const Gap& gap : gaps) set_ridge(s, gap);
  }
}

Station station_at(const JawBody& jaw, double arch_mm) {
  const double place = (arch_mm - jaw.stations.front().arch_mm) / station_step_mm;
  const double inside = std::clamp(place, 0.0, static_cast<double>(jaw.stations.size() - 1) - 1e-6);
  const auto i = static_cast<std::size_t>(inside);
  const double t = inside - static_cast<double>(i);
  const Station& a = jaw.stations[i];
  const Station& b = jaw.stations[i + 1];
  Station s = a;
  s.arch_mm = arch_mm;
  s.base += t * (b.base - a.base);
  s.out = (a.out + t * (b.out - a.out)).normalized();
  s.up = (a.up + t * (b.up - a.up)).normalized();
  for (const auto member : {&Station::buccal_mm, &Station::lingual_mm, &Station::between, &Station::papilla,
                            &Station::papilla_mm, &Station::palate_slope, &Station::gum_mm,
                            &Station::blade_mm, &Station::bottom_mm, &Station::thickness}) {
    s.*member += t * (b.*member - a.*member);
  }
  return s;
}

BodyValue inside_jaw(const JawBody& jaw, const Station& station, double q, double z) {
  const Eigen::Vector3d p = station.base + q * station.out + z * station.up;
  double crowns = -20;
  double best = -20;
  int fdi = 0;
  for (const PlacedTooth& tooth : jaw.teeth) {
    if (!tooth.present ||
        std::abs(tooth.arch_mm - station.arch_mm) > tooth.half_width_mm + 2.5 + tooth.lean_mm)
      continue;
    const double inside = tooth.inside(p);
    if (inside > best) {
      best = inside;
      fdi = tooth.shape.fdi;
    }
    crowns = smooth_max(crowns, inside, 0.3);
  }
  if (jaw.opposing.width > 0) crowns = smooth_min(crowns, below_opposing(jaw, p), 0.15);
  const double gum = inside_gum(jaw, station, q, z);
  const double blade =
      smooth_min(0.9 - 0.3 * std::max(z, 0.0) / 5 - std::abs(q), station.blade_mm + 0.4 - z, 0.3);
  const double soft = std::max(gum, blade);
  const BodyValue natural{smooth_max(crowns, soft, 0.12), crowns >= soft ? fdi : 0};
  if (jaw.wire.size() < 2) return natural;
  const double wire = inside_wire(jaw.wire, p);
  return wire > natural.inside_mm ? BodyValue{wire, 0} : natural;
}

Station station_of(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm) {
  constexpr int most_steps = 12;
  constexpr double close_enough_mm = 1e-6;
  Station station = station_at(jaw, near_mm);
  for (int i = 0; i < most_steps; ++i) {
    const Eigen::Vector3d leftward =
        jaw.which == Jaw::upper ? station.out.cross(station.up) : station.up.cross(station.out);
    const double off_mm = leftward.dot(point - station.base);
    if (std::abs(off_mm) < close_enough_mm) break;
    station = station_at(jaw, station.arch_mm + off_mm);
  }
  return station;
}

BodyValue inside_jaw_at(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm) {
  const Station station = station_of(jaw, point, near_mm);
  const Eigen::Vector3d offset = point - station.base;
  return inside_jaw(jaw, station, station.out.dot(offset), station.up.dot(offset));
}

}  // namespace intercusp
