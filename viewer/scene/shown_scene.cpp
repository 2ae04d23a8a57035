#include "viewer/scene/shown_scene.h"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <array>

#include "io/picture/compass_picture.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/openness.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t quick_faces = 30000;  // per jaw

struct BothMeshes {
  JawMesh full, quick;
};

BothMeshes meshes_of(const Solid& solid) {
  BothMeshes meshes{.full = jaw_mesh(solid), .quick = {}};
  meshes.full.openness = openness_of(meshes.full);
  meshes.quick = reduced(meshes.full, quick_faces);
  return meshes;
}

std::vector<GpuJaw::Paint> compass_paint(const SurfaceRecord& record) {
  std::vector<GpuJaw::Paint> paint(record.contact_s.size());
  for (std::size_t vertex = 0; vertex < paint.size(); ++vertex) {
    if (const std::optional<ContactKind> kind = record.dominant(vertex))
      paint[vertex] = {compass_colour(*kind), 255};
  }
  return paint;
}

//! The left half overlaps, the right half gaps, so that the two never mix.
gl::Texture colour_table(const ColourScale& scale) {
  constexpr int half = 512;
  std::array<Rgb, 2 * half> colours;
  for (int i = 0; i < half; ++i) {
    colours[static_cast<std::size_t>(i)] = scale.colour_at((i + 0.5) / half - 1);
    colours[static_cast<std::size_t>(half + i)] = scale.colour_at((i + 0.5) / half);
  }
  gl::Texture table(GL_RGB8, 2 * half, 1);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(table.get(), 0, 0, 0, 2 * half, 1, GL_RGB, GL_UNSIGNED_BYTE, colours.data());
  return table;
}

ShownScene::Look look_of(const AppState& state) {
  const ViewState& view = state.view;
  ShownScene::Look look;
  look.upper_from_lower = state.document.upper_from_lower.matrix();
  if (view.section) look.section = view.section->case_from_plane.matrix();
  look.cuts = view.section && view.section_cuts;
  look.dark = state.settings.dark;
  look.contours = view.contours;
  look.compass = view.show_compass && state.film && state.film->contacts;
  look.threshold_mm = state.document.threshold_mm;
  look.upper = view.upper;
  look.lower = view.lower;
  return look;
}

}  // namespace

bool ShownScene::follow(const AppState& state) {
  bool changed = follow_case(state);
  if (!loaded_) return changed;
  const Look look = look_of(state);
  changed |= !(look == look_);
  look_ = look;
  section_ = state.view.section;
  upper_.look = state.view.upper;
  lower_.look = state.view.lower;
  lower_.case_from_jaw = state.document.upper_from_lower;
  changed |= follow_map(state);
  changed |= follow_colours(state);
  changed |= follow_compass(state);
  return changed;
}

bool ShownScene::follow_case(const AppState& state) {
  if (state.loaded == loaded_) return false;
  loaded_ = state.loaded;
  map_pose_.reset();
  painted_map_.reset();
  compass_.reset();
  if (!loaded_) return true;
  BothMeshes upper, lower;
  tbb::parallel_invoke([&] { upper = meshes_of(*loaded_->bite.upper); },
                       [&] { lower = meshes_of(*loaded_->bite.lower); });
  upper_.full = GpuJaw(upper.full, looks::upper_materials);
  upper_.quick = GpuJaw(upper.quick, looks::upper_materials);
  lower_.full = GpuJaw(lower.full, looks::lower_materials);
  lower_.quick = GpuJaw(lower.quick, looks::lower_materials);
  painted_map_.emplace(*loaded_->bite.lower);
  return true;
}

bool ShownScene::follow_map(const AppState& state) {
  if (live_ != state.live) map_pose_.reset();
  live_ = state.live;
  if (!live_ || !painted_map_) return false;
  const bool wanted =
      (upper_.look.shown && upper_.look.painted) || (lower_.look.shown && lower_.look.painted);
  const Eigen::Matrix4d pose = live_->reading().upper_from_lower.matrix();
  if (!wanted || map_pose_ == pose) return false;
  const ClearanceMap& map = live_->map();
  if (map.view.grid.size() == 0) return false;
  const PixelBox changed = painted_map_->update(map, live_->reading().upper_from_lower, scale_.farthest_mm);
  if (map_.width_px() != map.view.grid.width || map_.height_px() != map.view.grid.height)
    map_ = gl::Texture(GL_RG32F, map.view.grid.width, map.view.grid.height);
  map_view_ = map.view;
  map_pose_ = pose;
  upload_map(changed);
  return true;
}

void ShownScene::upload_map(const PixelBox& box) {
  if (box.width <= 0 || box.height <= 0) return;
  const PaintedMap::Texel* first = &painted_map_->texels()[map_view_.grid.index(box.left, box.top)];
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, map_view_.grid.width);
  glTextureSubImage2D(map_.get(), 0, box.left, box.top, box.width, box.height, GL_RG, GL_FLOAT, first);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

bool ShownScene::follow_colours(const AppState& state) {
  const double deepest_mm = live_ ? std::max(0.0, -live_->reading().least_clearance_mm.value_or(0)) : 0;
  const ColourScale scale = scale_for(state.view.palette, deepest_mm);
  if (colours_are_made_ && scale.palette == scale_.palette && scale.deepest_mm == scale_.deepest_mm)
    return false;
  scale_ = scale;
  colours_ = colour_table(scale);
  colours_are_made_ = true;
  return true;
}

bool ShownScene::follow_compass(const AppState& state) {
  const std::shared_ptr<const Playback> now = look_.compass ? state.film->contacts : nullptr;
  if (now == compass_) return false;
  compass_ = now;
  const auto paint = [&](ShownJaw& jaw, const Solid& solid, const SurfaceRecord* record) {
    std::vector<GpuJaw::Paint> colours;
    if (record != nullptr && record->contact_s.size() == solid.mesh.vertices.size())
      colours = compass_paint(*record);
    jaw.full.paint(colours);
    jaw.quick.paint(colours);
  };
  paint(upper_, *loaded_->bite.upper, compass_ ? &compass_->upper : nullptr);
  paint(lower_, *loaded_->bite.lower, compass_ ? &compass_->lower : nullptr);
  return true;
}

}  // namespace intercusp::viewer
