#include "viewer/panels/panels.h"

#include <algorithm>

#include "viewer/app/history.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {
namespace {

//! The camera of the moment when the pose was saved: the whole jaws, or the visible part if it was close.
Camera camera_of(const AppState& state, const NamedPose& pose) {
  constexpr double margin = 0.03;
  const double aspect = static_cast<double>(thumbnail_px.width_px) / thumbnail_px.height_px;
  const ViewRoom room{
      .width_over_height = aspect, .left = margin, .right = margin, .top = margin, .bottom = margin};
  const Eigen::Quaterniond direction =
      pose.camera ? pose.camera->view_from_case : rotation_of(StandardView::frontal, state.loaded->axes());
  const Camera whole = fitted(*state.loaded, pose.upper_from_lower, direction, true, true, room);
  Camera near = pose.camera.value_or(whole);
  near.height_mm *= std::max(1.0, state.view_room.width_over_height / aspect);
  return near.height_mm < whole.height_mm ? near : whole;
}

//! The map of a pose, where one is there.
std::shared_ptr<LiveBite> map_of(const AppState& state, const NamedPose& pose) {
  for (const std::shared_ptr<LiveBite>& live : {state.live, state.pose_map.shared()})
    if (live && same_pose(live->reading().upper_from_lower, pose.upper_from_lower)) return live;
  return nullptr;
}

//! The renderer's picture of the pose.
AppState state_in(const AppState& state, const NamedPose& pose, std::shared_ptr<LiveBite> live) {
  AppState shown;
  shown.loaded = state.loaded;
  shown.case_number = state.case_number;
  shown.document = state.document;
  shown.document.upper_from_lower = pose.upper_from_lower;
  shown.view = state.view;
  shown.view.upper.shown = shown.view.lower.shown = true;
  shown.view.section_cuts = false;
  shown.settings = state.settings;
  shown.live = std::move(live);
  return shown;
}

gl::Texture copy_of(const SceneRenderer& renderer) {
  gl::Texture copy(GL_RGBA8, thumbnail_px.width_px, thumbnail_px.height_px);
  glTextureParameteri(copy.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(copy.get(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glCopyImageSubData(renderer.texture(), GL_TEXTURE_2D, 0, 0, 0, 0, copy.get(), GL_TEXTURE_2D, 0, 0, 0, 0,
                     thumbnail_px.width_px, thumbnail_px.height_px, 1);
  return copy;
}

}  // namespace

const PoseThumbnail* thumbnail_of(const std::vector<PoseThumbnail>& thumbnails, const NamedPose& pose) {
  const auto found = std::ranges::find_if(thumbnails, [&](const PoseThumbnail& thumbnail) {
    return thumbnail.pose.camera == pose.camera &&
           same_pose(thumbnail.pose.upper_from_lower, pose.upper_from_lower);
  });
  return found == thumbnails.end() ? nullptr : &*found;
}

bool draw_missing_thumbnail(const AppState& state, Actions& actions, SceneRenderer& renderer,
                            std::vector<PoseThumbnail>& thumbnails) {
  if (!state.live || state.moving()) return false;
  const std::vector<NamedPose>& poses = state.document.poses;
  const auto missing = std::ranges::find_if(
      poses, [&](const NamedPose& pose) { return thumbnail_of(thumbnails, pose) == nullptr; });
  if (missing == poses.end()) return false;
  const std::shared_ptr<LiveBite> live = map_of(state, *missing);
  if (!live) {
    actions.prepare_pose_map(missing->upper_from_lower);
    return false;
  }
  renderer.follow(state_in(state, *missing, live));
  const Camera camera = camera_of(state, *missing);
  while (renderer.draw(camera, thumbnail_px, SceneRenderer::Effort::best)) {
  }
  thumbnails.push_back({*missing, copy_of(renderer)});
  actions.forget_pose_map();
  return true;
}

}  // namespace intercusp::viewer
