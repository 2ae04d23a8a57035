#include "occlusion/engines/stencil/map_planes.h"

#include <array>
#include <span>

namespace intercusp::stencil {
namespace {

gl::Framebuffer target_of(const gl::Texture& pixel, const gl::Texture* beside) {
  const std::array<const gl::Texture*, 2> colors = {&pixel, beside};
  return {std::span<const gl::Texture* const>(colors).first(beside != nullptr ? 2 : 1), nullptr};
}

}  // namespace

MapPlanes::MapPlanes(int width_px, int height_px)
    : pixel(GL_RGBA32UI, width_px, height_px),
      overlap(GL_R32F, width_px, height_px),
      waits(GL_R8UI, width_px, height_px),
      pixel_alone(target_of(pixel, nullptr)),
      pixel_and_overlap(target_of(pixel, &overlap)) {}

}  // namespace intercusp::stencil
