#include "occlusion/engines/stencil/software/fill_pass.h"

#include <array>

#include "occlusion/maps/clearance_map.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

constexpr GLuint vertices_unit = 0, faces_unit = 1;
constexpr std::size_t faces_per_group = 128;  // as in shaders/software/small_faces.glsl

gl::Framebuffer target_of(const FilledPlane& plane) {
  const std::array<const gl::Texture*, 1> colors = {&plane.face};
  return {colors, nullptr};
}

//! Both planes as whole numbers, so that the least of them can be found: depths are positive floats.
void bind(const FilledPlane& plane) {
  glBindImageTexture(0, plane.depth.get(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
  glBindImageTexture(1, plane.face.get(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
}

void clear(const FilledPlane& plane) {
  const float farthest = 1;
  glClearTexImage(plane.depth.get(), 0, GL_RED, GL_FLOAT, &farthest);
  const std::int32_t none = no_face;
  glClearTexImage(plane.face.get(), 0, GL_RED_INTEGER, GL_INT, &none);
}

}  // namespace

FilledPlane::FilledPlane(int width_px, int height_px)
    : depth(GL_R32F, width_px, height_px), face(GL_R32I, width_px, height_px), target(target_of(*this)) {}

FillPass::FillPass()
    : depths_{gl::Program::compute(shaders::small_depths_comp),
              {shaders::jaw_vert, shaders::large_depths_frag}},
      faces_{gl::Program::compute(shaders::small_faces_comp),
             {shaders::jaw_vert, shaders::large_faces_frag}} {}

void FillPass::run(PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane) const {
  const std::size_t small_faces = jaw.list_fronts(vertices_unit, faces_unit);
  clear(plane);
  bind(plane);
  run_round(depths_, jaw, small_faces, view, plane);
  run_round(faces_, jaw, small_faces, view, plane);
}

void FillPass::run_round(const Round& round, PlacedJaw& jaw, std::size_t small_faces, const StencilView& view,
                         const FilledPlane& plane) {
  round.small.set("clip_from_jaw", Eigen::Matrix4f(jaw.clip_from_vertex().cast<float>()));
  round.small.set("half_window_px", Eigen::Vector2f(0.5F * static_cast<float>(view.width_px),
                                                    0.5F * static_cast<float>(view.height_px)));
  round.small.set("parts_of_pixel", 1 << jaw.subpixel_bits());
  round.small.set("face_count", static_cast<std::int32_t>(small_faces));
  glUseProgram(round.small.get());
  glDispatchCompute(static_cast<GLuint>((small_faces + faces_per_group - 1) / faces_per_group), 1, 1);
  set_up_draw(jaw, view, round.large,
              {.facing = gl::Facing::front, .write_color = {false, false, false, false}}, plane.target);
  jaw.draw_large_fronts();
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace intercusp::stencil
