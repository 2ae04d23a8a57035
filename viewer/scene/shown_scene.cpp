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
  look.background = &background_of(state);
  look.contours = view.contours && view.paint == Paint::distance;
  look.teeth = state.shows_teeth && state.teeth;
  look.surface_paint = surface_paint(state) != nullptr;
  look.threshold_mm = state.document.threshold_mm;
  look.upper = view.upper;
  look.lower = view.lower;
  return look;
}

}  // namespace

const looks::Background& background_of(const AppState& state) {
  return state.on_white        ? looks::white_background
         : state.settings.dark ? looks::dark_background
                               : looks::light_background;
}

bool ShownScene::follow(const AppState& state, const PaintValues& values) {
  bool changed = follow_case(state);
  changed |= follow_meshes(state);
  changed |= follow_unmeasured(state);
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
  painted_map_.reset();
  if (!loaded_) return true;
  scan_colours_.reset();
  painted_map_.emplace(*loaded_->bite.lower);
  upper_bounds_ = bounds_of(loaded_->bite.upper->mesh);
  lower_bounds_ = bounds_of(loaded_->bite.lower->mesh);
  return true;
}

//! First the shapes, then the same with shade. Where the state has none they are made here.
bool ShownScene::follow_meshes(const AppState& state) {
  std::shared_ptr<const SceneMeshes> now = state.meshes;
  if (const Bite bite = loaded_ ? loaded_->as_opened : state.unmeasured();
      !now && (bite.upper || bite.lower)) {
    const bool kept = meshes_ && meshes_->bite.upper == bite.upper && meshes_->bite.lower == bite.lower;
    now = kept ? meshes_ : scene_meshes(bite);
  }
  if (now == meshes_) return false;
  meshes_ = std::move(now);
  if (!meshes_) return true;
  const auto take = [](ShownJaw& jaw, const DrawnMeshes& drawn, const Materials& materials) {
    jaw.full = GpuJaw(drawn.full, materials);
    jaw.quick = GpuJaw(drawn.quick, materials);
    jaw.full_colours = jaw.quick_colours = {};
  };
  if (meshes_->bite.upper) take(upper_, meshes_->upper, looks::upper_materials);
  if (meshes_->bite.lower) take(lower_, meshes_->lower, looks::lower_materials);
  scan_colours_.reset();
  surface_paint_.reset();
  upper_teeth_.reset();
  lower_teeth_.reset();
  // A session corrects teeth after its meshes were made. Meshes without shade are replaced by some with the gum.
  if (loaded_ && meshes_->shaded) follow_labels(meshes_->bite);
  return true;
}

//! One jaw alone, or both before their case is open: without paint or extra surfaces.
bool ShownScene::follow_unmeasured(const AppState& state) {
  const Bite bite = state.loaded ? Bite() : state.unmeasured();
  const bool other = bite.upper != unmeasured_.upper || bite.lower != unmeasured_.lower;
  unmeasured_ = bite;
  if (!bite.upper && !bite.lower) return other;
  Look look{.upper_from_lower = state.document.upper_from_lower.matrix(),
            .background = &background_of(state)};
  look.upper = {.shown = bite.upper && (!bite.lower || state.view.upper.shown), .painted = false};
  look.lower = {.shown = bite.lower && (!bite.upper || state.view.lower.shown), .painted = false};
  const bool changed = other || !(look == look_);
  look_ = look;
  section_.reset();
  extras_.clear();
  extras_shown_.clear();
  upper_.look = look.upper;
  lower_.look = look.lower;
  lower_.case_from_jaw = state.document.upper_from_lower;
  if (other) {
    upper_bounds_ = bounds_of((bite.upper ? bite.upper : bite.lower)->mesh);
    lower_bounds_ = bounds_of((bite.lower ? bite.lower : bite.upper)->mesh);
  }
  return changed;
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
  const auto recolour = [](ShownJaw& jaw, const DrawnMeshes& drawn, const Solid& was, const Solid& is,
                           const Materials& materials) {
    const auto same_tissue = [](int a, int b) { return (a == 0) == (b == 0); };
    if (std::ranges::equal(was.labels, is.labels, same_tissue)) return;
    jaw.full_colours.gum = gum_of(drawn.full, is.labels);
    jaw.quick_colours.gum = gum_of(drawn.quick, is.labels);
    jaw.full.recolour(drawn.full, materials, jaw.full_colours);
    jaw.quick.recolour(drawn.quick, materials, jaw.quick_colours);
  };
  recolour(upper_, meshes_->upper, *before.upper, *loaded_->bite.upper, looks::upper_materials);
  recolour(lower_, meshes_->lower, *before.lower, *loaded_->bite.lower, looks::lower_materials);
}

bool ShownScene::follow_scan_colours(const AppState& state) {
  if (scan_colours_ == state.view.scan_colours) return false;
  scan_colours_ = state.view.scan_colours;
  const auto show = [&](GpuJaw& jaw, const JawMesh& mesh, JawColours& colours,
                        const std::vector<VertexColour>& of_solid, const Materials& materials) {
    const bool had_any = !colours.scan.empty();
    colours.scan.clear();
    if (*scan_colours_ && !of_solid.empty())
      for (const std::uint32_t vertex : mesh.source) colours.scan.push_back(of_solid[vertex]);
    if (had_any || !colours.scan.empty()) jaw.recolour(mesh, materials, colours);
  };
  const auto show_both = [&](ShownJaw& jaw, const DrawnMeshes& drawn,
                             const std::vector<VertexColour>& of_solid, const Materials& materials) {
    show(jaw.full, drawn.full, jaw.full_colours, of_solid, materials);
    show(jaw.quick, drawn.quick, jaw.quick_colours, of_solid, materials);
  };
  show_both(upper_, meshes_->upper, loaded_->upper_colours, looks::upper_materials);
  show_both(lower_, meshes_->lower, loaded_->lower_colours, looks::lower_materials);
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
