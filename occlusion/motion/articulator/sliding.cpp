#include "occlusion/motion/articulator/sliding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace intercusp {
namespace {

//! Distance in the occlusal plane.
double apart_mm(const Articulator& articulator, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const Eigen::Vector3d apart = a - b;
  return (apart - apart.dot(articulator.axes.superior) * articulator.axes.superior).norm();
}

//! The pose with the condyles moved and the lower opened about them.
ArticulatedPose placed(const Articulator& articulator, const Condyles& condyles, double travel_mm,
                       double opening_rad) {
  const Eigen::Isometry3d moved =
      opened_about(condyles, opening_rad) * least_turn(articulator.condyles, condyles);
  return {.travel_mm = travel_mm,
          .opening_rad = opening_rad,
          .incisal_point = moved * articulator.incisal_point,
          .condyles = condyles,
          .upper_from_lower = moved * articulator.upper_from_lower};
}

//! \param expected_rad the likely opening; it limits the search, which becomes faster but gives an identical
//! result
std::optional<ArticulatedPose> closed(const Articulator& articulator, const Condyles& condyles,
                                      double travel_mm, double expected_rad, const ClosingStep& closing) {
  constexpr double margin_rad = 0.2 * rad_per_deg;
  const ArticulatedPose open = placed(articulator, condyles, travel_mm, wide_open_rad);
  const auto closing_by = [&](double limit_rad) {
    return Motion::turn(condyles.middle(), -condyles.axis(), limit_rad);
  };
  const Motion turn = closing_by(wide_open_rad + over_closed_rad);
  const double likely_rad = wide_open_rad - expected_rad + margin_rad;
  std::optional<FirstContact> contact;
  if (likely_rad > 0 && likely_rad < turn.limit())
    contact = closing(open.upper_from_lower, closing_by(likely_rad));
  if (!contact) contact = closing(open.upper_from_lower, turn);
  if (!contact) return std::nullopt;
  // The pose is the one of the motion itself, so that it has the contact to the last bit.
  const Eigen::Isometry3d moved = turn.at(contact->amount);
  ArticulatedPose pose = open;
  pose.opening_rad = wide_open_rad - contact->amount;
  pose.incisal_point = moved * open.incisal_point;
  pose.upper_from_lower = moved * open.upper_from_lower;
  pose.contact = *contact;
  return pose;
}

//! The path of one excursion: each travel of the guiding condyle has one pose.
class Slide {
 public:
  Slide(const Articulator& articulator, Excursion excursion, const ArticulatedPose& start,
        const ClosingStep& closing)
      : articulator_(articulator), excursion_(excursion), start_(start), closing_(closing) {
    latest_ = before_ = {0, start.opening_rad};
  }

  //! The pose with the given excursion; empty if the jaws do not meet on the way.
  std::optional<ArticulatedPose> to(double excursion_mm, double tolerance_mm) {
    constexpr int most_closings = 24;
    double short_mm = reached_.travel_mm, beyond_mm = std::numeric_limits<double>::infinity();
    std::optional<ArticulatedPose> best;
    const auto off = [&](const ArticulatedPose& pose) { return std::abs(pose.excursion_mm - excursion_mm); };
    for (int i = 0; i < most_closings; ++i) {
      double travel_mm = predicted_travel(excursion_mm);
      if (!(travel_mm > short_mm && travel_mm < beyond_mm)) {
        travel_mm = std::isfinite(beyond_mm) ? 0.5 * (short_mm + beyond_mm) : short_mm + excursion_mm;
      }
      const std::optional<ArticulatedPose> pose = closed_at(travel_mm);
      if (!pose) return best;
      if (!best || off(*pose) < off(*best)) best = pose;
      if (off(*best) <= tolerance_mm || beyond_mm - short_mm < 1e-9) break;
      (pose->excursion_mm < excursion_mm ? short_mm : beyond_mm) = travel_mm;
    }
    reached_ = *best;
    return best;
  }

 private:
  struct Opening {
    double travel_mm, rad;
  };

  [[nodiscard]] Condyles condyles_at(double travel_mm) const {
    return moved_condyles(articulator_.condyles, articulator_.axes, articulator_.settings, excursion_,
                          travel_mm);
  }

  std::optional<ArticulatedPose> closed_at(double travel_mm) {
    std::optional<ArticulatedPose> pose =
        closed(articulator_, condyles_at(travel_mm), travel_mm, predicted_opening(travel_mm), closing_);
    if (!pose) return pose;
    pose->excursion_mm = apart_mm(articulator_, pose->incisal_point, start_.incisal_point);
    before_ = latest_;
    latest_ = {travel_mm, pose->opening_rad};
    return pose;
  }

  //! The opening at a travel, extrapolated from the last two closings.
  [[nodiscard]] double predicted_opening(double travel_mm) const {
    const double between_mm = latest_.travel_mm - before_.travel_mm;
    const double slope = between_mm != 0 ? (latest_.rad - before_.rad) / between_mm : 0;
    return latest_.rad + slope * (travel_mm - latest_.travel_mm);
  }

  [[nodiscard]] double predicted_excursion(double travel_mm) const {
    const ArticulatedPose pose =
        placed(articulator_, condyles_at(travel_mm), travel_mm, predicted_opening(travel_mm));
    return apart_mm(articulator_, pose.incisal_point, start_.incisal_point);
  }

  //! The travel with the predicted excursion. Secant steps find it without any closing.
  [[nodiscard]] double predicted_travel(double excursion_mm) const {
    double a = latest_.travel_mm, b = a + 0.1;
    double at_a = predicted_excursion(a), at_b = predicted_excursion(b);
    for (int i = 0; i < 20 && std::abs(at_b - excursion_mm) > 1e-9 && at_a != at_b; ++i) {
      const double next = std::clamp(b + (excursion_mm - at_b) * (b - a) / (at_b - at_a), 0.0, longest_mm);
      a = b, at_a = at_b;
      b = next, at_b = predicted_excursion(b);
    }
    return b;
  }

  static constexpr double longest_mm = 20;  // no condyle travels further

  const Articulator& articulator_;
  const Excursion excursion_;
  const ArticulatedPose& start_;
  const ClosingStep& closing_;
  ArticulatedPose reached_;  //!< the last requested pose; the next one lies beyond it
  Opening before_, latest_;  //!< the last two closings
};

}  // namespace

std::optional<ArticulatedPose> intercuspation(const Articulator& articulator, const ClosingStep& closing) {
  return closed(articulator, articulator.condyles, 0, 0, closing);
}

std::vector<ArticulatedPose> slide(const Articulator& articulator, Excursion excursion,
                                   const ArticulatedPose& intercuspation,
                                   std::span<const double> excursions_mm, double tolerance_mm,
                                   const ClosingStep& closing) {
  Slide slide(articulator, excursion, intercuspation, closing);
  std::vector<ArticulatedPose> poses;
  for (const double excursion_mm : excursions_mm) {
    const std::optional<ArticulatedPose> pose = slide.to(excursion_mm, tolerance_mm);
    if (!pose) break;
    poses.push_back(*pose);
  }
  return poses;
}

ArticulatedPose opened(const Articulator& articulator, const ArticulatedPose& intercuspation,
                       double opening_rad) {
  ArticulatedPose pose =
      placed(articulator, articulator.condyles, 0, intercuspation.opening_rad + opening_rad);
  pose.excursion_mm = apart_mm(articulator, pose.incisal_point, intercuspation.incisal_point);
  pose.contact = intercuspation.contact;
  return pose;
}

}  // namespace intercusp
