#include "occlusion/motion/articulator/articulate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/exact_interference.h"

namespace intercusp {
namespace {

PatientSide side_of_pair(GroupPair pair) {
  const PatientSide side = side_of_group(pair.lower);
  return side == PatientSide::neither ? side_of_group(pair.upper) : side;
}

bool takes_part(GroupPair pair, GroupKind kind) {
  return kind_of(pair.upper) == kind || kind_of(pair.lower) == kind;
}

ContactRole lateral_role(GroupPair pair, PatientSide working) {
  const bool canine = takes_part(pair, GroupKind::canine);
  const bool beside_front = canine || takes_part(pair, GroupKind::posterior);
  if (!beside_front) return ContactRole::anterior;
  if (side_of_pair(pair) != working) return ContactRole::balancing;
  return canine ? ContactRole::canine : ContactRole::working;
}

GuidanceKind lateral_guidance(std::span<const ContactRole> roles) {
  const auto some = [&](ContactRole role) { return std::ranges::find(roles, role) != roles.end(); };
  if (some(ContactRole::working)) return GuidanceKind::group;
  if (some(ContactRole::anterior)) return GuidanceKind::anterior;
  if (some(ContactRole::canine)) return GuidanceKind::canine;
  return some(ContactRole::balancing) ? GuidanceKind::balancing_only : GuidanceKind::none;
}

GuidanceKind protrusive_guidance(std::span<const GroupPair> contacts, std::span<const ContactRole> roles) {
  const auto some = [&](ContactRole role) { return std::ranges::find(roles, role) != roles.end(); };
  if (some(ContactRole::posterior))
    return some(ContactRole::anterior) ? GuidanceKind::mixed : GuidanceKind::posterior;
  if (!some(ContactRole::anterior)) return GuidanceKind::none;
  const bool incisors = std::ranges::all_of(contacts, [](GroupPair pair) {
    return takes_part(pair, GroupKind::gum) || takes_part(pair, GroupKind::incisor);
  });
  return incisors ? GuidanceKind::incisal : GuidanceKind::anterior;
}

}  // namespace

ContactRole role_of(GroupPair pair, Excursion excursion) {
  if (takes_part(pair, GroupKind::gum)) return ContactRole::gum;
  if (excursion == Excursion::protrusion) {
    const bool posterior = is_posterior(pair.upper) && is_posterior(pair.lower);
    return posterior ? ContactRole::posterior : ContactRole::anterior;
  }
  return lateral_role(pair,
                      excursion == Excursion::laterotrusion_right ? PatientSide::right : PatientSide::left);
}

GuidanceKind guidance_of(std::span<const GroupPair> contacts, Excursion excursion) {
  std::vector<ContactRole> roles;
  for (const GroupPair pair : contacts) roles.push_back(role_of(pair, excursion));
  return excursion == Excursion::protrusion ? protrusive_guidance(contacts, roles) : lateral_guidance(roles);
}

bool has_balancing(std::span<const GroupPair> contacts, Excursion excursion) {
  return std::ranges::any_of(
      contacts, [&](GroupPair pair) { return role_of(pair, excursion) == ContactRole::balancing; });
}

bool is_posterior_pair(GroupPair pair, PatientSide side) {
  return is_posterior(pair.upper) && is_posterior(pair.lower) && side_of_pair(pair) == side;
}

namespace {

std::string rounded(double number, int decimals) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

//! Checks that the right condyle is on the right.
void check_condyles(const Articulator& articulator) {
  if (articulator.condyles.axis().dot(articulator.axes.left) > 0.5) return;
  throw std::invalid_argument(
      "the condyles do not lie on either side of the head: give the right one first, in the frame of the "
      "upper");
}

//! Checks that the jaws are free when wide open. Otherwise closing would be meaningless.
void check_wide_open(const Articulator& articulator, const Bite& bite) {
  Bite open = bite;
  const Eigen::Isometry3d turned = opened_about(articulator.condyles, wide_open_rad);
  open.upper_from_lower = turned * bite.upper_from_lower;
  const Eigen::Vector3d incisal_way = turned * articulator.incisal_point - articulator.incisal_point;
  const bool lowers = incisal_way.dot(articulator.axes.superior) < 0;
  if (lowers && !exact_interference(open).interference) return;
  throw std::invalid_argument(
      "opened by " + rounded(wide_open_rad / rad_per_deg, 0) +
      " degrees about the hinge axis the jaws still overlap, or the incisors rise: the "
      "axis must lie behind the teeth; check --condyles, the pose and the bite");
}

std::vector<GroupPair> pairs_of(const std::vector<GroupGap>& gaps) {
  std::vector<GroupPair> pairs;
  for (const GroupGap& gap : gaps) pairs.push_back(gap.pair);
  return pairs;
}

ContactStep contacts_at(const ArticulatedCase& prepared, const ArticulatedPose& pose, double threshold_mm) {
  ContactStep step{.pose = pose,
                   .touching = {prepared.groups.upper[pose.contact.upper_face],
                                prepared.groups.lower[pose.contact.lower_face]},
                   .contacts = prepared.gaps.within(pose.upper_from_lower, threshold_mm)};
  const auto is_touching = [&](const GroupGap& gap) { return gap.pair == step.touching; };
  // With a threshold of 0, the distance may round above it.
  if (std::ranges::none_of(step.contacts, is_touching)) {
    step.contacts.push_back({step.touching, 0, pose.contact.case_point});
    std::ranges::sort(step.contacts, {}, &GroupGap::pair);
  }
  return step;
}

GuidanceStep guidance_at(const ArticulatedCase& prepared, const ContactStep& step, Excursion excursion) {
  const std::vector<GroupPair> pairs = pairs_of(step.contacts);
  const auto posterior = [&](PatientSide side) {
    return prepared.gaps.least(step.pose.upper_from_lower, GuidanceStep::far_mm,
                               [side](GroupPair pair) { return is_posterior_pair(pair, side); });
  };
  return {.step = step,
          .kind = guidance_of(pairs, excursion),
          .balancing = has_balancing(pairs, excursion),
          .right_posterior = posterior(PatientSide::right),
          .left_posterior = posterior(PatientSide::left)};
}

std::vector<PairOnPath> order_on_path(const std::vector<ContactStep>& path) {
  std::vector<PairOnPath> order;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double now_mm = path[i].asked_mm;
    for (const GroupGap& gap : path[i].contacts) {
      const auto known = std::ranges::find(order, gap.pair, &PairOnPath::pair);
      PairOnPath& on_path =
          known != order.end() ? *known : order.emplace_back(PairOnPath{.pair = gap.pair, .from_mm = now_mm});
      const bool goes_on = on_path.steps > 0 && on_path.to_mm == path[i - 1].asked_mm;
      if (!goes_on) on_path.intervals.push_back({.from_mm = now_mm});
      on_path.intervals.back().to_mm = on_path.to_mm = now_mm;
      ++on_path.steps;
    }
  }
  return order;
}

//! The opening at which a pair in contact in intercuspation comes within the threshold. Teeth that separate
//! in a turn about an axis behind them do not approach again.
PairInClosing closing_of(const ArticulatedCase& prepared, const Articulator& articulator,
                         const ContactStep& start, const GroupGap& gap, double threshold_mm) {
  const auto in_contact = [&](double opening_rad) {
    const ArticulatedPose pose = opened(articulator, start.pose, opening_rad);
    return prepared.gaps.of_pair(pose.upper_from_lower, gap.pair, threshold_mm).has_value();
  };
  double within = 0, beyond = 0.001;
  while (beyond < wide_open_rad && in_contact(beyond)) within = beyond, beyond *= 2;
  constexpr double enough_rad = 1e-6;  // 0.0001 mm at the incisors
  while (beyond - within > enough_rad) {
    const double middle = 0.5 * (within + beyond);
    (in_contact(middle) ? within : beyond) = middle;
  }
  const ArticulatedPose pose = opened(articulator, start.pose, within);
  return {.pair = gap.pair,
          .opening_rad = within,
          .incisal_mm = (pose.incisal_point - start.pose.incisal_point).norm(),
          .distance_mm = gap.distance_mm};
}

std::vector<PairInClosing> order_of_closing(const ArticulatedCase& prepared, const Articulator& articulator,
                                            const ContactStep& start, double threshold_mm) {
  std::vector<PairInClosing> order;
  for (const GroupGap& gap : start.contacts)
    order.push_back(closing_of(prepared, articulator, start, gap, threshold_mm));
  std::ranges::stable_sort(order, std::greater(), &PairInClosing::opening_rad);
  return order;
}

std::vector<double> path_excursions(const ArticulateOptions& options) {
  std::vector<double> excursions;
  const auto steps = static_cast<int>(std::lround(options.path_end_mm / options.path_step_mm));
  for (int i = 1; i <= steps; ++i) excursions.push_back(options.path_end_mm * i / steps);
  return excursions;
}

MovementReport movement_of(const ArticulatedCase& prepared, const Articulator& articulator,
                           const ContactStep& start, Excursion excursion, const ArticulateOptions& options) {
  MovementReport report{.excursion = excursion, .path = {start}};
  const std::vector<double> excursions = path_excursions(options);
  const std::vector<ArticulatedPose> poses = slide(articulator, excursion, start.pose, excursions,
                                                   options.excursion_tolerance_mm, prepared.closing());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    report.path.push_back(contacts_at(prepared, poses[i], options.threshold_mm));
    report.path.back().asked_mm = excursions[i];
  }
  for (const double reported_mm : reported_excursions_mm) {
    const auto step = std::ranges::find_if(report.path, [&](const ContactStep& candidate) {
      return std::abs(candidate.asked_mm - reported_mm) < 0.5 * options.path_step_mm;
    });
    if (step != report.path.end()) report.guidance.push_back(guidance_at(prepared, *step, excursion));
  }
  report.order = order_on_path(report.path);
  return report;
}

//! Opens from the start up to wide_open_rad.
std::vector<ArticulatedPose> opening_path(const Articulator& articulator, const ArticulatedPose& start) {
  constexpr double step_rad = 0.5 * rad_per_deg;
  std::vector<ArticulatedPose> poses;
  const auto steps = static_cast<int>(std::lround(wide_open_rad / step_rad));
  for (int i = 0; i <= steps; ++i) poses.push_back(opened(articulator, start, step_rad * i));
  return poses;
}

std::vector<Finding> findings_of(const ArticulatedBite& result) {
  std::vector<Finding> findings = result.bite_case->anatomy.findings;
  const double opening_deg = result.intercuspation.pose.opening_rad / rad_per_deg;
  constexpr double odd_deg = 2;  // 3 mm at the incisors
  if (opening_deg > odd_deg)
    findings.push_back({"bite_opened", Severity::warning, {{"opening_deg", opening_deg}}});
  if (opening_deg < -odd_deg)
    findings.push_back({"bite_closed", Severity::warning, {{"closing_deg", -opening_deg}}});
  for (const MovementReport& movement : result.movements) {
    const std::string name(name_of(movement.excursion));
    const double reached_mm = movement.path.back().asked_mm;
    if (reached_mm < result.options.path_end_mm - 0.5 * result.options.path_step_mm) {
      findings.push_back(
          {"excursion_ends", Severity::warning, {{"movement", name}, {"reached_mm", reached_mm}}});
    }
    const bool jumps = std::ranges::any_of(movement.path, [](const ContactStep& step) {
      return std::abs(step.pose.excursion_mm - step.asked_mm) > 0.05;
    });
    if (jumps) findings.push_back({"path_jumps", Severity::warning, {{"movement", name}}});
  }
  if (!result.groups.lower_has_teeth || !result.groups.upper_has_teeth)
    findings.push_back({"teeth_not_numbered", Severity::info});
  return findings;
}

}  // namespace

ClosingStep ArticulatedCase::closing() const {
  return [this](const Eigen::Isometry3d& upper_from_lower, const Motion& turn) {
    return search.first(upper_from_lower, turn);
  };
}

ArticulatedCase articulated_case(const std::shared_ptr<const Case>& bite_case) {
  const Anatomy& anatomy = bite_case->anatomy;
  if (!anatomy.axes)
    throw std::invalid_argument(
        "an articulator needs both arches, and left, right and anterior cannot be told from these scans");
  if (bite_case->incisal_point->source == IncisalSource::jaw_box)
    throw std::invalid_argument("the lower jaw has no anatomy at the front of its arch, by the midline");
  const Bite& bite = bite_case->bite;
  BiteGroups groups = groups_of(bite, *anatomy.axes);
  ContactSearch search(bite.upper, bite.lower);
  GroupGaps gaps(bite, groups);
  return {.bite_case = bite_case,
          .axes = *anatomy.axes,
          .incisal_point = *bite_case->incisal_point,
          .groups = std::move(groups),
          .search = std::move(search),
          .gaps = std::move(gaps)};
}

Articulator articulator_of(const ArticulatedCase& prepared, const ArticulatorSettings& settings,
                           const std::optional<Condyles>& condyles) {
  const Eigen::Vector3d& incisal = prepared.incisal_point.case_point;
  return {.axes = prepared.axes,
          .condyles = condyles ? *condyles : bonwill_condyles(incisal, prepared.axes, settings),
          .settings = settings,
          .incisal_point = incisal,
          .upper_from_lower = prepared.bite_case->bite.upper_from_lower};
}

ArticulatedBite articulate(const ArticulatedCase& prepared, const ArticulateOptions& options,
                           const Progress& progress) {
  check_settings(options.settings);
  ArticulatedBite result{.bite_case = prepared.bite_case,
                         .options = options,
                         .articulator = articulator_of(prepared, options.settings, options.condyles),
                         .incisal_point_source = prepared.incisal_point.source,
                         .groups = prepared.groups};
  check_condyles(result.articulator);
  check_wide_open(result.articulator, prepared.bite_case->bite);
  const std::optional<ArticulatedPose> start = intercuspation(result.articulator, prepared.closing());
  if (!start) {
    throw std::invalid_argument(
        "closing about the hinge axis brings no teeth together: check the pose, the axis and the bite");
  }
  result.intercuspation = contacts_at(prepared, *start, options.threshold_mm);
  result.closing_order =
      order_of_closing(prepared, result.articulator, result.intercuspation, options.threshold_mm);
  result.opening = opening_path(result.articulator, *start);
  report_progress(progress, 0.1);
  result.movements.resize(all_excursions.size());
  SharedProgress shared(part_of(progress, 0.1, 1), all_excursions.size());
  for_all(std::size_t{0}, all_excursions.size(), [&](std::size_t i) {
    result.movements[i] =
        movement_of(prepared, result.articulator, result.intercuspation, all_excursions[i], options);
    shared.part_is_done();
  });
  result.findings = findings_of(result);
  return result;
}

}  // namespace intercusp
