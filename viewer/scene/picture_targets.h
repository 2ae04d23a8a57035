// Where the passes of one picture of the scene are drawn, and where they are added up.
#pragma once

#include <array>

#include "occlusion/engines/gl/objects.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {

//! pass and picture RGBA8, row 0 the top; sum RGBA16F, so that eight passes lose nothing.
struct PictureTargets {
  gl::Texture pass, depth, sum, picture;
  gl::Framebuffer draw_pass, draw_picture, add_up, show;

  PictureTargets() = default;
  explicit PictureTargets(const SceneSize& size)
      : pass(GL_RGBA8, size.width_px, size.height_px),
        depth(GL_DEPTH24_STENCIL8, size.width_px, size.height_px),
        sum(GL_RGBA16F, size.width_px, size.height_px),
        picture(GL_RGBA8, size.width_px, size.height_px),
        draw_pass(std::array<const gl::Texture*, 1>{&pass}, &depth),
        draw_picture(std::array<const gl::Texture*, 1>{&picture}, &depth),
        add_up(std::array<const gl::Texture*, 1>{&sum}, nullptr),
        show(std::array<const gl::Texture*, 1>{&picture}, nullptr) {}
};

}  // namespace intercusp::viewer
