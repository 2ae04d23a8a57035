#include "viewer/app/views.h"

#include <algorithm>
#include <utility>

#include "occlusion/base/limits.h"
#include "viewer/app/state_json.h"
#include "viewer/app/work.h"

namespace intercusp::viewer {
namespace {

constexpr double near_height_mm = 25;  //!< of a view of two molars

//! How one looked before a row of the contacts was chosen, and since then. The open case's part.
struct LookBeforeContact {
  struct Look {
    Camera camera;
    bool fitted = false;
    Camera seen;
  };
  std::optional<Look> look;
};

//! Whether a session that holds it can be read again.
bool is_usable(const ViewState& view) {
  const Camera& camera = view.camera;
  const auto near = [](const auto& place) { return place.norm() < limits::farthest_mm; };
  return near(camera.target) && camera.view_from_case.coeffs().allFinite() &&
         camera.height_mm >= least_read_height_mm && camera.height_mm <= most_read_height_mm &&
         (!view.section || near(view.section->case_from_plane.translation())) &&
         (!view.space_ruler ||
          (near(view.space_ruler->from.jaw_point) && near(view.space_ruler->to.jaw_point))) &&
         (!view.ruler || (near(view.ruler->from) && near(view.ruler->to)));
}

Settings within_limits(Settings settings) {
  settings.font_px =
      settings.font_px >= least_font_px ? std::min(settings.font_px, most_font_px) : least_font_px;
  settings.window_width = std::clamp(settings.window_width, least_window_px, most_window_px);
  settings.window_height = std::clamp(settings.window_height, least_window_px, most_window_px);
  return settings;
}

}  // namespace

void Views::set(const ViewState& view) {
  if (!is_usable(view)) return;
  const ColourRange before = state_.view.range;
  state_.view = view;
  if (before.locked && view.range.locked) state_.view.range = before;
  Settings& settings = state_.settings;
  if (!(settings.range == state_.view.range) || settings.paint != view.paint) {
    settings.range = state_.view.range;
    settings.paint = view.paint;
    state_.settings_due = true;
  }
  state_.touch();
}

void Views::look(StandardView view) {
  const std::optional<AnatomicalAxes> axes = state_.shown_axes();
  if (!axes) return;
  // The other jaw would hide the occlusal surfaces.
  const bool occlusal = view == StandardView::upper_occlusal || view == StandardView::lower_occlusal;
  if (occlusal || hidden_by_look_) {
    state_.view.upper.shown = view != StandardView::lower_occlusal;
    state_.view.lower.shown = view != StandardView::upper_occlusal;
  }
  hidden_by_look_ = occlusal;
  state_.view.camera.view_from_case = rotation_of(view, *axes);
  fit();
}

void Views::fit() {
  if (!state_.shown_axes()) return;
  fill();
  state_.touch();
}

void Views::fill() {
  Camera& camera = state_.view.camera;
  const Bite& bite = state_.loaded ? state_.loaded->bite : state_.unmeasured();
  const bool alone = !bite.upper || !bite.lower;
  camera = fitted(bite, state_.document.upper_from_lower, camera.view_from_case,
                  alone || state_.view.upper.shown, alone || state_.view.lower.shown, state_.view_room);
  state_.fitted_camera = camera;
}

void Views::set_room(const ViewRoom& room) {
  if (state_.view_room == room) return;
  state_.view_room = room;
  if (!state_.shown_axes() || !(state_.fitted_camera == state_.view.camera)) return;
  fill();
  state_.changed = true;
}

void Views::fly_to(const Eigen::Vector3d& case_point) {
  ViewState view = state_.view;
  view.camera.target = case_point;
  view.camera.height_mm = std::min(view.camera.height_mm, near_height_mm);
  set(view);
}

void Views::set_section(SectionKind kind, const Eigen::Vector3d& place) {
  if (!state_.loaded) return;
  ViewState view = state_.view;
  view.section = section_through(*state_.loaded, kind, place);
  view.ruler.reset();
  set(view);
}

void Views::move_section(double along_normal_mm) {
  ViewState view = state_.view;
  if (!view.section) return;
  view.section->case_from_plane.translation() += along_normal_mm * view.section->normal();
  view.ruler.reset();
  set(view);
}

void Views::begin_case(const ViewState& view) {
  state_.view = view;
  if (!state_.settings.expert) state_.view.map_colouring = MapColouring::clearance;
  // Sessions do not say who hid a jaw: another view shows it again.
  hidden_by_look_ = view.upper.shown != view.lower.shown;
}

//! Looks at the contact without anything in front: at the lower teeth without the upper, unless one jaw is hidden
//! already. A section moves along.
void Views::look_at_contact(const Eigen::Vector3d& place) {
  ViewState view = state_.view;
  std::optional<LookBeforeContact::Look>& before = state_.parts.of<LookBeforeContact>().look;
  if (view.upper.shown && view.lower.shown) {
    before = {.camera = view.camera, .fitted = state_.fitted_camera == view.camera, .seen = {}};
    view.upper.shown = false;
    view.camera.view_from_case = rotation_of(StandardView::lower_occlusal, state_.loaded->axes());
    hidden_by_look_ = true;
  }
  view.camera.target = place;
  view.camera.height_mm = std::min(view.camera.height_mm, near_height_mm);
  if (view.section) {
    view.section =
        section_through(*state_.loaded, view.section->kind.value_or(SectionKind::across_arch), place);
    view.ruler.reset();
  }
  state_.view = view;
  if (before) before->seen = view.camera;
  state_.touch();
}

//! Unless the user has looked elsewhere since.
void Views::look_as_before_contact() {
  const auto before = std::exchange(state_.parts.of<LookBeforeContact>().look, std::nullopt);
  if (!before || !(before->seen == state_.view.camera)) return;
  state_.view.camera = before->camera;
  if (before->fitted) state_.fitted_camera = before->camera;
  state_.view.upper.shown = state_.view.lower.shown = true;
  hidden_by_look_ = false;
  state_.touch();
}

void Views::select_contact(const std::optional<ContactName>& name) {
  state_.changed = true;
  state_.selected_contact.reset();
  if (state_.playback) state_.playback->selected_pair.reset();
  if (!name) return look_as_before_contact();
  if (!state_.rest) return;
  std::vector<ContactSpot> spots = spots_of(*state_.rest, state_.document.measure, *name);
  if (spots.empty()) return;
  look_at_contact(spots.front().case_point);
  state_.selected_contact = {*name, std::move(spots)};
}

void Views::mark_contact(const ContactName& name, const ContactSpot& spot) {
  if (!state_.loaded) return;
  fly_to(spot.case_point);
  mark_contact_here(name, spot);
}

void Views::mark_contact_here(const ContactName& name, const ContactSpot& spot) {
  if (state_.playback) state_.playback->selected_pair.reset();
  state_.selected_contact = SelectedContact{.name = name, .spots = {spot}};
  state_.changed = true;
}

void Views::show_step(PanelKind step, const StepPart* part) {
  const bool same_step = std::exchange(state_.step, step) == step;
  if (std::exchange(state_.step_part, part) == part && same_step) return;
  work_.want();
  state_.changed = true;
}

void Views::set_settings(const Settings& settings) {
  state_.settings = within_limits(settings);
  set_language(settings.language);
  set_tooth_names(settings.tooth_names);
  if (!settings.expert) state_.view.map_colouring = MapColouring::clearance;
  state_.settings_due = true;
  state_.changed = true;
}

}  // namespace intercusp::viewer
