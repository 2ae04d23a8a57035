#include "viewer/scene/finding_card.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/wording/articulate_words.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "viewer/scene/finding.h"
#include "viewer/text/scene.h"

namespace intercusp::viewer {
namespace {

//! "16? / 46", "right posterior"; empty where neither is known.
std::string place_of_deepest(const AppState& state) {
  const std::vector<ContactPair> pairs = state.contacts();
  const auto deepest = std::ranges::min_element(pairs, {}, &ContactPair::least_mm);
  return deepest == pairs.end() ? "" : teeth_words(state, *deepest);
}

std::string overlap_words(const AppState& state, const BiteFigures& figures) {
  if (figures.meeting == Meeting::touching) return text::card_touching;
  if (figures.meeting == Meeting::apart) {
    const std::string gap = least_words(figures);
    return figures.facing ? phrase(text::card_apart, gap) : text::nothing_faces;
  }
  const std::string place = place_of_deepest(state);
  const bool measured = figures.least_mm && figures.least_mm->value <= 0;
  std::string words = measured ? phrase(text::card_deep, least_words(figures)) : text::card_overlaps;
  if (!place.empty()) words += phrase(text::card_at, place);
  return words;
}

std::string contacts_words(const BiteFigures& figures) {
  std::array<int, 4> in_quadrant = {};
  for (const BiteFigures::Tooth& tooth : figures.teeth) {
    if (tooth.fdi >= 11 && tooth.area_mm2 > 0)
      ++in_quadrant[static_cast<std::size_t>((tooth.fdi / 10 - 1) % 4)];
  }
  const auto& [upper_right, upper_left, lower_left, lower_right] = in_quadrant;
  if (upper_right + upper_left + lower_left + lower_right == 0) return {};
  return phrase(text::card_quadrants, upper_right, upper_left, lower_right, lower_left);
}

//! The first few: the rest come nearly together.
CardLine closing_line(const ArticulatedBite& bite) {
  constexpr std::size_t most = 6;
  std::vector<std::string> pairs;
  for (const PairInClosing& pair : bite.closing_order)
    if (pairs.size() < most) pairs.push_back(teeth_in_words(bite.bite, pair.pair));
  if (bite.closing_order.size() > most) pairs.emplace_back("…");
  return {text::card_closing_order, phrase(text::card_within, fmt::format("{}", fmt::join(pairs, ", ")),
                                           shortest(bite.options.threshold_mm))};
}

}  // namespace

std::vector<CardLine> movements_card(const AppState& state) {
  const ArticulatedBite& bite = *state.articulated;
  std::vector<CardLine> card = {
      {text::card_first_contact, phrase(text::card_hinge, first_contact_in_words(bite))}};
  if (!bite.closing_order.empty()) card.push_back(closing_line(bite));
  for (const MovementReport& movement : bite.movements) {
    std::vector<std::string> sentences = movement_in_words(bite, movement);
    for (std::string& sentence : sentences) sentence = capitalised(sentence);
    if (!sentences.empty())
      card.push_back({name_in_words(movement.excursion), fmt::format("{}.", fmt::join(sentences, ".\n"))});
  }
  return card;
}

std::vector<CardLine> finding_card(const AppState& state) {
  const BiteFigures figures = state.figures();
  std::vector<CardLine> card = {{text::card_overlap, overlap_words(state, figures)},
                                {text::card_area, area_words(figures)}};
  if (state.rest && state.rest->doubt)
    card.insert(card.begin(), {text::card_doubt, sentence_of(*state.rest->doubt) + "."});
  if (const std::string teeth = contacts_words(figures); !teeth.empty())
    card.push_back({text::card_teeth, teeth});
  if (const std::vector<std::string> sides = balance_words(figures); !sides.empty())
    card.push_back({text::card_balance, fmt::format("{}", fmt::join(sides, ", "))});
  if (movements_belong(state))
    for (CardLine& line : movements_card(state)) card.push_back(std::move(line));
  return card;
}

}  // namespace intercusp::viewer
