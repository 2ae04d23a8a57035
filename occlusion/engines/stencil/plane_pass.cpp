#include "occlusion/engines/stencil/plane_pass.h"

#include <array>

#include "occlusion/maps/clearance_map.h"
#include "shaders.h"

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const JawPlane& plane) {
  const std::array<const gl::Texture*, 1> colors = {&plane.face};
  return {colors, &plane.depth};
}

void clear(const JawPlane& plane, float depth) {
  // Clears obey the masks and the scissor of the last draw.
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
      target(target_of(*this)) {}

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

gl::Framebuffer target_of(const gl::Texture& counts, const gl::Texture& depth) {
  const std::array<const gl::Texture*, 1> colors = {&counts};
  return {colors, &depth};
}

}  // namespace

LayerCounts::LayerCounts(const JawPlane& upper, int width_px, int height_px)
    : counts(GL_RG32F, width_px, height_px), target(target_of(counts, upper.depth)) {}

CountPass::CountPass() : program_(shaders::jaw_vert, shaders::count_frag) {}

void CountPass::run(const PlacedJaw& lower, const StencilView& view, double depth_shift,
                    const LayerCounts& counts, const DrawnFor& pixels) const {
  gl::apply(drawn, counts.target);
  const std::array<GLfloat, 4> none = {};
  glClearNamedFramebufferfv(counts.target.get(), GL_COLOR, 0, none.data());
  draw_jaw(lower, view, program_, drawn, counts.target, pixels, depth_shift);
}

}  // namespace intercusp::stencil
