#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/case/teeth_edits.h"
#include "occlusion/base/limits.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

//! Edits of one jaw and the teeth after each, so that only new edits are made.
struct EditedJaw {
  std::vector<TeethEdit> edits;
  std::vector<std::shared_ptr<const EditedTeeth>> after;  //!< one more than edits: [0] before any
};

//! The open case's part.
struct EditedJaws {
  EditedJaw upper, lower;
  [[nodiscard]] EditedJaw& of(Jaw jaw) { return jaw == Jaw::upper ? upper : lower; }
};

std::vector<TeethEdit>& edits_of(Document& document, Jaw jaw) {
  return jaw == Jaw::upper ? document.upper_edits : document.lower_edits;
}

std::string label_of(const TeethEdit& edit) {
  using Kind = TeethEdit::Kind;
  switch (edit.kind) {
    case Kind::merge:
      return phrase("merge {} and {}", tooth_name(edit.tooth), tooth_name(edit.number));
    case Kind::split:
      return phrase("split {}", tooth_name(edit.tooth));
    case Kind::add:
      return Text("add a tooth");
    case Kind::remove:
      return phrase("remove {}", tooth_name(edit.tooth));
    case Kind::grow:
      return phrase("grow {}", tooth_name(edit.tooth));
    case Kind::shrink:
      return phrase("shrink {}", tooth_name(edit.tooth));
    case Kind::renumber:
      if (edit.tooth == edit.number) return phrase("confirm {}", tooth_name(edit.tooth));
      return phrase("renumber {} to {}", tooth_name(edit.tooth), tooth_name(edit.number));
    case Kind::shift:
      return phrase("shift the row from {}", tooth_name(edit.tooth));
    case Kind::missing:
      return phrase("{} is missing", tooth_name(edit.tooth));
  }
  return {};
}

//! Whether it has the points that it needs, where a scan can be: a stroke, a place, the two ends of a cut.
bool is_whole(const TeethEdit& edit) {
  using Kind = TeethEdit::Kind;
  const std::size_t points = edit.points_mm.size();
  const bool brush = edit.kind == Kind::grow || edit.kind == Kind::shrink;
  if (edit.kind == Kind::split && points != 2) return false;
  if (edit.kind == Kind::add && points != 1) return false;
  if (brush && (points == 0 || !(edit.radius_mm > 0))) return false;
  return std::ranges::all_of(edit.points_mm, [](const Eigen::Vector3d& point) {
    return point.allFinite() && point.cwiseAbs().maxCoeff() <= limits::farthest_vertex_mm;
  });
}

const FoundTooth* tooth_named(const AppState& state, const ToothName& name) {
  const EditedTeeth* const teeth = state.teeth_of(name.jaw);
  if (teeth == nullptr) return nullptr;
  const auto at = std::ranges::find(teeth->found.teeth, name.fdi, &FoundTooth::fdi);
  return at == teeth->found.teeth.end() ? nullptr : &*at;
}

//! The upper's, then the lower's, each along the arch.
std::vector<ToothName> unsure_teeth(const AppState& state) {
  std::vector<ToothName> names;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const EditedTeeth* const teeth = state.teeth_of(jaw);
    if (teeth == nullptr) continue;
    for (const FoundTooth& tooth : teeth->found.teeth)
      if (!tooth.sure) names.push_back({jaw, tooth.fdi});
  }
  return names;
}

//! What the selected tooth is called after an edit: it lies where it did, or has changed its shape and kept its number.
std::optional<ToothName> selected_after(const AppState& state, const ToothName& before,
                                        const Eigen::Vector3d& centre_mm) {
  for (const FoundTooth& tooth : state.teeth_of(before.jaw)->found.teeth)
    if (tooth.centre_mm == centre_mm) return ToothName{before.jaw, tooth.fdi};
  return tooth_named(state, before) ? std::optional(before) : std::nullopt;
}

void follow_jaw(Messages& messages, EditedJaw& jaw, const EditSurface& surface,
                const std::vector<TeethEdit>& edits) {
  const auto same = std::ranges::mismatch(jaw.edits, edits);
  const auto kept = static_cast<std::size_t>(same.in1 - jaw.edits.begin());
  jaw.edits.resize(kept);
  jaw.after.resize(kept + 1);
  for (std::size_t i = kept; i < edits.size(); ++i) {
    jaw.edits.push_back(edits[i]);
    try {
      jaw.after.push_back(std::make_shared<const EditedTeeth>(edited(*jaw.after.back(), surface, edits[i])));
    } catch (const EditRefused& refused) {  // the scan has changed since
      messages.say(MessageKind::problem,
                   phrase("The correction \"{}\" does not fit this scan: {}. It was left out.",
                          label_of(edits[i]), sentence_of_refusal(refused.finding())));
      jaw.after.push_back(jaw.after.back());
    }
  }
}

}  // namespace

void begin_edits(AppState& state, Actions& actions) {
  EditedJaws& jaws = state.parts.of<EditedJaws>();
  jaws.upper = {.edits = {}, .after = {state.teeth->upper.teeth}};
  jaws.lower = {.edits = {}, .after = {state.teeth->lower.teeth}};
  follow_edits(state, actions);
  state.changed = true;
}

void follow_edits(AppState& state, Actions& actions) {
  if (!state.teeth) return;
  auto& [upper, lower] = state.parts.of<EditedJaws>();
  follow_jaw(actions.messages, upper, *state.teeth->upper.surface, state.document.upper_edits);
  follow_jaw(actions.messages, lower, *state.teeth->lower.surface, state.document.lower_edits);
  if (state.upper_teeth == upper.after.back() && state.lower_teeth == lower.after.back()) return;
  state.upper_teeth = upper.after.back();
  state.lower_teeth = lower.after.back();
  if (state.selected_tooth && !tooth_named(state, *state.selected_tooth)) state.selected_tooth.reset();
  state.loaded = relabelled(*state.loaded, *state.upper_teeth, *state.lower_teeth);
  state.live->relabel(state.loaded);
  actions.work.want();
  state.touch();
}

void prepare_teeth(Actions& actions) {
  AppState& state = actions.state();
  if (!state.loaded || state.teeth.wanted()) return;
  state.teeth.want(ScansKey{});
  actions.work.give_way();
  actions.work.begin_wanted();
}

void edit_teeth(Actions& actions, Jaw which, const TeethEdit& edit) {
  AppState& state = actions.state();
  if (!state.teeth || !is_whole(edit)) return;
  EditedJaw& jaw = state.parts.of<EditedJaws>().of(which);
  try {
    const EditSurface& surface = *state.teeth->of(which).surface;
    jaw.after.push_back(std::make_shared<const EditedTeeth>(edited(*jaw.after.back(), surface, edit)));
    jaw.edits.push_back(edit);
  } catch (const EditRefused& refused) {
    return actions.messages.refuse(phrase("Not possible: {}.", sentence_of_refusal(refused.finding())));
  } catch (...) {
    return actions.messages.say_why(std::current_exception());
  }
  const std::optional<ToothName> selected = state.selected_tooth;
  const FoundTooth* const tooth = selected ? tooth_named(state, *selected) : nullptr;
  const bool exchanges = edit.kind == TeethEdit::Kind::renumber && edit.number != edit.tooth &&
                         tooth_named(state, {which, edit.number});
  const Eigen::Vector3d centre_mm = tooth ? tooth->centre_mm : Eigen::Vector3d::Zero();
  actions.pose.change(label_of(edit), {},
                      [&](Document& document) { edits_of(document, which).push_back(edit); });
  if (tooth) state.selected_tooth = selected_after(state, *selected, centre_mm);
  if (exchanges) {
    actions.messages.inform(phrase("Another tooth had the number {}: it is {} now. Please check both.",
                                   tooth_name(edit.number), tooth_name(edit.tooth)));
  }
}

void confirm_tooth(Actions& actions, const ToothName& tooth) {
  edit_teeth(actions, tooth.jaw,
             {.kind = TeethEdit::Kind::renumber, .tooth = tooth.fdi, .number = tooth.fdi});
}

void select_tooth(Actions& actions, const std::optional<ToothName>& name) {
  AppState& state = actions.state();
  state.changed = true;
  state.selected_tooth.reset();
  const FoundTooth* const tooth = name ? tooth_named(state, *name) : nullptr;
  if (tooth == nullptr) return;
  state.selected_tooth = name;
  constexpr double tooth_height_mm = 32;  // a molar and its neighbours
  actions.views.look(occlusal_view(name->jaw));
  actions.views.fly_to(state.case_point({name->jaw, tooth->centre_mm}));
  state.view.camera.height_mm = tooth_height_mm;
}

void select_tooth_in_place(Actions& actions, const ToothName& tooth) {
  AppState& state = actions.state();
  if (!tooth_named(state, tooth)) return;
  state.selected_tooth = tooth;
  state.changed = true;
}

void select_next_unsure(Actions& actions) {
  const AppState& state = actions.state();
  const std::vector<ToothName> unsure = unsure_teeth(state);
  if (unsure.empty()) return;
  const auto at = state.selected_tooth ? std::ranges::find(unsure, *state.selected_tooth) : unsure.end();
  select_tooth(actions, at == unsure.end() || at + 1 == unsure.end() ? unsure.front() : *(at + 1));
}

}  // namespace intercusp::viewer
