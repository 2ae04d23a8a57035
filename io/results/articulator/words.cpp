#include "io/results/articulator/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"

namespace intercusp {
namespace {

std::string axis_text(const ArticulatedBite& result) {
  const Condyles& condyles = result.articulator.condyles;
  return fmt::format("right condyle {:.6g} {:.6g} {:.6g}; left condyle {:.6g} {:.6g} {:.6g}{}",
                     condyles.right.x(), condyles.right.y(), condyles.right.z(), condyles.left.x(),
                     condyles.left.y(), condyles.left.z(),
                     result.options.condyles ? "" : " (Bonwill triangle)");
}

constexpr auto guidance_words =
    enum_table<GuidanceKind, Wording>({{GuidanceKind::canine, Text("canine guidance")},
                                       {GuidanceKind::group, Text("group function")},
                                       {GuidanceKind::anterior, Text("front teeth guide")},
                                       {GuidanceKind::incisal, Text("incisal guidance")},
                                       {GuidanceKind::mixed, Text("front and posterior teeth carry")},
                                       {GuidanceKind::posterior, Text("posterior teeth alone carry")},
                                       {GuidanceKind::balancing_only, Text("balancing interference")},
                                       {GuidanceKind::none, Text("no teeth touch")}});

std::string guidance_in_words(const GuidanceStep& guidance) {
  const bool beside = guidance.balancing && guidance.kind != GuidanceKind::balancing_only;
  return std::string(guidance_words[guidance.kind]) + (beside ? phrase(", balancing side touches") : "");
}

constexpr auto excursion_words =
    enum_table<Excursion, Wording>({{Excursion::protrusion, Text("protrusion")},
                                    {Excursion::laterotrusion_right, Text("laterotrusion to the right")},
                                    {Excursion::laterotrusion_left, Text("laterotrusion to the left")}});

constexpr auto setting_words =
    enum_table<Setting, Wording>({{Setting::bonwill_arm, Text("Bonwill arm")},
                                  {Setting::intercondylar, Text("intercondylar distance")},
                                  {Setting::balkwill, Text("Balkwill angle")},
                                  {Setting::inclination_right, Text("condylar inclination, right")},
                                  {Setting::inclination_left, Text("condylar inclination, left")},
                                  {Setting::bennett_right, Text("Bennett angle, right")},
                                  {Setting::bennett_left, Text("Bennett angle, left")},
                                  {Setting::side_shift_right, Text("immediate side shift, right")},
                                  {Setting::side_shift_left, Text("immediate side shift, left")}});

std::string angle(double angle_rad) { return rounded(angle_rad / rad_per_deg, 2) + "°"; }
std::string length(double length_mm) { return rounded(length_mm, 2) + " mm"; }

std::string sides(const BothSides& values, double unit, const char* sign) {
  return phrase("{}{} right, {}{} left", shortest(std::round(1e6 * values.right / unit) / 1e6), sign,
                shortest(std::round(1e6 * values.left / unit) / 1e6), sign);
}

std::string axis_in_words(const ArticulatedBite& bite) {
  const ArticulatorSettings& settings = bite.options.settings;
  if (bite.options.condyles)
    return phrase("axis through the given condyles, {} apart",
                  length(bite.articulator.condyles.distance_mm()));
  return phrase("Bonwill arm {} mm, intercondylar distance {} mm, Balkwill angle {}°",
                shortest(settings.bonwill_arm_mm), shortest(settings.intercondylar_mm),
                shortest(in_degrees(settings.balkwill_rad)));
}

std::string intercuspation_text(const ArticulatedBite& bite) {
  const ContactStep& step = bite.intercuspation;
  const double moved_mm = (step.pose.incisal_point - bite.articulator.incisal_point).norm();
  std::vector<std::string> order;
  for (const PairInClosing& pair : bite.closing_order)
    order.push_back(phrase("{} from {} before", teeth_in_words(bite.bite_case->bite, pair.pair),
                           length(pair.incisal_mm)));
  return phrase(
      "Intercuspation: the registered bite {} by {} ({} at the incisal point) to its first contact, {}.\n"
      "Contacts while closing, in order (path of the incisal point): {}.",
      step.pose.opening_rad >= 0 ? phrase("opened") : phrase("closed"),
      angle(std::abs(step.pose.opening_rad)), length(moved_mm),
      teeth_in_words(bite.bite_case->bite, step.touching), fmt::join(order, ", "));
}

std::string posterior_text(const GuidanceStep& guidance, double threshold_mm) {
  const auto side = [&](const std::string& name, const std::optional<GroupGap>& gap) {
    if (!gap) return name + " –";
    return gap->distance_mm <= threshold_mm ? phrase("{} in contact", name)
                                            : phrase("{} {} apart", name, length(gap->distance_mm));
  };
  return side(phrase("right"), guidance.right_posterior) + ", " +
         side(phrase("left"), guidance.left_posterior);
}

std::string interval_text(double from_mm, double to_mm) {
  return from_mm == to_mm ? shortest(from_mm) : phrase("{} to {}", shortest(from_mm), shortest(to_mm));
}

//! "0, 0.4 to 2.1"
std::string intervals_text(const PairOnPath& on_path) {
  std::vector<std::string> intervals;
  for (const auto& [from_mm, to_mm] : on_path.intervals) intervals.push_back(interval_text(from_mm, to_mm));
  return fmt::format("{}", fmt::join(intervals, ", "));
}

Section movement_section(const Bite& bite, const MovementReport& movement, double threshold_mm) {
  Section section{.title = capitalised(words_of(movement.excursion))};
  section.table.columns = {{phrase("excursion")},
                           {.heading = phrase("guidance"), .is_text = true},
                           {.heading = phrase("contacts"), .is_text = true},
                           {.heading = phrase("posterior teeth"), .is_text = true}};
  for (const GuidanceStep& guidance : movement.guidance) {
    std::vector<std::string> pairs;
    for (const GroupGap& gap : guidance.step.contacts) pairs.push_back(teeth_in_words(bite, gap.pair));
    section.table.rows.push_back({shortest(guidance.step.asked_mm) + " mm", guidance_in_words(guidance),
                                  fmt::format("{}", fmt::join(pairs, ", ")),
                                  posterior_text(guidance, threshold_mm)});
  }
  std::vector<std::string> order;
  for (const PairOnPath& on_path : movement.order)
    order.push_back(fmt::format("{} ({})", teeth_in_words(bite, on_path.pair), intervals_text(on_path)));
  section.facts = {{phrase("  In contact, in order (at mm):"), fmt::format("{}", fmt::join(order, ", "))}};
  return section;
}

std::string shares_line(const GuidanceSensitivity& step) {
  std::vector<std::string> kinds;
  for (const auto& [kind, share] : step.shares)
    kinds.push_back(phrase("{} {:.0f} %", std::string(guidance_words[kind]), 100 * share));
  std::string text = phrase("  {} at {} mm: {}", capitalised(words_of(step.excursion)),
                            shortest(step.excursion_mm), fmt::join(kinds, ", "));
  if (step.excursion != Excursion::protrusion)
    text += phrase("; balancing side touches {:.0f} %", 100 * step.balancing_share);
  return text;
}

//! The contacts that correlate most with one setting, one for each pair and movement.
std::vector<std::string> strongest_lines(const Bite& bite, const Sensitivity& sensitivity) {
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
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(shown, strongest.size()); ++i) {
    const ContactSensitivity& contact = strongest[i];
    lines.push_back(phrase("  {} at {} mm, {}: in {:.0f} % of settings, {} with {} (correlation {})",
                           capitalised(words_of(contact.excursion)), shortest(contact.excursion_mm),
                           teeth_in_words(bite, contact.pair), 100 * contact.share,
                           contact.correlation > 0 ? phrase("more") : phrase("fewer"),
                           std::string(setting_words[*contact.setting]), rounded(contact.correlation, 2)));
  }
  if (!lines.empty())
    lines.insert(lines.begin(), phrase("Contacts that depend most on a setting (more or fewer as it grows)"));
  return lines;
}

Section sensitivity_section(const Bite& bite, const Sensitivity& sensitivity, double last_mm) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(sensitivity.contacts, verdict, &ContactSensitivity::verdict);
  };
  const bool stopped = sensitivity.settings_done < sensitivity.options.settings;
  Section section{
      .title = phrase("Under {} plausible settings{}, contacts at {} excursions of each movement:",
                      sensitivity.settings_done,
                      stopped ? phrase(" (stopped; {} requested)", sensitivity.options.settings) : "",
                      sensitivity.options.steps),
      .paragraphs = {phrase("  {} are there under all settings, {} under some.", count(Verdict::always),
                            count(Verdict::depends))}};
  for (const GuidanceSensitivity& step : sensitivity.guidance) {
    if (std::abs(step.excursion_mm - last_mm) < 1e-9 && step.settings > 0)
      section.paragraphs.push_back(shares_line(step));
  }
  for (std::string& line : strongest_lines(bite, sensitivity)) section.paragraphs.push_back(std::move(line));
  return section;
}

}  // namespace

double shown_value(const SettingRange& range, double value) {
  return range.unit == "deg" ? in_degrees(value) : value;
}

Provenance provenance_of(const ArticulatedBite& bite, const MeshReport& upper, const MeshReport& lower) {
  const ForPrograms english;
  std::string settings = axis_text(bite);
  for (const SettingRange& range : setting_ranges()) {
    const double value = value_of(bite.options.settings, range.setting);
    settings += fmt::format("; {} {} {}", range.name, shortest(shown_value(range, value)), range.unit);
  }
  settings += fmt::format("; threshold {} mm", shortest(bite.options.threshold_mm));
  return {.version = INTERCUSP_VERSION,
          .settings = settings,
          .upper_sha256 = digests_of(upper),
          .lower_sha256 = digests_of(lower)};
}

std::vector<Fact> articulate_definitions(const ArticulatedBite& bite, const Sensitivity* sensitivity) {
  std::vector<Fact> definitions = {
      {"contact",
       fmt::format("a pair of teeth whose scanned surfaces come within {} mm of each other, in any direction "
                   "and without pixels; the pair that stops the closing is always one",
                   shortest(bite.options.threshold_mm))},
      {"intercuspation", "the registered bite turned about the hinge axis to its first contact"},
      {"excursion_mm",
       "way of the lower incisal point in the occlusal plane, from intercuspation; at each the lower is "
       "closed about the moved axis, in one step, to its first contact"},
      {"travel_mm",
       "way of the guiding condyle: both in protrusion, the balancing one in laterotrusion, the immediate "
       "side shift included"},
      {"opening_deg",
       "turn about the moved axis, against the registered bite carried along with it; negative where the "
       "jaws close further"},
      {"side",
       "a laterotrusion to the right works on the patient's right; a pair of teeth lies on the side of its "
       "lower tooth"},
      {"role",
       "canine: a pair of the working side with a canine; working: another one of that side with a premolar "
       "or molar; balancing: a pair of the other side with a canine, premolar or molar; posterior: in "
       "protrusion premolars or molars of both jaws; anterior: all other teeth; gum: not a numbered tooth"},
      {"guidance",
       "laterotrusion: group where a working pair is in contact, else anterior where other front teeth are, "
       "else canine, else balancing_only. Protrusion: incisal where every contact has an incisor, anterior "
       "where only front teeth touch, mixed where posterior teeth touch as well, posterior where they alone "
       "do. none: no teeth touch. Contacts of the balancing side are told beside the kind"},
      {"posterior_mm",
       "least distance of premolars and molars of both jaws, per side, in any direction: how far the "
       "excursion parts them"}};
  if (sensitivity == nullptr) return definitions;
  definitions.push_back(
      {"sensitivity",
       fmt::format("the movements under {} settings spread evenly over the plausible ranges; "
                   "share: of the settings that reach the excursion, those with the contact; "
                   "always: all, depends: some; setting: the one whose value goes most with "
                   "the contact, told where the correlation is more than three standard errors",
                   sensitivity->settings_done)});
  return definitions;
}

std::vector<GuidanceRow> guidance_rows(const MovementReport& movement, const GuidanceStep& guidance) {
  std::vector<GuidanceRow> rows;
  for (const GroupGap& gap : guidance.step.contacts) rows.push_back({movement.excursion, &guidance, &gap});
  return rows;
}

Figures<GuidanceRow> excursion_figures() {
  using Row = GuidanceRow;
  const auto pose = [](const Row& row) -> const ArticulatedPose& { return row.guidance->step.pose; };
  const auto gap_mm = [](const std::optional<GroupGap>& gap) {
    return gap ? Value(gap->distance_mm) : Value();
  };
  return {
      Figure<Row>{"movement", "", "protrusion, laterotrusion_right or laterotrusion_left.",
                  [](const Row& row) { return name_of(row.excursion); }}
          .only(In::csv),
      {"excursion_mm", "mm", "Requested path of the lower incisal point, measured in the occlusal plane.",
       [](const Row& row) { return row.guidance->step.asked_mm; }},
      {"reached_mm", "mm", "The way that was reached.",
       [=](const Row& row) { return pose(row).excursion_mm; }},
      {"travel_mm", "mm", "Way of the guiding condyle.", [=](const Row& row) { return pose(row).travel_mm; }},
      {"opening_deg", "deg", "Turn about the moved axis; negative where the jaws close further.",
       [=](const Row& row) { return in_degrees(pose(row).opening_rad); }},
      {"guidance", "", "canine, group, anterior, incisal, mixed, posterior, balancing_only or none.",
       [](const Row& row) { return name_of(row.guidance->kind); }},
      {"balancing_contacts", "", "The balancing side touches.",
       [](const Row& row) { return row.guidance->balancing; }},
      {"right_posterior_mm", "mm", "Least distance of premolars and molars of both jaws on the right.",
       [=](const Row& row) { return gap_mm(row.guidance->right_posterior); }},
      {"left_posterior_mm", "mm", "Least distance of premolars and molars of both jaws on the left.",
       [=](const Row& row) { return gap_mm(row.guidance->left_posterior); }}};
}

Figures<GuidanceRow> guided_contact_figures() {
  using Row = GuidanceRow;
  return {Figure<Row>{"upper", "", "FDI number, region or gum.",
                      [](const Row& row) { return name_of_group(row.gap->pair.upper); }}
              .in_columns({{"upper_tooth"}}),
          Figure<Row>{"lower", "", "FDI number, region or gum.",
                      [](const Row& row) { return name_of_group(row.gap->pair.lower); }}
              .in_columns({{"lower_tooth"}}),
          {"role", "", "canine, working, balancing, posterior, anterior or gum.",
           [](const Row& row) { return name_of(role_of(row.gap->pair, row.excursion)); }},
          Figure<Row>{"first_contact", "", "The pair that stopped the closing.",
                      [](const Row& row) { return row.gap->pair == row.guidance->step.touching; }}
              .only(In::csv),
          {"distance_mm", "mm", "Least distance of the pair, in any direction.",
           [](const Row& row) { return row.gap->distance_mm; }},
          Figure<Row>{"point_mm", "mm", "There, in the frame of the upper's file.",
                      [](const Row& row) { return row.gap->case_point; }}
              .in_columns(xyz_columns("", "_mm"))};
}

Figures<ContactSensitivity> sensitivity_figures() {
  using Row = ContactSensitivity;
  return {
      {"movement", "", "protrusion, laterotrusion_right or laterotrusion_left.",
       [](const Row& row) { return name_of(row.excursion); }},
      {"excursion_mm", "mm", "Way of the lower incisal point.", &Row::excursion_mm},
      Figure<Row>{"upper", "", "FDI number, region or gum.",
                  [](const Row& row) { return name_of_group(row.pair.upper); }}
          .in_columns({{"upper_tooth"}}),
      Figure<Row>{"lower", "", "FDI number, region or gum.",
                  [](const Row& row) { return name_of_group(row.pair.lower); }}
          .in_columns({{"lower_tooth"}}),
      Figure<Row>{"role", "", "canine, working, balancing, posterior, anterior or gum.",
                  [](const Row& row) { return name_of(role_of(row.pair, row.excursion)); }}
          .only(In::csv),
      Figure<Row>{"settings", "1", "Settings with the contact.", &Row::settings}.in_columns(
          {{"settings_with_contact"}}),
      {"share", "1", "Share with the contact among the settings that reach the excursion.", &Row::share},
      {"verdict", "", "always, depends or never.", [](const Row& row) { return name_of(row.verdict); }},
      {"setting", "", "Setting that the contact depends on most; null where none stands out.",
       [](const Row& row) {
         return row.setting
                    ? Value(std::ranges::find(setting_ranges(), *row.setting, &SettingRange::setting)->name)
                    : Value();
       }},
      {"correlation", "1", "With it; positive: larger values make the contact likelier.",
       [](const Row& row) { return row.setting ? Value(row.correlation) : Value(); }}};
}

std::string heading_of(const MovementReport& movement, const GuidanceStep& guidance) {
  return phrase("{} by {} mm: {}", capitalised(words_of(movement.excursion)),
                shortest(guidance.step.asked_mm), guidance_in_words(guidance));
}

const char* words_of(Excursion excursion) { return excursion_words[excursion]; }

std::string first_contact_in_words(const ArticulatedBite& bite) {
  return teeth_in_words(bite.bite_case->bite, bite.intercuspation.touching);
}

std::vector<std::string> movement_in_words(const ArticulatedBite& bite, const MovementReport& movement) {
  std::vector<std::string> sentences;
  const std::vector<GuidanceStep>& steps = movement.guidance;
  for (std::size_t first = 0, end = 0; first < steps.size(); first = end) {
    while (end < steps.size() && guidance_in_words(steps[end]) == guidance_in_words(steps[first])) ++end;
    const std::string where = interval_text(steps[first].step.asked_mm, steps[end - 1].step.asked_mm);
    sentences.push_back(phrase("{} mm: {}", where, guidance_in_words(steps[first])));
  }
  std::vector<std::string> balancing;
  for (const PairOnPath& pair : movement.order)
    if (pair.to_mm > 0 && role_of(pair.pair, movement.excursion) == ContactRole::balancing)
      balancing.push_back(
          fmt::format("{} ({} mm)", teeth_in_words(bite.bite_case->bite, pair.pair), intervals_text(pair)));
  if (!balancing.empty()) sentences.push_back(phrase("Balancing contacts: {}", fmt::join(balancing, ", ")));
  if (!steps.empty())
    sentences.push_back(phrase("Posterior teeth at {} mm: {}", shortest(steps.back().step.asked_mm),
                               posterior_text(steps.back(), bite.options.threshold_mm)));
  return sentences;
}

std::string headline_of(const ArticulatedBite& bite) {
  const ArticulatorSettings& settings = bite.options.settings;
  return phrase(
      "Articulator  {}\n"
      "             condylar inclination {}\n"
      "             Bennett angle {}\n"
      "             immediate side shift {}\n"
      "{}\n"
      "Contact is a distance of at most {} mm, in any direction; pairs are upper–lower{}; excursions are "
      "those of the lower incisal point.",
      axis_in_words(bite), sides(settings.inclination_rad, rad_per_deg, "°"),
      sides(settings.bennett_rad, rad_per_deg, "°"), sides(settings.side_shift_mm, 1, " mm"),
      intercuspation_text(bite), shortest(bite.options.threshold_mm),
      has_estimated_teeth(bite.bite_case->bite) ? phrase(", teeth numbered by estimate (? not sure)") : "");
}

std::vector<Section> sections_of(const ArticulatedBite& bite, const Sensitivity* sensitivity) {
  std::vector<Section> sections;
  for (const MovementReport& movement : bite.movements)
    sections.push_back(movement_section(bite.bite_case->bite, movement, bite.options.threshold_mm));
  if (sensitivity != nullptr)
    sections.push_back(
        sensitivity_section(bite.bite_case->bite, *sensitivity, reported_excursions_mm.back()));
  return sections;
}

}  // namespace intercusp
