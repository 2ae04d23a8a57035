#include "occlusion/motion/seating/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/limits.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/teeth.h"
#include "occlusion/contacts/surface_contacts.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/motion/seating/equilibrium.h"
#include "occlusion/view/view.h"

namespace intercusp {

double largest_displacement(const Solid& lower, const Eigen::Isometry3d& from, const Eigen::Isometry3d& to) {
  double largest = 0;
  for (std::size_t face = 0; face < lower.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : lower.mesh.faces[face]) {
      const Eigen::Vector3d& own = lower.mesh.vertices[vertex];
      largest = std::max(largest, (to * own - from * own).squaredNorm());
    }
  }
  return std::sqrt(largest);
}

namespace {

constexpr double incisal_mm = 2;  // the edges of the front teeth
constexpr double molars_mm = 10;  // a molar is some 10 mm long

//! Displacement of the middle of the selected points.
template <typename Wanted>
std::optional<AnatomicalVector> displacement_of(const std::vector<CrownPoint>& points, const Wanted& wanted,
                                                const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                                                const Eigen::Matrix3d& rows) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  std::size_t count = 0;
  for (const CrownPoint& point : points) {
    if (!wanted(point.along)) continue;
    sum += static_cast<double>(point.faces) * point.own;
    count += point.faces;
  }
  if (count == 0) return std::nullopt;
  const Eigen::Vector3d middle = sum / static_cast<double>(count);
  return AnatomicalVector(rows * (to * middle - from * middle));
}

//! The change from one pose of the lower to another.
//! \param lower_centre in the lower's frame
JawChange jaw_change(const Solid& lower, const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                     const AnatomicalAxes& axes, const Eigen::Vector3d& lower_centre) {
  const Eigen::Matrix3d rows = axes.anatomical_from_case();
  const Eigen::AngleAxisd turn(to.linear() * from.linear().transpose());
  const std::vector<CrownPoint> points = crown_points(lower, from, axes, Jaw::lower);
  double front = -std::numeric_limits<double>::infinity(), back = -front, right = -front, left = front;
  for (const CrownPoint& point : points) {
    front = std::max(front, point.along.y());
    back = std::min(back, point.along.y());
    right = std::min(right, point.along.x());
    left = std::max(left, point.along.x());
  }
  const double middle = 0.5 * (left + right);
  const auto displacement = [&](const auto& wanted) {
    return displacement_of(points, wanted, from, to, rows);
  };
  return {.centre_mm = rows * (to * lower_centre - from * lower_centre),
          .turn_rad = turn.angle() * (rows * turn.axis()),
          .incisal_mm = displacement([&](const AnatomicalVector& at) { return at.y() > front - incisal_mm; }),
          .right_molars_mm = displacement(
              [&](const AnatomicalVector& at) { return at.y() < back + molars_mm && at.x() < middle; }),
          .left_molars_mm = displacement(
              [&](const AnatomicalVector& at) { return at.y() < back + molars_mm && at.x() >= middle; }),
          .largest_mm = largest_displacement(lower, from, to)};
}

Eigen::Isometry3d moved(const Eigen::Isometry3d& pose, const Eigen::Vector3d& shift, double angle_rad,
                        const Eigen::Vector3d& axis, const Eigen::Vector3d& centre) {
  return Eigen::Translation3d(centre + shift) * Eigen::AngleAxisd(angle_rad, axis) *
         Eigen::Translation3d(-centre) * pose;
}

// Alternative starts that check a seated bite. Those close to the given start must lead to one place. Those a
// tooth's width away must not lead to a better one.

//! Six poses, 0.3 mm and 0.5° from the bite's: along and about each axis, both ways, about the given point.
std::vector<Eigen::Isometry3d> starts_nearby(const Bite& bite, const AnatomicalAxes& axes,
                                             const Eigen::Vector3d& lower_centre) {
  constexpr double shift_mm = 0.3, turn_rad = 0.5 * rad_per_deg;
  const std::array<Eigen::Vector3d, 3> along = {axes.left, axes.anterior, axes.superior};
  const Eigen::Vector3d centre = bite.upper_from_lower * lower_centre;
  std::vector<Eigen::Isometry3d> starts;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      starts.push_back(moved(bite.upper_from_lower, sign * shift_mm * along[axis], sign * turn_rad,
                             along[(axis + 1) % 3], centre));
    }
  }
  return starts;
}

struct StartElsewhere {
  OtherStart start;
  Eigen::Isometry3d upper_from_lower;
};

//! Starts a tooth's width forward and backward, turned by a tooth to either side, and back to front. In each
//! start the jaws are opened, so that they close freely.
std::vector<StartElsewhere> starts_elsewhere(const Eigen::Isometry3d& upper_from_lower,
                                             const AnatomicalAxes& axes,
                                             const Eigen::Vector3d& lower_centre) {
  // A premolar is 7 mm long. On an arch 25 mm from its middle, that is 16°.
  constexpr double tooth_mm = 7, tooth_rad = 16 * rad_per_deg, opening_mm = 4;
  const Eigen::Vector3d opened = -opening_mm * axes.superior;
  const Eigen::Vector3d centre = upper_from_lower * lower_centre;
  const auto moved_start = [&](OtherStart start, const Eigen::Vector3d& shift, double turn_rad) {
    return StartElsewhere{start, moved(upper_from_lower, opened + shift, turn_rad, axes.superior, centre)};
  };
  return {moved_start(OtherStart::tooth_forward, tooth_mm * axes.anterior, 0),
          moved_start(OtherStart::tooth_back, -tooth_mm * axes.anterior, 0),
          moved_start(OtherStart::turned_left, Eigen::Vector3d::Zero(), tooth_rad),
          moved_start(OtherStart::turned_right, Eigen::Vector3d::Zero(), -tooth_rad),
          moved_start(OtherStart::back_to_front, Eigen::Vector3d::Zero(), std::numbers::pi)};
}

double overlap_mm3(const Bite& bite, MapEngine& live, const Eigen::Vector3d& direction) {
  constexpr double pixel_mm = 0.05;
  const View view = fit_view(bite, orthographic(direction), pixel_mm);
  if (view.grid.size() == 0) return 0;
  double length_mm = 0;
  for (const float overlap : live.compute(view, bite.upper_from_lower).overlap_mm) length_mm += overlap;
  return length_mm * view.grid.pixel_area_mm2();
}

//! \param live an engine made for the jaws of this bite
BiteFigures bite_figures(const Bite& bite, const PreparedJaws& jaws, MapEngine& live,
                         const AnatomicalAxes& axes) {
  const SurfaceDistances distances = surface_distances(bite, jaws);
  const SurfaceContacts contacts =
      surface_contacts(bite, jaws, distances, face_teeth(*bite.upper), face_teeth(*bite.lower),
                       {.thresholds_mm = {settle_thresholds_mm.begin(), settle_thresholds_mm.end()},
                        .direction = axes.superior,
                        .axes = axes});
  return {.least = least_distance(bite, jaws, distances),
          .overlap_mm3 = overlap_mm3(bite, live, axes.superior),
          .contact = contacts.lower.areas};
}

constexpr double hardest_bed_mm = 0.005;  // meshes are not smooth at finer scales
constexpr double same_place_mm = 0.1;     // twice the accuracy of bite registration
constexpr double same_rest_mm = 0.002;    // on the soft bed; from then on the paths are identical
// These exceed the separation of jaws in bite, and of opened jaws.
constexpr double reach_mm = 3, opened_reach_mm = 6;
constexpr std::size_t least_supports = 3;
constexpr double least_margin_mm = 1;
constexpr double least_side_share = 0.02;
constexpr double rest_residual = 0.01;  // share of the force; also of a lever of 1 mm
constexpr double rival_fit = 0.9;
constexpr double near_mm = 2;  // distance of the surface around the bite's centre

//! Counts the steps of the work of several threads, for the progress.
class Steps {
 public:
  explicit Steps(const Progress& progress) : progress_(progress) {}

  void next() {
    constexpr double all = 24;  // estimate: two soft beds, six harder ones, other starts, figures
    const std::lock_guard lock(mutex_);
    ++done_;
    report_progress(progress_, std::min(1.0, done_ / all));
  }

 private:
  const Progress& progress_;
  std::mutex mutex_;
  int done_ = 0;
};

AnatomicalAxes axes_along(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d anterior = direction.unitOrthogonal();
  return {direction, anterior, direction.cross(anterior)};
}

//! \param direction replaces superior; anterior and left turn with it
AnatomicalAxes axes_turned(const AnatomicalAxes& axes, const Eigen::Vector3d& direction) {
  const Eigen::Quaterniond turn = turn_between(axes.superior, direction);
  return {direction, turn * axes.anterior, turn * axes.left};
}

std::optional<AnatomicalAxes> axes_of(const Anatomy& anatomy, const SettleOptions& options) {
  if (!options.direction) return anatomy.axes;
  return anatomy.axes ? axes_turned(*anatomy.axes, *options.direction) : axes_along(*options.direction);
}

//! The middle of the part of the lower's surface that faces the upper and is near it, in the lower's frame.
//! Empty if no part is near.
std::optional<Eigen::Vector3d> bite_centre(const Bite& bite, const PreparedJaws& jaws,
                                           const Eigen::Vector3d& direction) {
  constexpr double least_slope = 0.3;
  const TriangleMesh& mesh = bite.lower->mesh;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double whole = 0;
  for (std::size_t face = 0; face < bite.lower->anatomy_faces; ++face) {
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, face);
    const double area = normal.norm();
    if (direction.dot(bite.upper_from_lower.linear() * normal) < least_slope * area) continue;
    const auto& [a, b, c] = mesh.faces[face];
    const Eigen::Vector3d middle = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
    if (!jaws.upper.closest(bite.upper_from_lower * middle, near_mm)) continue;
    sum += area * middle;
    whole += area;
  }
  if (whole <= 0) return std::nullopt;
  return Eigen::Vector3d(sum / whole);
}

Bite posed(const Bite& bite, const Eigen::Isometry3d& upper_from_lower) {
  return {bite.upper, bite.lower, upper_from_lower};
}

//! Moves the equilibrium from the soft bed to the hardest.
Equilibrium harden(const Bite& bite, const SeatingJaws& jaws, const ClosingForce& closing,
                   Equilibrium equilibrium, double tolerance_mm, Steps& steps,
                   std::vector<PressedPoint>* points = nullptr) {
  const double end_mm = std::max(tolerance_mm, hardest_bed_mm);
  double depth_mm = std::max(soft_bed_depth_mm, end_mm);
  while (true) {
    depth_mm = std::max(depth_mm / 2, end_mm);
    equilibrium = equilibrium_on_harder_bed(bite, jaws, closing, equilibrium, depth_mm, points);
    if (!equilibrium.converged || depth_mm <= end_mm) return equilibrium;
    steps.next();
  }
}

//! Opens or closes along the direction until the deepest point lies at 0.8 to 1 times the tolerance.
//! \return the shift; empty if that depth is not reached
std::optional<double> shift_to_depth(Bite& bite, const PreparedJaws& jaws, const Eigen::Vector3d& direction,
                                     double tolerance_mm) {
  constexpr int most_shifts = 20;
  const LeastDistanceOptions exactness{.tolerance_mm = std::min(1e-4, 0.02 * tolerance_mm)};
  double shifted_mm = 0;
  for (int i = 0; i < most_shifts; ++i) {
    const auto least = least_distance(bite, jaws, surface_distances(bite, jaws), exactness);
    if (!least) return std::nullopt;
    const double depth_mm = exactness.tolerance_mm - least->distance_mm;
    if (depth_mm >= 0.8 * tolerance_mm && depth_mm <= tolerance_mm) return shifted_mm;
    // On slopes the depth changes by less than the shift, so the steps approach it from one side.
    const double step_mm = 0.9 * tolerance_mm - depth_mm;
    bite.upper_from_lower = Eigen::Translation3d(step_mm * direction) * bite.upper_from_lower;
    shifted_mm += step_mm;
  }
  return std::nullopt;
}

class Seating {
 public:
  Seating(const std::shared_ptr<const Case>& start, const SettleOptions& options, const Progress& progress)
      : start_(start->bite), jaws_(seating_jaws(start->bite)), steps_(progress) {
    result_.options = options;
    result_.start = start;
  }

  Settlement run() {
    result_.axes = axes_of(result_.start->anatomy, result_.options);
    check_anatomy();
    ZListEngine live(start_.upper, start_.lower, {.facing_only = true});
    if (result_.axes) result_.before = bite_figures(start_, jaws_.distance, live, *result_.axes);
    check_start();
    if (!result_.refusals.empty()) return std::move(result_);
    const std::optional<Equilibrium> soft = find_soft_equilibrium();
    if (soft) settle_from(*soft, live);
    return std::move(result_);
  }

 private:
  void refuse(const char* code, std::map<std::string, FindingValue> values = {}) {
    result_.refusals.push_back({code, Severity::error, std::move(values)});
  }

  void check_anatomy() {
    if (result_.options.direction) return;
    for (const Finding& finding : result_.start->anatomy.findings) {
      if (finding.code == codes::teeth_sides_contradict) continue;  // wrong numbers do not move a jaw
      refuse(codes::misplaced, finding.values);
      result_.refusals.back().values.emplace("finding", finding.code);
    }
    if (!result_.axes) refuse("no_axes");
  }

  void check_start() {
    if (!result_.before) return;
    const double most_mm = result_.options.max_motion_mm;
    if (!result_.before->least) {
      refuse(codes::not_in_bite, {{"reason", "unknown_distance"}});
    } else if (const double least_mm = result_.before->least->distance_mm; least_mm > most_mm) {
      refuse(codes::not_in_bite, {{"reason", "too_far_apart"}, {"apart_mm", least_mm}, {"most_mm", most_mm}});
    } else if (least_mm < -most_mm) {
      refuse(codes::not_in_bite, {{"reason", "too_deep"}, {"depth_mm", -least_mm}, {"most_mm", most_mm}});
    }
  }

  //! Searches twice. Axes and centre are recomputed at the equilibrium, so that they do not depend on the
  //! start.
  std::optional<Equilibrium> find_soft_equilibrium() {
    Bite bite = start_;
    std::optional<Equilibrium> equilibrium;
    for (int round = 0; round < 2; ++round) {
      if (round > 0) {
        const Anatomy anatomy = find_anatomy(bite);
        if (const auto axes = axes_of(anatomy, result_.options)) result_.axes = axes;
      }
      closing_.direction = result_.axes->superior;
      const auto centre = bite_centre(bite, jaws_.distance, closing_.direction);
      if (!centre) {
        refuse(codes::not_in_bite, {{"reason", "facing_nothing"}, {"near_mm", near_mm}});
        return std::nullopt;
      }
      closing_.lower_centre = *centre;
      equilibrium = equilibrium_on_soft_bed(bite, jaws_, closing_, reach_mm);
      if (!equilibrium->converged) {
        result_.found = equilibrium->upper_from_lower;
        refuse("no_rest", {{"reason", "slips"}});
        return std::nullopt;
      }
      bite.upper_from_lower = equilibrium->upper_from_lower;
      steps_.next();
    }
    result_.lower_centre = closing_.lower_centre;
    return equilibrium;
  }

  void settle_from(const Equilibrium& soft, MapEngine& live) {
    std::vector<PressedPoint> points;
    const Equilibrium equilibrium =
        harden(start_, jaws_, closing_, soft, result_.options.tolerance_mm, steps_, &points);
    Bite bite = posed(start_, equilibrium.upper_from_lower);
    check_equilibrium(equilibrium);
    finish(bite);
    result_.found = bite.upper_from_lower;
    result_.supports =
        find_supports(points, *result_.axes, equilibrium.upper_from_lower * closing_.lower_centre);
    result_.after = bite_figures(bite, jaws_.distance, live, *result_.axes);
    result_.change = jaw_change(*start_.lower, start_.upper_from_lower, bite.upper_from_lower, *result_.axes,
                                closing_.lower_centre);
    check_change();
    check_places(bite);
    check_stand();
    // A refused pose needs no further checks, which take most of the time.
    if (!result_.refusals.empty()) return;
    steps_.next();
    check_other_starts(soft, equilibrium);
    check_rivals(soft);
  }

  void check_equilibrium(const Equilibrium& equilibrium) {
    result_.force_residual = equilibrium.force_residual;
    result_.moment_residual_mm = equilibrium.moment_residual_mm;
    if (equilibrium.converged && equilibrium.force_residual < rest_residual &&
        equilibrium.moment_residual_mm < rest_residual)
      return;
    refuse("no_rest", {{"reason", "force_not_held"}, {"not_held_percent", 100 * equilibrium.force_residual}});
  }

  void finish(Bite& bite) {
    const auto shift = shift_to_depth(bite, jaws_.distance, closing_.direction, result_.options.tolerance_mm);
    if (shift) {
      result_.last_shift_mm = *shift;
    } else {
      refuse("too_deep", {{"tolerance_mm", result_.options.tolerance_mm}});
    }
  }

  void check_change() {
    const JawChange& change = *result_.change;
    const SettleOptions& options = result_.options;
    if (change.largest_mm > options.max_motion_mm || change.turn_rad.norm() > options.max_turn_rad) {
      refuse("too_far", {{"moved_mm", change.largest_mm},
                         {"turned_deg", change.turn_rad.norm() / rad_per_deg},
                         {"most_mm", options.max_motion_mm},
                         {"most_deg", options.max_turn_rad / rad_per_deg}});
    }
  }

  //! Checks that the upper arch extends beyond the lower one.
  void check_places(const Bite& settled) {
    if (!result_.start->anatomy.axes) return;
    result_.upper_reach_mm = upper_reach_mm(settled, *result_.axes);
    if (result_.options.direction || result_.upper_reach_mm >= 0) return;
    refuse("swapped", {{"inside_mm", -result_.upper_reach_mm}});
  }

  void check_stand() {
    const Supports& supports = result_.supports;
    if (supports.all.size() < least_supports) {
      refuse("too_few_contacts", {{"contacts", static_cast<double>(supports.all.size())},
                                  {"least", static_cast<double>(least_supports)}});
    }
    if (!(supports.margin_mm >= least_margin_mm)) refuse("unbalanced");
    if (!result_.start->anatomy.axes) return;
    if (supports.left_share < least_side_share || supports.left_share > 1 - least_side_share)
      refuse("one_sided", {{"left_percent", 100 * supports.left_share}});
  }

  void check_other_starts(const Equilibrium& soft, const Equilibrium& equilibrium) {
    struct Found {
      double apart_mm;
      Eigen::Isometry3d upper_from_lower;
    };
    const std::vector<Eigen::Isometry3d> starts = starts_nearby(start_, *result_.axes, closing_.lower_centre);
    std::vector<Found> found(starts.size());
    for_each_task(starts.size(), [&](std::size_t i) {
      Equilibrium there = equilibrium_on_soft_bed(posed(start_, starts[i]), jaws_, closing_, reach_mm);
      double apart_mm = largest_displacement(*start_.lower, soft.upper_from_lower, there.upper_from_lower);
      if (apart_mm > same_rest_mm && there.converged) {
        there = harden(start_, jaws_, closing_, there, result_.options.tolerance_mm, steps_);
        apart_mm = largest_displacement(*start_.lower, equilibrium.upper_from_lower, there.upper_from_lower);
      }
      found[i] = {apart_mm, there.upper_from_lower};
      steps_.next();
    });
    SettleAgreement& agreement = result_.agreement;
    for (const auto& [apart_mm, upper_from_lower] : found) {
      ++agreement.starts;
      if (apart_mm <= same_place_mm) ++agreement.same_place;
      if (apart_mm > std::max(agreement.spread_mm, same_place_mm)) agreement.other_place = upper_from_lower;
      agreement.spread_mm = std::max(agreement.spread_mm, apart_mm);
    }
    if (agreement.same_place < agreement.starts) {
      refuse("ambiguous", {{"other_places", static_cast<double>(agreement.starts - agreement.same_place)},
                           {"starts", static_cast<double>(agreement.starts)},
                           {"spread_mm", agreement.spread_mm}});
    }
  }

  //! Wrong places fit about as well as each other, but not as well as the right one.
  void check_rivals(const Equilibrium& soft) {
    if (!result_.start->anatomy.axes || result_.options.direction) return;
    const auto fit = [](const Equilibrium& equilibrium) {
      return equilibrium.converged ? equilibrium.bearing_mm2 / equilibrium.deepest_mm : 0;
    };
    const std::vector<StartElsewhere> starts =
        starts_elsewhere(soft.upper_from_lower, *result_.axes, closing_.lower_centre);
    std::vector<Equilibrium> equilibria(starts.size());
    for_each_task(starts.size(), [&](std::size_t i) {
      equilibria[i] = equilibrium_on_soft_bed(posed(start_, starts[i].upper_from_lower), jaws_, closing_,
                                              opened_reach_mm);
      steps_.next();
    });
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Equilibrium& there = equilibria[i];
      if (largest_displacement(*start_.lower, soft.upper_from_lower, there.upper_from_lower) > same_place_mm)
        result_.rivals.push_back({starts[i].start, fit(there) / fit(soft), there.upper_from_lower});
    }
    for (const SettleRival& rival : result_.rivals) {
      if (rival.fit >= rival_fit)
        refuse("better_elsewhere", {{"start", name_of(rival.start)}, {"fit", rival.fit}});
    }
  }

  const Bite& start_;
  const SeatingJaws jaws_;
  Steps steps_;
  ClosingForce closing_{};
  Settlement result_;
};

}  // namespace

Settlement settle(const std::shared_ptr<const Case>& start, const SettleOptions& options,
                  const Progress& progress) {
  limits::require(limits::settle_tolerance_mm, options.tolerance_mm, "the tolerance in mm");
  limits::require(limits::settle_motion_mm, options.max_motion_mm, "the largest motion in mm");
  return Seating(start, options, progress).run();
}

}  // namespace intercusp
