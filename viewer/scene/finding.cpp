#include "viewer/scene/finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {
namespace {

//! With the decimals of a report, or those that its error leaves.
std::string in_words(const ShownNumber& figure, int decimals, int decimals_with_error) {
  if (figure.error == 0) return rounded(figure.value, decimals);
  return fmt::format("\u2248 {}", rounded(figure.value, decimals_with_error));
}

std::string length_words(ShownNumber length) {
  length.value = std::abs(length.value);
  return fmt::format("{} mm", in_words(length, 3, 2));
}

std::string least_sentence(const ShownFigures& figures) {
  const bool distance = figures.measure == Measure::surface_distance;
  switch (figures.relation) {
    case JawRelation::overlapping:
      if (!figures.least_mm || figures.least_mm->value > 0) return Text("Overlap");
      return distance ? phrase("Overlap, {} deep", length_words(*figures.least_mm))
                      : phrase("Overlap, {} along the projection", length_words(*figures.least_mm));
    case JawRelation::touching:
      return Text("Touching");
    case JawRelation::apart:
      break;
  }
  if (figures.least_mm)
    return distance ? phrase("Smallest surface distance {}", length_words(*figures.least_mm))
                    : phrase("Smallest clearance {}", length_words(*figures.least_mm));
  return figures.facing ? phrase("No contact within {} mm", shortest(near_contact_mm))
                        : Text("The jaws do not overlap in the view of the map");
}

}  // namespace

std::vector<std::string> finding_parts(const AppState& state) {
  if (!state.live) return {};
  const ShownFigures figures = state.figures();
  std::vector<std::string> parts = {least_sentence(figures)};
  const std::string interval = area_interval_words(figures);
  const bool meets = figures.area_mm2.value > 0;
  parts.push_back(meets ? phrase("contact {}", area_words(figures)) : std::string(Text("no contact")));
  if (!interval.empty()) parts.back() += fmt::format(" ({})", interval);
  for (const std::string& side : balance_words(figures)) parts.push_back(side);
  return parts;
}

std::string finding_definition(const AppState& state) {
  const std::string threshold = shortest(state.document.threshold_mm);
  return (state.document.measure == Measure::surface_distance
              ? phrase("Contact: surface distance at most {} mm, overlap included; area measured on the "
                       "lower jaw.",
                       threshold)
              : phrase("Contact: clearance along the projection at most {} mm, overlap included; area "
                       "measured on the lower jaw.",
                       threshold)) +
         " " + standing_words(state);
}

std::string least_words(const ShownFigures& figures) {
  if (figures.relation == JawRelation::touching) return Text("touching");
  const bool overlaps = figures.relation == JawRelation::overlapping;
  if (overlaps && (!figures.least_mm || figures.least_mm->value > 0)) return Text("overlap");
  if (figures.least_mm)
    return overlaps ? phrase("{} deep", length_words(*figures.least_mm)) : length_words(*figures.least_mm);
  return figures.facing ? phrase("more than {} mm", shortest(near_contact_mm)) : Text("none");
}

std::string area_words(const ShownFigures& figures) {
  const double area = figures.area_mm2.value;
  if (area == 0) return Text("no contact");
  return fmt::format("{} mm\u00b2",
                     figures.as_in_report ? rounded(area, 2) : fmt::format("\u2248 {}", rounded(area, 1)));
}

std::string area_interval_words(const ShownFigures& figures) {
  constexpr double least_read_mm2 = 0.05;
  const std::optional<Interval>& interval = figures.area_interval_mm2;
  if (!interval || (figures.area_mm2.value == 0 && interval->high < least_read_mm2)) return {};
  return fmt::format("{} mm\u00b2", phrase("95 %: {}", rounded(*figures.area_interval_mm2, 1)));
}

std::string least_interval_words(const ShownFigures& figures) {
  return figures.least_interval_mm ? phrase("95 %: {}", depth_text(*figures.least_interval_mm)) : "";
}

//! "95 %: right 41 to 58 %"; empty until it is measured.
static std::string balance_interval_words(const ShownFigures& figures) {
  if (!figures.right_interval_percent) return {};
  return phrase("95 %: right {} %", rounded(*figures.right_interval_percent, 0));
}

std::vector<std::string> balance_words(const ShownFigures& figures) {
  if (!figures.right_percent || !figures.left_percent) return {};
  return {phrase("R {} %", in_words(*figures.right_percent, 0, 0)),
          phrase("L {} %", in_words(*figures.left_percent, 0, 0))};
}

std::string teeth_words(const AppState& state, const ContactPair& pair) {
  const ContactName& name = pair.name;
  const Bite& bite = state.rest ? state.rest->bite_case->bite : state.loaded->bite;
  if (!state.rest) return tooth_name(bite, name.lower_tooth);
  const bool unnumbered = name.upper_tooth == 0 && name.lower_tooth == 0;
  if (unnumbered && pair.region) return place_in_arch(*pair.region);
  return fmt::format("{} / {}", tooth_or_gum(bite, Jaw::upper, name.upper_tooth),
                     tooth_or_gum(bite, Jaw::lower, name.lower_tooth));
}

std::string standing_words(const AppState& state) {
  const ShownFigures figures = state.figures();
  if (figures.as_in_report) return figures.in_bite ? Text("Final.") : Text("Not in bite.");
  return state.moving() ? Text("Approximate while the jaw moves.") : Text("Measuring\u2026");
}

namespace {

//! "16? / 46", "right posterior"; empty where neither is known.
std::string place_of_deepest(const AppState& state) {
  const std::vector<ContactPair> pairs = state.contacts();
  const auto deepest = std::ranges::min_element(pairs, {}, &ContactPair::least_mm);
  return deepest == pairs.end() ? "" : teeth_words(state, *deepest);
}

std::string overlap_words(const AppState& state, const ShownFigures& figures) {
  if (figures.relation == JawRelation::touching) return Text("None: the teeth just touch.");
  if (figures.relation == JawRelation::apart) {
    const std::string gap = least_words(figures);
    return figures.facing ? phrase("None: the teeth are {} apart.", gap)
                          : Text("The jaws do not overlap in the view of the map");
  }
  const std::string place = place_of_deepest(state);
  const bool measured = figures.least_mm && figures.least_mm->value <= 0;
  std::string words = measured ? phrase("Yes, {}", least_words(figures)) : Text("Yes");
  if (!place.empty()) words += phrase(", deepest at {}", place);
  return words;
}

std::string with_interval(const std::string& words, const std::string& interval) {
  return interval.empty() ? words : words + "\n" + interval;
}

//! Counts of the jaw's teeth, or that it has no numbers.
std::string contacts_of(Jaw jaw, const Solid& solid, const ShownFigures& figures) {
  const bool upper = jaw == Jaw::upper;
  if (!has_numbers(solid)) return upper ? phrase("Upper: not numbered") : phrase("Lower: not numbered");
  const auto meeting = [&](PatientSide side) {
    return std::ranges::count_if(figures.teeth, [&](const ShownFigures::Tooth& tooth) {
      return tooth.area_mm2 >= least_contact_mm2 && jaw_of(tooth.fdi) == jaw && side_of(tooth.fdi) == side;
    });
  };
  const auto right = meeting(PatientSide::right), left = meeting(PatientSide::left);
  return upper ? phrase("Upper: right {}, left {}", right, left)
               : phrase("Lower: right {}, left {}", right, left);
}

std::string contacts_words(const AppState& state, const ShownFigures& figures) {
  if (figures.teeth.empty()) return {};
  const Bite& bite = state.loaded->bite;
  std::string words =
      contacts_of(Jaw::upper, *bite.upper, figures) + "\n" + contacts_of(Jaw::lower, *bite.lower, figures);
  if (state.rest && has_numbers(*bite.lower)) words += " " + phrase("of {} teeth", state.rest->lower_teeth);
  return words;
}

constexpr auto light_words = enum_table<Light, Wording>({{Light::green, Text("Plausible")},
                                                         {Light::amber, Text("To be checked")},
                                                         {Light::red, Text("Implausible")}});

//! "To be checked: overlap deeper than teeth yield (0.15 mm); less than half of the lower teeth meet."
CardLine registration_line(const Registration& judged) {
  const std::string limit = shortest(most_overlap_mm);
  std::string words = judged.too_deep       ? phrase("overlap deeper than teeth yield ({} mm)", limit)
                      : judged.no_contact   ? phrase("no contact")
                      : judged.least_mm < 0 ? phrase("overlap within what teeth yield ({} mm)", limit)
                                            : phrase("no overlap");
  if (judged.few_meet && !judged.no_contact) words += "; " + phrase("less than half of the lower teeth meet");
  if (judged.one_side)
    words += "; " + phrase("one side alone has contact");
  else if (judged.lopsided && !judged.no_contact)
    words += "; " + phrase("the right side may have less than {} or more than {} % of the contact",
                           100 * usual_balance.low, 100 * usual_balance.high);
  return {phrase("Registration"),
          judged.light ? fmt::format("{}: {}.", std::string(light_words[*judged.light]), words)
                       : capitalised(words) + ".",
          judged.light};
}

}  // namespace

std::string light_text(Light light) { return light_words[light]; }

std::optional<Registration> registration_shown(const AppState& state) {
  return state.rest ? registration_of(*state.rest, state.intervals.get()) : std::nullopt;
}

std::vector<CardLine> finding_card(const AppState& state) {
  const ShownFigures figures = state.figures();
  std::vector<CardLine> card = {
      {Text("Overlap"), with_interval(overlap_words(state, figures), least_interval_words(figures))},
      {Text("Contact area"), with_interval(area_words(figures), area_interval_words(figures))}};
  const std::optional<Registration> judged = registration_shown(state);
  if (judged) card.insert(card.begin(), registration_line(*judged));
  if (state.rest && state.rest->doubt)
    card.insert(card.begin(), {Text("Check"), sentence_of(*state.rest->doubt) + "."});
  if (const std::string teeth = contacts_words(state, figures); !teeth.empty())
    card.push_back({Text("Teeth in contact"), teeth});
  if (const std::vector<std::string> sides = balance_words(figures); !sides.empty())
    card.push_back({Text("Balance"), with_interval(fmt::format("{}", fmt::join(sides, ", ")),
                                                   balance_interval_words(figures))});
  for (const Tool* const tool : state.tools) tool->add_findings(state, card);
  return card;
}

}  // namespace intercusp::viewer
