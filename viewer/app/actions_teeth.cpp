#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/case/teeth_edits.h"
#include "occlusion/base/limits.h"
#include "viewer/app/actions_impl.h"

namespace intercusp::viewer {
namespace {

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

}  // namespace

void Actions::Impl::begin_edits() {
  of_case.edited_upper = {.edits = {}, .after = {state.teeth->upper.teeth}};
  of_case.edited_lower = {.edits = {}, .after = {state.teeth->lower.teeth}};
  show_edits(state.document);
  changed = true;
}
static void follow_edits(Actions::Impl& impl, EditedJaw& jaw, const EditSurface& surface,
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
      impl.say(MessageKind::problem,
               phrase("The correction \"{}\" does not fit this scan: {}. It was left out.",
                      label_of(edits[i]), sentence_of_refusal(refused.finding())));
      jaw.after.push_back(jaw.after.back());
    }
  }
}

void Actions::Impl::show_edits(const Document& document) {
  if (!state.teeth) return;
  follow_edits(*this, of_case.edited_upper, *state.teeth->upper.surface, document.upper_edits);
  follow_edits(*this, of_case.edited_lower, *state.teeth->lower.surface, document.lower_edits);
  if (state.upper_teeth == of_case.edited_upper.after.back() &&
      state.lower_teeth == of_case.edited_lower.after.back())
    return;
  state.upper_teeth = of_case.edited_upper.after.back();
  state.lower_teeth = of_case.edited_lower.after.back();
  if (state.selected_tooth && !tooth_named(state, *state.selected_tooth)) state.selected_tooth.reset();
  state.loaded = relabelled(*state.loaded, *state.upper_teeth, *state.lower_teeth);
  state.live->relabel(state.loaded);
  want_derived();
  touch();
}

void Actions::prepare_teeth() {
  Impl& impl = *impl_;
  if (!impl.state.loaded || impl.state.teeth.wanted()) return;
  impl.state.teeth.want(ScansKey{});
  impl.work.give_way();
  impl.begin_wanted(*this);
}

void Actions::edit_teeth(Jaw which, const TeethEdit& edit) {
  Impl& impl = *impl_;
  if (!impl.state.teeth || !is_whole(edit)) return;
  EditedJaw& jaw = which == Jaw::upper ? impl.of_case.edited_upper : impl.of_case.edited_lower;
  try {
    const EditSurface& surface = *impl.state.teeth->of(which).surface;
    jaw.after.push_back(std::make_shared<const EditedTeeth>(edited(*jaw.after.back(), surface, edit)));
    jaw.edits.push_back(edit);
  } catch (const EditRefused& refused) {
    return impl.say(MessageKind::refusal,
                    phrase("Not possible: {}.", sentence_of_refusal(refused.finding())));
  } catch (...) {
    return impl.say_why_once(std::current_exception());
  }
  const std::optional<ToothName> selected = impl.state.selected_tooth;
  const FoundTooth* const tooth = selected ? tooth_named(impl.state, *selected) : nullptr;
  const bool exchanges = edit.kind == TeethEdit::Kind::renumber && edit.number != edit.tooth &&
                         tooth_named(impl.state, {which, edit.number});
  const Eigen::Vector3d centre_mm = tooth ? tooth->centre_mm : Eigen::Vector3d::Zero();
  impl.change(label_of(edit), {}, [&](Document& document) { edits_of(document, which).push_back(edit); });
  if (tooth) impl.state.selected_tooth = selected_after(impl.state, *selected, centre_mm);
  if (exchanges) {
    impl.say(MessageKind::information,
             phrase("Another tooth had the number {}: it is {} now. Please check both.",
                    tooth_name(edit.number), tooth_name(edit.tooth)));
  }
}

void Actions::confirm_tooth(const ToothName& tooth) {
  edit_teeth(tooth.jaw, {.kind = TeethEdit::Kind::renumber, .tooth = tooth.fdi, .number = tooth.fdi});
}

void Actions::select_tooth(std::optional<ToothName> name) {
  AppState& state = impl_->state;
  impl_->changed = true;
  state.selected_tooth.reset();
  const FoundTooth* const tooth = name ? tooth_named(state, *name) : nullptr;
  if (tooth == nullptr) return;
  state.selected_tooth = name;
  constexpr double tooth_height_mm = 32;  // a molar and its neighbours
  look(occlusal_view(name->jaw));
  fly_to(state.case_point({name->jaw, tooth->centre_mm}));
  state.view.camera.height_mm = tooth_height_mm;
}

void Actions::select_tooth_in_place(const ToothName& tooth) {
  if (!tooth_named(impl_->state, tooth)) return;
  impl_->state.selected_tooth = tooth;
  impl_->changed = true;
}

void Actions::select_next_unsure() {
  const std::vector<ToothName> unsure = unsure_teeth(impl_->state);
  if (unsure.empty()) return;
  const auto at =
      impl_->state.selected_tooth ? std::ranges::find(unsure, *impl_->state.selected_tooth) : unsure.end();
  select_tooth(at == unsure.end() || at + 1 == unsure.end() ? unsure.front() : *(at + 1));
}

}  // namespace intercusp::viewer
