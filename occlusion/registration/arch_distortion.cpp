#include "occlusion/registration/arch_distortion.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/rigid_fit.h"

namespace intercusp {
namespace {

constexpr int terms = 5;  // degrees 0 to 4
constexpr int numbers_of_shifts = 3 * terms + 3;

//! Columns of the shift at a place: the axes of each degree, then the turns about the centre.
using Columns = Eigen::Matrix<double, 3, numbers_of_shifts>;
Columns columns_at(double place, const Eigen::Vector3d& from_centre) {
  constexpr double half_width_mm = 20;  // turns in units of what they move
  const std::array<double, terms> of_place = waves_at(place);
  Columns columns;
  for (int term = 0; term < terms; ++term)
    columns.block<3, 3>(0, 3 * term) = of_place[static_cast<std::size_t>(term)] * Eigen::Matrix3d::Identity();
  for (int axis = 0; axis < 3; ++axis)
    columns.col(3 * terms + axis) = Eigen::Vector3d::Unit(axis).cross(from_centre) / half_width_mm;
  return columns;
}

//! −1 to 1 from the first crown to the last.
std::vector<double> places_of(std::span<const ShiftedCrown> crowns) {
  std::vector<double> places(crowns.size(), 0);
  for (std::size_t i = 1; i < crowns.size(); ++i)
    places[i] = places[i - 1] + (crowns[i].middle - crowns[i - 1].middle).norm();
  const double length = places.back();
  for (double& place : places) place = 2 * place / length - 1;
  return places;
}

//! Right end, right half-way, middle, left half-way, left end.
using Stations = std::array<Eigen::Vector3d, 5>;

double width_of(const Stations& stations) { return (stations[4] - stations[0]).norm(); }

//! How far both half-way places, right and left, lie over the plane through the other three.
std::array<double, 2> heights_of(const Stations& stations, const Eigen::Vector3d& superior) {
  const Eigen::Vector3d& middle = stations[2];
  Eigen::Vector3d normal = (stations[4] - middle).cross(stations[0] - middle).normalized();
  if (normal.dot(superior) < 0) normal = -normal;
  return {normal.dot(stations[1] - middle), normal.dot(stations[3] - middle)};
}

}  // namespace

std::array<double, 5> waves_at(double place) {
  const double square = place * place;
  return {1, place, 0.5 * (3 * square - 1), 0.5 * place * (5 * square - 3),
          (35 * square * square - 30 * square + 3) / 8};
}

SmoothShifts::SmoothShifts(std::span<const ShiftedCrown> crowns) : places_(places_of(crowns)) {
  for (const ShiftedCrown& crown : crowns) {
    middles_.push_back(crown.middle);
    centre_ += crown.middle / static_cast<double>(crowns.size());
  }
  // Waves far greater than scanners make are unlikely; a turn may be of any size.
  constexpr double any_wave_mm = 1, any_turn_mm = 100;
  Eigen::VectorXd prior = Eigen::VectorXd::Constant(numbers_of_shifts, std::pow(any_wave_mm, -2));
  prior.tail<3>().setConstant(std::pow(any_turn_mm, -2));
  Eigen::MatrixXd left = prior.asDiagonal();
  Eigen::VectorXd right = Eigen::VectorXd::Zero(numbers_of_shifts);
  for (std::size_t i = 0; i < crowns.size(); ++i) {
    const Columns columns = columns_at(places_[i], crowns[i].middle - centre_);
    const Eigen::Matrix<double, numbers_of_shifts, 3> weighted =
        columns.transpose() * crowns[i].covariance.inverse();
    left += weighted * columns;
    right += weighted * crowns[i].shift;
  }
  found_ = solve_symmetric(left, right);
}

Eigen::Vector3d SmoothShifts::shift(double place, const Eigen::Vector3d& point) const {
  return columns_at(place, point - centre_) * found_;
}

Eigen::Vector3d SmoothShifts::at(double place) const { return shift(place, middle_at(place)); }

Eigen::Vector3d SmoothShifts::near(const Eigen::Vector3d& point) const {
  constexpr double beyond = 1.15;  // half a molar
  double least = std::numeric_limits<double>::infinity(), place = 0;
  for (std::size_t i = 1; i < middles_.size(); ++i) {
    const Eigen::Vector3d way = middles_[i] - middles_[i - 1];
    double share = way.dot(point - middles_[i - 1]) / way.squaredNorm();
    if (i > 1) share = std::max(share, 0.0);
    if (i + 1 < middles_.size()) share = std::min(share, 1.0);
    const double away = (point - middles_[i - 1] - share * way).squaredNorm();
    if (away >= least) continue;
    least = away;
    place = places_[i - 1] + share * (places_[i] - places_[i - 1]);
  }
  return shift(std::clamp(place, -beyond, beyond), point);
}

Eigen::Vector3d SmoothShifts::middle_at(double place) const {
  std::size_t next = 1;
  while (next + 1 < places_.size() && places_[next] < place) ++next;
  const double share = (place - places_[next - 1]) / (places_[next] - places_[next - 1]);
  return (1 - share) * middles_[next - 1] + share * middles_[next];
}

ArchDistortion arch_distortion(std::span<const ShiftedCrown> crowns, const Eigen::Vector3d& superior) {
  const SmoothShifts shifts(crowns);
  std::vector<PointPair> pairs;
  for (std::size_t i = 0; i < crowns.size(); ++i)
    pairs.push_back({crowns[i].middle, crowns[i].middle + shifts.at(shifts.places()[i])});
  const Eigen::Isometry3d pose = rigid_fit(pairs);
  ArchDistortion result;
  for (const PointPair& pair : pairs) result.at.push_back(pose * pair.moving - pair.fixed);
  Stations were, are;
  for (std::size_t i = 0; i < were.size(); ++i) {
    const double place = 0.5 * static_cast<double>(i) - 1;
    were[i] = shifts.middle_at(place);
    are[i] = were[i] + shifts.at(place);
  }
  result.spread_mm = width_of(are) - width_of(were);
  const std::array<double, 2> high = heights_of(are, superior), higher_than = heights_of(were, superior);
  const double right = high[0] - higher_than[0], left = high[1] - higher_than[1];
  result.twist_mm = left - right;
  result.bend_mm = 0.5 * (left + right);
  return result;
}

}  // namespace intercusp
