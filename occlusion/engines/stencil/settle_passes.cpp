#include "occlusion/engines/stencil/settle_passes.h"

#include <algorithm>
#include <span>

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

KeptUpper::KeptUpper(int width_px, int height_px)
    : nearest(width_px, height_px),
      farthest(width_px, height_px),
      summary(GL_RGBA32UI, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      target({&summary, &waits}),
      lists(width_px, height_px) {}

KeepUpperPass::KeepUpperPass() : settle_(shaders::kept_upper_frag) {}

bool KeepUpperPass::run(const PlacedJaw& upper, const StencilView& view, const PlanePass& planes,
                        const LayerListPass& lists, KeptUpper& kept) const {
  planes.draw_nearest(upper, view, kept.nearest);
  planes.count_layers(upper, view, kept.nearest);
  planes.draw_farthest(upper, view, kept.farthest);
  gl::bind(0, {&kept.nearest.stencil, &kept.farthest.depth, &kept.farthest.face});
  settle_.run({}, kept.target);
  return lists.run(upper, true, view, {}, 0, {kept.waits, kept.summary}, kept.lists);
}

MapPlanes::MapPlanes(int width_px, int height_px)
    : pixel(GL_RGBA32UI, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      pixel_alone({&pixel}),
      pixel_and_overlap({&pixel, &overlap}) {}

SettlePasses::SettlePasses()
    : pass1_(shaders::settle_pass1_frag),
      pass2_(shaders::settle_pass2_frag),
      overlap_(shaders::settle_overlap_frag) {}

void SettlePasses::pass1(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts,
                         const WaitingPixels& pixels, const MapPlanes& map) const {
  upper.summary.bind(0);
  gl::bind(6, {&layers, &counts.counts});
  map.waits.bind_image(0, GL_READ_WRITE);
  pass1_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::pass2(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts_pass1,
                         const LayerCounts& counts_pass2, const WaitingPixels& pixels,
                         const MapPlanes& map) const {
  upper.summary.bind(0);
  gl::bind(6, {&layers, &counts_pass1.counts, &counts_pass2.counts});
  map.waits.bind_image(0, GL_READ_WRITE);
  pass2_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::overlap(const KeptUpper& upper, const JawPlane& lower_farthest,
                           const WaitingPixels& pixels, const MapPlanes& map) const {
  gl::bind(0, {&upper.nearest.depth, &upper.nearest.face, &upper.farthest.depth, &upper.farthest.face});
  gl::bind(6, {&lower_farthest.depth, &lower_farthest.face, &map.waits});
  overlap_.run({}, map.pixel_and_overlap, pixels);
}

namespace {

constexpr std::uint32_t layers_per_component = 12;

void bind_jaws(const KeptUpper& upper, const LayerPlanes& planes, const MapPlanes& map) {
  upper.lists.nodes.bind_storage(1);
  planes.lower.nodes.bind_storage(2);
  gl::bind(0, {&upper.nearest.depth, &upper.nearest.face, &upper.farthest.depth, &upper.farthest.face,
               &upper.summary, &upper.lists.heads, &planes.lower.heads, &map.waits});
}

}  // namespace

LayerPlanes::LayerPlanes(int width_px, int height_px)
    : lower(width_px, height_px),
      code(GL_RGBA32F, width_px, height_px),
      upper_cursor(GL_R32UI, width_px, height_px),
      lower_cursor(GL_R32UI, width_px, height_px),
      code_target({&code}) {}

LayerPass::LayerPass() : shift_(shaders::shift_code_frag), settle_(shaders::settle_layers_frag) {}

void LayerPass::make_code(const LayerPlanes& planes, const WaitingPixels& undecided,
                          std::uint32_t max_layers) const {
  planes.code.clear_to_zero();
  planes.upper_cursor.bind_image(0, GL_READ_WRITE);
  planes.lower_cursor.bind_image(1, GL_READ_WRITE);
  for (std::uint32_t layer = 0; layer < std::min(max_layers, max_coded_layers); ++layer) {
    gl::DrawState state{.blend = gl::Blend::shift_quarter};
    for (std::uint32_t c = 0; c < 4; ++c) state.write_color.at(c) = c == layer / layers_per_component;
    shift_.program().set("is_first", layer == 0 ? 1 : 0);
    shift_.run(state, planes.code_target, undecided);
  }
}

void LayerPass::run(const KeptUpper& upper, const LayerPlanes& planes, const WaitingPixels& pixels,
                    const WaitingPixels* undecided, std::uint32_t max_layers, const MapPlanes& map) const {
  bind_jaws(upper, planes, map);
  if (undecided != nullptr) make_code(planes, *undecided, max_layers);
  planes.code.bind(8);
  settle_.program().set("has_code", undecided != nullptr ? 1 : 0);
  settle_.run({}, map.pixel_and_overlap, pixels);
}

}  // namespace intercusp::stencil
