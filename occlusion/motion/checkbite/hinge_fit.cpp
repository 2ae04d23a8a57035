#include "occlusion/motion/checkbite/hinge_fit.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

using Eigen::Isometry3d, Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

//! Turns residuals into standard deviations: L⁻¹ of the covariance L·Lᵀ. Rounding keeps stated errors of 0 invertible.
Matrix6d whitening(const PoseError& error) {
  constexpr double least_mm = 1e-5, least_rad = 1e-7;
  Matrix6d covariance = error.covariance;
  covariance.diagonal().head<3>().array() += least_mm * least_mm;
  covariance.diagonal().tail<3>().array() += least_rad * least_rad;
  return covariance.llt().matrixL().solve(Matrix6d::Identity());
}

//! Unknowns: four places of the axis, the error of the closed pose (6), an angle for each opening, and with glides
//! two for each opening but the first.
class HingeModel {
 public:
  HingeModel(const HingeFrame& frame, const UncertainPose& closed, std::span<const UncertainPose> openings,
             bool glides)
      : frame_(frame), closed_(closed), openings_(openings), glides_(glides) {
    weights_.push_back(whitening(closed.error));
    for (const UncertainPose& opening : openings) weights_.push_back(whitening(opening.error));
  }

  static constexpr Eigen::Index first_angle = 10;
  [[nodiscard]] Eigen::Index unknowns() const {
    const auto count = static_cast<Eigen::Index>(openings_.size());
    return first_angle + count + (glides_ ? 2 * (count - 1) : 0);
  }
  [[nodiscard]] Eigen::Index equations() const { return 6 * static_cast<Eigen::Index>(weights_.size()); }

  [[nodiscard]] Eigen::Vector2d glide(const VectorXd& x, std::size_t i) const {
    if (!glides_ || i == 0) return Eigen::Vector2d::Zero();
    return x.segment<2>(first_angle + static_cast<Eigen::Index>(openings_.size() + 2 * (i - 1)));
  }
  [[nodiscard]] static double angle(const VectorXd& x, std::size_t i) {
    return x[first_angle + static_cast<Eigen::Index>(i)];
  }

  //! The motion from the closed pose to an opening.
  [[nodiscard]] Isometry3d motion(const VectorXd& x, std::size_t i) const {
    const Eigen::Vector2d moved = glide(x, i);
    const Vector3d shift = moved.x() * frame_.axes.anterior + moved.y() * frame_.axes.superior;
    return Eigen::Translation3d(shift) * opened_about(condyles_at(frame_, x.head<4>()), angle(x, i));
  }

  [[nodiscard]] VectorXd residuals(const VectorXd& x) const {
    VectorXd all(equations());
    const PoseVector change = x.segment<6>(4);
    const Isometry3d closed = changed_pose(closed_.upper_from_lower, change, closed_.error.centre);
    all.head<6>() = weights_[0] * change;
    for (std::size_t i = 0; i < openings_.size(); ++i) {
      const PoseVector off =
          pose_difference(motion(x, i) * closed, openings_[i].upper_from_lower, openings_[i].error.centre);
      all.segment<6>(static_cast<Eigen::Index>(6 * (i + 1))) = weights_[i + 1] * off;
    }
    return all;
  }

  //! By central differences: a thousandth of a mm, and as much at the condyles.
  [[nodiscard]] MatrixXd jacobian(const VectorXd& x) const {
    MatrixXd derivatives(equations(), unknowns());
    for (Eigen::Index k = 0; k < unknowns(); ++k) {
      const bool is_turn = (k >= 7 && k < first_angle + static_cast<Eigen::Index>(openings_.size()));
      const double step = is_turn ? 1e-5 : 1e-3;
      VectorXd less = x, more = x;
      less[k] -= step;
      more[k] += step;
      derivatives.col(k) = (residuals(more) - residuals(less)) / (2 * step);
    }
    return derivatives;
  }

  //! How the residuals follow the pose of record `i`, the closed one being 0. Of that one the unknown is how far the true
  //! pose lies from the recorded one, so that its residual falls where an opening's rises.
  [[nodiscard]] MatrixXd residuals_by_record(std::size_t i) const {
    MatrixXd derivatives = MatrixXd::Zero(equations(), 6);
    derivatives.middleRows<6>(static_cast<Eigen::Index>(6 * i)) = (i == 0 ? -1 : 1) * weights_[i];
    return derivatives;
  }

  [[nodiscard]] double residual_mm(const VectorXd& x) const {
    const Condyles axis = condyles_at(frame_, x.head<4>());
    double squares = 0;
    for (std::size_t i = 0; i < openings_.size(); ++i) {
      const Isometry3d seen = openings_[i].upper_from_lower * closed_.upper_from_lower.inverse();
      const Isometry3d fitted = motion(x, i);
      for (const Vector3d& place : {frame_.incisal_point, axis.left, axis.right})
        squares += (seen * place - fitted * place).squaredNorm();
    }
    return std::sqrt(squares / (3.0 * static_cast<double>(openings_.size())));
  }

 private:
  const HingeFrame& frame_;
  const UncertainPose& closed_;
  std::span<const UncertainPose> openings_;
  bool glides_;
  std::vector<Matrix6d> weights_;
};

constexpr double farthest_mm = 1000;  // of an axis from the teeth: no condyle is there

//! By Gauss and Newton from the axis of the widest opening.
std::optional<VectorXd> solved(const HingeModel& model, VectorXd x) {
  constexpr int most_steps = 30;
  constexpr double small_step = 1e-9;
  for (int step = 0; step < most_steps; ++step) {
    const MatrixXd derivatives = model.jacobian(x);
    const VectorXd change =
        -(derivatives.transpose() * derivatives).ldlt().solve(derivatives.transpose() * model.residuals(x));
    x += change;
    if (!x.allFinite() || x.head<4>().cwiseAbs().maxCoeff() > farthest_mm) return std::nullopt;
    if (change.cwiseAbs().maxCoeff() < small_step) break;
  }
  return x;
}

}  // namespace

Condyles condyles_at(const HingeFrame& frame, const AxisPlaces& places) {
  const auto at = [&](double side, double anterior, double superior) -> Vector3d {
    return frame.incisal_point + side * frame.half_mm * frame.axes.left + anterior * frame.axes.anterior +
           superior * frame.axes.superior;
  };
  return {.right = at(-1, places[2], places[3]), .left = at(1, places[0], places[1])};
}

std::optional<AxisPlaces> places_on(const HingeFrame& frame, const Vector3d& point,
                                    const Vector3d& direction) {
  constexpr double least_transverse = 0.5;  // 60° from the transverse direction
  const Eigen::Matrix3d anatomical = frame.axes.anatomical_from_case();
  const Vector3d along = anatomical * direction.normalized();
  if (std::abs(along.x()) < least_transverse) return std::nullopt;
  const Vector3d from = anatomical * (point - frame.incisal_point);
  AxisPlaces places;
  places << (from + (frame.half_mm - from.x()) / along.x() * along).tail<2>(),
      (from + (-frame.half_mm - from.x()) / along.x() * along).tail<2>();
  return places;
}

std::optional<ScrewAxis> screw_axis(const HingeFrame& frame, const Isometry3d& motion) {
  constexpr double least_turn = 1e-6;
  const Eigen::AngleAxisd turn(motion.linear());
  if (!(turn.angle() > least_turn)) return std::nullopt;
  // The foot of the axis from the incisal point (Spoor & Veldpaus 1980, J Biomech 13:391).
  const Vector3d shift = motion * frame.incisal_point - frame.incisal_point;
  const Vector3d across = shift - shift.dot(turn.axis()) * turn.axis();
  const Vector3d foot =
      frame.incisal_point + 0.5 * (across + turn.axis().cross(across) / std::tan(0.5 * turn.angle()));
  const std::optional<AxisPlaces> places = places_on(frame, foot, turn.axis());
  if (!places) return std::nullopt;
  return ScrewAxis{*places, turn.axis().dot(frame.axes.left) > 0 ? turn.angle() : -turn.angle()};
}

std::optional<HingeFit> fit_hinge(const HingeFrame& frame, const UncertainPose& closed,
                                  std::span<const UncertainPose> openings, bool glides) {
  if (openings.empty()) return std::nullopt;
  const HingeModel model(frame, closed, openings, glides);
  VectorXd x = VectorXd::Zero(model.unknowns());
  double widest = -1;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const auto screw = screw_axis(frame, openings[i].upper_from_lower * closed.upper_from_lower.inverse());
    if (!screw) return std::nullopt;
    x[HingeModel::first_angle + static_cast<Eigen::Index>(i)] = screw->turn_rad;
    if (screw->turn_rad > widest) x.head<4>() = screw->places;
    widest = std::max(widest, screw->turn_rad);
  }
  const std::optional<VectorXd> found = solved(model, x);
  if (!found) return std::nullopt;
  const MatrixXd derivatives = model.jacobian(*found);
  const MatrixXd covariance = (derivatives.transpose() * derivatives)
                                  .ldlt()
                                  .solve(MatrixXd::Identity(model.unknowns(), model.unknowns()));
  HingeFit fit{.places = found->head<4>(),
               .covariance = covariance.topLeftCorner<4, 4>(),
               .by_record = {},
               .opening_rad = {},
               .glide_mm = {},
               .chi2 = model.residuals(*found).squaredNorm(),
               .freedom = static_cast<int>(model.equations() - model.unknowns()),
               .residual_mm = model.residual_mm(*found)};
  for (std::size_t i = 0; i <= openings.size(); ++i)
    fit.by_record.push_back(
        -(covariance * derivatives.transpose() * model.residuals_by_record(i)).topRows<4>());
  for (std::size_t i = 0; i < openings.size(); ++i) {
    fit.opening_rad.push_back(HingeModel::angle(*found, i));
    fit.glide_mm.push_back(model.glide(*found, i));
  }
  return fit;
}

}  // namespace intercusp
