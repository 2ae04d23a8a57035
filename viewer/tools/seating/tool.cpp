#include "viewer/tools/seating/tool.h"

#include <fmt/format.h>

#include "io/results/seating/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

namespace {

//! What settling found last, of the open case.
struct LastSettlement {
  std::shared_ptr<const Settlement> settlement;  //!< says from where to where
};

std::string depth_words(const BiteFigures& figures) {
  return figures.least ? depth_text(figures.least->distance_mm) : "–";
}

//! At the thickness of a foil of 100 µm.
std::string area_words(const BiteFigures& figures) {
  return fmt::format("{} mm²", rounded(figures.contact.back().surface_mm2, 2));
}

//! With the report's numbers, which stand below the views and are sampled more finely.
BiteFigures as_reported(BiteFigures figures, const RestReading* rest) {
  if (rest == nullptr) return figures;
  if (figures.least && rest->least_distance_mm) figures.least->distance_mm = *rest->least_distance_mm;
  if (rest->threshold_mm == settle_thresholds_mm.back())
    figures.contact.back() = rest->by_distance.areas.back();
  return figures;
}

std::string before_and_after(const std::string& before, const std::string& after) {
  return phrase("{} before, {} after", before, after);
}

std::string support_words(const Settlement& settlement) {
  const Supports& supports = settlement.supports;
  std::string words = phrase("{} places", supports.all.size());
  if (settlement.start->anatomy.axes)
    words += phrase("; load right {} %, left {} %", rounded(100 - 100 * supports.left_share, 0),
                    rounded(100 * supports.left_share, 0));
  return words;
}

std::string stability_words(const Supports& supports) {
  return supports.margin_mm > 0
             ? phrase("Yes: the centre of the bite lies {} mm inside the outline of the supports.",
                      rounded(supports.margin_mm, 1))
             : phrase("No: the centre of the bite lies {} mm outside the outline of the supports.",
                      rounded(-supports.margin_mm, 1));
}

std::vector<CardLine> refusal_lines(const Settlement& settlement) {
  std::vector<CardLine> card;
  for (const Finding& refusal : settlement.refusals)
    card.push_back({phrase("Not settled"), sentence_of(refusal) + "."});
  return card;
}

}  // namespace

std::vector<CardLine> settle_card(const AppState& state) {
  const std::shared_ptr<const Settlement>& last = state.parts.get<LastSettlement>().settlement;
  if (!last) return {};
  const Settlement& settlement = *last;
  const Eigen::Isometry3d& stands =
      settlement.settled() ? *settlement.found : settlement.start->bite.upper_from_lower;
  if (!same_pose(state.document.upper_from_lower, stands)) return {};
  std::vector<CardLine> card = refusal_lines(settlement);
  if (settlement.change)
    card.push_back({settlement.settled() ? phrase("Moved") : phrase("Would move"),
                    phrase("by up to {} mm", rounded(settlement.change->largest_mm, 2))});
  if (settlement.before && settlement.after) {
    const RestReading* const rest = state.rest.get();  // of where the jaw stands
    const bool settled = settlement.settled();
    const BiteFigures before = as_reported(*settlement.before, settled ? nullptr : rest),
                      after = as_reported(*settlement.after, settled ? rest : nullptr);
    card.push_back(
        {phrase("Contact area within 100 µm"), before_and_after(area_words(before), area_words(after))});
    card.push_back({phrase("Overlap"), before_and_after(depth_words(before), depth_words(after))});
  }
  if (settlement.supports.all.empty()) return card;
  card.push_back({phrase("Supports"), support_words(settlement)});
  card.push_back({phrase("Stable"), stability_words(settlement.supports)});
  return card;
}

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
  actions.pose.end_drag();
  const auto take = [&actions](const std::shared_ptr<const Settlement>& settlement) {
    actions.state().parts.of<LastSettlement>().settlement = settlement;
    if (!settlement->settled()) return actions.messages.refuse(headline_of(*settlement));
    actions.pose.put_found(settlement->start->bite.upper_from_lower, *settlement->found,
                           Text("settle the bite"), settled_in_words(*settlement));
  };
  actions.work.compute(
      Text("Settling the bite\u2026"),
      [take, loaded = state.loaded, pose = state.document.upper_from_lower](const Progress& progress) {
        const auto settlement = std::make_shared<const Settlement>(
            intercusp::settle(prepare_case(posed_bite(*loaded, pose)), {}, progress));
        return [=] { take(settlement); };
      });
}

}  // namespace intercusp::viewer
