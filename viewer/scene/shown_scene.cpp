#include "viewer/scene/shown_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "viewer/scene/looks.h"
#include "viewer/scene/scene_meshes.h"
#include "viewer/scene/surface_paint.h"

namespace intercusp::viewer {
namespace {

//! The left half below `zero_mm`, the right half above, so that the two never mix.
gl::Texture colour_table(const PaintScale& paint, double zero_mm) {
  constexpr int half = 512;
  std::array<std::array<std::uint8_t, 4>, 2 * half> colours{};
  for (int i = 0; i < 2 * half; ++i) {
    const Coat coat = paint.at(zero_mm + paint.colours.clearance_at((i + 0.5) / half - 1));
    colours[static_cast<std::size_t>(i)] = {coat.colour.red, coat.colour.green, coat.colour.blue,
                                            static_cast<std::uint8_t>(std::lround(255 * coat.opacity))};
  }
  gl::Texture table(GL_RGBA8, 2 * half, 1);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTextureSubImage2D(table.get(), 0, 0, 0, 2 * half, 1, GL_RGBA, GL_UNSIGNED_BYTE, colours.data());
  return table;
}

ShownScene::Look look_of(const AppState& state) {
  const ViewState& view = state.view;
  ShownScene::Look look;
  look.upper_from_lower = state.document.upper_from_lower.matrix();
  look.cuts = view.section && view.section_cuts;
  if (look.cuts) look.section = view.section->case_from_plane.matrix();
  look.dark = state.settings.dark;
  look.contours = view.contours && view.paint == Paint::distance;
  look.teeth = state.shows_teeth && state.teeth;
  look.surface_paint = surface_paint(state) != nullptr;
  look.threshold_mm = state.document.threshold_mm;
  look.upper = view.upper;
  look.lower = view.lower;
  return look;
}

}  // namespace

bool ShownScene::follow(const AppState& state, const PaintValues& values) {
  bool changed = follow_case(state);
  changed |= follow_lone(state);
  if (!loaded_) return changed;
  const Look look = look_of(state);
  changed |= !(look == look_);
  look_ = look;
  section_ = state.view.section;
  upper_.look = state.view.upper;
  lower_.look = state.view.lower;
  lower_.case_from_jaw = state.document.upper_from_lower;
  changed |= follow_extras(state);
  changed |= follow_scan_colours(state);
  changed |= follow_colours(state);
  changed |= follow_map(state, values);
  changed |= follow_teeth(state);
  changed |= follow_surface_paint(state);
  return changed;
}

bool ShownScene::follow_case(const AppState& state) {
  if (state.loaded == loaded_) return false;
  const bool only_relabelled = loaded_ && state.loaded &&
                               loaded_->as_opened.upper == state.loaded->as_opened.upper &&
                               loaded_->as_opened.lower == state.loaded->as_opened.lower;
  const std::shared_ptr<const LoadedCase> before = std::exchange(loaded_, state.loaded);
  if (only_relabelled) {
    follow_labels(before->bite);
    return true;
  }
  map_version_.reset();
  scan_colours_.reset();
  painted_map_.reset();
  surface_paint_.reset();
  upper_teeth_.reset();
  lower_teeth_.reset();
  if (!loaded_) return true;
  const Bite& opened = loaded_->as_opened;
  const bool made =
      state.meshes && state.meshes->bite.upper == opened.upper && state.meshes->bite.lower == opened.lower;
  const std::shared_ptr<const SceneMeshes> meshes = made ? state.meshes : scene_meshes(loaded_->bite);
  take(*meshes);
  follow_labels(meshes->bite);  // a session corrects teeth after its meshes were made
  painted_map_.emplace(*loaded_->bite.lower);
  upper_bounds_ = bounds_of(loaded_->bite.upper->mesh);
  lower_bounds_ = bounds_of(loaded_->bite.lower->mesh);
  return true;
}

void ShownScene::take(const SceneMeshes& meshes) {
  const auto take_jaw = [](ShownJaw& jaw, const DrawnMeshes& drawn, const Materials& materials) {
    jaw.full = GpuJaw(drawn.full, materials);
    jaw.quick = GpuJaw(drawn.quick, materials);
    jaw.full_mesh = drawn.full;
    jaw.quick_mesh = drawn.quick;
  };
  if (meshes.bite.upper) take_jaw(upper_, meshes.upper, looks::upper_materials);
  if (meshes.bite.lower) take_jaw(lower_, meshes.lower, looks::lower_materials);
}

//! The jaw alone, without paint or extra surfaces.
bool ShownScene::follow_lone(const AppState& state) {
  const bool dark = state.settings.dark;
  if (state.lone == lone_ && (!lone_ || look_.dark == dark)) return false;
  lone_ = state.lone;
  if (!lone_) return true;
  const Bite bite = lone_->bite();
  const bool made =
      state.meshes && state.meshes->bite.upper == bite.upper && state.meshes->bite.lower == bite.lower;
  take(made ? *state.meshes : *scene_meshes(bite));
  look_ = {.dark = dark};
  section_.reset();
  extras_.clear();
  extras_shown_.clear();
  upper_.look = {.shown = lone_->is_upper(), .painted = false};
  lower_.look = {.shown = !lone_->is_upper(), .painted = false};
  lower_.case_from_jaw.setIdentity();
  upper_bounds_ = lower_bounds_ = bounds_of(lone_->solid->mesh);
  return true;
}

Ball ShownScene::ball() const {
  const Eigen::Vector3d a = upper_bounds_.centre(), b = lower_.case_from_jaw * lower_bounds_.centre();
  const double size_mm = std::max(upper_bounds_.size().norm(), lower_bounds_.size().norm());
  return {(a + b) / 2, (a - b).norm() / 2 + size_mm / 2 + 1};
}

static ShownJaw drawn(const ExtraSurface& surface) {
  const auto on_gpu = [&](const JawMesh& mesh) { return GpuJaw(mesh, materials_of(surface)); };
  const DrawnMeshes& meshes = *surface.meshes;
  return {.full = on_gpu(meshes.full),
          .quick = on_gpu(meshes.quick),
          .look = {.painted = false},
          .cut = surface.kind == ExtraSurface::Kind::body ? looks::body_section : looks::extra_section,
          .is_sheet = surface.kind != ExtraSurface::Kind::body,
          .is_before_jaws = surface.kind == ExtraSurface::Kind::scan_before_jaws};
}

bool ShownScene::follow_extras(const AppState& state) {
  std::vector<ExtraSurface> now = extra_surfaces(state);
  std::erase_if(now, [](const ExtraSurface& surface) { return !(surface.opacity > 0); });
  bool changed = !std::ranges::equal(now, extras_shown_, {}, &ExtraSurface::meshes, &ExtraSurface::meshes);
  if (changed) {
    extras_.clear();
    for (const ExtraSurface& surface : now) extras_.push_back(drawn(surface));
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    ShownJaw& extra = extras_[i];
    changed |= extra.opacity != now[i].opacity || !same_pose(extra.case_from_jaw, now[i].case_from_solid);
    extra.opacity = now[i].opacity;
    extra.look.transparent = now[i].opacity < 1;
    extra.case_from_jaw = now[i].case_from_solid;
  }
  extras_shown_ = std::move(now);
  return changed;
}

//! Only where gum became tooth or tooth gum.
void ShownScene::follow_labels(const Bite& before) {
  const auto recolour = [](ShownJaw& jaw, const Solid& was, const Solid& is, const Materials& materials) {
    const auto same_tissue = [](int a, int b) { return (a == 0) == (b == 0); };
    if (std::ranges::equal(was.labels, is.labels, same_tissue)) return;
    jaw.full_mesh.gum = gum_of(jaw.full_mesh, is.labels);
    jaw.quick_mesh.gum = gum_of(jaw.quick_mesh, is.labels);
    jaw.full.recolour(jaw.full_mesh, materials);
    jaw.quick.recolour(jaw.quick_mesh, materials);
  };
  recolour(upper_, *before.upper, *loaded_->bite.upper, looks::upper_materials);
  recolour(lower_, *before.lower, *loaded_->bite.lower, looks::lower_materials);
}

bool ShownScene::follow_scan_colours(const AppState& state) {
  if (scan_colours_ == state.view.scan_colours) return false;
  scan_colours_ = state.view.scan_colours;
  const auto show = [&](ShownJaw& jaw, const std::vector<VertexColour>& of_solid,
                        const Materials& materials) {
    for (auto [mesh, drawn] : {std::pair{&jaw.full_mesh, &jaw.full}, {&jaw.quick_mesh, &jaw.quick}}) {
      const bool had_any = !mesh->scan_colours.empty();
      mesh->scan_colours.clear();
      if (*scan_colours_ && !of_solid.empty())
        for (const std::uint32_t vertex : mesh->source) mesh->scan_colours.push_back(of_solid[vertex]);
      if (had_any || !mesh->scan_colours.empty()) drawn->recolour(*mesh, materials);
    }
  };
  show(upper_, loaded_->upper_colours, looks::upper_materials);
  show(lower_, loaded_->lower_colours, looks::lower_materials);
  return true;
}

bool ShownScene::follow_map(const AppState& state, const PaintValues& values) {
  if (live_ != state.live) map_version_.reset();
  live_ = state.live;
  if (!live_ || !painted_map_) return false;
  const bool wanted =
      (upper_.look.shown && upper_.look.painted) || (lower_.look.shown && lower_.look.painted);
  if (!wanted || map_version_ == values.version()) return false;
  const ClearanceMap& map = live_->map();
  if (map.view.grid.size() == 0) return false;
  // Foil and depth end between pixels, so neighbouring pixels are also needed.
  constexpr double beside_mm = 0.5;
  const double farthest_mm = paint_.end_mm() + (paint_.paint == Paint::distance ? 0 : beside_mm);
  const PixelBox changed =
      painted_map_->update(map, values.mm(), live_->reading().upper_from_lower, farthest_mm);
  if (map_.width_px() != map.view.grid.width || map_.height_px() != map.view.grid.height)
    map_ = gl::Texture(GL_RGB32F, map.view.grid.width, map.view.grid.height);
  map_view_ = map.view;
  map_version_ = values.version();
  upload_map(changed);
  return true;
}

void ShownScene::upload_map(const PixelBox& box) {
  if (box.width <= 0 || box.height <= 0) return;
  const PaintedMap::Texel* first = &painted_map_->texels()[map_view_.grid.index(box.left, box.top)];
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, map_view_.grid.width);
  glTextureSubImage2D(map_.get(), 0, box.left, box.top, box.width, box.height, GL_RGB, GL_FLOAT, first);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

bool ShownScene::follow_colours(const AppState& state) {
  const PaintScale paint = state.view.paint_scale(state.document.threshold_mm);
  if (colours_are_made_ && paint == paint_) return false;
  if (paint.end_mm() != paint_.end_mm() || paint.paint != paint_.paint)
    map_version_.reset();  // its texels end there
  paint_ = paint;
  colours_ = colour_table(paint, zero_mm());
  colours_are_made_ = true;
  return true;
}

bool ShownScene::follow_teeth(const AppState& state) {
  const std::shared_ptr<const EditedTeeth> upper = look_.teeth ? state.upper_teeth : nullptr;
  const std::shared_ptr<const EditedTeeth> lower = look_.teeth ? state.lower_teeth : nullptr;
  const bool other_selected = look_.teeth && selected_tooth_ != state.selected_tooth;
  if (upper == upper_teeth_ && lower == lower_teeth_ && !other_selected) return false;
  upper_teeth_ = upper;
  lower_teeth_ = lower;
  selected_tooth_ = state.selected_tooth;
  const auto paint = [&](ShownJaw& jaw, const EditedTeeth* teeth) {
    std::vector<GpuJaw::Paint> colours;
    const bool has_selected = selected_tooth_ && selected_tooth_->jaw == jaw.jaw;
    if (teeth != nullptr)
      colours = tooth_paint(*teeth, loaded_->bite.of(jaw.jaw)->mesh,
                            has_selected ? std::optional(selected_tooth_->fdi) : std::nullopt);
    jaw.paint(colours);
  };
  paint(upper_, upper.get());
  paint(lower_, lower.get());
  surface_paint_.reset();
  return true;
}

bool ShownScene::follow_surface_paint(const AppState& state) {
  const std::shared_ptr<const SurfacePaint> now = surface_paint(state);
  if (now == surface_paint_) return false;
  surface_paint_ = now;
  upper_.paint(now ? std::span(now->upper) : std::span<const GpuJaw::Paint>());
  lower_.paint(now ? std::span(now->lower) : std::span<const GpuJaw::Paint>());
  return true;
}

}  // namespace intercusp::viewer
