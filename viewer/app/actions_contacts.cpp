#include <algorithm>
#include <chrono>
#include <cmath>

#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

constexpr double unnoticed_ms = 50;  // three pictures

}  // namespace

void Actions::Impl::find_patches() {
  if (!state.live || state.patches) return;
  const auto start = std::chrono::steady_clock::now();
  state.patches = state.live->patches();
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
            .failed = [this](const std::exception_ptr&) { finding_patches = false; },
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

}  // namespace intercusp::viewer
