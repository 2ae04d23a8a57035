#include "occlusion/engines/stencil/plane_pass.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "occlusion/engines/stencil/parameters.h"
#include "occlusion/maps/clearance_map.h"
#include "shaders.h"

namespace intercusp::stencil {

namespace {

void clear(const JawPlane& plane, float depth) {
  // Masks and scissor of the last draw apply to clears as well.
  gl::apply({.depth = gl::Depth::keep_nearest, .counts_fragments = true}, plane.target);
  const std::array<GLint, 4> face = {no_face, 0, 0, 0};
  glClearNamedFramebufferiv(plane.target.get(), GL_COLOR, 0, face.data());
  glClearNamedFramebufferfi(plane.target.get(), GL_DEPTH_STENCIL, 0, depth, 0);
}

}  // namespace

JawPlane::JawPlane(int width_px, int height_px)
    : depth(GL_DEPTH32F_STENCIL8, width_px, height_px),
      stencil(depth.stencil_view()),
      face(GL_R32I, width_px, height_px),
      target({&face}, &depth) {}

PlanePass::PlanePass()
    : item_program_(shaders::jaw_vert, shaders::plane_frag),
      count_program_(shaders::jaw_vert, shaders::stencil_only_frag) {}

void PlanePass::draw_nearest(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane) const {
  clear(plane, 1);
  draw_jaw(jaw, view, item_program_, {.depth = gl::Depth::keep_nearest, .facing = gl::Facing::front},
           plane.target);
}

void PlanePass::draw_farthest(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane,
                              const DrawnFor& pixels) const {
  clear(plane, 0);
  draw_jaw(jaw, view, item_program_, {.depth = gl::Depth::keep_farthest, .facing = gl::Facing::back},
           plane.target, pixels);
}

void PlanePass::count_layers(const PlacedJaw& jaw, const StencilView& view, const JawPlane& plane,
                             const DrawnFor& pixels) const {
  const gl::DrawState state{.counts_fragments = true, .write_color = {false, false, false, false}};
  gl::apply(state, plane.target);
  const GLint none = 0;
  glClearNamedFramebufferiv(plane.target.get(), GL_STENCIL, 0, &none);
  draw_jaw(jaw, view, count_program_, state, plane.target, pixels);
}

namespace {

constexpr gl::DrawState drawn{.depth = gl::Depth::test_less, .blend = gl::Blend::add};

}  // namespace

LayerCounts::LayerCounts(const JawPlane& upper, int width_px, int height_px)
    : counts(GL_RG32F, width_px, height_px), target({&counts}, &upper.depth) {}

CountPass::CountPass() : program_(shaders::jaw_vert, shaders::count_frag) {}

void CountPass::run(const PlacedJaw& lower, const StencilView& view, double depth_shift,
                    const LayerCounts& counts, const DrawnFor& pixels) const {
  gl::apply(drawn, counts.target);
  const std::array<GLfloat, 4> none = {};
  glClearNamedFramebufferfv(counts.target.get(), GL_COLOR, 0, none.data());
  draw_jaw(lower, view, program_, drawn, counts.target, pixels, depth_shift);
}

namespace {

constexpr GLuint vertices_unit = 0, faces_unit = 1;
//! Faces or pixels per group, as in shaders/fill.glsl and shaders/clear_nearest.comp.
constexpr std::size_t per_group = 128;

gl::Buffer plane_of(int width_px, int height_px) {
  return gl::Buffer(sizeof(std::uint32_t) * static_cast<std::size_t>(width_px) *
                    static_cast<std::size_t>(height_px));
}

void compute(const gl::Program& program, std::size_t count) {
  glUseProgram(program.get());
  glDispatchCompute(static_cast<GLuint>((count + per_group - 1) / per_group), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

//! A face with shorter sides is small: its box contains at most most_centres, and no corner is farther from
//! the first of them than most_parts (shaders/fill_face.glsl).
double small_px(int subpixel_bits) {
  constexpr double most_centres = 1024, most_parts = 16384;
  return std::min(std::sqrt(most_centres), std::ldexp(most_parts, -subpixel_bits)) - 2;
}

}  // namespace

FilledPlane::FilledPlane(int width_px, int height_px)
    : depth(plane_of(width_px, height_px)), face(plane_of(width_px, height_px)) {}

void FilledPlane::bind() const {
  depth.bind_storage(nearest_depths_binding);
  face.bind_storage(nearest_faces_binding);
}

FillPass::FillPass(const gl::ContextInfo& info, int invocations)
    : draws_large_(info.software),
      clear_(gl::Program::compute(shaders::clear_nearest_comp)),
      depths_{gl::Program::compute(shaders::fill_depths_comp, invocations),
              gl::Program(shaders::jaw_vert, shaders::draw_depths_frag)},
      faces_{gl::Program::compute(shaders::fill_faces_comp, invocations),
             gl::Program(shaders::jaw_vert, shaders::draw_faces_frag)} {}

void FillPass::run(const PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane,
                   const gl::Framebuffer& window) const {
  jaw.bind(vertices_unit, faces_unit);
  plane.bind();
  compute(clear_, plane.depth.size() / sizeof(std::uint32_t));
  run_round(depths_, jaw, view, window);
  run_round(faces_, jaw, view, window);
}

void FillPass::run_round(const Round& round, const PlacedJaw& jaw, const StencilView& view,
                         const gl::Framebuffer& window) const {
  const Eigen::Vector2i window_px(view.width_px, view.height_px);
  const std::size_t faces = jaw.original_faces().size();
  round.fill.set("clip_from_jaw", Eigen::Matrix4f(jaw.clip_from_vertex().cast<float>()));
  round.fill.set("window_px", window_px);
  round.fill.set("parts_of_pixel", 1 << jaw.subpixel_bits());
  round.fill.set("face_count", static_cast<std::int32_t>(faces));
  round.fill.set("leaves_large", draws_large_ ? 1 : 0);
  compute(round.fill, faces);
  if (!draws_large_) return;
  round.draw.set("window_px", window_px);
  draw_jaw(jaw, view, round.draw, {.facing = gl::Facing::front, .write_color = {false, false, false, false}},
           window, {.sides_above_px = small_px(jaw.subpixel_bits())});
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace intercusp::stencil
