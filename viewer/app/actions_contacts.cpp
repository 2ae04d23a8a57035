#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "io/picture/error_picture.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/maps/counted_map.h"
#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

constexpr double unnoticed_ms = 50;  // three pictures

constexpr double proof_pixel_mm = 0.05;  // as inspect

Provenance provenance_of(const LoadedCase& loaded, const ChosenEngine& chosen) {
  return {.version = INTERCUSP_VERSION,
          .settings = fmt::format(text::proof_settings, name_of(chosen.kind), proof_pixel_mm),
          .upper_sha256 = digests_of(loaded.upper),
          .lower_sha256 = digests_of(loaded.lower)};
}

ValidationResult validated(const ShownBite& shown, const Progress& progress) {
  const Bite bite = bite_of(shown);
  const View view = fit_view(bite, shown.loaded->view.view_from_case, proof_pixel_mm);
  const ChosenEngine chosen = make_engine(bite.upper, bite.lower);
  std::array<CountedMap, 1> maps = {CountedMap{chosen.engine->compute(view, bite.upper_from_lower), {}}};
  report_progress(progress, 0.05);
  Validation validation = intercusp::validate(maps, bite, {}, part_of(progress, 0.05, 1));
  report_progress(progress, 1);
  Picture picture = error_picture(validation, 0, text::proof_name, shown.loaded->anatomy.axes,
                                  provenance_of(*shown.loaded, chosen));
  return {.upper_from_lower = bite.upper_from_lower,
          .validation = std::move(validation),
          .map = std::move(maps.front().map),
          .picture = std::move(picture)};
}

StagesResult stages_of(const ShownBite& shown) {
  const Bite bite = bite_of(shown);
  try {
    const ChosenEngine chosen = make_engine(bite.upper, bite.lower, {.kind = EngineKind::stencil});
    return {.upper_from_lower = bite.upper_from_lower,
            .map = chosen.engine->compute(shown.loaded->view, bite.upper_from_lower),
            .engine = chosen.reason};
  } catch (const gl::ContextError& error) {
    throw std::runtime_error(fmt::format(text::no_opengl, error.what()));
  } catch (const gl::ShaderError& error) {
    throw std::runtime_error(fmt::format(text::no_opengl, error.what()));
  }
}

}  // namespace

void Actions::Impl::find_patches() {
  if (!state.live || state.patches) return;
  const auto start = std::chrono::steady_clock::now();
  if (!attempt([&] { state.patches = state.live->patches(); })) {
    rested_s = -std::numeric_limits<double>::infinity();  // not again before the jaw moves
    return;
  }
  patches_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  changed = true;
}

void Actions::Impl::find_patches_at_rest() {
  if (!state.live || state.patches || finding_patches) return;
  if (patches_ms < unnoticed_ms || work.busy()) return find_patches();
  finding_patches = true;
  const auto take = [this, loaded = state.loaded](const PatchReading& patches) {
    finding_patches = false;
    const PoseReading& reading = state.live->reading();
    const bool same = state.loaded == loaded && patches.threshold_mm == reading.threshold_mm &&
                      same_pose(patches.upper_from_lower, reading.upper_from_lower);
    if (!same) return;
    state.patches = patches;
    changed = true;
  };
  work.add({.what = text::listing_contacts,
            .work = [take, loaded = state.loaded, map = state.live->map(),
                     reading = state.live->reading()](const Progress&) -> Job::Finish {
              const PatchReading patches =
                  patches_of(*loaded, map, reading.upper_from_lower, reading.threshold_mm);
              return [=] { take(patches); };
            },
            .failed =
                [this](const std::exception_ptr&) {
                  finding_patches = false;
                  rested_s = -std::numeric_limits<double>::infinity();  // not again before the jaw moves
                },
            .can_cancel = false,
            .quiet = true});
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

void Actions::select_patch(std::optional<int> id) {
  AppState& state = impl_->state;
  impl_->changed = true;
  state.selected_patch.reset();
  if (!id || !state.patches) return;
  const std::vector<ContactPatch>& patches = state.patches->patches;
  const auto patch = std::ranges::find(patches, *id, &ContactPatch::id);
  if (patch == patches.end()) return;
  state.selected_patch = id;
  fly_to(patch->centroid_mm);
}

void Actions::validate() {
  if (!impl_->state.loaded) return;
  const ShownBite shown = impl_->shown_bite();
  const auto take = [impl = impl_.get(), shown](const std::shared_ptr<const ValidationResult>& result) {
    if (impl->state.loaded != shown.loaded) return;
    impl->state.validation = result;
    impl->changed = true;
  };
  impl_->work.add({.what = text::tracing_rays,
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
  impl_->work.add({.what = text::drawing_stages,
                   .work = [take, shown](const Progress&) -> Job::Finish {
                     const auto result = std::make_shared<const StagesResult>(stages_of(shown));
                     return [=] { take(result); };
                   },
                   .failed = impl_->says_why()});
}

}  // namespace intercusp::viewer
