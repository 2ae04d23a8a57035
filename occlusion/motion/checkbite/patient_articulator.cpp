#include "occlusion/motion/checkbite/patient_articulator.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "occlusion/base/limits.h"

namespace intercusp {
namespace {

using Eigen::Isometry3d, Eigen::Vector3d;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ---- what the records look like

constexpr double least_movement_mm = 0.3;  // ten times the error of a bite

//! Along left, anterior and superior.
AnatomicalVector incisal_shift(const HingeFrame& frame, const Isometry3d& motion) {
  return frame.axes.anatomical_from_case() * (motion * frame.incisal_point - frame.incisal_point);
}

//! The incisal point moves aside in laterotrusions, some 60° from straight ahead (Bonwill's triangle turns about the working
//! condyle). In openings the jaw turns about the condyles, in protrusions they go ahead: seen from the average condyles,
//! whatever the axis, by less and by more than `lever_mm` times the turn. Centric: the incisal point has moved up, or a
//! laterotrusion takes the condyles back, as centric lies against every other position.
RecordKind kind_by_movement(const HingeFrame& frame, const Isometry3d& motion) {
  constexpr double aside_of_ahead = 0.577;  // 30°, half-way to laterotrusion
  constexpr double steepest_aside = 3.3;    // openings stray less from the midline
  constexpr double lever_mm = 33;   // an axis 12 mm from the average and 2.5 mm of glide in an opening by 7°
  constexpr double back_mm = -0.5;  // what another axis than the average one can make of a laterotrusion
  const AnatomicalVector shift = incisal_shift(frame, motion);
  const Vector3d middle = bonwill_condyles(frame.incisal_point, frame.axes).middle();
  const double condyles_ahead = frame.axes.anterior.dot(motion * middle - middle);
  const Eigen::AngleAxisd turn(motion.linear());
  const double opening_rad = turn.angle() * turn.axis().dot(frame.axes.left);
  const double aside = std::abs(shift.x());
  if (aside > aside_of_ahead * std::abs(shift.y()) && steepest_aside * aside > std::abs(shift.z())) {
    if (condyles_ahead < back_mm) return RecordKind::centric;
    return shift.x() > 0 ? RecordKind::left : RecordKind::right;
  }
  if (condyles_ahead > lever_mm * std::abs(opening_rad)) return RecordKind::protrusion;
  return shift.z() < 0 ? RecordKind::open : RecordKind::centric;
}

struct RecordFault {
  Finding finding;
  bool of_centric = false;  //!< it is the centric record that is wrong
};

//! Nothing for a record that can be used.
std::optional<RecordFault> fault_of(const BiteRecord& record, const HingeFrame& frame,
                                    const Isometry3d& motion) {
  constexpr double most_mm = 70, most_turn_rad = 45 * rad_per_deg, most_condyles_mm = 25;  // of any patient
  const double moved_mm = incisal_shift(frame, motion).norm(),
               turned_rad = Eigen::AngleAxisd(motion.linear()).angle();
  const Vector3d middle = bonwill_condyles(frame.incisal_point, frame.axes).middle();
  const auto finding = [&](const char* code, std::map<std::string, FindingValue> values,
                           bool of_centric = false) {
    values.emplace("record", record.name);
    return RecordFault{{code, Severity::warning, std::move(values)}, of_centric};
  };
  if (moved_mm > most_mm || turned_rad > most_turn_rad ||
      (motion * middle - middle).norm() > most_condyles_mm)
    return finding("record_implausible", {{"moved_mm", moved_mm}, {"turned_deg", turned_rad / rad_per_deg}});
  if (moved_mm < least_movement_mm) return finding("record_not_moved", {{"moved_mm", moved_mm}});
  const RecordKind seen = kind_by_movement(frame, motion);
  if (seen == record.kind) return std::nullopt;
  if (seen == RecordKind::centric) return finding("centric_exchanged", {}, true);
  return finding("record_exchanged", {{"looks_like", std::string(name_of(seen))}});
}

//! The records that are used, by their kind.
struct UsedRecords {
  std::vector<UncertainPose> poses;  //!< centric first
  std::vector<std::string> names;
  std::vector<RecordKind> kinds;

  [[nodiscard]] std::vector<std::size_t> of(RecordKind kind) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i] == kind) found.push_back(i);
    return found;
  }
  [[nodiscard]] Isometry3d motion(std::size_t i) const {
    return poses[i].upper_from_lower * poses[0].upper_from_lower.inverse();
  }
  void add(const BiteRecord& record) {
    poses.push_back(*record.pose);
    names.push_back(record.name);
    kinds.push_back(record.kind);
  }
};

//! Centric and the records that look like what they are. Empty where there is no centric record to compare with: it has
//! no pose, or another record lies up and back of it.
UsedRecords used_records(std::span<const BiteRecord> records, const HingeFrame& frame,
                         std::vector<Finding>& findings) {
  const auto centric = std::ranges::find(records, RecordKind::centric, &BiteRecord::kind);
  for (const BiteRecord& record : records)
    findings.insert(findings.end(), record.findings.begin(), record.findings.end());
  if (!centric->pose) {
    findings.push_back({"centric_without_pose", Severity::warning});
    return {};
  }
  UsedRecords used;
  used.add(*centric);
  for (const BiteRecord& record : records) {
    if (record.kind == RecordKind::centric || !record.pose) continue;
    const Isometry3d motion = record.pose->upper_from_lower * centric->pose->upper_from_lower.inverse();
    const std::optional<RecordFault> fault = fault_of(record, frame, motion);
    if (fault) findings.push_back(fault->finding);
    if (fault && fault->of_centric) return {};
    if (!fault) used.add(record);
  }
  return used;
}

// ---- errors

//! As in PoseError.
double freedom_of(const PoseError& error) { return std::max(1.0, error.patches - 6); }

//! Of a statistic with `freedom` under the squared residuals, by covariances with `known` degrees of freedom.
double fisher_limit(int freedom, double known, double chance) {
  return freedom * boost::math::quantile(
                       boost::math::complement(boost::math::fisher_f(freedom, std::min(known, 1e6)), chance));
}

double least_freedom(std::span<const UncertainPose> poses) {
  double least = 1e6;
  for (const UncertainPose& pose : poses) least = std::min(least, freedom_of(pose.error));
  return least;
}

//! The variance of a quantity as a sum over the records, and its degrees of freedom (Welch 1947, Biometrika 34:28;
//! Satterthwaite 1946, Biometrics 2:110).
struct Spread {
  double variance = 0, fourth = 0;
  void add(double part, double freedom) {
    variance += part;
    fourth += part * part / freedom;
  }
  [[nodiscard]] double freedom() const {
    return fourth > 0 ? std::min(1e6, variance * variance / fourth) : 1e6;
  }
  //! Half of the 95 % interval.
  [[nodiscard]] double half() const {
    return PoseError{.patches = freedom() + 6}.interval_factor() * std::sqrt(variance);
  }
};

// ---- the numbers, from poses alone

//! Where condyles that were not measured lie, as deviations from the Bonwill triangle. Root mean squares about its usual
//! sizes, of 120 people: means and ranges of hinge.h, a range being 5.15 standard deviations in 120 draws.
struct TriangleSpread {
  double arm_mm = 0, base_mm = 0, balkwill_rad = 0;
};
constexpr TriangleSpread usual_spread = {.arm_mm = 5.6, .base_mm = 11.7, .balkwill_rad = 4.2 * rad_per_deg};

//! Numbers of the left condyle; each one's of the right follows it.
enum Number : Eigen::Index { inclination = 0, bennett = 2, side_shift = 4, nonworking = 6, number_count = 8 };
using Numbers = Eigen::Vector<double, number_count>;  //!< NaN: not told

//! Which record serves what; by condyle, the left first.
struct Plan {
  HingeFrame frame;
  std::vector<std::size_t> openings;  //!< by their turn
  std::optional<HingeFit> fit;        //!< of the openings; empty: the Bonwill triangle
  std::vector<std::size_t> protrusions;
  std::array<std::vector<std::size_t>, 2> laterotrusions;  //!< to the other side
  std::array<bool, 2> line{};                              //!< is fitted through them
};

using CondyleWay = Vector3d;  //!< inward (towards the midline), forward, down

double inclination_of(const std::vector<CondyleWay>& ways) {
  CondyleWay sum = CondyleWay::Zero();
  for (const CondyleWay& way : ways) sum += way;
  return ways.empty() ? nan : std::atan2(sum.z(), sum.y());
}

//! Bennett angle and side shift: inward = shift + tan(angle)·forward, with the shift 0 where no line is fitted.
std::pair<double, double> bennett_of(const std::vector<CondyleWay>& ways, bool line) {
  if (ways.empty()) return {nan, nan};
  Vector3d mean = Vector3d::Zero();
  for (const CondyleWay& way : ways) mean += way / static_cast<double>(ways.size());
  if (!line) return {std::atan2(mean.x(), mean.y()), nan};
  double squares = 0, products = 0;
  for (const CondyleWay& way : ways) {
    squares += (way.y() - mean.y()) * (way.y() - mean.y());
    products += (way.y() - mean.y()) * (way.x() - mean.x());
  }
  const double slope = products / squares;
  return {std::atan(slope), mean.x() - slope * mean.y()};
}

std::vector<UncertainPose> chosen(const std::vector<UncertainPose>& poses,
                                  const std::vector<std::size_t>& indices) {
  std::vector<UncertainPose> some;
  for (const std::size_t i : indices) some.push_back(poses[i]);
  return some;
}

Condyles average_condyles(const HingeFrame& frame, const TriangleSpread& spread) {
  BonwillTriangle triangle;
  triangle.bonwill_arm_mm += spread.arm_mm;
  triangle.intercondylar_mm = std::min(2 * frame.half_mm + spread.base_mm,
                                       1.8 * triangle.bonwill_arm_mm);  // a wider base has no triangle
  triangle.balkwill_rad += spread.balkwill_rad;
  return bonwill_condyles(frame.incisal_point, frame.axes, triangle);
}

Condyles condyles_of(const Plan& plan) {
  return plan.fit ? condyles_at(plan.frame, plan.fit->places) : average_condyles(plan.frame, {});
}

Numbers numbers_of(const Plan& plan, const std::vector<UncertainPose>& poses, const Condyles& condyles) {
  Numbers numbers = Numbers::Constant(nan);
  for (const std::size_t side : {0, 1}) {
    const Vector3d& condyle = side == 0 ? condyles.left : condyles.right;
    Eigen::Matrix3d way_from_case = plan.frame.axes.anatomical_from_case();
    way_from_case.row(2) *= -1;
    if (side == 0) way_from_case.row(0) *= -1;
    const auto ways = [&](const std::vector<std::size_t>& records) {
      std::vector<CondyleWay> all;
      for (const std::size_t i : records) {
        const Isometry3d motion = poses[i].upper_from_lower * poses[0].upper_from_lower.inverse();
        all.emplace_back(way_from_case * (motion * condyle - condyle));
      }
      return all;
    };
    const auto k = static_cast<Eigen::Index>(side);
    const std::vector<CondyleWay> aside = ways(plan.laterotrusions[side]);
    numbers[inclination + k] = inclination_of(ways(plan.protrusions));
    std::tie(numbers[bennett + k], numbers[side_shift + k]) = bennett_of(aside, plan.line[side]);
    numbers[nonworking + k] = inclination_of(aside);
  }
  return numbers;
}

//! numbers_of with what each record's error and the triangle's spread do to it, by first order.
struct Propagated {
  Numbers value;
  std::vector<Eigen::Matrix<double, number_count, 6>> by_record;
  Eigen::Matrix<double, number_count, 3> by_triangle;
  const std::vector<UncertainPose>& poses;

  [[nodiscard]] Spread spread_of(Eigen::Index number) const {
    Spread spread;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const PoseVector row = by_record[i].row(number);
      spread.add(row.dot(poses[i].error.covariance * row), freedom_of(poses[i].error));
    }
    spread.add(by_triangle.row(number).squaredNorm(), 1e6);
    return spread;
  }
};

constexpr double step_mm = 1e-3, step_rad = 1e-5;

//! The derivative of numbers by what `at` moves, 0 where a number is not told.
template <typename At>
Numbers derivative(const At& at, double step) {
  const Numbers slope = (at(step) - at(-step)) / (2 * step);
  return slope.unaryExpr([](double each) { return std::isnan(each) ? 0 : each; });
}

//! By the records, the condyles staying.
void add_excursions(Propagated& result, const Plan& plan) {
  const Condyles condyles = condyles_of(plan);
  std::vector<UncertainPose> moved = result.poses;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const UncertainPose& pose = result.poses[i];
    for (Eigen::Index k = 0; k < 6; ++k) {
      const auto at = [&](double by) {
        moved[i].upper_from_lower =
            changed_pose(pose.upper_from_lower, by * PoseVector::Unit(k), pose.error.centre);
        return numbers_of(plan, moved, condyles);
      };
      result.by_record[i].col(k) = derivative(at, k < 3 ? step_mm : step_rad);
    }
    moved[i] = pose;
  }
}

//! By the records that tell the axis: they move the condyles.
void add_hinge(Propagated& result, const Plan& plan) {
  Eigen::Matrix<double, number_count, 4> by_place;
  for (Eigen::Index k = 0; k < 4; ++k) {
    const auto at = [&](double by) {
      return numbers_of(plan, result.poses,
                        condyles_at(plan.frame, plan.fit->places + by * AxisPlaces::Unit(k)));
    };
    by_place.col(k) = derivative(at, step_mm);
  }
  result.by_record[0] += by_place * plan.fit->by_record[0];
  for (std::size_t i = 0; i < plan.openings.size(); ++i)
    result.by_record[plan.openings[i]] += by_place * plan.fit->by_record[i + 1];
}

//! Standard deviations of people about the average triangle.
void add_triangle(Propagated& result, const Plan& plan) {
  const auto by = [&](const TriangleSpread& whole) {
    const auto at = [&](double part) {
      return numbers_of(plan, result.poses,
                        average_condyles(plan.frame, {part * whole.arm_mm, part * whole.base_mm,
                                                      part * whole.balkwill_rad}));
    };
    return derivative(at, 1);
  };
  result.by_triangle.col(0) = by({.arm_mm = usual_spread.arm_mm});
  result.by_triangle.col(1) = by({.base_mm = usual_spread.base_mm});
  result.by_triangle.col(2) = by({.balkwill_rad = usual_spread.balkwill_rad});
}

Propagated propagated(const Plan& plan, const std::vector<UncertainPose>& poses) {
  Propagated result{.value = numbers_of(plan, poses, condyles_of(plan)),
                    .by_record = std::vector<Eigen::Matrix<double, number_count, 6>>(poses.size()),
                    .by_triangle = Eigen::Matrix<double, number_count, 3>::Zero(),
                    .poses = poses};
  add_excursions(result, plan);
  if (plan.fit)
    add_hinge(result, plan);
  else
    add_triangle(result, plan);
  return result;
}

// ---- the hinge

//! The 95 % ellipse of a normal pair whose covariance has `freedom` degrees of freedom (Hotelling 1931).
AxisEnd axis_end(const HingeFrame& frame, const Vector3d& place, const Eigen::Matrix2d& covariance,
                 double freedom) {
  const PrincipalAxes<2> axes = principal_axes(covariance);
  const double factor = fisher_limit(2, freedom, 0.05);
  return {.place = place,
          .half_axes_mm = (factor * axes.values.reverse().cwiseMax(0)).cwiseSqrt(),
          .long_axis = axes.vectors(0, 1) * frame.axes.anterior + axes.vectors(1, 1) * frame.axes.superior};
}

//! Left, then right. \param known degrees of freedom of the records' errors
std::pair<AxisEnd, AxisEnd> axis_ends(const HingeFrame& frame, const HingeFit& fit, double known) {
  const Condyles condyles = condyles_at(frame, fit.places);
  return {axis_end(frame, condyles.left, fit.covariance.topLeftCorner<2, 2>(), known),
          axis_end(frame, condyles.right, fit.covariance.bottomRightCorner<2, 2>(), known)};
}

double longest_mm(const std::pair<AxisEnd, AxisEnd>& ends) {
  return std::max(ends.first.half_axes_mm.x(), ends.second.half_axes_mm.x());
}

std::vector<std::size_t> by_turn(const UsedRecords& used, const HingeFrame& frame) {
  std::vector<std::pair<double, std::size_t>> turns;
  for (const std::size_t i : used.of(RecordKind::open)) {
    const auto screw = screw_axis(frame, used.motion(i));
    if (screw && screw->turn_rad > 0) turns.emplace_back(screw->turn_rad, i);
  }
  std::ranges::sort(turns);
  std::vector<std::size_t> order;
  for (const auto& [turn, i] : turns) order.push_back(i);
  return order;
}

//! As many of the openings, the smallest first, as turn about one axis; a glide of the condyles begins at the next.
//! Between openings only a glide in the sagittal plane is tested: how much better the records fit with one.
std::vector<std::size_t> before_glide(const UsedRecords& used, const HingeFrame& frame,
                                      const std::vector<std::size_t>& openings,
                                      std::vector<Finding>& findings) {
  constexpr double chance = 0.01;
  for (std::size_t count = 2; count <= openings.size(); ++count) {
    const std::vector<std::size_t> some(openings.begin(),
                                        openings.begin() + static_cast<std::ptrdiff_t>(count));
    const std::vector<UncertainPose> poses = chosen(used.poses, some);
    const auto turning = fit_hinge(frame, used.poses[0], poses),
               gliding = fit_hinge(frame, used.poses[0], poses, true);
    if (!turning || !gliding) continue;
    const double known = std::min(least_freedom(poses), freedom_of(used.poses[0].error));
    if (turning->chi2 - gliding->chi2 <= fisher_limit(turning->freedom - gliding->freedom, known, chance))
      continue;
    findings.push_back({"opening_glides",
                        Severity::warning,
                        {{"record", used.names[some.back()]},
                         {"glide_mm", gliding->glide_mm.back().norm()},
                         {"from_deg", gliding->opening_rad[count - 2] / rad_per_deg}}});
    return {some.begin(), some.end() - 1};
  }
  return openings;
}

std::vector<InstantaneousAxis> pairs_of(const UsedRecords& used, const HingeFrame& frame,
                                        const std::vector<std::size_t>& openings) {
  std::vector<InstantaneousAxis> pairs;
  for (std::size_t a = 0; a < openings.size(); ++a) {
    for (std::size_t b = a + 1; b < openings.size(); ++b) {
      const std::vector<UncertainPose> poses = chosen(used.poses, {openings[a], openings[b]});
      const auto fit = fit_hinge(frame, poses[0], std::span(poses).subspan(1));
      if (!fit) continue;
      const auto [left, right] = axis_ends(frame, *fit, least_freedom(poses));
      pairs.push_back({used.names[openings[a]], used.names[openings[b]], fit->opening_rad[0], left, right});
    }
  }
  return pairs;
}

//! By bisection: the covariance of the fit with the widest record turned further about the axis.
std::optional<double> halving_opening(const UsedRecords& used, const HingeFrame& frame, const HingeFit& fit,
                                      const std::vector<std::size_t>& openings) {
  std::vector<UncertainPose> poses = chosen(used.poses, openings);
  const UncertainPose widest = poses.back();
  const Condyles axis = condyles_at(frame, fit.places);
  const auto error_mm = [&](double turn_rad) {
    const Isometry3d further = opened_about(axis, turn_rad - fit.opening_rad.back());
    poses.back().upper_from_lower = further * widest.upper_from_lower;
    poses.back().error.centre = further * widest.error.centre;
    const auto wider = fit_hinge(frame, used.poses[0], poses);
    return wider ? longest_mm(axis_ends(frame, *wider, 1e6)) : std::numeric_limits<double>::infinity();
  };
  const double wanted = 0.5 * error_mm(fit.opening_rad.back());
  double low = fit.opening_rad.back(), high = 60 * rad_per_deg;
  if (low >= high || error_mm(high) > wanted) return std::nullopt;
  while (high - low > 0.01 * rad_per_deg) {
    const double middle = 0.5 * (low + high);
    (error_mm(middle) > wanted ? low : high) = middle;
  }
  return high;
}

void remark_on_axis(const HingeFrame& frame, const Condyles& condyles, std::size_t openings,
                    std::vector<Finding>& findings) {
  constexpr double far_mm = 15;
  if (openings == 1) findings.push_back({"glide_not_told", Severity::info});
  const Condyles average = average_condyles(frame, {});
  const auto apart = [&](const Vector3d& a, const Vector3d& b) {
    return (frame.axes.anatomical_from_case() * (a - b)).tail<2>().norm();
  };
  const double left = apart(condyles.left, average.left), right = apart(condyles.right, average.right);
  if (std::max(left, right) > far_mm)
    findings.push_back({"axis_far_from_average",
                        Severity::warning,
                        {{"left_mm", left}, {"right_mm", right}, {"limit_mm", far_mm}}});
}

//! Empty where the openings do not tell the axis; the plan then has no fit. Where they disagree beyond their errors,
//! all errors are scaled (Birge 1932, Phys Rev 40:207).
std::optional<Hinge> found_hinge(UsedRecords& used, Plan& plan, std::vector<Finding>& findings) {
  constexpr double most_half_axis_mm = 10;  // beyond, first order no longer describes the error
  constexpr double chance = 0.001;
  const std::vector<std::size_t> all = by_turn(used, plan.frame);
  plan.openings = before_glide(used, plan.frame, all, findings);
  std::optional<HingeFit>& fit = plan.fit;
  fit = fit_hinge(plan.frame, used.poses[0], chosen(used.poses, plan.openings));
  const double known = least_freedom(used.poses);
  if (fit && fit->chi2 > fisher_limit(fit->freedom, known, chance)) {
    const double scale = fit->chi2 / fit->freedom;
    findings.push_back({"openings_disagree", Severity::warning, {{"times", std::sqrt(scale)}}});
    for (UncertainPose& pose : used.poses) pose.error.covariance *= scale;
    fit->covariance *= scale;
  }
  if (!fit || longest_mm(axis_ends(plan.frame, *fit, known)) > most_half_axis_mm) {
    if (!all.empty())
      findings.push_back({"opening_too_small",
                          Severity::warning,
                          {{"opening_deg", fit ? fit->opening_rad.back() / rad_per_deg : 0}}});
    fit.reset();
    return std::nullopt;
  }
  const auto [left, right] = axis_ends(plan.frame, *fit, known);
  Hinge hinge{.left = left,
              .right = right,
              .residual_mm = fit->residual_mm,
              .opening_rad = fit->opening_rad.back(),
              .used = {},
              .pairs = pairs_of(used, plan.frame, all),
              .halve_at_rad = halving_opening(used, plan.frame, *fit, plan.openings)};
  for (const std::size_t i : plan.openings) hinge.used.push_back(used.names[i]);
  remark_on_axis(plan.frame, condyles_at(plan.frame, fit->places), plan.openings.size(), findings);
  return hinge;
}

// ---- guidance

constexpr std::array condyle_names = {"left_condyle", "right_condyle"};

//! Whether two records of a laterotrusion differ enough for a line, by the way of the non-working condyle.
bool tells_side_shift(const UsedRecords& used, const std::vector<std::size_t>& records,
                      const Vector3d& condyle) {
  constexpr double least_apart_mm = 2;
  for (const std::size_t a : records) {
    for (const std::size_t b : records)
      if ((used.motion(a) * condyle - used.motion(b) * condyle).norm() >= least_apart_mm) return true;
  }
  return false;
}

//! What a number may be, and half of the widest interval that is of use.
struct Bounds95 {
  double most, half;
};
constexpr Bounds95 angle_bounds = {limits::inclination_deg.most * rad_per_deg, 15 * rad_per_deg},
                   shift_bounds = {limits::side_shift_mm.most, 1.5};

//! Nothing, with the reason, where the records do not tell the number.
std::optional<Estimate> estimate(const Propagated& numbers, Eigen::Index number, const Bounds95& bounds,
                                 const std::string& what, std::vector<Finding>& findings) {
  const double value = numbers.value[number], half = numbers.spread_of(number).half();
  if (std::isnan(value)) return std::nullopt;
  if (std::abs(value) < bounds.most && half <= bounds.half)
    return Estimate{value, {value - half, value + half}};
  findings.push_back({"movement_too_small",
                      Severity::warning,
                      {{"reason", what}, {"condyle", condyle_names[static_cast<std::size_t>(number % 2)]}}});
  return std::nullopt;
}

}  // namespace

std::optional<RecordKind> record_kind_of(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789") + 1;
  const std::optional<RecordKind> kind = find_named<RecordKind>(name.substr(0, end));
  if (kind == RecordKind::centric && end < name.size()) return std::nullopt;
  return kind;
}

PatientArticulator patient_articulator(std::span<const BiteRecord> records, const HingeFrame& frame) {
  PatientArticulator result;
  UsedRecords used = used_records(records, frame, result.findings);
  if (used.poses.empty()) return result;
  Plan plan{.frame = frame,
            .openings = {},
            .fit = {},
            .protrusions = used.of(RecordKind::protrusion),
            .laterotrusions = {used.of(RecordKind::right), used.of(RecordKind::left)}};
  result.hinge = found_hinge(used, plan, result.findings);
  result.condyles = condyles_of(plan);
  const bool has_excursions = used.poses.size() > 1 + used.of(RecordKind::open).size();
  if (!result.hinge && has_excursions) result.findings.push_back({"condyles_average", Severity::warning});
  for (const std::size_t side : {0, 1}) {
    const std::vector<std::size_t>& aside = plan.laterotrusions[side];
    plan.line[side] =
        tells_side_shift(used, aside, side == 0 ? result.condyles->left : result.condyles->right);
    if (!aside.empty() && !plan.line[side])
      result.findings.push_back({"side_shift_not_told", Severity::info, {{"condyle", condyle_names[side]}}});
  }
  const Propagated numbers = propagated(plan, used.poses);
  const auto both = [&](Number first, const Bounds95& bounds, const std::string& what) {
    return CondyleEstimates{.left = estimate(numbers, first, bounds, what, result.findings),
                            .right = estimate(numbers, first + 1, bounds, what, result.findings)};
  };
  result.inclination_rad = both(inclination, angle_bounds, "inclination");
  result.bennett_rad = both(bennett, angle_bounds, "bennett");
  result.side_shift_mm = both(side_shift, shift_bounds, "side_shift");
  result.nonworking_inclination_rad = both(nonworking, angle_bounds, "nonworking_inclination");
  return result;
}

}  // namespace intercusp
