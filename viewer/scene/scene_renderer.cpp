#include "viewer/scene/scene_renderer.h"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "io/picture/compass_picture.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/scene/draw_pass.h"
#include "viewer/scene/gpu_jaw.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/openness.h"
#include "viewer/scene/painted_map.h"
#include "viewer/scene/picture_targets.h"
#include "viewer/scene/scene_space.h"
#include "viewer_shaders.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t quick_faces = 30000;  // a jaw: what software draws 20 times a second
constexpr int most_passes = 8;

// Eight places that share no row and no column of a pixel's 8 × 8 parts, from -0.5 to 0.5.
constexpr std::array<std::array<double, 2>, most_passes> parts_of_pixel = {{{0.0625, -0.1875},
                                                                            {-0.0625, 0.1875},
                                                                            {0.3125, 0.0625},
                                                                            {-0.1875, -0.3125},
                                                                            {-0.3125, 0.3125},
                                                                            {-0.4375, -0.0625},
                                                                            {0.1875, 0.4375},
                                                                            {0.4375, -0.4375}}};

struct ShownJaw {
  GpuJaw full, quick;
  Eigen::Isometry3d case_from_jaw = Eigen::Isometry3d::Identity();
  JawLook look;
};

struct BothMeshes {
  JawMesh full, quick;
};

BothMeshes meshes_of(const Solid& solid) {
  BothMeshes meshes{.full = jaw_mesh(solid), .quick = {}};
  meshes.full.openness = openness_of(meshes.full);
  meshes.quick = reduced(meshes.full, quick_faces);
  return meshes;
}

void set_vector(const gl::Program& program, const char* uniform, const Eigen::Vector4d& value) {
  const Eigen::Vector4f floats = value.cast<float>();
  glProgramUniform4fv(program.get(), program.place(uniform), 1, floats.data());
}

Eigen::Vector4d colour_vector(Rgb colour) {
  return Eigen::Vector4d(colour.red, colour.green, colour.blue, 255) / 255;
}

std::vector<GpuJaw::Paint> compass_paint(const SurfaceRecord& record) {
  std::vector<GpuJaw::Paint> paint(record.contact_s.size());
  for (std::size_t vertex = 0; vertex < paint.size(); ++vertex) {
    if (const std::optional<ContactKind> kind = record.dominant(vertex))
      paint[vertex] = {compass_colour(*kind), 255};
  }
  return paint;
}

//! One picture of colours: the left half overlaps, the right half gaps, so that the two never mix.
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

//! What of the state a picture depends on besides camera and size; a change begins it anew.
struct Followed {
  Eigen::Matrix4d upper_from_lower = Eigen::Matrix4d::Zero(), section = Eigen::Matrix4d::Zero();
  bool cuts = false, dark = true, contours = true, compass = false;
  double threshold_mm = 0;
  std::array<bool, 6> looks{};
  bool operator==(const Followed&) const = default;
};

Followed followed(const AppState& state) {
  const ViewState& view = state.view;
  Followed now;
  now.upper_from_lower = state.document.upper_from_lower.matrix();
  if (view.section) now.section = view.section->case_from_plane.matrix();
  now.cuts = view.section && view.section_cuts;
  now.dark = state.settings.dark;
  now.contours = view.contours;
  now.compass = view.show_compass && state.film && state.film->contacts;
  now.threshold_mm = state.document.threshold_mm;
  now.looks = {view.upper.shown, view.upper.transparent, view.upper.painted,
               view.lower.shown, view.lower.transparent, view.lower.painted};
  return now;
}

//! \param painted PAINTED of jaw_view.frag
gl::Program jaw_program(int painted) {
  std::string fragment(shaders::jaw_view_frag);
  fragment.insert(fragment.find('\n') + 1, "#define PAINTED " + std::to_string(painted) + "\n");
  return {shaders::jaw_view_vert, fragment};
}

bool same(const Camera& a, const Camera& b) {
  return a.view_from_case.coeffs() == b.view_from_case.coeffs() && a.target == b.target &&
         a.height_mm == b.height_mm;
}

}  // namespace

class SceneRenderer::Impl {
 public:
  void follow(const AppState& state);
  bool draw(const Camera& camera, const SceneSize& size, bool quick);

  [[nodiscard]] GLuint texture() const { return targets_.picture.get(); }
  GLuint map_texture();
  [[nodiscard]] Work work() const { return work_; }

 private:
  void follow_case(const AppState& state);
  void follow_map(const AppState& state);
  void follow_colours(const AppState& state);
  void follow_compass(const AppState& state);
  void upload_map(const PixelBox& box);

  void draw_pass(const gl::Framebuffer& target, const Eigen::Vector2d& moved_px);
  void draw_background(const gl::Framebuffer& target);
  void draw_surface(const gl::Framebuffer& target, const ShownJaw& jaw);
  void draw_cut_face(const gl::Framebuffer& target, const ShownJaw& jaw);
  void draw_faces(const ShownJaw& jaw);
  void set_jaw(const ShownJaw& jaw);
  [[nodiscard]] bool is_painted(const ShownJaw& jaw) const;
  [[nodiscard]] const gl::Program& program_of(const ShownJaw& jaw) const;
  void cover_picture(const DrawPass& pass, const gl::Framebuffer& target, const gl::Program& program);
  [[nodiscard]] std::vector<const ShownJaw*> shown_jaws(bool transparent) const;
  [[nodiscard]] bool cut_faces_viewer() const;

  std::array<gl::Program, 3> jaw_programs_ = {jaw_program(0), jaw_program(1), jaw_program(2)};  // by PAINTED
  gl::Program background_program_{shaders::whole_picture_vert, shaders::background_frag};
  gl::Program texels_program_{shaders::whole_picture_vert, shaders::texels_frag};
  gl::Program cut_program_{shaders::cut_face_vert, shaders::cut_face_frag};
  gl::VertexArray no_vertices_;

  // Of the case.
  std::shared_ptr<const LoadedCase> loaded_;
  ShownJaw upper_, lower_;
  std::optional<PaintedMap> painted_map_;

  // Of the reading.
  std::shared_ptr<LiveBite> live_;
  std::optional<Eigen::Matrix4d> map_pose_;  // of the reading whose map is in `map_`
  MapFrame map_frame_;
  gl::Texture map_, colours_;
  ColourScale scale_;
  bool table_is_made_ = false;
  std::shared_ptr<const Playback> compass_;

  Followed state_;
  std::optional<SectionPlane> section_;
  MapPicture map_picture_;

  // Of the picture.
  PictureTargets targets_;
  SceneSize size_;
  Camera camera_;
  bool quick_ = false;
  bool stale_ = true;
  Work work_;
  Eigen::Matrix4d clip_from_case_ = Eigen::Matrix4d::Identity();
};

// ---- what changes with the state

void SceneRenderer::Impl::follow(const AppState& state) {
  follow_case(state);
  if (!loaded_) return;
  const Followed now = followed(state);
  if (!(now == state_)) stale_ = true;
  state_ = now;
  section_ = state.view.section;
  upper_.look = state.view.upper;
  lower_.look = state.view.lower;
  lower_.case_from_jaw = state.document.upper_from_lower;
  follow_map(state);
  follow_colours(state);
  follow_compass(state);
  map_picture_.follow(state);
}

void SceneRenderer::Impl::follow_case(const AppState& state) {
  if (state.loaded == loaded_) return;
  loaded_ = state.loaded;
  map_pose_.reset();
  painted_map_.reset();
  compass_.reset();
  stale_ = true;
  if (!loaded_) return;
  BothMeshes upper, lower;
  tbb::parallel_invoke([&] { upper = meshes_of(*loaded_->bite.upper); },
                       [&] { lower = meshes_of(*loaded_->bite.lower); });
  upper_.full = GpuJaw(upper.full, looks::upper_materials);
  upper_.quick = GpuJaw(upper.quick, looks::upper_materials);
  lower_.full = GpuJaw(lower.full, looks::lower_materials);
  lower_.quick = GpuJaw(lower.quick, looks::lower_materials);
  painted_map_.emplace(*loaded_->bite.lower);
}

void SceneRenderer::Impl::follow_map(const AppState& state) {
  if (live_ != state.live) map_pose_.reset();
  live_ = state.live;
  if (!live_ || !painted_map_) return;
  const bool wanted =
      (upper_.look.shown && upper_.look.painted) || (lower_.look.shown && lower_.look.painted);
  const Eigen::Matrix4d pose = live_->reading().upper_from_lower.matrix();
  if (!wanted || map_pose_ == pose) return;
  const ClearanceMap& map = live_->map();
  if (map.frame.grid.size() == 0) return;
  const PixelBox changed = painted_map_->update(map, live_->reading().upper_from_lower, scale_.farthest_mm);
  if (map_.width_px() != map.frame.grid.width || map_.height_px() != map.frame.grid.height)
    map_ = gl::Texture(GL_RG32F, map.frame.grid.width, map.frame.grid.height);
  map_frame_ = map.frame;
  map_pose_ = pose;
  upload_map(changed);
  stale_ = true;
}

void SceneRenderer::Impl::upload_map(const PixelBox& box) {
  if (box.width <= 0 || box.height <= 0) return;
  const PaintedMap::Texel* first = &painted_map_->texels()[map_frame_.grid.index(box.left, box.top)];
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, map_frame_.grid.width);
  glTextureSubImage2D(map_.get(), 0, box.left, box.top, box.width, box.height, GL_RG, GL_FLOAT, first);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void SceneRenderer::Impl::follow_colours(const AppState& state) {
  const double deepest_mm = live_ ? std::max(0.0, -live_->reading().least_clearance_mm.value_or(0)) : 0;
  const ColourScale scale = scale_for(state.view.palette, deepest_mm);
  if (table_is_made_ && scale.palette == scale_.palette && scale.deepest_mm == scale_.deepest_mm) return;
  scale_ = scale;
  colours_ = colour_table(scale);
  table_is_made_ = true;
  stale_ = true;
}

void SceneRenderer::Impl::follow_compass(const AppState& state) {
  const std::shared_ptr<const Playback> now = state_.compass ? state.film->contacts : nullptr;
  if (now == compass_) return;
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
  stale_ = true;
}

// ---- drawing

bool SceneRenderer::Impl::draw(const Camera& camera, const SceneSize& size, bool quick) {
  if (size.width_px <= 0 || size.height_px <= 0) return false;
  const CallersTarget callers;
  if (!(size == size_)) {
    targets_ = PictureTargets(size);
    size_ = size;
    stale_ = true;
  }
  if (stale_ || !same(camera, camera_) || quick != quick_) work_ = {};
  camera_ = camera;
  quick_ = quick;
  stale_ = false;
  if (work_.passes >= (quick ? 1 : most_passes)) return false;

  const std::array<double, 2>& part = parts_of_pixel[static_cast<std::size_t>(work_.passes)];
  work_.triangles = 0;
  if (quick) {
    draw_pass(targets_.draw_picture, {0, 0});
    ++work_.passes;
    return true;
  }
  draw_pass(targets_.draw_pass, {part[0], part[1]});
  targets_.pass.bind(0);
  texels_program_.set("factor", 1.0F);
  const bool first = work_.passes == 0;
  cover_picture({.blend = first ? DrawPass::Blend::off : DrawPass::Blend::add}, targets_.add_up,
                texels_program_);
  ++work_.passes;
  targets_.sum.bind(0);
  texels_program_.set("factor", 1.0F / static_cast<float>(work_.passes));
  cover_picture({}, targets_.show, texels_program_);
  return work_.passes < most_passes;
}

void SceneRenderer::Impl::cover_picture(const DrawPass& pass, const gl::Framebuffer& target,
                                        const gl::Program& program) {
  DrawPass all = pass;
  all.depth = DrawPass::Depth::off;
  all.both_sides = true;
  apply(all, target);
  glUseProgram(program.get());
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void SceneRenderer::Impl::draw_pass(const gl::Framebuffer& target, const Eigen::Vector2d& moved_px) {
  draw_background(target);
  if (!loaded_) return;
  const Ball ball = ball_of(loaded_->bite, lower_.case_from_jaw);
  const double middle_mm = (camera_.pose() * ball.centre).z();
  clip_from_case_ =
      clip_from_view(camera_, size_, middle_mm - ball.radius_mm, middle_mm + ball.radius_mm, moved_px) *
      camera_.pose().matrix();
  for (const ShownJaw* jaw : shown_jaws(false)) draw_surface(target, *jaw);
  if (state_.cuts && cut_faces_viewer()) {
    for (const bool transparent : {false, true}) {
      for (const ShownJaw* jaw : shown_jaws(transparent)) draw_cut_face(target, *jaw);
    }
  }
  for (const ShownJaw* jaw : shown_jaws(true)) draw_surface(target, *jaw);
}

void SceneRenderer::Impl::draw_background(const gl::Framebuffer& target) {
  const looks::Background& background = state_.dark ? looks::dark_background : looks::light_background;
  set_vector(background_program_, "top", colour_vector(background.top));
  set_vector(background_program_, "bottom", colour_vector(background.bottom));
  cover_picture({}, target, background_program_);
  glDepthMask(GL_TRUE);
  const GLfloat farthest = 1;
  glClearNamedFramebufferfi(target.get(), GL_DEPTH_STENCIL, 0, farthest, 0);
}

//! Far ones first.
std::vector<const ShownJaw*> SceneRenderer::Impl::shown_jaws(bool transparent) const {
  std::vector<const ShownJaw*> jaws;
  for (const ShownJaw* jaw : {&upper_, &lower_}) {
    if (jaw->look.shown && jaw->look.transparent == transparent) jaws.push_back(jaw);
  }
  const auto depth = [&](const ShownJaw* jaw) {
    return (camera_.pose() * jaw->case_from_jaw * jaw->full.centre()).z();
  };
  std::sort(jaws.begin(), jaws.end(), [&](const auto* a, const auto* b) { return depth(a) > depth(b); });
  return jaws;
}

bool SceneRenderer::Impl::cut_faces_viewer() const {
  return (camera_.view_from_case * section_->normal()).z() > 0;
}

void SceneRenderer::Impl::draw_surface(const gl::Framebuffer& target, const ShownJaw& jaw) {
  set_jaw(jaw);
  // Cut open, a jaw may be looked into where the cut does not face the viewer.
  const bool both_sides = state_.cuts && !cut_faces_viewer();
  DrawPass pass{.both_sides = both_sides, .clip = state_.cuts};
  if (jaw.look.transparent) {
    pass.write_colour = false;  // its nearest surface alone is drawn: nothing of its inside shows
    apply(pass, target);
    draw_faces(jaw);
    pass.write_colour = true;
    pass.depth = DrawPass::Depth::equal;
    pass.blend = DrawPass::Blend::over;
  }
  apply(pass, target);
  draw_faces(jaw);
}

void SceneRenderer::Impl::draw_cut_face(const gl::Framebuffer& target, const ShownJaw& jaw) {
  const GLint nothing = 0;
  glStencilMask(0xFF);
  glClearNamedFramebufferiv(target.get(), GL_STENCIL, 0, &nothing);
  set_jaw(jaw);
  apply({.depth = DrawPass::Depth::off,
         .stencil = DrawPass::Stencil::count_inside,
         .write_colour = false,
         .both_sides = true,
         .clip = true},
        target);
  draw_faces(jaw);

  const Ball ball = ball_of(loaded_->bite, lower_.case_from_jaw);
  cut_program_.set("clip_from_plane",
                   Eigen::Matrix4f((clip_from_case_ * section_->case_from_plane.matrix()).cast<float>()));
  const double aside_mm = (section_->case_from_plane.inverse() * ball.centre).head<2>().norm();
  cut_program_.set("half_side_mm", static_cast<float>(aside_mm + ball.radius_mm));
  cut_program_.set("mm_per_px", static_cast<float>(camera_.height_mm / size_.height_px));
  set_vector(cut_program_, "flat_colour",
             colour_vector(&jaw == &upper_ ? looks::upper_section : looks::lower_section));
  apply({.stencil = DrawPass::Stencil::where_inside, .both_sides = true}, target);
  glUseProgram(cut_program_.get());
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void SceneRenderer::Impl::draw_faces(const ShownJaw& jaw) {
  const GpuJaw& mesh = quick_ ? jaw.quick : jaw.full;
  glUseProgram(program_of(jaw).get());
  map_.bind(0);
  colours_.bind(1);
  mesh.draw();
  work_.triangles += mesh.faces();
}

bool SceneRenderer::Impl::is_painted(const ShownJaw& jaw) const {
  return jaw.look.painted && map_pose_.has_value() && !state_.compass;
}

const gl::Program& SceneRenderer::Impl::program_of(const ShownJaw& jaw) const {
  return jaw_programs_[!is_painted(jaw) ? 0 : quick_ ? 1 : 2];
}

void SceneRenderer::Impl::set_jaw(const ShownJaw& jaw) {
  const gl::Program& program = program_of(jaw);
  const Eigen::Isometry3d case_from_mesh = jaw.case_from_jaw * Eigen::Translation3d(jaw.full.centre());
  const auto floats = [](const Eigen::Matrix4d& matrix) { return Eigen::Matrix4f(matrix.cast<float>()); };
  program.set("clip_from_mesh", floats(clip_from_case_ * case_from_mesh.matrix()));
  program.set("view_from_mesh", floats((camera_.pose() * case_from_mesh).matrix()));

  if (is_painted(jaw)) {
    const PixelGrid& grid = map_frame_.grid;
    Eigen::Matrix4d pixels_from_map = Eigen::Matrix4d::Identity();
    pixels_from_map(0, 0) = pixels_from_map(1, 1) = 1 / grid.pixel_mm;
    pixels_from_map(0, 3) = -grid.u0_mm / grid.pixel_mm;
    pixels_from_map(1, 3) = -grid.v0_mm / grid.pixel_mm;
    const Eigen::Isometry3d map_from_mesh = map_frame_.projection.view_from_case() * case_from_mesh;
    program.set("map_from_mesh", floats(pixels_from_map * map_from_mesh.matrix()));
    program.set("map_turn", floats(map_from_mesh.matrix()));
  }
  program.set("of_upper", &jaw == &upper_ ? 1 : 0);
  program.set("lines", state_.contours ? 1 : 0);
  program.set("pixel_mm", static_cast<float>(map_frame_.grid.pixel_mm));
  // Reduced meshes lie beside the scan by some hundredths of a millimetre; the scan's own lie on it.
  program.set("slack_mm", quick_ ? 0.25F : 0.005F);
  program.set("deepest_mm", static_cast<float>(scale_.deepest_mm));
  program.set("farthest_mm", static_cast<float>(scale_.farthest_mm));
  const Eigen::Vector3f fine(usual_contours_mm[0], usual_contours_mm[1], usual_contours_mm[2]);
  glProgramUniform3fv(program.get(), program.place("fine_contours_mm"), 1, fine.data());
  program.set("threshold_mm", static_cast<float>(state_.threshold_mm));
  const looks::Background& background = state_.dark ? looks::dark_background : looks::light_background;
  set_vector(program, "background_top", colour_vector(background.top));
  set_vector(program, "background_bottom", colour_vector(background.bottom));
  program.set("picture_height_px", static_cast<float>(size_.height_px));
  program.set("opacity", jaw.look.transparent ? 0.38F : 1.0F);

  Eigen::Vector4d kept(0, 0, 0, 1);
  if (state_.cuts) {
    const Eigen::Vector3d normal = section_->normal();
    kept.head<3>() = case_from_mesh.linear().transpose() * normal;
    kept.w() = normal.dot(case_from_mesh.translation()) - section_->offset_mm();
  }
  set_vector(program, "kept", kept);
}

GLuint SceneRenderer::Impl::map_texture() { return map_picture_.texture(); }

// ----

SceneRenderer::SceneRenderer() : impl_(std::make_unique<Impl>()) {}
SceneRenderer::~SceneRenderer() = default;
void SceneRenderer::follow(const AppState& state) { impl_->follow(state); }
bool SceneRenderer::draw(const Camera& camera, const SceneSize& size, bool quick) {
  return impl_->draw(camera, size, quick);
}
GLuint SceneRenderer::texture() const { return impl_->texture(); }
GLuint SceneRenderer::map_texture() { return impl_->map_texture(); }
SceneRenderer::Work SceneRenderer::work() const { return impl_->work(); }

}  // namespace intercusp::viewer
