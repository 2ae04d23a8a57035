#include "viewer/scene/scene_renderer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "occlusion/engines/gl/program.h"
#include "viewer/scene/looks.h"
#include "viewer_shaders.h"

namespace intercusp::viewer {
namespace {

//! The complete OpenGL state of one pass of the scene; a pass inherits nothing.
//!
//! Pictures have row 0 at the top: clip y grows downwards, and faces that the viewer sees counter-clockwise
//! are clockwise to OpenGL. Clip z runs from -1 near to +1 far.
struct DrawPass {
  enum class Depth { off, nearest, equal };
  enum class Stencil {
    off,
    count_inside,
    where_inside
  };  //!< back faces +1, front faces -1; then where not 0
  enum class Blend { off, over, add };
  Depth depth = Depth::nearest;
  Stencil stencil = Stencil::off;
  Blend blend = Blend::off;
  bool write_colour = true;
  bool both_sides = false;  //!< false: faces that look away are culled
  bool clip = false;        //!< by gl_ClipDistance[0]
};

void switch_to(GLenum what, bool on) { on ? glEnable(what) : glDisable(what); }

void apply_depth(DrawPass::Depth depth) {
  switch_to(GL_DEPTH_TEST, depth != DrawPass::Depth::off);
  glDepthFunc(depth == DrawPass::Depth::equal ? GL_EQUAL : GL_LEQUAL);
  glDepthMask(depth == DrawPass::Depth::nearest ? GL_TRUE : GL_FALSE);
}

void apply_stencil(DrawPass::Stencil stencil) {
  switch_to(GL_STENCIL_TEST, stencil != DrawPass::Stencil::off);
  if (stencil == DrawPass::Stencil::off) return;
  const bool counts = stencil == DrawPass::Stencil::count_inside;
  glStencilFunc(counts ? GL_ALWAYS : GL_NOTEQUAL, 0, 0xFF);
  glStencilMask(counts ? 0xFF : 0x00);
  glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_DECR_WRAP, GL_DECR_WRAP);
  glStencilOpSeparate(GL_BACK, GL_KEEP, GL_INCR_WRAP, GL_INCR_WRAP);
}

void apply_blend(DrawPass::Blend blend) {
  switch_to(GL_BLEND, blend != DrawPass::Blend::off);
  glBlendEquation(GL_FUNC_ADD);
  // Alpha stays 1: otherwise the interface behind the picture would shine through.
  if (blend == DrawPass::Blend::over)
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  else
    glBlendFunc(GL_ONE, GL_ONE);
}

void apply(const DrawPass& pass, const gl::Framebuffer& target) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.get());
  glViewport(0, 0, target.width_px(), target.height_px());
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glDepthRange(0, 1);
  glDisable(GL_SCISSOR_TEST);
  glFrontFace(GL_CW);
  glCullFace(GL_BACK);
  switch_to(GL_CULL_FACE, !pass.both_sides);
  switch_to(GL_CLIP_DISTANCE0, pass.clip);
  const GLboolean colour = pass.write_colour ? GL_TRUE : GL_FALSE;
  glColorMask(colour, colour, colour, colour);
  apply_depth(pass.depth);
  apply_stencil(pass.stencil);
  apply_blend(pass.blend);
}

}  // namespace

//! Where one picture of the scene is taken from.
struct PassView {
  Camera camera;
  SceneSize size;
  Eigen::Vector2d moved_px{0, 0};  //!< parts of a pixel
  bool quick = false;              //!< reduced meshes
};

namespace {

void set_vector(const gl::Program& program, const char* uniform, const Eigen::Vector4d& value) {
  const Eigen::Vector4f floats = value.cast<float>();
  glProgramUniform4fv(program.get(), program.place(uniform), 1, floats.data());
}

Eigen::Vector4d colour_vector(Rgb colour) {
  return Eigen::Vector4d(colour.red, colour.green, colour.blue, 255) / 255;
}

//! Clip from the camera's view: the picture's edges at ±1 (row 0, its top, at y = -1), near at z = -1 and far at +1.
Eigen::Matrix4d clip_from_view(const PassView& view, double near_mm, double far_mm) {
  const auto& [camera, size, moved_px, quick] = view;
  const double half_height = camera.height_mm / 2, half_width = half_height * size.width_px / size.height_px;
  Eigen::Matrix4d clip = Eigen::Matrix4d::Identity();
  clip(0, 0) = 1 / half_width;
  clip(1, 1) = 1 / half_height;
  clip(2, 2) = 2 / (far_mm - near_mm);
  clip(0, 3) = 2 * moved_px.x() / size.width_px;
  clip(1, 3) = 2 * moved_px.y() / size.height_px;
  clip(2, 3) = -(far_mm + near_mm) / (far_mm - near_mm);
  return clip;
}

//! \param painted PAINTED of jaw_view.frag
gl::Program jaw_program(int painted) {
  std::string fragment(shaders::jaw_view_frag);
  fragment.insert(fragment.find('\n') + 1, "#define PAINTED " + std::to_string(painted) + "\n");
  return {shaders::jaw_view_vert, fragment};
}

//! The visible jaws, from far to near.
std::vector<const ShownJaw*> shown_jaws(const ShownScene& scene, const Camera& camera, bool transparent) {
  std::vector<const ShownJaw*> jaws;
  for (const ShownJaw* jaw : {&scene.upper(), &scene.lower()}) {
    if (jaw->look.shown && jaw->look.transparent == transparent) jaws.push_back(jaw);
  }
  for (const ShownJaw& extra : scene.extras())
    if (extra.look.transparent == transparent) jaws.push_back(&extra);
  const auto depth = [&](const ShownJaw* jaw) {
    return (camera.pose() * jaw->case_from_jaw * jaw->full.centre()).z();
  };
  std::sort(jaws.begin(), jaws.end(), [&](const auto* a, const auto* b) { return depth(a) > depth(b); });
  return jaws;
}

// Places in a pixel, from -0.5 to 0.5, that share no row and no column of its 8 × 8 or 4 × 4 parts.
using PartOfPixel = std::array<double, 2>;
constexpr std::array<PartOfPixel, 8> eight_parts = {{{0.0625, -0.1875},
                                                     {-0.0625, 0.1875},
                                                     {0.3125, 0.0625},
                                                     {-0.1875, -0.3125},
                                                     {-0.3125, 0.3125},
                                                     {-0.4375, -0.0625},
                                                     {0.1875, 0.4375},
                                                     {0.4375, -0.4375}}};
constexpr std::array<PartOfPixel, 4> four_parts = {
    {{-0.125, -0.375}, {0.125, 0.375}, {0.375, -0.125}, {-0.375, 0.125}}};

std::span<const PartOfPixel> parts_of_pixel(SceneRenderer::Effort effort) {
  if (effort == SceneRenderer::Effort::fine) return four_parts;
  return eight_parts;
}

}  // namespace

//! The passes of one picture of the scene: background, jaws, cut faces; and whole pictures laid over each other.
class ScenePasses {
 public:
  ScenePasses()
      : jaw_programs_{jaw_program(0), jaw_program(1), jaw_program(2)},
        background_program_(shaders::whole_picture_vert, shaders::background_frag),
        texels_program_(shaders::whole_picture_vert, shaders::texels_frag),
        cut_program_(shaders::cut_face_vert, shaders::cut_face_frag) {}

  //! Draws background and jaws.  \return the number of triangles
  std::size_t draw(const ShownScene& scene, const PassView& view, const gl::Framebuffer& target) {
    std::size_t begun = 0;
    return draw_on(scene, view, target, begun, std::numeric_limits<std::size_t>::max());
  }

  //! Draws on from the face `begun` of the opaque jaws, at most so many; 0 once the picture is complete.
  //! \return the number of triangles
  std::size_t draw_on(const ShownScene& scene, const PassView& view, const gl::Framebuffer& target,
                      std::size_t& begun, std::size_t most_faces) {
    Drawing drawing{.scene = scene, .view = view, .target = target};
    if (begun == 0) draw_background(drawing);
    if (scene.is_empty()) return 0;
    const Camera& camera = view.camera;
    Ball ball = scene.ball();
    for (const ShownJaw& extra : scene.extras()) {
      const Eigen::Vector3d centre = extra.case_from_jaw * extra.full.centre();
      ball.radius_mm = std::max(ball.radius_mm, (centre - ball.centre).norm() + extra.full.radius_mm());
    }
    const double middle_mm = (camera.pose() * ball.centre).z();
    drawing.ball = ball;
    drawing.clip_from_case =
        clip_from_view(view, middle_mm - ball.radius_mm, middle_mm + ball.radius_mm) * camera.pose().matrix();
    const std::vector<const ShownJaw*> opaque = shown_jaws(scene, camera, false),
                                       transparent = shown_jaws(scene, camera, true);
    std::size_t triangles = 0, before = 0;
    const std::size_t until = begun + most_faces;
    for (const ShownJaw* jaw : opaque) {
      const std::size_t after = before + mesh_of(drawing, *jaw).faces();
      const std::size_t first = std::clamp(begun, before, after), end = std::clamp(until, before, after);
      if (first < end) triangles += draw_surface(drawing, *jaw, first - before, end - first);
      before = after;
    }
    begun = until < before ? until : 0;
    if (begun > 0) return triangles;
    if (scene.look().cuts && drawing.cut_faces_viewer()) {
      for (const std::vector<const ShownJaw*>* const jaws : {&opaque, &transparent})
        for (const ShownJaw* const jaw : *jaws)
          if (!jaw->is_sheet) draw_cut_face(drawing, *jaw);
    }
    for (const ShownJaw* jaw : transparent)
      triangles += draw_surface(drawing, *jaw, 0, mesh_of(drawing, *jaw).faces());
    return triangles;
  }

  //! Lays a texture over the whole target, times a factor.
  void lay_over(const gl::Texture& texture, float factor, DrawPass::Blend blend,
                const gl::Framebuffer& target) {
    texture.bind(0);
    texels_program_.set("factor", factor);
    cover({.blend = blend}, target, texels_program_);
  }

 private:
  //! One call of draw.
  struct Drawing {
    const ShownScene& scene;
    const PassView& view;
    const gl::Framebuffer& target;
    Ball ball;
    Eigen::Matrix4d clip_from_case = Eigen::Matrix4d::Identity();

    [[nodiscard]] bool cut_faces_viewer() const {
      return (view.camera.view_from_case * scene.section().normal()).z() > 0;
    }
    [[nodiscard]] bool is_painted(const ShownJaw& jaw) const {
      return jaw.look.painted && scene.has_map() && !scene.look().surface_paint && !scene.look().teeth;
    }
  };

  void cover(DrawPass pass, const gl::Framebuffer& target, const gl::Program& program) {
    pass.depth = DrawPass::Depth::off;
    pass.both_sides = true;
    apply(pass, target);
    glUseProgram(program.get());
    glBindVertexArray(no_vertices_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void draw_background(const Drawing& drawing) {
    const looks::Background& background = *drawing.scene.look().background;
    set_vector(background_program_, "top", colour_vector(background.top));
    set_vector(background_program_, "bottom", colour_vector(background.bottom));
    cover({}, drawing.target, background_program_);
    glDepthMask(GL_TRUE);
    const GLfloat farthest = 1;
    glClearNamedFramebufferfi(drawing.target.get(), GL_DEPTH_STENCIL, 0, farthest, 0);
  }

  static const GpuJaw& mesh_of(const Drawing& drawing, const ShownJaw& jaw) {
    return drawing.view.quick ? jaw.quick : jaw.full;
  }

  std::size_t draw_surface(const Drawing& drawing, const ShownJaw& jaw, std::size_t first_face,
                           std::size_t faces) {
    set_jaw(drawing, jaw);
    // Cut open, a jaw may be looked into where the cut does not face the viewer; an open scan from behind.
    const bool both_sides =
        jaw.is_sheet || jaw.full.is_open() || (drawing.scene.look().cuts && !drawing.cut_faces_viewer());
    DrawPass pass{.both_sides = both_sides, .clip = drawing.scene.look().cuts};
    std::size_t triangles = 0;
    if (jaw.look.transparent) {
      pass.write_colour = false;  // its nearest surface alone is drawn: nothing of its inside shows
      apply(pass, drawing.target);
      triangles += draw_faces(drawing, jaw, first_face, faces);
      pass.write_colour = true;
      pass.depth = DrawPass::Depth::equal;
      pass.blend = DrawPass::Blend::over;
    }
    apply(pass, drawing.target);
    return triangles + draw_faces(drawing, jaw, first_face, faces);
  }

  void draw_cut_face(const Drawing& drawing, const ShownJaw& jaw) {
    const GLint nothing = 0;
    glStencilMask(0xFF);
    glClearNamedFramebufferiv(drawing.target.get(), GL_STENCIL, 0, &nothing);
    set_jaw(drawing, jaw);
    apply({.depth = DrawPass::Depth::off,
           .stencil = DrawPass::Stencil::count_inside,
           .write_colour = false,
           .both_sides = true,
           .clip = true},
          drawing.target);
    use_program(drawing, jaw);
    jaw.full.draw(true);

    const SectionPlane& section = drawing.scene.section();
    cut_program_.set(
        "clip_from_plane",
        Eigen::Matrix4f((drawing.clip_from_case * section.case_from_plane.matrix()).cast<float>()));
    const double aside_mm = (section.case_from_plane.inverse() * drawing.ball.centre).head<2>().norm();
    cut_program_.set("half_side_mm", static_cast<float>(aside_mm + drawing.ball.radius_mm));
    cut_program_.set("mm_per_px",
                     static_cast<float>(drawing.view.camera.height_mm / drawing.view.size.height_px));
    set_vector(cut_program_, "flat_colour", colour_vector(jaw.cut));
    apply({.stencil = DrawPass::Stencil::where_inside, .both_sides = true}, drawing.target);
    glUseProgram(cut_program_.get());
    glBindVertexArray(no_vertices_.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

  std::size_t draw_faces(const Drawing& drawing, const ShownJaw& jaw, std::size_t first_face,
                         std::size_t faces) {
    use_program(drawing, jaw);
    mesh_of(drawing, jaw).draw(first_face, faces);
    return faces;
  }

  void use_program(const Drawing& drawing, const ShownJaw& jaw) {
    glUseProgram(program_of(drawing, jaw).get());
    drawing.scene.map().bind(0);
    drawing.scene.colours().bind(1);
  }

  const gl::Program& program_of(const Drawing& drawing, const ShownJaw& jaw) const {
    return jaw_programs_[!drawing.is_painted(jaw) ? 0 : drawing.view.quick ? 1 : 2];
  }

  void set_jaw(const Drawing& drawing, const ShownJaw& jaw) {
    const ShownScene& scene = drawing.scene;
    const gl::Program& program = program_of(drawing, jaw);
    constexpr double before_jaws_mm = 0.3;  // more than scans differ, less than teeth are thick
    const Eigen::Isometry3d view = drawing.view.camera.pose();
    const Eigen::Vector3d nearer =
        view.linear().transpose() * Eigen::Vector3d(0, 0, jaw.is_before_jaws ? -before_jaws_mm : 0);
    const Eigen::Isometry3d case_from_mesh =
        Eigen::Translation3d(nearer) * jaw.case_from_jaw * Eigen::Translation3d(jaw.full.centre());
    const auto floats = [](const Eigen::Matrix4d& matrix) { return Eigen::Matrix4f(matrix.cast<float>()); };
    program.set("clip_from_mesh", floats(drawing.clip_from_case * case_from_mesh.matrix()));
    program.set("view_from_mesh", floats((drawing.view.camera.pose() * case_from_mesh).matrix()));

    if (drawing.is_painted(jaw)) {
      const PixelGrid& grid = scene.map_frame().grid;
      Eigen::Matrix4d pixels_from_map = Eigen::Matrix4d::Identity();
      pixels_from_map(0, 0) = pixels_from_map(1, 1) = 1 / grid.pixel_mm;
      pixels_from_map(0, 3) = -grid.u0_mm / grid.pixel_mm;
      pixels_from_map(1, 3) = -grid.v0_mm / grid.pixel_mm;
      const Eigen::Isometry3d map_from_mesh = scene.map_frame().view_from_case * case_from_mesh;
      program.set("map_from_mesh", floats(pixels_from_map * map_from_mesh.matrix()));
      program.set("map_turn", floats(map_from_mesh.matrix()));
    }
    program.set("of_upper", jaw.jaw == Jaw::upper ? 1 : 0);
    program.set("lines", scene.look().contours ? 1 : 0);
    program.set("pixel_mm", static_cast<float>(scene.map_frame().grid.pixel_mm));
    // Reduced meshes lie beside the scan by some hundredths of a millimetre; the scan's own lie on it.
    program.set("slack_mm", drawing.view.quick ? 0.25F : 0.005F);
    program.set("deepest_mm", static_cast<float>(scene.paint().colours.deepest_mm));
    program.set("farthest_mm", static_cast<float>(scene.paint().colours.farthest_mm));
    program.set("zero_mm", static_cast<float>(scene.zero_mm()));
    const Eigen::Vector3f fine(usual_contours_mm[0], usual_contours_mm[1], usual_contours_mm[2]);
    glProgramUniform3fv(program.get(), program.place("fine_contours_mm"), 1, fine.data());
    program.set("threshold_mm", static_cast<float>(scene.look().threshold_mm));
    program.set("opacity", jaw.look.transparent ? static_cast<float>(jaw.opacity) : 1.0F);

    Eigen::Vector4d kept(0, 0, 0, 1);
    if (scene.look().cuts) {
      const SectionPlane& section = scene.section();
      const Eigen::Vector3d normal = section.normal();
      kept.head<3>() = case_from_mesh.linear().transpose() * normal;
      kept.w() = normal.dot(case_from_mesh.translation()) - section.offset_mm();
    }
    set_vector(program, "kept", kept);
  }

  std::array<gl::Program, 3> jaw_programs_;  // by PAINTED of jaw_view.frag
  gl::Program background_program_, texels_program_, cut_program_;
  gl::VertexArray no_vertices_;
};

CallersTarget::CallersTarget() {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
}

CallersTarget::~CallersTarget() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glBindVertexArray(0);
  glUseProgram(0);
  for (const GLenum what : {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND, GL_CULL_FACE, GL_CLIP_DISTANCE0})
    glDisable(what);
  glFrontFace(GL_CCW);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glStencilMask(0xFF);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

SceneRenderer::SceneRenderer(std::size_t faces_a_call)
    : faces_a_call_(faces_a_call), passes_(std::make_unique<ScenePasses>()) {}
SceneRenderer::~SceneRenderer() = default;

SceneRenderer::Targets::Targets(const SceneSize& size)
    : pass(GL_RGBA8, size.width_px, size.height_px),
      depth(GL_DEPTH24_STENCIL8, size.width_px, size.height_px),
      sum(GL_RGBA16F, size.width_px, size.height_px),
      picture(GL_RGBA8, size.width_px, size.height_px),
      draw_pass({&pass}, &depth),
      draw_picture({&picture}, &depth),
      add_up({&sum}),
      show({&picture}) {}

void SceneRenderer::follow(const AppState& state, bool quick) {
  values_.follow(state, state.live, quick);
  if (scene_.follow(state, values_)) stale_ = true;
  if (scene_.loaded() != nullptr) map_picture_.follow(state, state.live, values_, quick);
  if (!state.comparison || !state.comparison->live) return compared_.reset();
  if (!compared_) compared_ = std::make_unique<Compared>();
  compared_->values.follow(state, state.comparison->live.shared());
  compared_->map.follow(state, state.comparison->live.shared(), compared_->values, false);
}

bool SceneRenderer::draw(const Camera& camera, const SceneSize& size, Effort effort) {
  const bool quick = effort == Effort::quick;
  if (size.width_px <= 0 || size.height_px <= 0) return false;
  const CallersTarget callers;
  if (!(size == size_)) {
    targets_ = Targets(size);
    size_ = size;
    stale_ = true;
  }
  const bool same = !stale_ && camera == camera_;
  if (!same || effort != effort_) work_ = {.has_quick = same && effort_ == Effort::quick};
  camera_ = camera;
  effort_ = effort;
  stale_ = false;
  const std::span<const PartOfPixel> parts = parts_of_pixel(effort);
  const int most_passes = quick ? 1 : static_cast<int>(parts.size());
  if (work_.passes >= most_passes) return false;

  const bool in_parts = effort == Effort::fine && scene_.faces() > faces_a_call_;
  PassView view{.camera = camera, .size = size, .quick = quick || (in_parts && !work_.has_quick)};
  if (view.quick) {
    work_.triangles = passes_->draw(scene_, view, targets_.draw_picture);
    work_.has_quick = true;
    if (quick) ++work_.passes;
    return true;
  }
  // The first alone, so that it is soon seen; then two for each time that the interface is drawn as well.
  const int until =
      work_.passes == 0 || in_parts ? work_.passes + 1 : std::min(work_.passes + 2, most_passes);
  for (; work_.passes < until; ++work_.passes) {
    const PartOfPixel& part = parts[static_cast<std::size_t>(work_.passes)];
    view.moved_px = {part[0], part[1]};
    work_.triangles = passes_->draw_on(scene_, view, targets_.draw_pass, work_.begun,
                                       in_parts ? faces_a_call_ : std::numeric_limits<std::size_t>::max());
    if (work_.begun > 0) return true;
    passes_->lay_over(targets_.pass, 1, work_.passes == 0 ? DrawPass::Blend::off : DrawPass::Blend::add,
                      targets_.add_up);
  }
  passes_->lay_over(targets_.sum, 1.0F / static_cast<float>(work_.passes), DrawPass::Blend::off,
                    targets_.show);
  return work_.passes < most_passes;
}

}  // namespace intercusp::viewer
