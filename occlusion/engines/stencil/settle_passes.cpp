#include "occlusion/engines/stencil/settle_passes.h"

#include <algorithm>
#include <array>

#include "shaders.h"

namespace intercusp::stencil {

SettlePasses::SettlePasses()
    : pass1_(shaders::settle_pass1_frag),
      pass2_(shaders::settle_pass2_frag),
      overlap_(shaders::settle_overlap_frag) {}

void SettlePasses::pass1(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts,
                         const WaitingPixels& pixels, const MapPlanes& map) const {
  upper.summary.bind(0);
  layers.bind(6);
  counts.counts.bind(7);
  map.waits.bind_image(0, GL_READ_WRITE);
  pass1_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::pass2(const KeptUpper& upper, const gl::Texture& layers, const LayerCounts& counts_pass1,
                         const LayerCounts& counts_pass2, const WaitingPixels& pixels,
                         const MapPlanes& map) const {
  upper.summary.bind(0);
  layers.bind(6);
  counts_pass1.counts.bind(7);
  counts_pass2.counts.bind(8);
  map.waits.bind_image(0, GL_READ_WRITE);
  pass2_.run({}, map.pixel_alone, pixels);
}

void SettlePasses::overlap(const KeptUpper& upper, const JawPlane& lower_farthest,
                           const WaitingPixels& pixels, const MapPlanes& map) const {
  upper.nearest.depth.bind(0);
  upper.nearest.face.bind(1);
  upper.farthest.depth.bind(2);
  upper.farthest.face.bind(3);
  lower_farthest.depth.bind(6);
  lower_farthest.face.bind(7);
  map.waits.bind(8);
  overlap_.run({}, map.pixel_and_overlap, pixels);
}

namespace {

constexpr std::uint32_t layers_per_component = 12;

gl::Framebuffer target_of(const gl::Texture& code) {
  const std::array<const gl::Texture*, 1> colors = {&code};
  return {colors, nullptr};
}

void bind_jaws(const KeptUpper& upper, const LayerPlanes& planes, const MapPlanes& map) {
  upper.lists.nodes.bind_storage(1);
  planes.lower.nodes.bind_storage(2);
  upper.nearest.depth.bind(0);
  upper.nearest.face.bind(1);
  upper.farthest.depth.bind(2);
  upper.farthest.face.bind(3);
  upper.summary.bind(4);
  upper.lists.heads.bind(5);
  planes.lower.heads.bind(6);
  map.waits.bind(7);
}

}  // namespace

LayerPlanes::LayerPlanes(int width_px, int height_px)
    : lower(width_px, height_px),
      code(GL_RGBA32F, width_px, height_px),
      upper_cursor(GL_R32UI, width_px, height_px),
      lower_cursor(GL_R32UI, width_px, height_px),
      code_target(target_of(code)) {}

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
