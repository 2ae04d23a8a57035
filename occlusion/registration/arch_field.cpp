#include "occlusion/registration/arch_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/arch_distortion.h"
#include "occlusion/registration/rigid_fit.h"

namespace intercusp {
namespace {

constexpr double half_width_mm = 20;  // half an arch: turns and growth in units of what they move
constexpr double half_arch_mm = 55;   // along the arch from the midline to a second molar
constexpr int degrees = 4;
constexpr int growth_at = 6, modes_at = 7, unknowns = modes_at + 3 * degrees;
constexpr std::array<double, degrees> of_degree = {1, 1, 0.5, 0.25};  // smooth: higher degrees are smaller
constexpr double least_typical_mm = 0.002;

using FieldBlock = Eigen::Matrix<double, 6, unknowns>;
using FieldVector = Eigen::Vector<double, unknowns>;
using FieldSquare = Eigen::Matrix<double, unknowns, unknowns>;

//! −1 to 1 over a full arch.
std::vector<double> places_along(std::span<const FieldCrown> crowns) {
  std::vector<double> places(crowns.size(), 0);
  for (std::size_t i = 1; i < crowns.size(); ++i)
    places[i] = places[i - 1] + (crowns[i].middle - crowns[i - 1].middle).norm() / half_arch_mm;
  const double middle = crowns.empty() ? 0 : 0.5 * places.back();
  for (double& place : places) place -= middle;
  return places;
}

class Field {
 public:
  Field(std::span<const FieldCrown> crowns, const FieldOptions& options)
      : crowns_(crowns),
        options_(options),
        places_(places_along(crowns)),
        typical_mm_(std::max(least_typical_mm, options.ends_mm)) {
    for (const FieldCrown& crown : crowns) centre_ += crown.middle / static_cast<double>(crowns.size());
    for (std::size_t i = 0; i < crowns.size(); ++i) blocks_.push_back(block_of(i));
    begin();
  }

  [[nodiscard]] ArchField searched() {
    constexpr int most_rounds = 15;
    for (int round = 0; round < most_rounds; ++round) {
      estimate();
      std::vector<std::uint8_t> next(crowns_.size(), 0);
      for (std::size_t i = 0; i < crowns_.size(); ++i)
        next[i] = crowns_[i].may_lead && prediction(i).distance < crowns_[i].limit;
      if (next == leads_) break;
      leads_ = next;
    }
    estimate();
    return result();
  }

 private:
  [[nodiscard]] FieldBlock block_of(std::size_t i) const {
    const Eigen::Vector3d from = crowns_[i].middle - centre_;
    FieldBlock block = FieldBlock::Zero();
    block.leftCols<6>().setIdentity();
    for (int axis = 0; axis < 3; ++axis)
      block.block<3, 1>(0, 3 + axis) = Eigen::Vector3d::Unit(axis).cross(from) / half_width_mm;
    block.block<3, 3>(3, 3) /= half_width_mm;
    block.block<3, 1>(0, growth_at) = -from / half_width_mm;  // what has grown is brought back
    const std::array<double, degrees + 1> waves = waves_at(places_[i]);
    for (int degree = 0; degree < degrees; ++degree) {
      for (int axis = 0; axis < 3; ++axis)
        block(axis, modes_at + 3 * degree + axis) =
            waves[static_cast<std::size_t>(degree + 1)];  // a shift of all is the pose's
    }
    return block;
  }

  //! The half that lies nearest to where the scans were brought together.
  void begin() {
    std::vector<double> sizes;
    for (const FieldCrown& crown : crowns_) {
      if (crown.may_lead) sizes.push_back(crown.found.head<3>().norm());
    }
    leads_.assign(crowns_.size(), 0);
    if (sizes.empty()) return;
    std::ranges::sort(sizes);
    const double middle = sizes[sizes.size() / 2];
    for (std::size_t i = 0; i < crowns_.size(); ++i)
      leads_[i] = crowns_[i].may_lead && crowns_[i].found.head<3>().norm() <= middle;
  }

  //! What a crown's pose may differ by beside its own error: what is not smooth along the arch, and the turn that bending gives it.
  [[nodiscard]] PoseMatrix own_covariance(std::size_t i) const {
    constexpr double least_mm = 0.002, least_rad = 5e-4, of_field = 0.06, turn_of_field = 0.5;
    // At the ends of an arch Legendre polynomials of the fifth degree are √11, and their slopes √15 times what they are on average.
    constexpr double more_at_ends = 2.5;
    const double at_place = 1 + more_at_ends * std::pow(places_[i], 4);
    const double shift_mm = std::hypot(least_mm, at_place * of_field * distortion_mm_);
    const double turn_rad = std::hypot(least_rad, at_place * turn_of_field * distortion_mm_ / half_width_mm);
    PoseMatrix covariance = crowns_[i].covariance;
    covariance.diagonal().head<3>().array() += excess_ * shift_mm * shift_mm;
    covariance.diagonal().tail<3>().array() += excess_ * turn_rad * turn_rad;
    return covariance;
  }

  [[nodiscard]] FieldVector prior() const {
    constexpr double any_mm = 100, most_growth = 0.02;
    FieldVector weights = FieldVector::Constant(1 / (any_mm * any_mm));
    // Few crowns tell neither growth nor distortion.
    weights[growth_at] = few() ? 1e12 : std::pow(half_width_mm * most_growth, -2);
    for (int degree = 0; degree < degrees; ++degree)
      weights.segment<3>(modes_at + 3 * degree)
          .setConstant(std::pow(typical_mm_ * of_degree[static_cast<std::size_t>(degree)], -2));
    return weights;
  }
  [[nodiscard]] bool few() const {
    constexpr std::ptrdiff_t least = 6;
    return options_.pose_is_given || std::ranges::count(leads_, 1) < least;
  }

  //! Normal equations of all that lead but one.
  void sum(FieldSquare& left, FieldVector& right, std::size_t without) const {
    left = prior().asDiagonal();
    right.setZero();
    for (std::size_t i = 0; i < crowns_.size(); ++i) {
      if (leads_[i] != 0 && i != without) add(left, right, blocks_[i], crowns_[i].found, own_covariance(i));
    }
    if (!options_.pose_is_given) return;
    FieldBlock pose = FieldBlock::Zero();
    pose.leftCols<6>().setIdentity();
    pose.block<3, 3>(3, 3) /= half_width_mm;
    PoseMatrix covariance = options_.pose.covariance_about(centre_);
    constexpr double least_mm = 1e-5;
    covariance.diagonal().array() += least_mm * least_mm / (half_width_mm * half_width_mm);
    add(left, right, pose, PoseVector::Zero(), covariance);
  }
  static void add(FieldSquare& left, FieldVector& right, const FieldBlock& block, const PoseVector& found,
                  const PoseMatrix& covariance) {
    FieldBlock weighted;
    for (int column = 0; column < unknowns; ++column)
      weighted.col(column) = solved(covariance, PoseVector(block.col(column)));
    left += block.transpose() * weighted;
    right += weighted.transpose() * found;
  }
  //! The inverse of normal equations.
  static FieldSquare inverse(const FieldSquare& left) {
    FieldSquare result;
    for (int column = 0; column < unknowns; ++column)
      result.col(column) = solve_symmetric(left, FieldVector::Unit(column));
    return result;
  }

  void estimate() {
    constexpr int rounds = 8;
    for (int round = 0; round < rounds; ++round) {
      FieldSquare left;
      FieldVector right;
      sum(left, right, crowns_.size());
      const FieldSquare covariance = inverse(left);
      found_ = covariance * right;
      covariance_ = covariance;
      distortion_mm_ = size_of_field();
      if (few()) break;
      double squares = 0;
      for (int mode = 0; mode < 3 * degrees; ++mode) {
        const int at = modes_at + mode;
        squares += (found_[at] * found_[at] + covariance(at, at)) /
                   std::pow(of_degree[static_cast<std::size_t>(mode / 3)], 2);
      }
      typical_mm_ = std::max(least_typical_mm, std::sqrt(squares / (3 * degrees)));
    }
    inflate();
  }

  //! Where most crowns lie further from their predictions than their errors say, all errors are as much greater.
  void inflate() {
    constexpr double median_of_six = 5.348;  // of chi-squared
    std::vector<double> distances;
    for (std::size_t i = 0; i < crowns_.size(); ++i) {
      if (leads_[i] != 0) distances.push_back(prediction(i).distance);
    }
    if (few() || distances.empty()) return;
    std::ranges::nth_element(distances,
                             distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2));
    constexpr double most = 30;
    excess_ = std::clamp(excess_ * distances[distances.size() / 2] / median_of_six, 1.0, most);
  }

  [[nodiscard]] FieldPrediction prediction(std::size_t i) const {
    FieldPrediction prediction{.follows = leads_[i] != 0};
    FieldSquare left;
    FieldVector right;
    sum(left, right, i);
    prediction.pose = blocks_[i] * solve_symmetric(left, right);
    Eigen::Matrix<double, unknowns, 6> columns;
    for (int row = 0; row < 6; ++row)
      columns.col(row) = solve_symmetric(left, FieldVector(blocks_[i].row(row).transpose()));
    // What is not smooth belongs to the prediction, not to the crown's own error.
    prediction.covariance = blocks_[i] * columns + own_covariance(i) - crowns_[i].covariance;
    const PoseVector apart = crowns_[i].found - prediction.pose;
    prediction.distance = apart.dot(solved(prediction.covariance + crowns_[i].covariance, apart));
    return prediction;
  }

  //! The distortion at the crowns, without what a pose would do.
  [[nodiscard]] std::vector<Eigen::Vector3d> distortions() const {
    std::vector<PointPair> pairs;
    for (std::size_t i = 0; i < crowns_.size(); ++i) {
      const Eigen::Vector3d moved =
          blocks_[i].block<3, 3 * degrees>(0, modes_at) * found_.tail<3 * degrees>();
      pairs.push_back({crowns_[i].middle, crowns_[i].middle + moved});
    }
    std::vector<Eigen::Vector3d> rest;
    if (pairs.size() < 3) return rest;
    const Eigen::Isometry3d pose = rigid_fit(pairs);
    for (const PointPair& pair : pairs) rest.push_back(pose * pair.moving - pair.fixed);
    return rest;
  }
  [[nodiscard]] double size_of_field() const {
    double squares = 0;
    const std::vector<Eigen::Vector3d> rest = distortions();
    for (const Eigen::Vector3d& moved : rest) squares += moved.squaredNorm();
    return rest.empty() ? 0 : std::sqrt(squares / static_cast<double>(rest.size()));
  }

  //! From the differences to its neighbours and, of a crown that follows, its turn: in a smooth field all derivatives are
  //! alike in size. What crowns hold of it that is within their errors does not count.
  [[nodiscard]] double strain_at(std::size_t i, const std::vector<Eigen::Vector3d>& moved) const {
    double strain = 0;
    for (const std::size_t k : {i - 1, i + 1}) {  // before the first comes none
      if (k < moved.size())
        strain =
            std::max(strain, (moved[k] - moved[i]).norm() / (crowns_[k].middle - crowns_[i].middle).norm());
    }
    const Eigen::Vector3d turn = crowns_[i].found.tail<3>() - found_.segment<3>(3) / half_width_mm;
    const double error = 2 * std::sqrt(crowns_[i].covariance.diagonal().tail<3>().sum());
    if (leads_[i] != 0) strain = std::max(strain, turn.norm() - error);
    // At the ends slopes are twice those between the last crowns.
    return strain * (1 + std::pow(places_[i], 4));
  }

  [[nodiscard]] ArchField result() const {
    ArchField field{.growth = found_[growth_at] / half_width_mm,
                    .growth_deviation = std::sqrt(covariance_(growth_at, growth_at)) / half_width_mm,
                    .distortion_mm = distortion_mm_,
                    .typical_mm = typical_mm_};
    const std::vector<Eigen::Vector3d> moved = distortions();
    for (std::size_t i = 0; i < crowns_.size(); ++i) {
      field.at.push_back(prediction(i));
      field.at.back().strain = strain_at(i, moved);
    }
    for (const Eigen::Vector3d& by : moved) field.greatest_mm = std::max(field.greatest_mm, by.norm());
    field.followers = static_cast<std::size_t>(std::ranges::count(leads_, 1));
    return field;
  }

  std::span<const FieldCrown> crowns_;
  const FieldOptions& options_;
  const std::vector<double> places_;
  Eigen::Vector3d centre_{0, 0, 0};
  std::vector<FieldBlock> blocks_;
  std::vector<std::uint8_t> leads_;
  FieldVector found_ = FieldVector::Zero();
  FieldSquare covariance_ = FieldSquare::Zero();
  double typical_mm_, distortion_mm_ = 0, excess_ = 1;
};

}  // namespace

ArchField fit_arch_field(std::span<const FieldCrown> crowns, const FieldOptions& options) {
  if (crowns.empty()) return {};
  return Field(crowns, options).searched();
}

}  // namespace intercusp
