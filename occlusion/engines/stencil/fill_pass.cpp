#include "occlusion/engines/stencil/fill_pass.h"

#include "occlusion/engines/stencil/parameters.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

constexpr GLuint vertices_unit = 0, faces_unit = 1;
//! Faces or pixels, as in shaders/fill.glsl, shaders/software/small_faces.glsl and shaders/clear_nearest.comp.
constexpr std::size_t per_group = 128;

gl::Buffer plane_of(int width_px, int height_px) {
  return gl::Buffer(sizeof(std::uint32_t) * static_cast<std::size_t>(width_px) *
                    static_cast<std::size_t>(height_px));
}

void compute(const gl::Program& program, std::size_t count) {
  glUseProgram(program.get());
  glDispatchCompute(static_cast<GLuint>((count + per_group - 1) / per_group), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace

FilledPlane::FilledPlane(int width_px, int height_px)
    : depth(plane_of(width_px, height_px)),
      face(plane_of(width_px, height_px)),
      depth_texels(GL_R32UI, depth),
      face_texels(GL_R32UI, face) {}

void FilledPlane::bind() const {
  depth.bind_storage(nearest_depths_binding);
  face.bind_storage(nearest_faces_binding);
  depth_texels.bind(nearest_depths_binding);
  face_texels.bind(nearest_faces_binding);
}

FillPass::FillPass(bool face_by_face, int invocations)
    : clear_(gl::Program::compute(shaders::clear_nearest_comp)),
      depths_(face_by_face ? Round{gl::Program::compute(shaders::small_depths_comp),
                                   gl::Program(shaders::jaw_vert, shaders::large_depths_frag)}
                           : Round{gl::Program::compute(shaders::fill_depths_comp, invocations), {}}),
      faces_(face_by_face ? Round{gl::Program::compute(shaders::small_faces_comp),
                                  gl::Program(shaders::jaw_vert, shaders::large_faces_frag)}
                          : Round{gl::Program::compute(shaders::fill_faces_comp, invocations), {}}) {}

void FillPass::run(PlacedJaw& jaw, const StencilView& view, const FilledPlane& plane,
                   const gl::Framebuffer& window) const {
  const std::size_t faces = jaw.bind_fronts(vertices_unit, faces_unit);
  plane.bind();
  compute(clear_, plane.depth.size() / sizeof(std::uint32_t));
  run_round(depths_, jaw, faces, view, window);
  run_round(faces_, jaw, faces, view, window);
}

void FillPass::run_round(const Round& round, PlacedJaw& jaw, std::size_t faces, const StencilView& view,
                         const gl::Framebuffer& window) {
  const Eigen::Vector2i window_px(view.width_px, view.height_px);
  round.faces.set("clip_from_jaw", Eigen::Matrix4f(jaw.clip_from_vertex().cast<float>()));
  round.faces.set("window_px", window_px);
  round.faces.set("parts_of_pixel", 1 << jaw.subpixel_bits());
  round.faces.set("face_count", static_cast<std::int32_t>(faces));
  compute(round.faces, faces);
  if (!round.large) return;
  round.large->set("window_px", window_px);
  set_up_draw(jaw, view, *round.large,
              {.facing = gl::Facing::front, .write_color = {false, false, false, false}}, window);
  jaw.draw_large_fronts();
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace intercusp::stencil
