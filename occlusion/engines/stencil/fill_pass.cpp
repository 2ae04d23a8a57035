#include "occlusion/engines/stencil/fill_pass.h"

#include <algorithm>
#include <cmath>

#include "occlusion/engines/stencil/parameters.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

constexpr GLuint vertices_unit = 0, faces_unit = 1;
//! Faces or pixels, as in shaders/fill.glsl and shaders/clear_nearest.comp.
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

//! A face with shorter sides is small: its box holds at most most_centres, and no corner is further from the first of
//! them than most_parts (shaders/fill_face.glsl).
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
