#include "occlusion/registration/repeats.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/morton_curve.h"
#include "occlusion/registration/arch_distortion.h"
#include "occlusion/registration/deviation.h"
#include "occlusion/registration/register_scans.h"
#include "occlusion/registration/surface_change.h"
#include "occlusion/registration/tooth_loss.h"
#include "occlusion/registration/tooth_movement.h"

namespace intercusp {
namespace {

constexpr int elsewhere = -1;  // of a vertex that the reference does not have

std::unique_ptr<const MatchSurface> part_with(const JawScan& scan, const std::vector<int>& numbers,
                                              const auto& counts) {
  std::vector<std::uint8_t> mask;
  mask.reserve(numbers.size());
  for (const int number : numbers) mask.push_back(counts(number) ? 1 : 0);
  return std::make_unique<const MatchSurface>(scan.mesh.vertices, scan.mesh.faces, mask);
}

//! A scan with the numbers of the reference, in an order that does not depend on its file.
struct Numbered {
  PreparedScan scan;
  std::vector<int> numbers = {};                     //!< per vertex; 0: gum
  std::vector<int> counts = {};                      //!< per vertex: 1 where its distance counts
  std::unique_ptr<const MatchSurface> surface = {};  //!< of what counts

  explicit Numbered(const JawScan& given) : scan(given) {}
  void set_numbers(std::vector<int> of_vertex, bool by_teeth) {
    numbers = std::move(of_vertex);
    const auto does_count = [by_teeth](int number) { return by_teeth ? number > 0 : number != elsewhere; };
    for (const int number : numbers) counts.push_back(does_count(number) ? 1 : 0);
    surface = part_with(scan.scan, numbers, does_count);
  }
};

//! The value of the corner nearest to each vertex.
std::vector<int> numbers_from(const Numbered& reference, const PreparedScan& scan,
                              const Eigen::Isometry3d& reference_from_scan) {
  constexpr double reach_mm = 1;
  const std::vector<Eigen::Vector3d>& vertices = scan.surface.mesh().vertices;
  std::vector<std::uint32_t> order(vertices.size());
  for (std::uint32_t v = 0; v < order.size(); ++v) order[v] = v;
  order = along_curve(vertices, order);
  std::vector<Eigen::Vector3d> places;
  for (const std::uint32_t v : order) places.push_back(reference_from_scan * vertices[v]);
  const auto found = reference.scan.surface.closest(places, reach_mm);
  std::vector<int> numbers(vertices.size(), elsewhere);
  const TriangleMesh& mesh = reference.scan.surface.mesh();
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!found[i]) continue;
    const std::uint32_t nearest = *std::ranges::min_element(mesh.faces[found[i]->face], {}, [&](auto v) {
      return (mesh.vertices[v] - found[i]->place).squaredNorm();
    });
    numbers[order[i]] = reference.numbers[nearest];
  }
  return numbers;
}

//! A pose of least squares and its covariance about the fixed surface's centre.
struct LeastSquares {
  Eigen::Isometry3d fixed_from_moving;
  PoseMatrix covariance;
};

//! Point to plane by Gauss and Newton; everything near counts, as nothing has changed.
std::optional<LeastSquares> least_squares(const MatchSurface& fixed, const MatchSurface& moving,
                                          const Eigen::Isometry3d& start, std::size_t samples) {
  if (fixed.empty() || moving.empty()) return std::nullopt;
  constexpr double reach_mm = 1, rest = 1e-6;
  constexpr int most_steps = 40;
  constexpr std::size_t least_matches = 50;
  LeastSquares result{start, PoseMatrix::Zero()};
  for (int step = 0; step < most_steps; ++step) {
    const std::vector<SurfaceMatch> matches =
        surface_matches(fixed, moving, result.fixed_from_moving, samples, reach_mm);
    if (matches.size() < least_matches) return std::nullopt;
    PoseMatrix left = PoseMatrix::Zero();
    PoseVector right = PoseVector::Zero();
    double squares = 0, area = 0;
    for (const SurfaceMatch& match : matches) {
      PoseVector row;
      row << match.normal, (match.middle() - fixed.centre()).cross(match.normal);
      left += match.area_mm2 * row * row.transpose();
      right -= match.area_mm2 * match.residual_mm * row;
      squares += match.area_mm2 * match.residual_mm * match.residual_mm;
      area += match.area_mm2;
    }
    const PoseVector change = solve_symmetric(left, right);
    result.fixed_from_moving = changed_pose(result.fixed_from_moving, change, fixed.centre());
    const double of_match = squares / static_cast<double>(matches.size());  // variance times mean area
    for (int column = 0; column < 6; ++column)
      result.covariance.col(column) = of_match * solve_symmetric(left, PoseVector::Unit(column));
    if (change.norm() < rest) break;
  }
  return result;
}

//! Distances from the vertices of one scan to another.
SurfaceChange distances(const Numbered& from, const VertexRings& rings, const PreparedScan& to,
                        const Eigen::Isometry3d& to_from_from) {
  return surface_change(from.scan.surface, rings, ScanTime::before, to.surface,
                        std::vector<const Eigen::Isometry3d*>(from.numbers.size(), &to_from_from));
}

//! Root mean squares of several scans or pairs become one.
class RootMeanSquare {
 public:
  void add(double value) {
    squares_ += value * value;
    ++count_;
  }
  [[nodiscard]] double value() const { return count_ > 0 ? std::sqrt(squares_ / count_) : 0; }

 private:
  double squares_ = 0;
  int count_ = 0;
};

double rms_of(const Numbered& from, const SurfaceChange& change, const std::vector<int>& numbers,
              int number) {
  const auto deviation = deviation_of(change.mm, from.scan.surface.areas_mm2(), numbers, number);
  return deviation ? deviation->rms_mm : 0;
}

//! The root mean square of each tooth and of the whole scans.
class ToothSums {
 public:
  explicit ToothSums(const std::vector<ToothAxes>& teeth) : teeth_(teeth), sums_(teeth.size()) {}
  //! \return of all that counts
  double add(const Numbered& from, const SurfaceChange& change) {
    for (std::size_t i = 0; i < teeth_.size(); ++i) {
      if (const double rms = rms_of(from, change, from.numbers, teeth_[i].fdi); rms > 0) sums_[i].add(rms);
    }
    const double whole = rms_of(from, change, from.counts, 1);
    whole_.add(whole);
    return whole;
  }
  [[nodiscard]] double whole() const { return whole_.value(); }
  [[nodiscard]] double of(std::size_t tooth) const { return sums_[tooth].value(); }

 private:
  const std::vector<ToothAxes>& teeth_;
  std::vector<RootMeanSquare> sums_;
  RootMeanSquare whole_;
};

//! Where a scan shows each crown; nothing for those that it lacks.
using Crowns = std::vector<std::optional<ShiftedCrown>>;

std::vector<ShiftedCrown> those_shown(const Crowns& crowns) {
  std::vector<ShiftedCrown> shown;
  for (const auto& crown : crowns) {
    if (crown) shown.push_back(*crown);
  }
  return shown;
}

using CrownSurfaces = std::vector<std::unique_ptr<const MatchSurface>>;

//! A scan in the frame of the reference.
Crowns fitted_crowns(const CrownSurfaces& crowns, const std::vector<ToothAxes>& teeth, const JawScan& scan,
                     const std::vector<int>& numbers) {
  constexpr std::size_t samples = 3000;
  constexpr double digits_mm = 0.001;
  Crowns found(teeth.size());
  for_each_task(teeth.size(), [&](std::size_t i) {
    const int fdi = teeth[i].fdi;
    const auto shown = part_with(scan, numbers, [fdi](int number) { return number == fdi; });
    const auto fit = least_squares(*crowns[i], *shown, Eigen::Isometry3d::Identity(), samples);
    if (!fit) return;
    const Eigen::Vector3d& middle = crowns[i]->centre();
    Eigen::Matrix3d covariance = fit->covariance.topLeftCorner<3, 3>();
    covariance.diagonal().array() += digits_mm * digits_mm;
    found[i] = {middle, fit->fixed_from_moving.inverse() * middle - middle, covariance};
  });
  return found;
}

//! A distortion also bends each crown, and a bent crown is not fitted where its middle is. So the scan is bent back by what
//! was found before, and its crowns are fitted again.
Crowns shifted_crowns(const CrownSurfaces& crowns, const std::vector<ToothAxes>& teeth, const Numbered& scan,
                      const Eigen::Isometry3d& reference_from_scan) {
  constexpr int rounds = 3;
  JawScan placed = scan.scan.scan;
  for (Eigen::Vector3d& vertex : placed.mesh.vertices) vertex = reference_from_scan * vertex;
  Crowns found = fitted_crowns(crowns, teeth, placed, scan.numbers);
  for (int round = 1; round < rounds; ++round) {
    const std::vector<ShiftedCrown> shown = those_shown(found);
    if (shown.size() < least_crowns_of_arch) break;
    const SmoothShifts shifts(shown);
    JawScan bent_back = placed;
    for_all(std::size_t{0}, placed.mesh.vertices.size(),
            [&](std::size_t v) { bent_back.mesh.vertices[v] -= shifts.near(placed.mesh.vertices[v]); });
    found = fitted_crowns(crowns, teeth, bent_back, scan.numbers);
    for (auto& crown : found) {
      if (crown) crown->shift += shifts.near(crown->middle);
    }
  }
  return found;
}

MeanAndDeviation mean_of(const std::vector<ArchDistortion>& scans, double ArchDistortion::*number) {
  MeanAndDeviation result;
  const auto count = static_cast<double>(scans.size());
  for (const ArchDistortion& scan : scans) result.mean += scan.*number / count;
  for (const ArchDistortion& scan : scans)
    result.deviation += std::pow(scan.*number - result.mean, 2) / (count - 1);
  result.deviation = std::sqrt(result.deviation);
  return result;
}

//! One crown over the scans.
struct MeanShift {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  double deviation_mm = 0;
};

MeanShift mean_shift(const std::vector<ArchDistortion>& scans, std::size_t crown) {
  MeanShift shift;
  const auto count = static_cast<double>(scans.size());
  for (const ArchDistortion& scan : scans) shift.mean += scan.at[crown] / count;
  for (const ArchDistortion& scan : scans)
    shift.deviation_mm += (scan.at[crown] - shift.mean).squaredNorm() / (count - 1);
  shift.deviation_mm = std::sqrt(shift.deviation_mm);
  return shift;
}

//! By the crowns that all scans show.
void add_distortion(Repeats& repeats, const std::vector<Crowns>& scans, const std::vector<ToothAxes>& teeth,
                    const Eigen::Vector3d& superior) {
  std::vector<std::size_t> in_all;
  for (std::size_t i = 0; i < teeth.size(); ++i) {
    if (std::ranges::all_of(scans, [i](const auto& crowns) { return crowns[i].has_value(); }))
      in_all.push_back(i);
  }
  if (in_all.size() < least_crowns_of_arch) return;
  std::vector<ArchDistortion> distortions;
  for (const Crowns& crowns : scans) {
    std::vector<ShiftedCrown> shown;
    for (const std::size_t i : in_all) shown.push_back(*crowns[i]);
    distortions.push_back(arch_distortion(shown, superior));
  }
  for (std::size_t crown = 0; crown < in_all.size(); ++crown) {
    const MeanShift shift = mean_shift(distortions, crown);
    const ToothAxes& axes = teeth[in_all[crown]];
    RepeatedTooth& tooth = repeats.teeth[in_all[crown]];
    tooth.shift_mm = {shift.mean.dot(axes.buccal), shift.mean.dot(axes.mesial),
                      shift.mean.dot(axes.occlusal)};
    tooth.shift_deviation_mm = shift.deviation_mm;
  }
  const double right_mm = mean_shift(distortions, 0).deviation_mm,
               left_mm = mean_shift(distortions, in_all.size() - 1).deviation_mm;
  repeats.distortion = {.spread_mm = mean_of(distortions, &ArchDistortion::spread_mm),
                        .twist_mm = mean_of(distortions, &ArchDistortion::twist_mm),
                        .bend_mm = mean_of(distortions, &ArchDistortion::bend_mm),
                        .ends_mm = std::hypot(right_mm, left_mm) / std::sqrt(2.0)};
}

constexpr std::size_t samples_of_arch = 20000;

//! Every scan against the reference. \return where the scans show each crown
std::vector<Crowns> measure_trueness(Repeats& repeats, const Numbered& reference,
                                     const std::deque<Numbered>& scans, const std::vector<ToothAxes>& teeth) {
  CrownSurfaces crowns;
  for (const ToothAxes& tooth : teeth)
    crowns.push_back(part_with(reference.scan.scan, reference.numbers,
                               [fdi = tooth.fdi](int number) { return number == fdi; }));
  const VertexRings rings(reference.scan.surface.mesh());
  ToothSums sums(teeth);
  std::vector<Crowns> shown;
  for (std::size_t i = 0; i < scans.size(); ++i) {
    Eigen::Isometry3d& pose = repeats.reference_from_scan[i];
    if (const auto fit = least_squares(*reference.surface, *scans[i].surface, pose, samples_of_arch))
      pose = fit->fixed_from_moving;
    repeats.scan_trueness_mm.push_back(
        sums.add(reference, distances(reference, rings, scans[i].scan, pose.inverse())));
    shown.push_back(shifted_crowns(crowns, teeth, scans[i], pose));
  }
  repeats.trueness_mm = sums.whole();
  for (std::size_t i = 0; i < teeth.size(); ++i)
    repeats.teeth.push_back({.fdi = teeth[i].fdi, .trueness_mm = sums.of(i)});
  return shown;
}

//! Every scan against those after it.
void measure_precision(Repeats& repeats, const std::deque<Numbered>& scans,
                       const std::vector<ToothAxes>& teeth, const Progress& progress) {
  ToothSums sums(teeth);
  std::vector<double> noise_mm;
  for (std::size_t i = 0; i + 1 < scans.size(); ++i) {
    report_progress(progress, static_cast<double>(i) / static_cast<double>(scans.size()));
    const VertexRings rings(scans[i].scan.surface.mesh());
    const std::vector<std::uint8_t> counts(scans[i].counts.begin(), scans[i].counts.end());
    for (std::size_t k = i + 1; k < scans.size(); ++k) {
      Eigen::Isometry3d pose = repeats.reference_from_scan[i].inverse() * repeats.reference_from_scan[k];
      if (const auto fit = least_squares(*scans[i].surface, *scans[k].surface, pose, samples_of_arch))
        pose = fit->fixed_from_moving;
      const SurfaceChange change = distances(scans[i], rings, scans[k].scan, pose.inverse());
      repeats.pairs.push_back({i, k, sums.add(scans[i], change)});
      noise_mm.push_back(change_noise(change, counts).vertex_mm);
    }
  }
  repeats.precision_mm = sums.whole();
  for (std::size_t i = 0; i < teeth.size(); ++i) repeats.teeth[i].precision_mm = sums.of(i);
  // Both scans of a pair have the noise of a vertex.
  const std::size_t middle = noise_mm.size() / 2;
  repeats.vertex_mm = nth_smallest(noise_mm, middle) / std::sqrt(2.0);
}

}  // namespace

Repeats repeats_of(const JawScan& given, std::span<const RepeatedScan> repeated, const Progress& progress) {
  Numbered reference(given);
  const JawScan& scan = reference.scan.scan;
  const std::vector<ToothAxes> teeth = axes_of_teeth(scan);
  Repeats repeats{.by_teeth = !teeth.empty()};
  reference.set_numbers(scan.labels.empty() ? std::vector<int>(scan.mesh.vertices.size(), 0) : scan.labels,
                        repeats.by_teeth);
  std::deque<Numbered> scans;
  for (const RepeatedScan& one : repeated) {
    report_progress(progress, 0.1 * static_cast<double>(scans.size()) / static_cast<double>(repeated.size()));
    Numbered& numbered = scans.emplace_back(*one.scan);
    numbered.set_numbers(numbers_from(reference, numbered.scan, one.reference_from_scan), repeats.by_teeth);
    repeats.reference_from_scan.push_back(one.reference_from_scan);
  }
  const std::vector<Crowns> shown = measure_trueness(repeats, reference, scans, teeth);
  report_progress(progress, 0.4);
  if (!teeth.empty()) add_distortion(repeats, shown, teeth, axes_of_scan(scan)->superior);
  measure_precision(repeats, scans, teeth, part_of(progress, 0.4, 1));
  report_progress(progress, 1);
  return repeats;
}

}  // namespace intercusp
