#include "viewer/tools/seating/tool.h"

#include "io/results/seating/report.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

void draw_seating(const AppState& state, Actions& actions, WidgetState&) {
  if (wide_button(
          Text("Settle the bite"),
          Text("Finds the stable bite near this position: a small motion that closes a bite scanned slightly "
               "open and opens one scanned too deep. Contact becomes smaller where the scans overlapped.")))
    settle(state, actions);
  const std::vector<CardLine> card = settle_card(state);
  if (!card.empty()) draw_card(theme_of(state.settings.dark), "settled", card);
}

class SeatingTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::mandible, 100, draw_seating}};
  }

  void settle(const AppState& state, Actions& actions) const override { viewer::settle(state, actions); }
};

}  // namespace

const Tool& seating_tool() { return the<SeatingTool>; }

void settle(const AppState& state, Actions& actions) {
  if (!state.loaded) return;
  actions.end_drag();
  const auto take = [&actions](const std::shared_ptr<const Settlement>& settlement) {
    actions.parts().of<LastSettlement>().settlement = settlement;
    if (!settlement->settled()) return actions.say(MessageKind::refusal, headline_of(*settlement));
    actions.put_found(settlement->start->bite.upper_from_lower, *settlement->found, Text("settle the bite"),
                      settled_in_words(*settlement));
  };
  actions.compute(
      Text("Settling the bite\u2026"),
      [take, loaded = state.loaded, pose = state.document.upper_from_lower](const Progress& progress) {
        const auto settlement = std::make_shared<const Settlement>(
            intercusp::settle(prepare_case(posed_bite(*loaded, pose)), {}, progress));
        return [=] { take(settlement); };
      });
}

}  // namespace intercusp::viewer
