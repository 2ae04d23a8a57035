#include "occlusion/motion/articulator/sensitivity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! The contacts of one setting, by excursion and step. The list of steps is shorter where the jaws no longer
//! meet.
struct SettingOutcome {
  bool done = false, has_bite = false;
  std::array<std::vector<std::vector<GroupPair>>, all_excursions.size()> contacts;
};

std::vector<double> excursions_of(const SensitivityOptions& options) {
  std::vector<double> excursions;
  for (int i = 1; i <= options.steps; ++i)
    excursions.push_back(reported_excursions_mm.back() * i / options.steps);
  return excursions;
}

std::vector<GroupPair> contacts_of(const ArticulatedCase& prepared, const ArticulatedPose& pose,
                                   double threshold_mm) {
  std::vector<GroupPair> pairs = prepared.gaps.pairs_within(pose.upper_from_lower, threshold_mm);
  const GroupPair touching{prepared.groups.upper[pose.contact.upper_face],
                           prepared.groups.lower[pose.contact.lower_face]};
  if (!std::ranges::binary_search(pairs, touching))
    pairs.insert(std::ranges::lower_bound(pairs, touching), touching);
  return pairs;
}

SettingOutcome outcome_of(const ArticulatedCase& prepared, const ArticulatorSettings& settings,
                          const std::optional<Condyles>& condyles, const std::vector<double>& excursions,
                          const SensitivityOptions& options) {
  SettingOutcome outcome{.done = true};
  const Articulator articulator = articulator_of(prepared, settings, condyles);
  const ClosingStep closing = prepared.closing();
  const std::optional<ArticulatedPose> start = intercuspation(articulator, closing);
  if (!start) return outcome;
  outcome.has_bite = true;
  for (std::size_t i = 0; i < all_excursions.size(); ++i) {
    for (const ArticulatedPose& pose :
         slide(articulator, all_excursions[i], *start, excursions, options.excursion_tolerance_mm, closing))
      outcome.contacts[i].push_back(contacts_of(prepared, pose, options.threshold_mm));
  }
  return outcome;
}

//! Pearson's correlation of a 0-or-1 variable with a number; 0 if either does not vary.
double correlation_of(const std::vector<double>& numbers, const std::vector<bool>& flags) {
  const auto count = static_cast<double>(numbers.size());
  double sum = 0, squares = 0, sum_where = 0, where = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    sum += numbers[i];
    squares += numbers[i] * numbers[i];
    if (flags[i]) sum_where += numbers[i], ++where;
  }
  const double variance = squares / count - sum / count * sum / count;
  const double share = where / count, spread = share * (1 - share);
  if (!(variance > 1e-12 * squares / count) || !(spread > 0)) return 0;
  return (sum_where / count - share * sum / count) / std::sqrt(variance * spread);
}

struct Sweep {
  std::vector<ArticulatorSettings> settings;  //!< settings that are done and have a bite
  std::vector<SettingOutcome> outcomes;
};

//! \param reached settings that reach the excursion
//! \param touching whether each of them has the contact there
void add_correlation(ContactSensitivity& contact, const Sweep& sweep, const std::vector<std::size_t>& reached,
                     const std::vector<bool>& touching) {
  const double chance = 3 / std::sqrt(static_cast<double>(reached.size()));
  for (const SettingRange& range : setting_ranges()) {
    std::vector<double> values;
    for (const std::size_t i : reached) values.push_back(value_of(sweep.settings[i], range.setting));
    const double correlation = correlation_of(values, touching);
    if (std::abs(correlation) <= std::max(chance, std::abs(contact.correlation))) continue;
    contact.setting = range.setting;
    contact.correlation = correlation;
  }
}

class StepReport {
 public:
  StepReport(const Sweep& sweep, std::size_t excursion, std::size_t step, double excursion_mm)
      : sweep_(sweep), excursion_(excursion), step_(step), excursion_mm_(excursion_mm) {
    for (std::size_t i = 0; i < sweep.outcomes.size(); ++i) {
      if (sweep.outcomes[i].contacts[excursion].size() > step) reached_.push_back(i);
    }
  }

  [[nodiscard]] ContactSensitivity contact(GroupPair pair) const {
    std::vector<bool> touching;
    for (const std::size_t i : reached_) touching.push_back(std::ranges::binary_search(pairs(i), pair));
    const auto count = static_cast<int>(std::ranges::count(touching, true));
    const auto all = static_cast<int>(reached_.size());
    ContactSensitivity contact{.excursion = all_excursions[excursion_],
                               .excursion_mm = excursion_mm_,
                               .pair = pair,
                               .settings = count,
                               .share = all > 0 ? static_cast<double>(count) / all : 0};
    if (count > 0) contact.verdict = count == all ? Verdict::always : Verdict::depends;
    if (contact.verdict == Verdict::depends) add_correlation(contact, sweep_, reached_, touching);
    return contact;
  }

  [[nodiscard]] GuidanceSensitivity guidance() const {
    const Excursion excursion = all_excursions[excursion_];
    const auto all = static_cast<int>(reached_.size());
    GuidanceSensitivity guidance{.excursion = excursion, .excursion_mm = excursion_mm_, .settings = all};
    for (const std::size_t i : reached_) {
      guidance.shares[guidance_of(pairs(i), excursion)] += 1;
      if (has_balancing(pairs(i), excursion)) guidance.balancing_share += 1;
    }
    if (all == 0) return guidance;
    for (auto& [kind, share] : guidance.shares) share /= all;
    guidance.balancing_share /= all;
    return guidance;
  }

 private:
  [[nodiscard]] const std::vector<GroupPair>& pairs(std::size_t i) const {
    return sweep_.outcomes[i].contacts[excursion_][step_];
  }

  const Sweep& sweep_;
  std::size_t excursion_, step_;
  double excursion_mm_;
  std::vector<std::size_t> reached_;
};

std::set<GroupPair> pairs_of_movement(const Sweep& sweep, std::size_t excursion) {
  std::set<GroupPair> pairs;
  for (const SettingOutcome& outcome : sweep.outcomes) {
    for (const std::vector<GroupPair>& step : outcome.contacts[excursion])
      pairs.insert(step.begin(), step.end());
  }
  return pairs;
}

void report_on(Sensitivity& result, const Sweep& sweep, const std::vector<double>& excursions) {
  for (std::size_t excursion = 0; excursion < all_excursions.size(); ++excursion) {
    const std::set<GroupPair> pairs = pairs_of_movement(sweep, excursion);
    for (std::size_t step = 0; step < excursions.size(); ++step) {
      const StepReport report(sweep, excursion, step, excursions[step]);
      for (const GroupPair pair : pairs) result.contacts.push_back(report.contact(pair));
      result.guidance.push_back(report.guidance());
    }
  }
}

}  // namespace

Sensitivity sweep_settings(const ArticulatedCase& prepared, const SensitivityOptions& options,
                           const Progress& progress, const EndEarly& end_early) {
  const std::vector<double> excursions = excursions_of(options);
  const std::vector<ArticulatorSettings> sample =
      sample_settings({}, options.condyles.has_value(), options.settings, options.ranges);
  std::vector<std::optional<Condyles>> axes(sample.size(), options.condyles);
  if (options.condyles && options.ellipses)
    std::ranges::copy(sample_axes(*options.condyles, *options.ellipses, options.settings), axes.begin());
  std::vector<SettingOutcome> outcomes(sample.size());
  SharedProgress shared(progress, sample.size());
  for_each_task(sample.size(), [&](std::size_t i) {
    if (end_early && end_early()) return;
    outcomes[i] = outcome_of(prepared, sample[i], axes[i], excursions, options);
    shared.part_is_done();
  });
  Sensitivity result{.options = options};
  Sweep sweep;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (!outcomes[i].done) continue;
    ++result.settings_done;
    if (!outcomes[i].has_bite) {
      ++result.without_bite;
      continue;
    }
    sweep.settings.push_back(sample[i]);
    sweep.outcomes.push_back(std::move(outcomes[i]));
  }
  report_on(result, sweep, excursions);
  return result;
}

namespace {

//! The radical inverse of n, in (0, 1): the digits of n mirrored at the radix point.
double mirrored(std::size_t n, std::size_t base) {
  double value = 0, place = 1;
  for (; n > 0; n /= base) {
    place /= static_cast<double>(base);
    value += place * static_cast<double>(n % base);
  }
  return value;
}

bool belongs_to_triangle(Setting setting) {
  return setting == Setting::bonwill_arm || setting == Setting::intercondylar || setting == Setting::balkwill;
}

}  // namespace

std::vector<ArticulatorSettings> sample_settings(const ArticulatorSettings& base, bool keep_triangle,
                                                 int count,
                                                 const std::array<SettingRange, setting_count>& ranges) {
  constexpr std::array<std::size_t, setting_count> primes = {2, 3, 5, 7, 11, 13, 17, 19, 23};
  std::vector<ArticulatorSettings> sample;
  for (std::size_t n = 1; n <= static_cast<std::size_t>(count); ++n) {
    ArticulatorSettings settings = base;
    for (std::size_t i = 0; i < setting_count; ++i) {
      const SettingRange& range = ranges[i];
      if (keep_triangle && belongs_to_triangle(range.setting)) continue;
      value_of(settings, range.setting) = range.least + mirrored(n, primes[i]) * (range.most - range.least);
    }
    sample.push_back(settings);
  }
  return sample;
}

std::vector<Condyles> sample_axes(const Condyles& condyles, const AxisEllipses& ellipses, int count) {
  constexpr std::array<std::size_t, 4> primes = {29, 31, 37, 41};
  std::vector<Condyles> sample;
  for (std::size_t n = 1; n <= static_cast<std::size_t>(count); ++n) {
    const auto within = [&](const AxisEllipses::End& end, std::size_t first) -> Eigen::Vector3d {
      const double radius = std::sqrt(mirrored(n, primes[first])),
                   angle = 2 * std::numbers::pi * mirrored(n, primes[first + 1]);
      return radius * (std::cos(angle) * end.longer + std::sin(angle) * end.shorter);
    };
    sample.push_back({.right = condyles.right + within(ellipses.right, 0),
                      .left = condyles.left + within(ellipses.left, 2)});
  }
  return sample;
}

}  // namespace intercusp
