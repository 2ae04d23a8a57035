#include <algorithm>

#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

constexpr double near_height_mm = 25;  // two molars

}  // namespace

void Actions::set_view(const ViewState& view) {
  impl_->state.view = view;
  impl_->touch();
}

void Actions::look(StandardView view) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  constexpr double any_width_over_height = 1;  // what fits a square fits all wider views
  state.view.camera =
      standard_camera(*state.loaded, state.document.upper_from_lower, view, any_width_over_height);
  // The other jaw stands before the occlusal surfaces that these two views are for.
  const bool occlusal = view == StandardView::upper_occlusal || view == StandardView::lower_occlusal;
  if (occlusal || impl_->hidden_by_look) {
    state.view.upper.shown = view != StandardView::lower_occlusal;
    state.view.lower.shown = view != StandardView::upper_occlusal;
  }
  impl_->hidden_by_look = occlusal;
  impl_->touch();
}

void Actions::fly_to(const Eigen::Vector3d& case_point) {
  if (!case_point.allFinite()) return;
  Camera& camera = impl_->state.view.camera;
  camera.target = case_point;
  camera.height_mm = std::min(camera.height_mm, near_height_mm);
  impl_->touch();
}

void Actions::set_section(SectionKind kind, const Eigen::Vector3d& place) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  state.view.section = section_through(*state.loaded, kind, place);
  state.view.ruler.reset();
  impl_->touch();
}

void Actions::move_section(double along_normal_mm) {
  std::optional<SectionPlane>& section = impl_->state.view.section;
  if (!section) return;
  section->case_from_plane.translation() += along_normal_mm * section->normal();
  impl_->touch();
}

}  // namespace intercusp::viewer
