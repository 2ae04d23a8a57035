#include "viewer/scene/finding_card.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "viewer/app/tool.h"
#include "viewer/scene/finding.h"

namespace intercusp::viewer {
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

//! Counts of the sides, or that the jaw has no numbers.
std::string contacts_words(const LoadedCase& loaded, const ShownFigures& figures) {
  const auto in_contact = [&](Jaw jaw, PatientSide side) {
    return std::ranges::count_if(figures.teeth, [&](const ShownFigures::Tooth& tooth) {
      return tooth.area_mm2 > 0 && jaw_of(tooth.fdi) == jaw && side_of(tooth.fdi) == side;
    });
  };
  const auto upper_right = in_contact(Jaw::upper, PatientSide::right),
             upper_left = in_contact(Jaw::upper, PatientSide::left),
             lower_right = in_contact(Jaw::lower, PatientSide::right),
             lower_left = in_contact(Jaw::lower, PatientSide::left);
  if (upper_right + upper_left + lower_left + lower_right == 0) return {};
  const std::string upper = has_numbers(*loaded.bite.upper)
                                ? phrase("Upper: right {}, left {}", upper_right, upper_left)
                                : phrase("Upper: not numbered");
  const std::string lower = has_numbers(*loaded.bite.lower)
                                ? phrase("Lower: right {}, left {}", lower_right, lower_left)
                                : phrase("Lower: not numbered");
  return upper + "\n" + lower;
}

constexpr auto light_words = enum_table<Light, Wording>({{Light::green, Text("Plausible")},
                                                         {Light::amber, Text("To be checked")},
                                                         {Light::red, Text("Implausible")}});

//! "To be checked: overlap deeper than teeth yield (0.15 mm); 13 of 14 lower teeth meet."
CardLine registration_line(const Registration& judged) {
  const std::string limit = shortest(most_overlap_mm);
  std::string words = judged.too_deep       ? phrase("overlap deeper than teeth yield ({} mm)", limit)
                      : judged.least_mm < 0 ? phrase("overlap within what teeth yield ({} mm)", limit)
                                            : phrase("no overlap");
  if (judged.present > 0) words += "; " + phrase("{} of {} lower teeth meet", judged.meeting, judged.present);
  if (judged.one_side) words += "; " + phrase("one side alone has contact");
  return {phrase("Registration"), fmt::format("{}: {}.", std::string(light_words[judged.light]), words),
          judged.light};
}

}  // namespace

std::vector<CardLine> finding_card(const AppState& state) {
  const ShownFigures figures = state.figures();
  std::vector<CardLine> card = {
      {Text("Overlap"), with_interval(overlap_words(state, figures), least_interval_words(figures))},
      {Text("Contact area"), with_interval(area_words(figures), area_interval_words(figures))}};
  const std::optional<Registration> judged = state.rest ? registration_of(*state.rest) : std::nullopt;
  if (judged) card.insert(card.begin(), registration_line(*judged));
  if (state.rest && state.rest->doubt)
    card.insert(card.begin(), {Text("Check"), sentence_of(*state.rest->doubt) + "."});
  if (const std::string teeth = contacts_words(*state.loaded, figures); !teeth.empty())
    card.push_back({Text("Teeth in contact"), teeth});
  if (const std::vector<std::string> sides = balance_words(figures); !sides.empty())
    card.push_back({Text("Balance"), fmt::format("{}", fmt::join(sides, ", "))});
  for (const Tool& tool : state.tools)
    if (tool.card != nullptr) std::ranges::move(tool.card(state), std::back_inserter(card));
  return card;
}

}  // namespace intercusp::viewer
