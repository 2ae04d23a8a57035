#include "viewer/tools/closing/tool.h"

#include <algorithm>
#include <cmath>

#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/teeth.h"
#include "viewer/tools/closing/close_to_depth.h"

namespace intercusp::viewer {
namespace {

//! Tells the teeth and the distance of the incisors from the bite, and marks the place with a ring.
void show_first_contact(const AppState& state, Actions& actions, const FirstContact& contact) {
  constexpr double ring_mm = 0.8;
  const Bite& bite = state.loaded->bite;
  const int upper = face_teeth(*bite.upper)[contact.upper_face];
  const int lower = face_teeth(*bite.lower)[contact.lower_face];
  actions.mark_contact_here({.upper_tooth = upper, .lower_tooth = lower}, {contact.case_point, ring_mm});
  const double open_mm = incisors_open_mm(*state.loaded, state.document.upper_from_lower);
  const std::string teeth = pair_in_words(bite, upper, lower);
  const std::string where = teeth.empty() ? phrase("First contact") : phrase("First contact: {}", teeth);
  const std::string mm = rounded(std::abs(open_mm), 2);
  actions.say(MessageKind::information, open_mm < 0
                                            ? phrase("{}, {} mm below the bite at the incisors.", where, mm)
                                            : phrase("{}, {} mm above the bite at the incisors.", where, mm));
}

void make_contact(const AppState& state, Actions& actions, ClosingWay approach) {
  std::optional<ContactPose> move;
  const auto search_contact = [&] {
    move = to_first_contact(*state.loaded, *state.search, condyles_of(*state.loaded, state.document.hinge),
                            state.document.upper_from_lower, approach);
  };
  if (!actions.attempt(search_contact)) return;
  if (!move)
    return actions.say(MessageKind::refusal,
                       Text("The jaws do not meet within 45\u00b0 or 100 mm, or they cannot be separated."));
  actions.set_pose(move->upper_from_lower, Text("first contact"));
  if (same_pose(state.document.upper_from_lower, move->upper_from_lower))
    show_first_contact(state, actions, move->contact);
}

class ClosingTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::mandible, 100, draw_closing}};
  }

  std::vector<Command> commands() const override {
    const auto close = [](ClosingWay approach) {
      return
          [approach](const AppState& state, Actions& actions) { bring_to_contact(state, actions, approach); };
    };
    return {{close_hinge, Text("C"), 'C', false, close(ClosingWay::hinge)},
            {close_vertical, Text("Shift+C"), 'C', true, close(ClosingWay::vertical)}};
  }
};

}  // namespace

const Tool& closing_tool() { return the<ClosingTool>; }

void bring_to_contact(const AppState& state, Actions& actions, ClosingWay approach) {
  if (!state.loaded) return;
  actions.end_drag();
  actions.when_searchable([&state, &actions, approach] { make_contact(state, actions, approach); });
}

void close_jaws_to_depth(const AppState& state, Actions& actions, double depth_mm) {
  if (!state.loaded || !std::isfinite(depth_mm)) return;
  actions.end_drag();
  const double wanted_mm = std::clamp(depth_mm, 0.0, most_closing_depth_mm);
  const Measure measure = state.document.measure;
  const Eigen::Isometry3d start = state.document.upper_from_lower;
  const auto take = [=, &actions](const std::optional<DepthMove>& move) {
    if (!move)
      return actions.say(MessageKind::refusal,
                         Text("Closing about the hinge does not bring the jaws that deep."));
    const std::string reached = rounded(move->depth_mm, 3);
    actions.put_found(
        start, move->upper_from_lower, Text("closing to a depth"),
        measure == Measure::surface_distance
            ? phrase("Closed about the hinge: overlap {} mm deep by surface distance.", reached)
            : phrase("Closed about the hinge: overlap {} mm deep along the projection.", reached));
  };
  actions.compute(
      Text("Closing to the chosen depth\u2026"),
      [=, loaded = state.loaded, search = state.search.shared(),
       condyles = condyles_of(*state.loaded, state.document.hinge)](const Progress& progress) {
        const auto known =
            search ? search : std::make_shared<const ContactSearch>(loaded->bite.upper, loaded->bite.lower);
        const auto move = close_to_depth(*loaded, *known, condyles, start, wanted_mm, measure, progress);
        return [=] { take(move); };
      });
}

}  // namespace intercusp::viewer
