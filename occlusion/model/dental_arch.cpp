#include "occlusion/model/dental_arch.h"

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {

std::optional<AnatomicalAxes> arch_axes(std::span<const ToothPlace3> places) {
  constexpr std::size_t fewest = 4;
  if (places.size() < fewest) return std::nullopt;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const ToothPlace3& each : places) middle += each.place / static_cast<double>(places.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  Eigen::Vector3d left = Eigen::Vector3d::Zero(), forward = Eigen::Vector3d::Zero();
  double lefts = 0, rights = 0, fronts = 0, backs = 0;
  Eigen::Vector3d sides[2] = {left, left}, ends[2] = {left, left};
  for (const auto& [fdi, place] : places) {
    const Eigen::Vector3d from = place - middle;
    spread += from * from.transpose();
    const bool is_left = side_of(fdi) == PatientSide::left, front = is_front_tooth(fdi);
    sides[is_left ? 1 : 0] += from;
    ends[front ? 1 : 0] += from;
    (is_left ? lefts : rights) += 1;
    (front ? fronts : backs) += 1;
  }
  if (lefts * rights * fronts * backs == 0) return std::nullopt;
  left = sides[1] / lefts - sides[0] / rights;
  forward = ends[1] / fronts - ends[0] / backs;
  Eigen::Vector3d superior = principal_axes(spread).vectors.col(0);
  if (superior.dot(forward.cross(left)) < 0) superior = -superior;
  const auto level = [&](const Eigen::Vector3d& v) {
    return Eigen::Vector3d(v - v.dot(superior) * superior);
  };
  left = level(left).normalized();
  return AnatomicalAxes{superior, left.cross(superior), left};
}

ArchForm::ArchForm(std::span<const Eigen::Vector2d> points) {
  for (const Eigen::Vector2d& point : points) middle_mm_ += point.x() / static_cast<double>(points.size());
  // Beside the molars the curve is steep: distances are taken across it, not along y, by weights from the slope before.
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) fit(points);
}

void ArchForm::fit(std::span<const Eigen::Vector2d> points) {
  using Vector5 = Eigen::Vector<double, 5>;
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(5, 5);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(5);
  constexpr double scale_mm = 30;  // keeps the powers of a half width near 1
  for (const Eigen::Vector2d& point : points) {
    const double x = (point.x() - middle_mm_) / scale_mm, across = slope(point.x());
    const Vector5 powers(1, x, x * x, x * x * x, x * x * x * x);
    squares += powers * powers.transpose() / (1 + across * across);
    right += point.y() * powers / (1 + across * across);
  }
  const Eigen::VectorXd solved = solve_symmetric(squares, right);
  for (int i = 0; i < 5; ++i) coefficients_[static_cast<std::size_t>(i)] = solved[i] / std::pow(scale_mm, i);
}

double ArchForm::y(double x) const {
  double sum = 0;
  for (std::size_t i = coefficients_.size(); i-- > 0;) sum = sum * (x - middle_mm_) + coefficients_[i];
  return sum;
}

double ArchForm::slope(double x) const {
  double sum = 0;
  for (std::size_t i = coefficients_.size(); i-- > 1;)
    sum = sum * (x - middle_mm_) + static_cast<double>(i) * coefficients_[i];
  return sum;
}

double ArchForm::length_mm(double from_x, double to_x) const {
  constexpr int steps = 100;
  const double step = (to_x - from_x) / steps;
  double length = 0;
  for (int i = 0; i < steps; ++i) length += std::hypot(1, slope(from_x + (i + 0.5) * step)) * step;
  return length;
}

double ArchForm::nearest_x(const Eigen::Vector2d& point) const {
  const auto away = [&](double x) { return std::hypot(x - point.x(), y(x) - point.y()); };
  double best = point.x();
  for (double step = 1; step > 1e-4; step /= 4) {
    constexpr int steps = 6;
    const double from = best;
    for (int i = -steps; i <= steps; ++i)
      if (away(from + i * step) < away(best)) best = from + i * step;
  }
  return best;
}

namespace {

//! Where the line of occlusion runs over a tooth: incisal edge, tip of the canine, middle of other crowns.
std::optional<Eigen::Vector3d> line_of_occlusion(const ModelTooth& tooth) {
  if (!is_front_tooth(tooth.fdi)) return tooth.middle;
  const auto& edge = tooth.at(LandmarkName::incisal_middle);
  return edge ? edge : tooth.at(LandmarkName::cusp);
}

//! Those of the landmarks that the crown shows.
std::vector<Eigen::Vector3d> places_of(const ModelTooth& tooth, std::initializer_list<LandmarkName> names) {
  std::vector<Eigen::Vector3d> places;
  for (const LandmarkName name : names)
    if (tooth.at(name)) places.push_back(*tooth.at(name));
  return places;
}

}  // namespace

std::vector<Eigen::Vector3d> buccal_tops(const ModelTooth& tooth) {
  using enum LandmarkName;
  return places_of(tooth, {incisal_middle, cusp, cusp_b, cusp_mb, cusp_db, cusp_d});
}

std::vector<Eigen::Vector3d> lingual_tops(const ModelTooth& tooth) {
  using enum LandmarkName;
  return places_of(tooth, {cusp_l, cusp_ml, cusp_dl});
}

DentalArch::DentalArch(const ModelJaw& jaw) : jaw_(&jaw) {
  std::vector<ToothPlace3> tops;
  for (const ModelTooth& tooth : jaw.teeth)
    for (const Eigen::Vector3d& top : buccal_tops(tooth)) tops.push_back({tooth.fdi, top});
  axes_ = arch_axes(tops);
  if (!axes_) return;
  std::vector<Eigen::Vector2d> outline;
  for (const ModelTooth& tooth : jaw.teeth)
    if (const auto place = line_of_occlusion(tooth)) outline.push_back(flat(*place));
  constexpr std::size_t fewest =
      8;  // a polynomial of the fourth degree through fewer would follow each of them
  if (outline.size() >= fewest) form_ = ArchForm(outline);
}

const ModelTooth* DentalArch::tooth(int fdi) const {
  const auto found = std::ranges::find(jaw_->teeth, fdi, &ModelTooth::fdi);
  return found == jaw_->teeth.end() ? nullptr : &*found;
}

bool Wanted::tooth(int fdi) {
  const ModelTooth* const found = arch_->tooth(fdi);
  if (found == nullptr) {
    const int milk = fdi_of(arch_->jaw(), side_of(fdi), place_of(fdi), true);
    lacks(milk != 0 && arch_->tooth(milk) != nullptr ? MeasureReason::milk_tooth
                                                     : MeasureReason::tooth_missing);
    return false;
  }
  if (!found->sure) lacks(MeasureReason::tooth_unsure);
  return found->sure;
}

Eigen::Vector3d Wanted::operator()(int fdi, LandmarkName name) {
  if (!tooth(fdi)) return Eigen::Vector3d::Zero();
  const std::optional<Eigen::Vector3d>& place = arch_->tooth(fdi)->at(name);
  if (!place) lacks(MeasureReason::landmark_missing);
  return place.value_or(Eigen::Vector3d::Zero());
}

double width_mm(Wanted& wanted, const DentalArch& arch, int fdi) {
  const Eigen::Vector3d way =
      wanted(fdi, LandmarkName::contact_mesial) - wanted(fdi, LandmarkName::contact_distal);
  const ModelTooth* const tooth = arch.tooth(fdi);
  return tooth == nullptr ? 0 : tooth->mesial.dot(way);
}

double sum_of_widths_mm(Wanted& wanted, const DentalArch& arch, int last_place) {
  double sum = 0;
  for (const bool left : {false, true})
    for (int place = 1; place <= last_place; ++place)
      sum += width_mm(wanted, arch, permanent(arch.jaw(), left, place));
  return sum;
}

double steps_above(double value, std::initializer_list<double> limits) {
  return static_cast<double>(std::ranges::count_if(limits, [&](double limit) { return value > limit; }));
}

}  // namespace intercusp
