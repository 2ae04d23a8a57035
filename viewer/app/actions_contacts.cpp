#include <algorithm>
#include <cmath>

#include "viewer/app/actions_impl.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
bool Actions::Impl::rests() const {
  return state.live && !state.moving() && rested_s >= (views_refine ? longest_refining_s : rest_s);
}

//! Looks at the contact without anything in front: at the lower teeth without the upper, unless one jaw is hidden
//! already. A section moves along.
static void look_at_contact(Actions::Impl& impl, const Eigen::Vector3d& place) {
  ViewState view = impl.state.view;
  if (view.upper.shown && view.lower.shown) {
    impl.of_case.before_contact = {
        .camera = view.camera, .fitted = impl.state.fitted_camera == view.camera, .seen = {}};
    view.upper.shown = false;
    view.camera.view_from_case = rotation_of(StandardView::lower_occlusal, impl.state.loaded->axes());
    impl.hidden_by_look = true;
  }
  view.camera.target = place;
  view.camera.height_mm = std::min(view.camera.height_mm, near_height_mm);
  if (view.section) {
    view.section =
        section_through(*impl.state.loaded, view.section->kind.value_or(SectionKind::across_arch), place);
    view.ruler.reset();
  }
  impl.state.view = view;
  if (impl.of_case.before_contact) impl.of_case.before_contact->seen = view.camera;
  impl.touch();
}

//! Unless the user has looked elsewhere since.
static void look_as_before_contact(Actions::Impl& impl) {
  if (!impl.of_case.before_contact || !(impl.of_case.before_contact->seen == impl.state.view.camera))
    return impl.of_case.before_contact.reset();
  impl.state.view.camera = impl.of_case.before_contact->camera;
  if (impl.of_case.before_contact->fitted) impl.state.fitted_camera = impl.of_case.before_contact->camera;
  impl.state.view.upper.shown = impl.state.view.lower.shown = true;
  impl.hidden_by_look = false;
  impl.of_case.before_contact.reset();
  impl.touch();
}

void Actions::set_threshold(double threshold_mm) {
  if (!std::isfinite(threshold_mm)) return;
  const double possible_mm = std::clamp(threshold_mm, 0.0, near_contact_mm);
  impl_->change(text::threshold, "threshold",
                [&](Document& document) { document.threshold_mm = possible_mm; });
}

void Actions::set_measure(Measure measure) {
  impl_->change(text::measure, {}, [&](Document& document) { document.measure = measure; });
}

void Actions::select_contact(const std::optional<ContactName>& name) {
  AppState& state = impl_->state;
  impl_->changed = true;
  state.selected_contact.reset();
  if (state.playback) state.playback->selected_pair.reset();
  if (!name) return look_as_before_contact(*impl_);
  if (!state.rest) return;
  std::vector<ContactSpot> spots = spots_of(*state.rest, state.document.measure, *name);
  if (spots.empty()) return;
  look_at_contact(*impl_, spots.front().case_point);
  state.selected_contact = {*name, std::move(spots)};
}

}  // namespace intercusp::viewer
