#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/results/articulator/report.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/articulator/work.h"

namespace intercusp::viewer {
namespace {

//! The first few: the rest are almost simultaneous.
CardLine closing_line(const ArticulatedBite& bite) {
  constexpr std::size_t most = 6;
  std::vector<std::string> pairs;
  for (const PairInClosing& pair : bite.closing_order)
    if (pairs.size() < most) pairs.push_back(teeth_in_words(bite.bite_case->bite, pair.pair));
  if (bite.closing_order.size() > most) pairs.emplace_back("…");
  return {Text("Order of contacts"),
          phrase("{}: within {} mm as the jaw closes", fmt::format("{}", fmt::join(pairs, ", ")),
                 shortest(bite.options.threshold_mm))};
}

}  // namespace

std::vector<CardLine> movements_card(const AppState& state) {
  const ArticulatedBite& bite = *articulated(state);
  std::vector<CardLine> card = {
      {Text("First contact"), phrase("{}, about the hinge axis", first_contact_in_words(bite))}};
  if (!bite.closing_order.empty()) card.push_back(closing_line(bite));
  for (const MovementReport& movement : bite.movements) {
    std::vector<std::string> sentences = movement_in_words(bite, movement);
    for (std::string& sentence : sentences) sentence = capitalised(sentence);
    if (!sentences.empty())
      card.push_back(
          {capitalised(words_of(movement.excursion)), fmt::format("{}.", fmt::join(sentences, ".\n"))});
  }
  return card;
}

}  // namespace intercusp::viewer
