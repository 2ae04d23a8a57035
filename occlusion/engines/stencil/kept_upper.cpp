#include "occlusion/engines/stencil/kept_upper.h"

#include <array>

#include "shaders.h"

namespace intercusp::stencil {

WindowPass::WindowPass(std::string_view fragment_source) : program_(shaders::window_vert, fragment_source) {
  glEnableVertexArrayAttrib(arrays_.get(), 0);
  glVertexArrayAttribFormat(arrays_.get(), 0, 4, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(arrays_.get(), 0, 0);
  glVertexArrayBindingDivisor(arrays_.get(), 0, 1);
}

void WindowPass::run(const gl::DrawState& state, const gl::Framebuffer& target) const {
  const Eigen::Vector4f whole(0, 0, static_cast<float>(target.width_px()),
                              static_cast<float>(target.height_px()));
  draw(state, target, gl::Buffer(std::as_bytes(std::span(&whole, 1))), 1);
}

void WindowPass::run(const gl::DrawState& state, const gl::Framebuffer& target,
                     const WaitingPixels& pixels) const {
  draw(state, target, pixels.rectangles, pixels.rectangle_count);
}

void WindowPass::draw(const gl::DrawState& state, const gl::Framebuffer& target, const gl::Buffer& rectangles,
                      std::size_t count) const {
  gl::apply(state, target);
  program_.set("window_px", Eigen::Vector2f(static_cast<float>(target.width_px()),
                                            static_cast<float>(target.height_px())));
  glUseProgram(program_.get());
  glVertexArrayVertexBuffer(arrays_.get(), 0, rectangles.get(), 0, sizeof(Eigen::Vector4f));
  glBindVertexArray(arrays_.get());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

namespace {

gl::Framebuffer target_of(const KeptUpper& kept) {
  const std::array<const gl::Texture*, 2> colors = {&kept.summary, &kept.waits};
  return {colors, nullptr};
}

}  // namespace

KeptUpper::KeptUpper(int width_px, int height_px)
    : nearest(width_px, height_px),
      farthest(width_px, height_px),
      summary(GL_RGBA32UI, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      target(target_of(*this)),
      lists(width_px, height_px) {}

KeepUpperPass::KeepUpperPass() : settle_(shaders::kept_upper_frag) {}

bool KeepUpperPass::run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                        const LayerListPass& lists, KeptUpper& kept) const {
  planes.draw_nearest(upper, view, kept.nearest);
  planes.count_layers(upper, view, kept.nearest);
  planes.draw_farthest(upper, view, kept.farthest);
  kept.nearest.stencil.bind(0);
  kept.farthest.depth.bind(1);
  kept.farthest.face.bind(2);
  settle_.run({}, kept.target);
  return lists.run(upper, true, view, {}, 0, {kept.waits, kept.summary}, kept.lists);
}

}  // namespace intercusp::stencil
