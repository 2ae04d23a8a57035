#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/results/validation/error_picture.h"
#include "io/wording/findings.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/maps/counted_map.h"
#include "viewer/app/actions_impl.h"
#include "viewer/case/live_window.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

constexpr double proof_pixel_mm = 0.05;  // as inspect

Provenance provenance_of(const LoadedCase& loaded, const ChosenEngine& chosen) {
  return {.version = INTERCUSP_VERSION,
          .settings = phrase("engine {}; pixel {} mm", name_of(chosen.kind), proof_pixel_mm),
          .upper_sha256 = digests_of(loaded.upper),
          .lower_sha256 = digests_of(loaded.lower)};
}

ValidationResult validated(const ShownBite& shown, const Progress& progress) {
  const Bite bite = posed_bite(*shown.loaded, shown.upper_from_lower);
  const View view = fit_view(bite, shown.loaded->view.view_from_case, proof_pixel_mm);
  const ChosenEngine chosen = make_engine(bite.upper, bite.lower);
  std::array<CountedMap, 1> maps = {CountedMap{chosen.engine->compute(view, bite.upper_from_lower), {}}};
  report_progress(progress, 0.05);
  Validation validation = intercusp::validate(maps, bite, {}, part_of(progress, 0.05, 1));
  report_progress(progress, 1);
  Picture picture = error_picture(validation, 0, Text("The pose shown"), shown.loaded->anatomy.axes,
                                  provenance_of(*shown.loaded, chosen));
  return {.upper_from_lower = bite.upper_from_lower,
          .validation = std::move(validation),
          .map = std::move(maps.front().map),
          .picture = std::move(picture)};
}

StagesResult stages_of(const ShownBite& shown) {
  const Bite bite = posed_bite(*shown.loaded, shown.upper_from_lower);
  try {
    const ChosenEngine chosen = make_engine(bite.upper, bite.lower, {.kind = EngineKind::stencil});
    return {.upper_from_lower = bite.upper_from_lower,
            .map = chosen.engine->compute(LiveWindow(*shown.loaded).in_pose(bite.upper_from_lower),
                                          bite.upper_from_lower),
            .engine = chosen.reason};
  } catch (const gl::ContextError& error) {
    throw std::runtime_error(phrase(text::no_opengl, error.what()));
  } catch (const gl::ShaderError& error) {
    throw std::runtime_error(phrase(text::no_opengl, error.what()));
  }
}

}  // namespace

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
  if (state.film) state.film->selected_pair.reset();
  if (!name) return look_as_before_contact(*impl_);
  if (!state.rest) return;
  std::vector<ContactSpot> spots = spots_of(*state.rest, state.document.measure, *name);
  if (spots.empty()) return;
  look_at_contact(*impl_, spots.front().case_point);
  state.selected_contact = {*name, std::move(spots)};
}

void Actions::validate() {
  if (!impl_->state.loaded) return;
  const ShownBite shown = impl_->shown_bite();
  const auto take = [impl = impl_.get(), shown](const std::shared_ptr<const ValidationResult>& result) {
    if (impl->state.loaded != shown.loaded) return;
    impl->state.validation = result;
    impl->changed = true;
  };
  impl_->work.add({.what = Text("Tracing 16 rays per pixel\u2026"),
                   .work = [take, shown](const Progress& progress) -> Job::Finish {
                     const auto result = std::make_shared<const ValidationResult>(validated(shown, progress));
                     return [=] { take(result); };
                   },
                   .failed = impl_->says_why()});
}

void Actions::compute_stages() {
  if (!impl_->state.loaded) return;
  const ShownBite shown = impl_->shown_bite();
  const auto take = [impl = impl_.get(), shown](const std::shared_ptr<const StagesResult>& result) {
    if (impl->state.loaded != shown.loaded) return;
    impl->state.stages = result;
    impl->changed = true;
  };
  impl_->work.add({.what = Text("Finding what decides each pixel\u2026"),
                   .work = [take, shown](const Progress&) -> Job::Finish {
                     const auto result = std::make_shared<const StagesResult>(stages_of(shown));
                     return [=] { take(result); };
                   },
                   .failed = impl_->says_why()});
}

}  // namespace intercusp::viewer
