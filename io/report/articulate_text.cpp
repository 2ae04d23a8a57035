#include "io/report/articulate_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

std::string angle(double angle_rad) { return rounded(angle_rad / rad_per_deg, 2) + "°"; }
std::string length(double length_mm) { return rounded(length_mm, 2) + " mm"; }

std::string sides(const BothSides& values, double unit, const char* sign) {
  return fmt::format("{}{} right, {}{} left", shortest(std::round(1e6 * values.right / unit) / 1e6), sign,
                     shortest(std::round(1e6 * values.left / unit) / 1e6), sign);
}

std::string settings_text(const ArticulatedBite& result) {
  const ArticulatorSettings& settings = result.options.settings;
  const std::string axis =
      result.options.condyles
          ? fmt::format("axis through the given condyles, {} apart",
                        length(result.articulator.condyles.distance_mm()))
          : fmt::format("Bonwill arm {} mm, intercondylar distance {} mm, Balkwill angle {}°",
                        shortest(settings.bonwill_arm_mm), shortest(settings.intercondylar_mm),
                        shortest(in_degrees(settings.balkwill_rad)));
  return fmt::format(
      "Articulator  {}\n"
      "             condylar inclination {}\n"
      "             Bennett angle {}\n"
      "             immediate side shift {}\n",
      axis, sides(settings.inclination_rad, rad_per_deg, "°"), sides(settings.bennett_rad, rad_per_deg, "°"),
      sides(settings.side_shift_mm, 1, " mm"));
}

std::string intercuspation_text(const ArticulatedBite& result) {
  const ContactStep& step = result.intercuspation;
  const double moved_mm = (step.pose.incisal_point - result.articulator.incisal_point).norm();
  std::vector<std::string> order;
  for (const PairInClosing& pair : result.closing_order)
    order.push_back(fmt::format("{} from {} before", in_words(pair.pair), length(pair.incisal_mm)));
  return fmt::format(
      "Intercuspation: the registered bite {} by {} ({} at the incisal point) to its first contact, {}.\n"
      "Contacts while closing, in their order (way of the incisal point): {}.\n",
      step.pose.opening_rad >= 0 ? "opened" : "closed", angle(std::abs(step.pose.opening_rad)),
      length(moved_mm), in_words(step.touching), fmt::join(order, ", "));
}

std::string posterior_text(const GuidanceStep& guidance, double threshold_mm) {
  const auto side = [&](const char* name, const std::optional<GroupGap>& gap) {
    if (!gap) return fmt::format("{} –", name);
    return gap->distance_mm <= threshold_mm ? fmt::format("{} in contact", name)
                                            : fmt::format("{} {} apart", name, length(gap->distance_mm));
  };
  return side("right", guidance.right_posterior) + ", " + side("left", guidance.left_posterior);
}

std::string guidance_line(const GuidanceStep& guidance, double threshold_mm) {
  std::vector<std::string> pairs;
  for (const GroupGap& gap : guidance.step.contacts) pairs.push_back(in_words(gap.pair));
  return fmt::format("  {:>3} mm  {}: {}\n          posterior teeth: {}\n", shortest(guidance.step.asked_mm),
                     guidance_in_words(guidance), fmt::join(pairs, ", "),
                     posterior_text(guidance, threshold_mm));
}

std::string movement_text(const MovementReport& movement, double threshold_mm) {
  std::string text = capitalised(in_words(movement.excursion)) + "\n";
  for (const GuidanceStep& guidance : movement.guidance) text += guidance_line(guidance, threshold_mm);
  std::vector<std::string> order;
  for (const PairOnPath& on_path : movement.order)
    order.push_back(fmt::format("{} ({} to {})", in_words(on_path.pair), shortest(on_path.from_mm),
                                shortest(on_path.to_mm)));
  return text + fmt::format("  In contact, in their order (from mm to mm): {}.\n", fmt::join(order, ", "));
}

std::string shares_line(const GuidanceSensitivity& step) {
  std::vector<std::string> kinds;
  for (const auto& [kind, share] : step.shares)
    kinds.push_back(fmt::format("{} {:.0f} %", in_words(kind), 100 * share));
  std::string text = fmt::format("  {} at {} mm: {}", capitalised(in_words(step.excursion)),
                                 shortest(step.excursion_mm), fmt::join(kinds, ", "));
  if (step.excursion != Excursion::protrusion)
    text += fmt::format("; balancing side touches {:.0f} %", 100 * step.balancing_share);
  return text + "\n";
}

//! The contacts that go most with one setting, one for each pair and movement.
std::string strongest_text(const Sensitivity& sensitivity) {
  std::vector<ContactSensitivity> strongest;
  for (const ContactSensitivity& contact : sensitivity.contacts) {
    if (!contact.setting) continue;
    const auto same = std::ranges::find_if(strongest, [&](const ContactSensitivity& other) {
      return other.excursion == contact.excursion && other.pair == contact.pair;
    });
    if (same == strongest.end()) {
      strongest.push_back(contact);
    } else if (std::abs(contact.correlation) > std::abs(same->correlation)) {
      *same = contact;
    }
  }
  std::ranges::stable_sort(strongest, std::greater(),
                           [](const ContactSensitivity& contact) { return std::abs(contact.correlation); });
  constexpr std::size_t shown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, strongest.size()); ++i) {
    const ContactSensitivity& contact = strongest[i];
    text +=
        fmt::format("  {} at {} mm, {}: in {:.0f} % of settings, {} with {} (correlation {})\n",
                    capitalised(in_words(contact.excursion)), shortest(contact.excursion_mm),
                    in_words(contact.pair), 100 * contact.share, contact.correlation > 0 ? "more" : "fewer",
                    in_words(*contact.setting), rounded(contact.correlation, 2));
  }
  return text.empty() ? text : "Contacts that depend most on a setting (more or fewer as it grows)\n" + text;
}

std::string sensitivity_text(const Sensitivity& sensitivity, double last_mm) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(sensitivity.contacts, verdict, &ContactSensitivity::verdict);
  };
  std::string text = fmt::format(
      "\nUnder {} plausible settings{}, contacts at {} excursions of each movement:\n"
      "  {} are there under all settings, {} under some.\n",
      sensitivity.settings_done,
      sensitivity.settings_done < sensitivity.options.settings
          ? fmt::format(" (stopped; {} were asked for)", sensitivity.options.settings)
          : "",
      sensitivity.options.steps, count(Verdict::always), count(Verdict::depends));
  for (const GuidanceSensitivity& step : sensitivity.guidance) {
    if (std::abs(step.excursion_mm - last_mm) < 1e-9 && step.settings > 0) text += shares_line(step);
  }
  return text + strongest_text(sensitivity);
}

}  // namespace

std::string articulate_text(const ArticulateReport& report) {
  const ArticulatedBite& result = report.result;
  std::string text;
  for (const std::string& remark : sentences_of(result.findings)) text += "Note: " + remark + "\n";
  for (const std::string& remark : report.upper.remarks) text += "Note, upper: " + remark + "\n";
  for (const std::string& remark : report.lower.remarks) text += "Note, lower: " + remark + "\n";
  text += settings_text(result) + intercuspation_text(result);
  text += fmt::format(
      "Contact is a distance of at most {} mm, in any direction; pairs are upper–lower{}; excursions are "
      "those of the lower incisal point.\n\n",
      shortest(result.options.threshold_mm), result.labels_estimated ? ", teeth numbered by estimate" : "");
  for (const MovementReport& movement : result.movements)
    text += movement_text(movement, result.options.threshold_mm);
  if (report.sensitivity != nullptr)
    text += sensitivity_text(*report.sensitivity, reported_excursions_mm.back());
  return text;
}

}  // namespace intercusp
